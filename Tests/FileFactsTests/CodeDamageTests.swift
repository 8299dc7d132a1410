import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

/// A changed byte or a truncated file gives names or an error with a place in the file.
@Suite struct CodeDamageTests {
  private static func code(is64Bit: Bool, form: UInt16?, type: UInt32 = 2) -> [UInt8] {
    SampleMachO {
      ($0.is64Bit, $0.fileType) = (is64Bit, type)
      $0.add(0x32, 2, 0xC_0000, 0x11_0000, 1, 3, 0x45B_0703)
      $0.objectiveC = .init(classes: ["KitView", "Other"], selectors: ["load:", "b"])
      $0.objectiveC?.pointerForm = form
      $0.symbols = .init(exports: ["_OBJC_CLASS_$_Own"], imports: ["_OBJC_CLASS_$_NSObject", "_$s10Foundation4DataV"])
    }.bytes
  }

  static let samples: [(String, [UInt8])] = [
    ("64-bit code", code(is64Bit: true, form: nil)), ("32-bit code", code(is64Bit: false, form: nil)),
    ("chained", code(is64Bit: true, form: 6)), ("an object file", code(is64Bit: true, form: nil, type: 1)),
    (
      "an archive",
      SampleArchive.bytes([("a.o", code(is64Bit: true, form: nil, type: 1)), ("b", [1, 2, 3])])
    ),
    (
      "an archive with long names",
      SampleArchive.bytes([("a_name_longer_than_a_header.o", code(is64Bit: false, form: nil, type: 1))], .gnu)
    ),
  ]

  private static func readAll(_ bytes: [UInt8]) throws(FileFactError) {
    let source = ByteArray(bytes)
    for slice in try MachOFile.read(source, file: "x")?.slices ?? [] { try names(slice, source) }
    for (_, archive) in try StaticArchive.read(source, file: "x") ?? [:] {
      for member in archive.members {
        if let slice = try member.slice(in: source, file: "x") { try names(slice, source) }
      }
    }
  }

  private static func names(_ slice: MachOSlice, _ source: ByteArray) throws(FileFactError) {
    _ = try slice.classes(in: source, file: "x")
    _ = try slice.usedClasses(in: source, file: "x")
    _ = try slice.selectors(in: source, file: "x")
    _ = try slice.imports(in: source, file: "x")?.swiftModules
  }

  @Test(arguments: samples) func isNoticedOrHarmless(_ name: String, _ bytes: [UInt8]) throws {
    try Self.readAll(bytes)
    func check(_ damaged: [UInt8]) {
      do throws(FileFactError) {
        try Self.readAll(damaged)
      } catch {
        #expect(error.place.byteOffset.map { $0 <= damaged.count } == true, "\(error)")
      }
    }
    for position in bytes.indices {
      check(Array(bytes[..<position]))
      for value in [0, 0x7F, 0x80, 0xFF, bytes[position] &+ 1] as [UInt8] where value != bytes[position] {
        var damaged = bytes
        damaged[position] = value
        check(damaged)
      }
    }
  }
}
