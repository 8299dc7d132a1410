import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct EmbeddedInfoTests {
  private static func info(_ bytes: [UInt8]) throws -> [UInt8]? {
    let source = ByteArray(bytes)
    let file = try #require(try MachOFile.read(source, file: "tool"))
    return try #require(file.slices.last).embeddedInfo(in: source, file: "tool")
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func theFourForms(_ is64Bit: Bool, _ isBigEndian: Bool) throws {
    let bytes = SampleMachO {
      ($0.is64Bit, $0.isBigEndian, $0.embeddedInfo) = (is64Bit, isBigEndian, Array("<plist/>".utf8))
      ($0.tail, $0.signature) = ([1, 2, 3], [4, 5, 6])
    }.bytes
    #expect(try Self.info(bytes) == Array("<plist/>".utf8))
  }

  @Test func none() throws {
    #expect(try Self.info(SampleMachO { $0.segment(offset: 0, size: 0) }.bytes) == nil)
  }

  @Test func ofTheSecondSlice() throws {
    let slices = ["one", "two"].map { text in SampleMachO { $0.embeddedInfo = Array(text.utf8) }.bytes }
    let fat = SampleMachO.fat(slices.map { (0x0100_000C, 0, $0) })
    #expect(try Self.info(fat) == Array("two".utf8))
  }

  @Test func theFirstOfTwo() throws {
    let bytes = SampleMachO {
      $0.infoSection(offset: 0, size: 4)
      $0.embeddedInfo = [1]
    }.bytes
    #expect(try Self.info(bytes)?.count == 4)
  }

  /// Files of `dsymutil` list the sections of the code without their contents.
  @Test func debugSymbols() throws {
    let bytes = SampleMachO {
      $0.fileType = 10
      $0.infoSection(offset: 0, size: 4000)
    }.bytes
    #expect(try Self.info(bytes) == nil)
  }

  static let malformed: [(String, [UInt8], String)] = [
    (
      "outside", SampleMachO { $0.infoSection(offset: 184, size: 1) }.bytes,
      "the section __TEXT,__info_plist has 1 bytes at offset 184, but the slice has only 184"
    ),
    ("far outside", SampleMachO { $0.infoSection(offset: .max, size: .max) }.bytes, "has 18446744073709551615 bytes"),
    (
      "into the next slice",
      SampleMachO.fat([
        (0x0100_000C, 0, SampleMachO().bytes),
        (0x0100_000C, 0, SampleMachO { $0.infoSection(offset: 100, size: 85) }.bytes),
      ]), "the slice has only 184"
    ),
    (
      "more sections than bytes", SampleMachO { $0.infoSection(offset: 0, size: 0, statedCount: 2) }.bytes,
      "LC_SEGMENT_64 states 2 sections, but has room for 1"
    ),
    (
      "very many sections", SampleMachO { $0.infoSection(offset: 0, size: 0, statedCount: .max) }.bytes,
      "LC_SEGMENT_64 states 4294967295 sections"
    ),
    (
      "more sections of the 32-bit form",
      SampleMachO {
        $0.is64Bit = false
        $0.infoSection(offset: 0, size: 0, statedCount: 2)
      }.bytes, "LC_SEGMENT states 2 sections, but has room for 1"
    ),
    (
      "too large", SampleMachO { $0.embeddedInfo = [UInt8](repeating: 0, count: (1 << 20) + 1) }.bytes,
      "has 1048577 bytes; the limit is 1048576"
    ),
  ]

  @Test(arguments: malformed) func malformedSections(_ name: String, _ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") { try Self.info(bytes) }
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }
}
