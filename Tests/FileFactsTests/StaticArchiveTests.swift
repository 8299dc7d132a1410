import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct StaticArchiveTests {
  private static func read(_ bytes: [UInt8]) throws -> [Int: StaticArchive]? {
    try StaticArchive.read(ByteArray(bytes), file: "libx.a")
  }

  private static func object(_ symbol: String) -> [UInt8] {
    SampleMachO {
      $0.fileType = 1
      $0.symbols = .init(exports: [symbol], imports: ["_malloc"])
    }.bytes
  }

  private static let long = "a_name_that_is_longer_than_the_header.o"

  @Test(arguments: SampleArchive.Form.allCases) func members(_ form: SampleArchive.Form) throws {
    let bytes = SampleArchive.bytes(
      [("a.o", Self.object("_a")), (Self.long, Self.object("_b")), ("a.o", [1, 2, 3]), ("empty.o", [])], form)
    let archive = try #require(try Self.read(bytes)?[0])
    #expect(archive.members.map(\.name) == ["a.o", Self.long, "a.o", "empty.o"])
    #expect(archive.members.map(\.size) != [])
    #expect(archive.hasSymbolTable)
    let source = ByteArray(bytes)
    let slices = try archive.members.map { try $0.slice(in: source, file: "libx.a") }
    #expect(slices.map { $0?.fileType } == ["object", "object", nil, nil])
    #expect(try slices[1]?.exports(in: source, file: "libx.a")?.contains("_b".utf8) == true)
    #expect(try slices[1]?.imports(in: source, file: "libx.a")?.contains("_malloc".utf8) == true)
  }

  @Test func ofSlices() throws {
    let slices = ["a.o", "b.o"].map { SampleArchive.bytes([($0, Self.object("_x"))]) }
    let file = SampleMachO.fat([
      (0x0100_0007, 3, slices[0]),
      (
        12, 9,
        SampleMachO {
          $0.cpuType = 12; $0.cpuSubtype = 9
        }.bytes
      ),
      (0x0100_000C, 0, slices[1]),
    ])
    let archives = try #require(try Self.read(file))
    #expect(archives.keys.sorted() == [0, 2])
    #expect(archives[2]?.members.map(\.name) == ["b.o"])
    #expect(try archives[2]?.members.first?.slice(in: ByteArray(file), file: "x")?.architecture == "arm64")
  }

  @Test func none() throws {
    #expect(try Self.read([]) == nil)
    #expect(try Self.read(Array("!<arch>".utf8)) == nil)
    #expect(try Self.read(SampleMachO().bytes) == nil)
    #expect(try Self.read(Array("!<arch>\n".utf8))?[0] == StaticArchive(members: [], hasSymbolTable: false))
    // An archive in an archive is an ordinary member.
    let nested = SampleArchive.bytes([("inner.a", SampleArchive.bytes([("a.o", Self.object("_a"))]))])
    let member = try #require(try Self.read(nested)?[0]?.members.first)
    #expect(try member.slice(in: ByteArray(nested), file: "x") == nil)
  }

  // MARK: Malformed files

  private static func changed(_ position: Int, _ text: String) -> [UInt8] {
    var bytes = SampleArchive.bytes([("a.o", [1, 2, 3, 4])], .gnu)
    bytes.replaceSubrange(position..<(position + text.utf8.count), with: Array(text.utf8))
    return bytes
  }

  static let malformed: [(String, [UInt8], String)] = [
    ("thin", Array("!<thin>\n".utf8), "a thin archive names its members, but does not contain them"),
    (
      "a header that is cut off", SampleArchive.bytes([]) + Array("x".utf8),
      "the header of an archive member needs 60 bytes here, but only 1 is left"
    ),
    ("no end of the header", changed(8 + 58, "xx"), "the header of an archive member does not end with 60 0A"),
    ("a size that is no number", changed(8 + 48, "-4"), "the size of an archive member is not a number"),
    ("a member outside", changed(8 + 48, "9999999999"), "an archive member has 9999999999 bytes, but only"),
    ("a long name without a table", changed(8, "/12 "), "the name of an archive member is not in the table of names"),
    ("a name that is longer", changed(8, "#1/99"), "the name of an archive member is longer than the member"),
  ]

  @Test(arguments: malformed) func saysWhere(_ name: String, _ bytes: [UInt8], _ message: String) throws {
    let error = #expect(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error?.message.contains(message) == true, "\(name): \(error.map(\.description) ?? "")")
    #expect(error?.place.byteOffset.map { $0 <= bytes.count } == true)
  }

  @Test func membersAreBounded() throws {
    var bytes = Array("!<arch>\n".utf8)
    let header = SampleArchive.bytes([("a.o", [])], .gnu)[(8 + 64)...]
    bytes.reserveCapacity(8 + header.count * (StaticArchive.memberLimit + 1))
    for _ in 0...StaticArchive.memberLimit { bytes += header }
    let error = #expect(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error?.message == "the archives of the file have more than 100000 members")
  }

  /// Members that share one long name.
  @Test func namesAreBounded() throws {
    let long = String(repeating: "n", count: 60_000)
    var bytes = SampleArchive.bytes([(long, [])], .gnu)
    let header = Array(bytes.suffix(60))
    for _ in 0..<300 { bytes += header }
    let error = #expect(throws: FileFactError.self) { try Self.read(bytes) }
    #expect(error?.message == "the archives of the file have more than 16777216 bytes of names")
  }
}
