import SampleFiles
import FileFacts
import PropertyLists
import Testing

@Suite struct FatFileTests {
  private static let arm: (type: UInt32, subtype: UInt32, content: [UInt8]) = (0x0100_000C, 0, SampleMachO().bytes)
  private static let intel: (type: UInt32, subtype: UInt32, content: [UInt8]) = (
    0x0100_0007, 3, SampleMachO { ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 0x8000_0003) }.bytes
  )

  private static func read(_ bytes: [UInt8]) throws -> MachOFile? { try MachOFile.read(ByteArray(bytes), file: "App") }

  @Test(arguments: [false, true]) func slices(_ is64Bit: Bool) throws {
    let old: (type: UInt32, subtype: UInt32, content: [UInt8]) = (
      18, 0,
      SampleMachO {
        ($0.cpuType, $0.is64Bit, $0.isBigEndian) = (18, false, true)
        $0.add(library: "/a")
      }.bytes
    )
    let file = try #require(try Self.read(SampleMachO.fat([Self.intel, Self.arm, old], is64Bit: is64Bit)))
    #expect(file.isFat)
    #expect(file.slices.map(\.architecture) == ["x86_64", "arm64", "ppc"])
    #expect(file.slices.map(\.is64Bit) == [true, true, false])
    #expect(file.slices.map(\.isBigEndian) == [false, false, true])
    #expect(file.slices[2].libraries.map(\.name) == ["/a"])
    let start = 8 + 3 * (is64Bit ? 32 : 20)
    #expect(file.slices.map(\.offset) == [start, start + 32, start + 64])
    #expect(file.slices[0].size == 32)
  }

  @Test func staticLibrariesAndBitCode() throws {
    let file = try #require(
      try Self.read(
        SampleMachO.fat([
          (7, 3, Array("!<arch>\nrest".utf8)), (12, 9, [0xDE, 0xC0, 0x17, 0x0B, 0]),
          (0x0100_000C, 2, [0x42, 0x43, 0xC0, 0xDE]),
        ])))
    #expect(file.slices.map(\.fileType) == ["archive", "bitcode", "bitcode"])
    #expect(file.slices.map(\.architecture) == ["i386", "armv7", "arm64e"])
  }

  /// Version 52, and 45.3 of the first Java; 22 constants, of which the first is a method reference.
  @Test(arguments: [[0, 0, 0, 52], [0, 3, 0, 45]] as [[UInt8]]) func javaClassesAreNone(_ version: [UInt8]) throws {
    #expect(try Self.read([0xCA, 0xFE, 0xBA, 0xBE] + version + [0, 22, 10, 0, 4, 0, 18]) == nil)
  }

  /// A table of 52 slices is not mistaken for a Java class of version 52.
  @Test func manySlicesAreNoJavaClass() throws {
    var slices = [(type: UInt32, subtype: UInt32, content: [UInt8])](repeating: Self.arm, count: 52)
    #expect(try Self.read(SampleMachO.fat(slices))?.slices.count == 52)
    slices += slices
    #expect(throws: FileFactError.self) { try Self.read(SampleMachO.fat(slices)) }
  }

  private static func header(_ numbers: UInt32..., size: Int = 100) -> [UInt8] {
    var file = ByteWriter()
    file.add(0xCAFE_BABE)
    for number in numbers { file.add(number) }
    return file.bytes + [UInt8](repeating: 0, count: max(0, size - file.bytes.count))
  }

  private static func header64(offset: UInt64, size: UInt64) -> [UInt8] {
    var file = ByteWriter()
    file.add(0xCAFE_BABF, 1, 7, 3)
    file.add64(offset, size, 0)
    return file.bytes
  }

  static let malformed: [(String, [UInt8], Int, String)] = [
    ("magic alone", [0xCA, 0xFE, 0xBA, 0xBE], 0, "the fat header needs 8 bytes here, but only 4 are left"),
    ("no slices", header(0), 4, "lists 0 architectures"),
    ("65 slices", header(65), 4, "lists 65 architectures"),
    ("table cut", header(5), 8, "the fat header of 5 architectures needs 100 bytes here, but only 92"),
    ("slice outside", header(1, 7, 3, 50, 51, 0), 16, "slice 1 has 51 bytes at offset 50, but the file has only 100"),
    ("empty slice", header(1, 7, 3, 50, 0, 0), 16, "slice 1 has 0 bytes at offset 50"),
    ("slice far outside", header64(offset: .max, size: 2), 16, "bytes at offset 18446744073709551615"),
    ("sizes that overflow", header64(offset: 1 << 63, size: 1 << 63), 16, "bytes at offset"),
    ("slice in the header", header(1, 7, 3, 27, 50, 0), 16, "slice 1 overlaps the fat header"),
    ("slices that overlap", header(2, 7, 3, 80, 20, 0, 12, 9, 60, 21, 0), 16, "slice 1 overlaps slice 2"),
    ("the same slice twice", header(2, 7, 3, 80, 20, 0, 7, 3, 80, 20, 0), 36, "slice 2 overlaps slice 1"),
    ("a slice of nothing known", header(1, 7, 3, 50, 50, 0), 50, "slice 1 is neither a Mach-O file nor"),
    (
      "a slice of three bytes", header(1, 7, 3, 97, 3, 0), 97,
      "the magic number needs 4 bytes here, but only 3 are left"
    ),
    (
      "another architecture", SampleMachO.fat([(0x0100_0007, 3, SampleMachO().bytes)]), 32,
      "slice 1 is x86_64 in the fat header, but arm64 in its own header"
    ),
    (
      "another subtype", SampleMachO.fat([(0x0100_000C, 2, SampleMachO().bytes)]), 32,
      "slice 1 is arm64e in the fat header, but arm64 in its own header"
    ),
    (
      "commands that reach into the next slice",
      SampleMachO.fat([(0x0100_000C, 0, SampleMachO { $0.statedSize = 8 }.bytes), arm]), 8 + 40 + 20,
      "states 8 bytes of load commands, but only 0 are left"
    ),
  ]

  @Test(arguments: malformed) func malformedFiles(_ name: String, _ bytes: [UInt8], _ offset: Int, _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") { try Self.read(bytes) }
    #expect(error?.place.byteOffset == UInt64(offset), "\(name): \(error as Any)")
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }

  @Test func loadCommandsOfAllSlicesAreBounded() {
    let large = SampleMachO { $0.commands = [(0x7777, [UInt8](repeating: 0, count: (9 << 20) - 8))] }.bytes
    let error = #expect(throws: FileFactError.self) {
      try Self.read(SampleMachO.fat([(0x0100_000C, 0, large), (0x0100_000C, 0, large)]))
    }
    #expect(error?.message == "9437184 bytes of load commands; the limit is 7340032")
  }

  @Test func whatCannotBeReadIsAnError() {
    let source = CountingSource(SampleMachO { $0.add(library: "/a") }.bytes)
    source.failsFrom = 0
    let error = #expect(throws: FileFactError.self) { try MachOFile.read(source, file: "App") }
    #expect(error?.description == "App: error: a.bin can't be read: the disk is gone")
    source.failsFrom = .max
    source.endsAt = 20
    #expect(throws: FileFactError.self) { try MachOFile.read(source, file: "App") }
  }
}
