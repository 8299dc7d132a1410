import SampleFiles
import FileFacts
import PropertyLists
import Testing

/// Load commands, segments, strings and symbols of a slice.
@Suite struct MachOLayoutTests {
  private static func slice(_ bytes: [UInt8]) throws -> (MachOSlice, ByteArray) {
    let source = ByteArray(bytes)
    return (try #require(try MachOFile.read(source, file: "App")?.slices.last), source)
  }

  private static func layout(_ bytes: [UInt8]) throws -> MachOLayout {
    let (slice, source) = try slice(bytes)
    return try slice.layout(in: source, file: "App")
  }

  private static func strings(_ bytes: [UInt8], _ change: (inout StringQuery) -> Void) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    var query = StringQuery()
    change(&query)
    return try slice.strings(query, in: source, file: "App")?.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let text = SampleMachO.Segment(
    "__TEXT",
    [
      .init("__text", [1, 2, 3, 4]),
      .init("__cstring", strings: ["", "unable to find bundle named Kit_Kit", "Kit_Kit.bundle", "é", "é"]),
      .init("__objc_methname", strings: ["load", "setUp:"]),
    ])

  // MARK: Segments and commands

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func theFourForms(_ is64Bit: Bool, _ isBigEndian: Bool) throws {
    let layout = try Self.layout(
      SampleMachO {
        ($0.is64Bit, $0.isBigEndian, $0.tail) = (is64Bit, isBigEndian, [9, 9])
        $0.add(0x8000_0028, 0, 0, 0, 0)
        $0.add(0x7777, 0)
        var data = SampleMachO.Segment("__DATA", protection: 3, maximumProtection: 7, [.init("__data", [1])])
        data.sections[0].alignment = 3
        data.statedSize = 0x4000
        $0.segments = [Self.text, data]
      }.bytes)
    #expect(
      layout.commandNames == ["LC_MAIN", "LC_0x7777", is64Bit ? "LC_SEGMENT_64" : "LC_SEGMENT"])
    #expect(layout.segments.map(\.name) == ["__TEXT", "__DATA"])
    #expect(layout.segments.map(\.protection.text) == ["r-x", "rw-"])
    #expect(layout.segments.map(\.maximumProtection.text) == ["r-x", "rwx"])
    #expect(layout.segments.map(\.memorySize) == [layout.segments[0].size, 0x4000])
    #expect(layout.segments[1].offset == layout.segments[0].offset + layout.segments[0].size)
    #expect(layout.segments[1].address == 2 << 24)
    #expect(layout.sections.map(\.name) == ["__text", "__cstring", "__objc_methname", "__data"])
    #expect(layout.sections.map(\.containsStrings) == [false, true, true, false])
    #expect(layout.sections.map(\.segment) == ["__TEXT", "__TEXT", "__TEXT", "__DATA"])
    #expect(layout.sections[1].offset == layout.sections[0].offset + 4)
    #expect(layout.sections[1].address == layout.segments[0].address + 4)
    #expect(layout.sections.map(\.alignment) == [1, 1, 1, 8])
    #expect(layout.sections[0].size == 4)
    #expect(!layout.hasBitcode)
  }

  @Test func ofTheSecondSlice() throws {
    let slices = ["__ONE", "__TWO"].map { name in SampleMachO { $0.segments = [.init(name)] }.bytes }
    let fat = SampleMachO.fat(slices.map { (0x0100_000C, 0, $0) })
    #expect(try Self.layout(fat).segments.map(\.name) == ["__TWO"])
  }

  @Test func bitcode() throws {
    #expect(try Self.layout(SampleMachO { $0.segments = [.init("__LLVM", [.init("__bundle", [1])])] }.bytes).hasBitcode)
    // In an object file, all sections are in one segment without a name.
    var section = SampleMachO.Section("__bitcode", [0])
    section.segment = "__LLVM"
    let object = SampleMachO { ($0.fileType, $0.segments) = (1, [.init("", [section])]) }.bytes
    #expect(try Self.layout(object).hasBitcode)
  }

  @Test func noCommands() throws {
    #expect(try Self.layout(SampleMachO().bytes).commands == [])
    let archive = SampleMachO.fat([(0x0100_000C, 0, SampleArchive.bytes([]))])
    #expect(try Self.layout(archive).commands == [])
  }

  /// The description of a section may state anything.
  @Test func statedNumbers() throws {
    var section = SampleMachO.Section("__a")
    (section.statedOffset, section.statedSize, section.alignment) = (.max, .max, 64)
    let layout = try Self.layout(SampleMachO { $0.segments = [.init("__X", [section])] }.bytes)
    #expect(layout.sections.map(\.size) == [.max])
    #expect(layout.sections.map(\.alignment) == [0])
  }

  @Test func everyNameOfACommand() {
    for name in LoadCommand.allNames {
      #expect(LoadCommand.number(named: name) != nil)
    }
    #expect(LoadCommand.number(named: "LC_MAIN") == 0x8000_0028)
    #expect(LoadCommand.number(named: "LC_NONE") == nil)
  }

  @Test func encryption() throws {
    let (slice, _) = try Self.slice(
      SampleMachO {
        $0.add(0x2C, 0x4000, 0x8000, 1, 0)
        $0.add(0x2C, 1, 2, 0, 0)
      }.bytes)
    let part = try #require(slice.encryptedPart)
    #expect([part.system, part.offset, part.size] == [1, 0x4000, 0x8000])
    #expect(slice.encryption == 1)
  }

  // MARK: Strings

  @Test func whole() throws {
    let bytes = SampleMachO { $0.segments = [Self.text] }.bytes
    #expect(
      try Self.strings(bytes) { $0.among = [Array("load".utf8), Array("loa".utf8), Array("é".utf8)] } == ["é", "load"])
    #expect(try Self.strings(bytes) { $0.among = [Array("named".utf8)] } == [])
    #expect(try Self.strings(bytes) { $0.among = [] } == [])
  }

  @Test func parts() throws {
    let bytes = SampleMachO { $0.segments = [Self.text] }.bytes
    #expect(try Self.strings(bytes) { $0.ends = Array(".bundle".utf8) } == ["Kit_Kit.bundle"])
    #expect(
      try Self.strings(bytes) { $0.contains = Array("Kit_".utf8) } == [
        "unable to find bundle named Kit_Kit", "Kit_Kit.bundle",
      ])
    #expect(
      try Self.strings(bytes) {
        ($0.starts, $0.contains) = (Array("unable".utf8), Array("Kit_".utf8))
      } == ["unable to find bundle named Kit_Kit"])
    #expect(try Self.strings(bytes) { $0.contains = Array("Kit_KitKit".utf8) } == [])
    #expect(
      try Self.strings(bytes) { ($0.contains, $0.limit) = (Array("i".utf8), 1) } == [
        "unable to find bundle named Kit_Kit"
      ])
  }

  @Test func aStringWithoutAnEnd() throws {
    let open = SampleMachO.Section("__cstring", Array("a\0bc".utf8), flags: 2)
    let bytes = SampleMachO { ($0.segments, $0.signature) = ([.init("__TEXT", [open])], Array("d\0".utf8)) }.bytes
    #expect(try Self.strings(bytes) { $0.starts = Array("b".utf8) } == ["bc"])
  }

  @Test func encryptedCode() throws {
    let bytes = SampleMachO {
      $0.add(0x2C, 0, 0, 1, 0)
      $0.segments = [Self.text]
    }.bytes
    #expect(try Self.strings(bytes) { $0.ends = Array("e".utf8) } == nil)
    #expect(try Self.strings(SampleMachO { $0.fileType = 10 }.bytes) { $0.ends = Array("e".utf8) } == nil)
  }

  @Test func outside() throws {
    var section = SampleMachO.Section("__cstring", strings: ["a"])
    section.statedSize = 1 << 40
    let bytes = SampleMachO { $0.segments = [.init("__TEXT", [section])] }.bytes
    #expect { try Self.strings(bytes) { $0.ends = Array("e".utf8) } } throws: {
      "\($0)".contains("the section __TEXT,__cstring has 1099511627776 bytes at offset")
    }
  }

  /// Sections that share bytes could make a small file take long.
  @Test func sharedSections() throws {
    let content = [UInt8](repeating: 0x61, count: 4000)
    var sections = [SampleMachO.Section("__cstring", content, flags: 2)]
    for _ in 0..<200 {
      var other = SampleMachO.Section("__cstring", flags: 2)
      (other.statedOffset, other.statedSize) = (200, 4000)
      sections.append(other)
    }
    let bytes = SampleMachO { $0.segments = [.init("__TEXT", sections)] }.bytes
    #expect { try Self.strings(bytes) { $0.ends = Array("e".utf8) } } throws: {
      "\($0)".contains("and others like it have more than")
    }
  }

  @Test func tooManyFoundBytes() throws {
    let texts = (0..<300).map { String(repeating: "a", count: 4000) + "\($0)" }
    let bytes = SampleMachO { $0.segments = [.init("__TEXT", [.init("__cstring", strings: texts)])] }.bytes
    #expect(try Self.strings(bytes) { $0.starts = [0x61] }?.count == 100)
    #expect { try Self.strings(bytes) { ($0.starts, $0.limit) = ([0x61], 10_000) } } throws: {
      ($0 as? FileFactError)?.code == .tooLarge
    }
  }

  // MARK: Symbols

  private static func symbols(_ bytes: [UInt8]) throws -> LocalSymbols? {
    let (slice, source) = try slice(bytes)
    return try slice.localSymbols(in: source, file: "App")
  }

  @Test(arguments: [true, false]) func localSymbols(_ is64Bit: Bool) throws {
    let bytes = SampleMachO {
      $0.is64Bit = is64Bit
      $0.symbols = .init(locals: ["_a", "_b"], exports: ["_c"], imports: ["_d"])
      $0.symbols?.debugNames = ["/tmp/a.o"]
    }.bytes
    let symbols = try #require(try Self.symbols(bytes))
    #expect(symbols.count == 2)
    #expect(symbols.debugCount == 1)
    #expect(!symbols.isStripped)
  }

  @Test func stripped() throws {
    let bytes = SampleMachO { $0.symbols = .init(exports: ["_c"], imports: ["_d"]) }.bytes
    #expect(try Self.symbols(bytes)?.isStripped == true)
    #expect(try Self.symbols(SampleMachO().bytes)?.isStripped == true)
    #expect(try Self.symbols(SampleMachO { $0.fileType = 1 }.bytes) == nil)
    #expect(try Self.symbols(SampleMachO { $0.fileType = 10 }.bytes) == nil)
  }

  /// `strip` leaves an entry for debuggers that names nothing.
  @Test func theEntryOfStrip() throws {
    var bytes = SampleMachO { $0.symbols = .init(locals: ["radr://5614542"], exports: ["_c"]) }.bytes
    let table = 32 + 24 + 80
    #expect(bytes[table + 4] == 0xE)
    bytes[table + 4] = 0x3C
    #expect(try Self.symbols(bytes)?.isStripped == true)
  }

  @Test func aTableOutside() throws {
    let bytes = SampleMachO { $0.add(0x2, 1 << 20, 1000, 0, 0) }.bytes
    #expect { try Self.symbols(bytes) } throws: {
      "\($0)".contains("the symbol table has 16000 bytes at offset 1048576")
    }
  }
}
