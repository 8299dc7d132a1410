import LanguageServer
import Testing

@Suite struct MessageReaderTests {
  private static func frame(_ text: String) -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  /// All events of a stream that arrives in pieces.
  private static func events(_ bytes: [UInt8], piece: Int) -> [MessageReader.Event] {
    var reader = MessageReader()
    var events: [MessageReader.Event] = []
    var at = 0
    while at < bytes.count {
      let end = min(at + piece, bytes.count)
      reader.append(bytes[at..<end])
      at = end
      while let event = reader.next() { events.append(event) }
      #expect(reader.pending <= MessageReader.longestMessage + MessageReader.longestHeader + piece)
    }
    return events
  }

  @Test(arguments: [1, 2, 3, 7, 1000]) func messagesArriveInPieces(piece: Int) {
    let stream =
      Self.frame("{}") + Array("content-length:3\r\nContent-Type: x; charset=utf-8\r\n\r\né!".utf8) + Self.frame("")
    #expect(
      Self.events(stream, piece: piece) == [.message(Array("{}".utf8)), .message(Array("é!".utf8)), .message([])])
  }

  /// Clients write by hand, or convert line ends.
  @Test(arguments: [1, 2, 3, 7, 1000]) func linesMayEndAtALineFeed(piece: Int) {
    let stream = Array("Content-Length: 2\n\n{}Content-Type: x\nContent-Length: 1\n\r\n!Content-Length: 0\r\n\n".utf8)
    #expect(
      Self.events(stream + Self.frame("\n\n"), piece: piece)
        == [.message(Array("{}".utf8)), .message(Array("!".utf8)), .message([]), .message(Array("\n\n".utf8))])
  }

  @Test(arguments: ["1073741825", "999999999999", "99999999999999999999999999"])
  func aLengthThatNoMessageHasEndsTheStream(length: String) {
    let events = Self.events(Array("Content-Length: \(length)\r\n\r\n".utf8), piece: 1000)
    #expect(events == [.lost("Content-Length is greater than 1073741824: restart the server")])
  }

  @Test(arguments: [1, 5, 4096]) func theReaderGoesOnAfterABrokenHeader(piece: Int) {
    for (header, reason) in [
      ("Content-Type: x", "a message has no Content-Length"), ("Content-Length: ", "Content-Length is not a number"),
      ("Content-Length: +1", "Content-Length is not a number"),
      ("Content-Length: 1e3", "Content-Length is not a number"),
    ] {
      let stream = Array("\(header)\r\n\r\n".utf8) + Self.frame("{}")
      #expect(Self.events(stream, piece: piece) == [.malformed(reason), .message(Array("{}".utf8))], "\(header)")
    }
  }

  @Test func aLongMessageIsSkippedWithoutBeingStored() {
    let length = MessageReader.longestMessage + 5
    var reader = MessageReader()
    reader.append(Array("Content-Length: \(length)\r\n\r\n".utf8))
    #expect(reader.next() == .malformed("a message is longer than \(MessageReader.longestMessage) bytes"))
    let piece = [UInt8](repeating: 0x78, count: 1 << 20)
    var left = length
    while left > 0 {
      let bytes = piece.prefix(left)
      left -= bytes.count
      reader.append(left == 0 ? Array(bytes) + Self.frame("{}") : Array(bytes))
      if left > 0 { #expect(reader.next() == nil && reader.pending == 0) }
    }
    #expect(reader.next() == .message(Array("{}".utf8)))
  }

  @Test func aHeaderWithoutEndIsNotKept() {
    var reader = MessageReader()
    var malformed = 0
    for _ in 0..<100 {
      reader.append([UInt8](repeating: 0x78, count: 1 << 12))
      while let event = reader.next() {
        malformed += 1
        #expect(event == .malformed("a header is longer than \(MessageReader.longestHeader) bytes"))
      }
      #expect(reader.pending <= MessageReader.longestHeader)
    }
    #expect(malformed > 0)
  }

  @Test func messagesAreReadOnlyIfTheyAreValid() throws {
    #expect(try Message.read(Array(#"{"jsonrpc":"2.0","id":1,"method":"x","params":{}}"#.utf8))?.method == "x")
    #expect(try Message.read(Array(#"{"method":"x"}"#.utf8))?.id == nil)
    #expect(try Message.read(Array(#"{"id":1,"result":null}"#.utf8)) == nil)
    // An editor may send half of a pair of surrogates; it counts as one unit.
    let text = try Message.read(Array(#"{"method":"x","params":{"text":"a\ud83dz\udc00"}}"#.utf8))
    #expect(text?.parameters?["text"]?.string == "a\u{FFFD}z\u{FFFD}")
    for text in [#"{"id":1}"#, "[]", "1", "", "{", #"{"id":{},"method":"x"}"#, #"{"id":1.5,"method":"x"}"#] {
      #expect(throws: (any Error).self, "\(text)") { try Message.read(Array(text.utf8)) }
    }
  }
}
