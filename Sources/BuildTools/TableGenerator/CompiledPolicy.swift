import CLuaBridge

extension TableSource {
  /// The prefix of carried files' paths in messages, which compiled code contains.
  static let mark = "built-in:"

  func compiled(_ carried: String) throws(Mistake) -> [UInt8] {
    var bytes: [UInt8] = []
    var message = [CChar](repeating: 0, count: 512)
    var (text, name) = (carried, Self.mark + self.name)
    let isCompiled = text.withUTF8 { text in
      name.withUTF8 { name in
        withUnsafeMutablePointer(to: &bytes) { bytes in
          bp_precompile(
            bp_bytes(text), bp_bytes(name), bytes,
            { context, piece in
              guard let context, let start = piece.start else { return }
              context.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeRawBufferPointer(
                start: start, count: piece.count)
            }, &message, message.count)
        }
      }
    }
    guard isCompiled else {
      let end = message.firstIndex(of: 0) ?? message.endIndex
      throw Mistake(path, 0, String(decoding: message[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return bytes
  }
}

extension bp_bytes {
  fileprivate init(_ text: UnsafeBufferPointer<UInt8>) {
    self.init(start: UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self), count: text.count)
  }
}

extension TableKind {
  /// Bytes as a string literal: each byte as the character with its value plus 256, which has two bytes in UTF-8.
  static func text(of bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { byte -> [UInt8] in [0xC4 + byte >> 6, 0x80 + byte & 0x3F] }, as: UTF8.self)
  }
}
