/// Splits a stream into the messages of the Language Server Protocol: `Content-Length: N`, an empty line, and N bytes. Lines end at CR LF
/// or LF.
///
/// Keeps at most one message: longer ones are skipped without being stored.
package struct MessageReader {
  package enum Event: Hashable {
    case message([UInt8])
    /// The stream does not follow the protocol; the reader continues after it.
    case malformed(String)
    case lost(String)
  }

  /// The largest header, in bytes.
  package static let longestHeader = 8 << 10
  /// The largest message, in bytes: a document of the largest size with every byte escaped.
  package static let longestMessage = 16 << 20
  /// The largest message to skip, in bytes. A greater length is a mistake, and its bytes never come.
  package static let longestSkipped = 1 << 30

  private var buffer: [UInt8] = []
  private var at = 0
  private var length: Int?
  /// The bytes of a message that is too long, not yet received.
  private var skipped = 0

  package init() {}

  package var pending: Int { buffer.count - at }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    if skipped >= bytes.count {
      skipped -= bytes.count
      return
    }
    if at > 0 {
      buffer.removeSubrange(..<at)
      at = 0
    }
    buffer += bytes.dropFirst(skipped)
    skipped = 0
  }

  package mutating func next() -> Event? {
    if length == nil, let malformed = readHeader() { return malformed }
    guard let length, pending >= length else { return nil }
    defer {
      at += length
      self.length = nil
    }
    return .message(Array(buffer[at..<(at + length)]))
  }

  private mutating func readHeader() -> Event? {
    guard let (end, next) = Self.emptyLine(in: buffer[at...]) else {
      guard pending > Self.longestHeader else { return nil }
      // The end may be the start of the empty line.
      at = buffer.count - 2
      return .malformed("a header is longer than \(Self.longestHeader) bytes")
    }
    let header = String(decoding: buffer[at..<end], as: UTF8.self)
    at = next
    var found: String?
    for line in header.utf8.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }).map({ String($0) ?? "" }) {
      // After a message without a valid length, its bytes precede the next header in the same line.
      guard let colon = line.lastIndex(of: ":"), line[..<colon].lowercased().hasSuffix("content-length") else {
        continue
      }
      let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
      found = String(line[line.index(after: colon)...].drop(while: isBlank).prefix { !isBlank($0) })
    }
    guard let found else { return .malformed("a message has no Content-Length") }
    guard !found.isEmpty, found.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .malformed("Content-Length is not a number")
    }
    let length = Int(found) ?? Int.max
    if length <= Self.longestMessage {
      self.length = length
      return nil
    }
    if length > Self.longestSkipped {
      return .lost("Content-Length is greater than \(Self.longestSkipped): restart the server")
    }
    let present = min(pending, length)
    at += present
    skipped = length - present
    return .malformed("a message is longer than \(Self.longestMessage) bytes")
  }

  /// The end of the line before the first empty one, and the start of what follows.
  private static func emptyLine(in bytes: ArraySlice<UInt8>) -> (end: Int, next: Int)? {
    let lines = bytes.prefix(longestHeader + 4)
    for (end, byte) in zip(lines.indices, lines) where byte == 0x0A {
      let rest = lines[(end + 1)...]
      if rest.first == 0x0A { return (end, end + 2) }
      if rest.starts(with: [0x0D, 0x0A]) { return (end, end + 3) }
    }
    return nil
  }
}
