import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct FontFileTests {
  private static func read(_ bytes: [UInt8]) throws -> FontFile? {
    try FontFile.read(ByteArray(bytes), file: "a.ttf")
  }

  private static let names: [(identifier: UInt16, text: String)] = [
    (0, "© Example"), (1, "Sans Bold"), (2, "Bold"), (4, "Sans Bold Regular"), (5, "Version 1.0"), (6, "Sans-Bold"),
    (8, "Example"), (16, "Sans"), (99, "other"),
  ]

  @Test(arguments: [true, false]) func names(_ isOpenType: Bool) throws {
    let font = try #require(
      try Self.read(SampleFont { ($0.names, $0.isOpenType) = (Self.names, isOpenType) }.bytes))
    #expect(font.kind == (isOpenType ? .opentype : .truetype))
    let face = try #require(font.faces.first)
    #expect(face.family == "Sans")
    #expect(face.style == "Bold")
    #expect(face.fullName == "Sans Bold Regular")
    #expect(face.postScriptName == "Sans-Bold")
    #expect(face.version == "Version 1.0")
    #expect(face.manufacturer == "Example")
    #expect(face.copyright == "© Example")
    #expect(face.tables == SampleFont().tables)
  }

  @Test func namesForTheMac() throws {
    let bytes = SampleFont { ($0.names, $0.isForMac) = ([(1, "Sans"), (6, "é")], true) }.bytes
    let face = try #require(try Self.read(bytes)?.faces.first)
    #expect(face.family == "Sans")
    #expect(face.postScriptName == "??")
    #expect(face.fullName == nil)
  }

  @Test func collection() throws {
    let fonts = ["One", "Two"].map { name in SampleFont { $0.names = [(6, name)] } }
    let font = try #require(try Self.read(SampleFont.collection(fonts)))
    #expect(font.kind == .collection)
    #expect(font.faces.map(\.postScriptName) == ["One", "Two"])
  }

  @Test func withoutNames() throws {
    let font = try #require(try Self.read(SampleFont { $0.tables = ["cmap"] }.bytes))
    #expect(font.faces.map(\.tables) == [["cmap"]])
    #expect(font.faces[0].family == nil)
  }

  @Test func otherFiles() throws {
    #expect(try Self.read([]) == nil)
    #expect(try Self.read([0, 1, 0, 0, 0]) == nil)
    #expect(try Self.read(Array("wOF2 and more bytes".utf8)) == nil)
  }

  @Test(arguments: [
    (4, "states 32522 tables; the limit is 512"), (20, "the table OS/2 of the font has 0 bytes at offset"),
    (174, "states 32521 names; the limit is 4096"),
  ])
  func malformed(_ offset: Int, _ message: String) throws {
    var bytes = SampleFont { $0.names = Self.names }.bytes
    bytes[offset] = 0x7F
    #expect { try Self.read(bytes) } throws: { "\($0)".contains(message) }
  }

  @Test func everyLength() throws {
    let bytes = SampleFont.collection([SampleFont { $0.names = Self.names }])
    for count in bytes.indices { _ = try? Self.read(Array(bytes.prefix(count))) }
    #expect { try Self.read(Array(bytes.prefix(40))) } throws: { ($0 as? FileFactError)?.code == .malformed }
  }
}

extension SampleFont {
  static func collection(_ fonts: [SampleFont]) -> [UInt8] {
    var file = ByteWriter()
    file.add(0x7474_6366, 0x0001_0000, UInt32(fonts.count))
    var parts: [UInt8] = []
    let start = 12 + fonts.count * 4
    for font in fonts {
      file.add(UInt32(start + parts.count))
      parts += font.bytes(at: start + parts.count)
    }
    return file.bytes + parts
  }
}
