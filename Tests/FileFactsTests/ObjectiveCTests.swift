import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct ObjectiveCTests {
  private static func slice(_ bytes: [UInt8]) throws -> (MachOSlice, ByteArray) {
    let source = ByteArray(bytes)
    return (try #require(try MachOFile.read(source, file: "App")?.slices.last), source)
  }

  private static func classes(_ bytes: [UInt8]) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    return try slice.classes(in: source, file: "App").map(texts)
  }

  private static func selectors(_ bytes: [UInt8]) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    return try slice.selectors(in: source, file: "App").map(texts)
  }

  private static func usedClasses(_ bytes: [UInt8]) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    return try slice.usedClasses(in: source, file: "App").map(texts)
  }

  private static func texts(_ names: SymbolNames) -> [String] {
    (0..<names.count).map { String(decoding: names[$0], as: UTF8.self) }
  }

  private static func code(
    _ form: UInt16? = nil, _ change: (inout SampleMachO) -> Void = { _ in }
  ) -> [UInt8] {
    SampleMachO {
      var objectiveC = SampleMachO.ObjectiveC(classes: ["KitView", "_TtC3App4Main"], selectors: ["b:", "a", "a"])
      objectiveC.otherNames = ["_variable"]
      objectiveC.pointerForm = form
      $0.objectiveC = objectiveC
      change(&$0)
    }.bytes
  }

  // MARK: Bombs

  /// Many sections that share one part of the file are limited in total.
  @Test(arguments: ["__objc_classlist", "__objc_selrefs"]) func sharedSections(_ name: String) throws {
    let (count, size) = (200, 64 << 10)
    var segment = ByteWriter(isBigEndian: false)
    segment.add(name: "__DATA")
    segment.add64(0, 0, 0, 0)
    segment.add(0, 0, UInt32(count), 0)
    let start = UInt32(32 + 8 + segment.bytes.count + count * 80)
    for _ in 0..<count {
      segment.add(name: name)
      segment.add(name: "__DATA")
      segment.add64(0, UInt64(size))
      segment.add(start, 0, 0, 0, 0, 0, 0, 0)
    }
    let bytes = SampleMachO {
      $0.commands = [(0x19, segment.bytes)]
      $0.tail = [UInt8](repeating: 0, count: size)
    }.bytes
    let error = try #require(throws: FileFactError.self) {
      name == "__objc_selrefs" ? try Self.selectors(bytes) : try Self.classes(bytes)
    }
    #expect(error.message.contains("and others like it have more than"), "\(error)")
  }

  // MARK: Linked code

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func theFourForms(_ is64Bit: Bool, _ isBigEndian: Bool) throws {
    let bytes = Self.code { ($0.is64Bit, $0.isBigEndian, $0.embeddedInfo) = (is64Bit, isBigEndian, [1, 2, 3]) }
    #expect(try Self.classes(bytes) == ["KitView", "_TtC3App4Main"])
    #expect(try Self.selectors(bytes) == ["a", "b:"])
  }

  /// Pointer formats of `mach-o/fixup-chains.h` in programs and libraries.
  @Test(arguments: [(1, true), (2, true), (3, false), (6, true), (9, true), (12, true)] as [(UInt16, Bool)])
  func chainedPointers(_ form: UInt16, _ is64Bit: Bool) throws {
    let bytes = Self.code(form) { $0.is64Bit = is64Bit }
    #expect(try Self.classes(bytes) == ["KitView", "_TtC3App4Main"])
    #expect(try Self.selectors(bytes) == ["a", "b:"])
  }

  /// Offsets are relative to the mapped address of the header.
  @Test func offsetsFromTheHeader() throws {
    let bytes = SampleMachO {
      // LC_SEGMENT_64 that maps the header at another address.
      var body = ByteWriter(isBigEndian: false)
      body.add(name: "__TEXT")
      body.add64(0x1_0000_0000, 0x20, 0, 0x20)
      body.add(5, 5, 0, 0)
      $0.commands.append((0x19, body.bytes))
      $0.objectiveC = .init(selectors: ["a"])
      $0.objectiveC?.address = 0x1_0010_0000
      // The pointers are for a segment at 0.
      $0.objectiveC?.statedTarget = 0x10_0008
      var fixups = ByteWriter(isBigEndian: false)
      fixups.add(0, 32, 64, 64, 0, 1, 0, 0)
      fixups.add(2, 0, 12, 24)
      fixups.add16(0x4000, 6)
      fixups.add(0, 0, 0)
      $0.linkEditData = [(0x8000_0034, fixups.bytes)]
    }.bytes
    #expect(try Self.selectors(bytes) == ["a"])
  }

  /// Code for arm64e had chains before they had a load command.
  @Test func threadedPointers() throws {
    let bytes = SampleMachO {
      $0.cpuSubtype = 2
      $0.objectiveC = .init(selectors: ["a"])
      $0.objectiveC?.statedTarget = 0x10_0008 | 1 << 51
    }.bytes
    #expect(try Self.selectors(bytes) == ["a"])
  }

  @Test func none() throws {
    #expect(try Self.classes(SampleMachO().bytes) == [])
    #expect(try Self.selectors(SampleMachO().bytes) == [])
    #expect(try Self.usedClasses(SampleMachO().bytes) == nil)
    // Null, and an import instead of a class.
    for target in [0, 1 << 63] as [UInt64] {
      #expect(try Self.classes(Self.code(6) { $0.objectiveC?.statedTarget = target }) == [])
    }
  }

  @Test func encryptedCode() throws {
    for (encryption, names) in [(0, ["KitView", "_TtC3App4Main"]), (1, nil)] as [(UInt32, [String]?)] {
      let bytes = Self.code { $0.add(0x2C, 0, 0, encryption, 0) }
      #expect(try Self.classes(bytes) == names)
      #expect(try (Self.selectors(bytes) == nil) == (names == nil))
    }
  }

  @Test func importedClasses() throws {
    let bytes = SampleMachO {
      $0.symbols = .init(
        exports: ["_OBJC_CLASS_$_Own"], imports: ["_OBJC_CLASS_$_NSObject", "_OBJC_METACLASS_$_NSData", "_stat"])
    }.bytes
    #expect(try Self.usedClasses(bytes) == ["NSObject"])
  }

  // MARK: Object files

  @Test func objectFiles() throws {
    let bytes = Self.code {
      $0.fileType = 1
      $0.symbols = .init(
        exports: ["_OBJC_CLASS_$_Own", "_make"], imports: ["_objc_msgSend$sent:", "_OBJC_CLASS_$_NSObject"])
    }
    #expect(try Self.classes(bytes) == ["Own"])
    #expect(try Self.selectors(bytes) == ["_variable", "a", "b:", "sent:"])
    #expect(try Self.usedClasses(bytes) == ["NSObject"])
  }

  // MARK: Malformed files

  static let malformed: [(String, [UInt8], String)] = [
    (
      "a list outside", code { $0.objectiveC?.statedCount = 1 << 16 },
      "the list of Objective-C classes has 524288 bytes at offset"
    ),
    ("an address outside", code { $0.objectiveC?.statedTarget = 0x99 }, "a pointer leads to 0x99, which is not in"),
    ("an object outside", code { $0.objectiveC?.statedTarget = 0x10_00A0 }, "the list of Objective-C classes"),
    ("no name", code { $0.objectiveC?.statedTarget = 0x10_0058 }, "a class has no name"),
    ("a form of the kernel", code(8), "unknown format 8 of pointers"),
  ]

  @Test(arguments: malformed) func saysWhere(_ name: String, _ bytes: [UInt8], _ message: String) throws {
    let error = #expect(throws: FileFactError.self) {
      _ = try Self.classes(bytes)
      _ = try Self.selectors(bytes)
    }
    #expect(error?.message.contains(message) == true, "\(name): \(error.map(\.description) ?? "")")
    #expect(error?.place.byteOffset.map { $0 <= bytes.count } == true)
  }

  /// Many pointers to one long string.
  @Test func sharedTextIsBounded() throws {
    let selectors = 3_000
    let bytes = SampleMachO {
      $0.objectiveC = .init(selectors: [String](repeating: "a", count: selectors))
      $0.objectiveC?.otherNames = [String(repeating: "x", count: 64 << 10)]
      $0.objectiveC?.statedTarget = 0x10_0000 + UInt64(selectors * 8 + selectors * 2)
    }.bytes
    let error = #expect(throws: FileFactError.self) { try Self.selectors(bytes) }
    #expect(error?.message.contains("the list of selectors has more than") == true)
  }

  // MARK: Swift

  @Test func swiftModules() throws {
    let bytes = SampleMachO {
      $0.symbols = .init(imports: [
        "_$s10Foundation4DataV", "_$sSS", "_$ss5print", "_$sSo8NSObjectCMa", "__T02os6LoggerV",
        "_$S7Combine9PublisherP",
        "_$s7ElementSTTl", "_$s99x", "_$s", "_$s0a", "_malloc", "_$s10Foundation3URLV",
      ])
    }.bytes
    let (slice, source) = try Self.slice(bytes)
    #expect(try slice.imports(in: source, file: "App")?.swiftModules == ["Combine", "Foundation", "Swift", "os"])
  }

  // MARK: Tools

  @Test func tools() throws {
    let bytes = SampleMachO {
      $0.add(0x32, 2, 0xC_0000, 0x11_0000, 2, 3, 0x45B_0703, 4711, 0x1_0000)
      $0.add(0x2A, 39 << 20 | 7 << 10, 1600 << 8)
    }.bytes
    let (slice, _) = try Self.slice(bytes)
    #expect(
      slice.builds.first?.tools
        == [.init(name: "ld", version: "1115.7.3"), .init(name: "tool-4711", version: "1.0.0")])
    #expect(slice.sourceVersion == "1600.0.39.7")
    let error = #expect(throws: FileFactError.self) {
      try Self.slice(SampleMachO { $0.add(0x32, 2, 0, 0, 2, 3, 0) }.bytes)
    }
    #expect(error?.message == "LC_BUILD_VERSION states 2 tools, but has room for 1")
  }
}
