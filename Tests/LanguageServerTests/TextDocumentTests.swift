import LanguageServer
import Testing

@Suite struct TextDocumentTests {
  private static let texts = [
    "", "a", "\n", "\r\n", "\r", "a\r\nb\rc\nd", "😀x\n🏳️‍🌈é\r\ne\u{301}\u{323}\r名前\n", "\r\r\n\n", "no end 🎉",
  ]

  /// The place of each UTF-16 unit, by the rules of the protocol.
  private static func places(_ text: String) -> [(offset: Int, position: TextPosition)] {
    var places: [(offset: Int, position: TextPosition)] = []
    var (line, character, offset) = (0, 0, 0)
    let scalars = Array(text.unicodeScalars)
    for (number, scalar) in scalars.enumerated() {
      places.append((offset, TextPosition(line: line, character: character)))
      offset += String(scalar).utf8.count
      character += String(scalar).utf16.count
      let isInside = scalar == "\r" && number + 1 < scalars.count && scalars[number + 1] == "\n"
      if scalar == "\n" || scalar == "\r" && !isInside { (line, character) = (line + 1, 0) }
    }
    places.append((offset, TextPosition(line: line, character: character)))
    return places
  }

  @Test func positionsCountUnits() {
    for text in Self.texts {
      let document = TextDocument(Array(text.utf8))
      for (offset, position) in Self.places(text) {
        #expect(document.position(of: offset) == position, "\(text.debugDescription) \(offset)")
        // Between CR and LF there is no place: the line ends before.
        let isSplit =
          offset > 0 && offset < document.bytes.count && document.bytes[(offset - 1)...].starts(with: [13, 10])
        #expect(
          document.offset(of: position) == (isSplit ? offset - 1 : offset), "\(text.debugDescription) \(position)")
      }
    }
  }

  @Test func positionsBeyondTheTextAreItsEnds() {
    let document = TextDocument(Array("a😀b\r\nc".utf8))
    #expect(document.offset(of: TextPosition(line: 0, character: 99)) == 6)
    #expect(document.offset(of: TextPosition(line: 9, character: 0)) == 9)
    #expect(document.offset(of: TextPosition(line: .max, character: .max)) == 9)
    // Inside a character: its start.
    #expect(document.offset(of: TextPosition(line: 0, character: 2)) == 1)
    #expect(document.lineCount == 2)
  }

  @Test func editsKeepTheDocumentTheSame() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var text = Self.texts.randomElement(using: &random) ?? ""
      var document = TextDocument(Array(text.utf8))
      for _ in 0..<5 {
        let places = Self.places(text).filter { place in
          !(place.offset > 0 && Array(text.utf8)[(place.offset - 1)...].starts(with: [13, 10]))
        }
        guard let first = places.randomElement(using: &random), let second = places.randomElement(using: &random),
          let piece = Self.texts.randomElement(using: &random)
        else { continue }
        let (start, end) = first.offset <= second.offset ? (first, second) : (second, first)
        document.replace(start.position, end.position, with: piece)
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(start.offset..<end.offset, with: Array(piece.utf8))
        text = String(decoding: bytes, as: UTF8.self)
        #expect(document.bytes == bytes, "\(text.debugDescription)")
      }
    }
  }

  @Test func addressesOfFilesAreReadAndWritten() {
    for (address, path) in [
      ("file:///a/b.lua", "/a/b.lua"), ("file:///a%20b/%C3%A9%23.lua", "/a b/é#.lua"), ("FILE://localhost/a", "/a"),
      ("file:///a/../b/./c", "/b/c"), ("file:///../../x", "/x"), ("file:///", "/"), ("file:///a?x#y", "/a"),
    ] {
      #expect(DocumentAddress.path(address) == path, "\(address)")
      #expect(DocumentAddress.path(DocumentAddress.address(path)) == path)
    }
    for address in ["untitled:x", "file://host/a", "file:///%00", "file:///%zz", "file:///%f", "file:///%FF", "", "/a"]
    {
      #expect(DocumentAddress.path(address) == nil, "\(address)")
    }
  }
}
