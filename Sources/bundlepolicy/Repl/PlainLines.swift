import Basics

/// Lines of standard input that is no terminal.
struct PlainLines: LineSource {
  /// Longest line, in bytes: more than a policy's source may have.
  private static let longestLine = 4 << 20

  private var buffer: [UInt8] = []
  private var at = 0
  private var isAtEnd = false

  mutating func next(prompt: String) -> NextLine {
    var searched = at
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { at = end + 1 }
        return .line(text(buffer[at..<end]))
      }
      searched = buffer.count
      if isAtEnd {
        guard at < buffer.count else { return .end }
        defer { at = buffer.count }
        return .line(text(buffer[at...]))
      }
      if searched - at > Self.longestLine { return .broken("a line has more than \(Self.longestLine) bytes") }
      if let failure = fill() { return .broken(failure) }
      searched -= at
      buffer.removeSubrange(..<at)
      at = 0
    }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
  }

  /// Reads what there is; returns why that was not possible.
  private mutating func fill() -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { read(0, $0, buffer.count) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return "standard input can't be read: \(SystemError(errno).text)" }
      if count == 0 { isAtEnd = true }
      buffer += chunk[..<count]
      return nil
    }
  }
}
