import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct SymbolTests {
  private static func slice(_ bytes: [UInt8]) throws -> (MachOSlice, ByteArray) {
    let source = ByteArray(bytes)
    return (try #require(try MachOFile.read(source, file: "App")?.slices.last), source)
  }

  private static func exports(_ bytes: [UInt8]) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    return try slice.exports(in: source, file: "App").map(texts)
  }

  private static func imports(_ bytes: [UInt8]) throws -> [String]? {
    let (slice, source) = try slice(bytes)
    return try slice.imports(in: source, file: "App").map(texts)
  }

  private static func texts(_ names: SymbolNames) -> [String] {
    (0..<names.count).map { String(decoding: names[$0], as: UTF8.self) }
  }

  private static func code(
    _ symbols: SampleMachO.Symbols, _ change: (inout SampleMachO) -> Void = { _ in }
  ) -> [UInt8] {
    SampleMachO {
      $0.symbols = symbols
      change(&$0)
    }.bytes
  }

  /// Returns a trie whose root has these names as children, each with an address.
  private static func trie(_ names: [String]) -> [UInt8] {
    var node: [UInt8] = [0, UInt8(names.count)]
    // Before the leaves, each name is followed by a zero and an offset of one byte.
    var leaf = node.count + names.reduce(0) { $0 + $1.utf8.count + 2 }
    for name in names {
      node += Array(name.utf8) + [0, UInt8(leaf)]
      leaf += 4
    }
    for _ in names { node += [2, 0, 0x10, 0] }
    return node
  }

  // MARK: Bombs

  /// A small file with many symbols that share one long name expands to hundreds of megabytes.
  @Test func sharedNames() throws {
    let (count, length) = (20_000, 5_000)
    var table = ByteWriter(isBigEndian: false)
    for _ in 0..<count {
      table.add(1)
      table.add([1, 0, 0, 0])
      table.add64(0)
    }
    let strings = [0] + [UInt8](repeating: 0x61, count: length) + [0]
    let start = UInt32(32 + 24)
    var command = ByteWriter(isBigEndian: false)
    command.add(start, UInt32(count), start + UInt32(table.bytes.count), UInt32(strings.count))
    let bytes = SampleMachO {
      $0.commands = [(2, command.bytes)]
      $0.tail = table.bytes + strings
    }.bytes
    let error = try #require(throws: FileFactError.self) { try Self.imports(bytes) }
    #expect(error.message.hasPrefix("the string table has more than"), "\(error)")
  }

  /// If several commands refer to instructions of the loader, the first is used, like for other commands.
  @Test func manyBindings() throws {
    let bytes = Self.code(.init()) {
      $0.dyldInfo = .init(bind: [0x40] + Array("_a".utf8) + [0, 0x90, 0])
    }
    let (once, source) = try Self.slice(bytes)
    #expect(once.symbolParts.bindings.count == 2)
    #expect(try once.imports(in: source, file: "App").map(Self.texts) == ["_a"])
    var command = ByteWriter(isBigEndian: false)
    command.add(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let (again, _) = try Self.slice(
      SampleMachO { $0.commands = [UInt32](repeating: 0x8000_0022, count: 1000).map { ($0, command.bytes) } }.bytes)
    #expect(again.symbolParts.bindings.count == 2)
  }

  // MARK: The symbol table

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func theFourForms(_ is64Bit: Bool, _ isBigEndian: Bool) throws {
    let bytes = Self.code(.init(locals: ["_local"], exports: ["_b", "_a"], imports: ["_malloc", "_free"])) {
      ($0.is64Bit, $0.isBigEndian, $0.signature) = (is64Bit, isBigEndian, [1, 2, 3])
    }
    #expect(try Self.exports(bytes) == ["_a", "_b"])
    #expect(try Self.imports(bytes) == ["_free", "_malloc"])
  }

  @Test func none() throws {
    #expect(try Self.exports(SampleMachO().bytes) == nil)
    #expect(try Self.imports(SampleMachO().bytes) == nil)
    #expect(try Self.exports(Self.code(.init())) == [])
    #expect(try Self.imports(Self.code(.init())) == [])
    #expect(try Self.exports(Self.code(.init(exports: ["_a"])) { $0.fileType = 10 }) == nil)
  }

  @Test func ofTheSecondSlice() throws {
    let slices = ["_one", "_two"].map { Self.code(.init(exports: [$0])) }
    #expect(try Self.exports(SampleMachO.fat(slices.map { (0x0100_000C, 0, $0) })) == ["_two"])
  }

  @Test func lookUp() throws {
    let (slice, source) = try Self.slice(Self.code(.init(exports: ["_b", "_bb", "_a", "_b", "_c"])))
    let names = try #require(try slice.exports(in: source, file: "App"))
    #expect(names.count == 4)
    for name in ["_a", "_b", "_bb", "_c"] { #expect(names.contains(name.utf8)) }
    for name in ["", "_", "_ab", "_bc", "_d", "a"] { #expect(!names.contains(name.utf8)) }
  }

  /// Types of `mach-o/nlist.h`, each for a symbol with the value 0x1000 in the file's range of exported symbols.
  @Test(arguments: [
    (0x0F, true), (0x03, true), (0x0B, true), (0x01, true), (0x1F, false), (0x0E, false), (0x0D, false), (0x2F, false),
  ])
  func exportedTypes(_ type: UInt8, _ isExported: Bool) throws {
    var bytes = Self.code(.init(exports: ["_a"]))
    let place = try #require(bytes.lastIndex(of: 0x0F))
    bytes[place] = type
    #expect(try Self.exports(bytes) == (isExported ? ["_a"] : []))
  }

  /// The ranges of object files are not reliable.
  @Test func objectFiles() throws {
    var bytes = Self.code(.init(locals: ["_local"], exports: ["_a"], imports: ["_b"])) { $0.fileType = 1 }
    #expect(try Self.exports(bytes) == ["_a"])
    #expect(try Self.imports(bytes) == ["_b"])
    // LC_DYSYMTAB follows the header and LC_SYMTAB.
    for position in (32 + 24 + 8)..<(32 + 24 + 32) { bytes[position] = 0 }
    #expect(try Self.exports(bytes) == ["_a"])
    // N_PEXT
    let place = try #require(bytes.lastIndex(of: 0x0F))
    bytes[place] = 0x1F
    #expect(try Self.exports(bytes) == ["_a"])
    bytes[12] = 6
    #expect(try Self.exports(bytes) == [])
  }

  // MARK: The export trie

  @Test func trieBeforeSymbolTable() throws {
    let trie = Self.trie(["_a", "_b"])
    for bytes in [
      Self.code(.init(exports: ["_stripped"])) { $0.dyldInfo = .init(exports: trie) },
      Self.code(.init(exports: ["_stripped"])) { $0.linkEditData = [(0x8000_0033, trie)] },
      SampleMachO { $0.dyldInfo = .init(exports: trie) }.bytes,
    ] {
      #expect(try Self.exports(bytes) == ["_a", "_b"])
    }
    #expect(try Self.exports(Self.code(.init(exports: ["_a"])) { $0.dyldInfo = .init() }) == ["_a"])
    #expect(try Self.exports(SampleMachO { $0.dyldInfo = .init() }.bytes) == [])
  }

  /// `_a` is a name and a prefix of `_ab` and `_ac`.
  @Test func prefixes() throws {
    let trie: [UInt8] = [
      0, 1, 0x5F, 0x61, 0, 6,
      2, 0, 0x10, 2, 0x62, 0, 16, 0x63, 0, 20,
      2, 0, 0x10, 0,
      2, 0, 0x10, 0,
    ]
    #expect(try Self.exports(SampleMachO { $0.linkEditData = [(0x8000_0033, trie)] }.bytes) == ["_a", "_ab", "_ac"])
  }

  // MARK: Bound symbols

  @Test func bindings() throws {
    let bytes = SampleMachO {
      $0.dyldInfo = .init(
        // Sets ordinal, symbol, type, addend, segment and address; then repetitions and the end.
        bind: [0x11, 0x40] + Array("_a\0".utf8) + [0x51, 0x60, 0x80, 0x7F, 0x72, 0x88, 1, 0x90, 0xA0, 0xFF, 1, 0xB2]
          + [0xC0, 2, 8, 0xD0, 3, 0xD1, 0x20, 0x80, 1, 0x3E, 0x80, 8, 0x40] + Array("_b\0".utf8) + [0, 0xEE],
        lazyBind: [0x72, 0, 0x11, 0x40] + Array("_c\0".utf8) + [0x90, 0, 0x40] + Array("_d\0".utf8) + [0x90, 0, 0])
    }.bytes
    #expect(try Self.imports(bytes) == ["_a", "_b", "_c", "_d"])
  }

  @Test(arguments: [(1, false), (2, false), (3, false), (1, true), (3, true)] as [(UInt32, Bool)])
  func chainedFixups(_ form: UInt32, _ isBigEndian: Bool) throws {
    var fixups = ByteWriter(isBigEndian: isBigEndian)
    let size: UInt32 = form == 1 ? 4 : form == 2 ? 8 : 16
    fixups.add(0, 0, 28, 28 + 2 * size, 2, form, 0)
    for offset: UInt32 in [1, 4] {
      switch form {
      case 1: fixups.add(offset << 9 | 0x101)
      case 2: fixups.add(offset << 9 | 0x101, 8)
      default: fixups.add64(UInt64(offset) << 32 | 1, 8)
      }
    }
    fixups.add([0] + Array("_a\0_b\0".utf8))
    let bytes = Self.code(.init(imports: ["_c"])) {
      $0.isBigEndian = isBigEndian
      $0.linkEditData = [(0x8000_0034, fixups.bytes)]
    }
    #expect(try Self.imports(bytes) == ["_a", "_b", "_c"])
  }

  // MARK: Malformed files

  private static func trieFile(_ trie: [UInt8]) -> [UInt8] {
    SampleMachO { $0.linkEditData = [(0x8000_0033, trie)] }.bytes
  }

  private static func bindFile(_ bind: [UInt8]) -> [UInt8] { SampleMachO { $0.dyldInfo = .init(bind: bind) }.bytes }

  private static func fixupFile(_ numbers: UInt32..., text: [UInt8] = []) -> [UInt8] {
    var fixups = ByteWriter(isBigEndian: false)
    for number in numbers { fixups.add(number) }
    return SampleMachO { $0.linkEditData = [(0x8000_0034, fixups.bytes + text)] }.bytes
  }

  static let malformed: [(String, [UInt8], String)] = [
    (
      "a command that is too short", SampleMachO { $0.add(0x2, 0, 0) }.bytes,
      "LC_SYMTAB states 16 bytes; it has at least 24"
    ),
    ("a command that is too short", SampleMachO { $0.add(0xB, 0, 0) }.bytes, "LC_DYSYMTAB states 16 bytes"),
    ("a command that is too short", SampleMachO { $0.add(0x22, 0, 0) }.bytes, "LC_DYLD_INFO states 16 bytes"),
    ("a command that is too short", SampleMachO { $0.add(0x8000_0033, 0) }.bytes, "LC_DYLD_EXPORTS_TRIE states 12"),
    ("a command that is too short", SampleMachO { $0.add(0x8000_0034, 0) }.bytes, "LC_DYLD_CHAINED_FIXUPS states 12"),
    (
      "symbols outside", SampleMachO { $0.add(0x2, 100, 1, 56, 0) }.bytes,
      "the symbol table has 16 bytes at offset 100, but the slice has only 56"
    ),
    (
      "too many symbols", SampleMachO { $0.add(0x2, 0, .max, 56, 0) }.bytes,
      "the symbol table lists 4294967295 symbols; the limit is 2097152"
    ),
    (
      "a range outside",
      SampleMachO {
        $0.add(0x2, 0, 2, 56, 0)
        $0.add(0xB, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      }.bytes, "LC_DYSYMTAB names 2 symbols from 1 on, but the symbol table has 2"
    ),
    (
      "strings outside",
      code(.init(exports: ["_a"])) { $0.add(0x2, 0, 0, 0, 0) }.patched(32 + 8, with: 0),
      "LC_DYSYMTAB names 1 symbol from 0 on"
    ),
    (
      "a name outside", code(.init(exports: ["_a"])).patched(32 + 20, with: 2),
      "starts at byte 2, but the string table has only 2 bytes"
    ),
    (
      "a name without end", code(.init(exports: ["_a"])).patched(32 + 20, with: 4),
      "the name of symbol 0 is not terminated"
    ),
    ("a trie that ends", trieFile([0, 1]), "the export trie is malformed: a name is not terminated"),
    ("a trie that ends", trieFile([0]), "the export trie is malformed: it ends too early"),
    ("a leaf that ends", trieFile([5, 0]), "the export trie is malformed: it ends too early"),
    ("a node outside", trieFile([0, 1, 0x5F, 0, 5]), "the export trie is malformed: a node is outside"),
    ("a circle", trieFile([0, 1, 0x5F, 0, 0]), "the export trie is malformed: nodes share bytes"),
    ("a large number", trieFile([0, 1, 0x5F, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]), "a number is too large"),
    ("an unknown instruction", bindFile([0x11, 0xE0]), "the bind information is malformed: unknown instruction 224"),
    ("a name without end", bindFile([0x40, 0x5F]), "a name is not terminated"),
    ("a number without end", bindFile([0x20, 0x80]), "it ends too early"),
    ("no header", fixupFile(0, 0), "the chained fixups is malformed: its header needs 28 bytes"),
    ("compressed names", fixupFile(0, 0, 28, 28, 1, 1, 1), "its names are compressed"),
    ("an unknown format", fixupFile(0, 0, 28, 28, 1, 4, 0), "unknown format 4 of imports"),
    ("too many imports", fixupFile(0, 0, 28, 32, 2, 1, 0, 0), "2 imports do not fit"),
    ("imports outside", fixupFile(0, 0, .max, 28, 1, 1, 0), "1 imports do not fit"),
    ("a name outside", fixupFile(0, 0, 28, 32, 1, 1, 0, 1 << 9, text: [0x5F]), "the name of import 0 is outside"),
    ("a name without end", fixupFile(0, 0, 28, 32, 1, 1, 0, 0, text: [0x5F]), "the name of import 0 is not terminated"),
  ]

  @Test(arguments: malformed) func malformedTables(_ name: String, _ bytes: [UInt8], _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") {
      _ = try Self.exports(bytes)
      _ = try Self.imports(bytes)
    }
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }

  /// Each of many nodes uses all bytes after it as the names of its children.
  @Test func nodesThatShareBytes() throws {
    let count = 100_000
    var trie = [UInt8](repeating: 0x41, count: count)
    trie[0] = 0
    trie[1] = 2
    trie.replaceSubrange(2..<6, with: [0x41, 0, 6, 0x41])
    let error = #expect(throws: FileFactError.self) { try Self.exports(Self.trieFile(trie)) }
    #expect(error?.message.contains("the export trie is malformed") == true)
  }
}

extension [UInt8] {
  /// Returns the bytes with the low bytes of a little-endian 32-bit number replaced.
  fileprivate func patched(_ position: Int, with number: UInt8) -> [UInt8] {
    var bytes = self
    bytes[position] = number
    return bytes
  }
}
