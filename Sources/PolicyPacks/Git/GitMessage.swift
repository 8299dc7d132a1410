/// What git says, made fit for one line of ours.
enum GitMessage {
  /// The most bytes that are shown.
  private static let limit = 600

  /// Lines that say something, joined; what may be a password in an address is left out. What terminals act on is for whoever
  /// prints it to escape.
  static func shortened(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
      .map { line -> Substring in
        let trimmed = line.drop { $0 == " " }
        return trimmed
      }
      .filter { line in
        !line.isEmpty && !line.hasPrefix("hint:") && !line.hasPrefix("remote: Enumerating")
          && !line.hasPrefix("remote: Counting") && !line.hasPrefix("remote: Compressing")
      }
    let text = withoutCredentials(lines.joined(separator: "; "))
    // The reason stands at the end.
    return text.utf8.count <= limit ? text : "…" + String(text.suffix(limit))
  }

  /// Every `//user:password@` without what stands before the `@`.
  static func withoutCredentials(_ text: String) -> String {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      result.append(byte)
      guard result.suffix(3) == Array("://".utf8) else { continue }
      let authority = bytes.prefix { $0 != 0x2F && $0 > 0x20 && $0 != 0x27 && $0 != 0x22 }
      guard let at = authority.lastIndex(of: 0x40) else { continue }
      result += "…".utf8
      bytes = bytes[at...]
    }
    return String(decoding: result, as: UTF8.self)
  }
}
