import Basics
package import PropertyLists

extension MachOSlice {
  package static let symbolPartLimit = 128 << 20
  package static let symbolLimit = 1 << 21

  /// The maximum total size of the names of a table, in bytes. Most names are stored only once; shared names could make a small file
  /// represent hundreds of megabytes.
  var nameLimit: Int { Self.nameLimit(ofBytes: size, times: 4) }

  /// Names in a trie share prefixes, C++ names most of their characters.
  func nameLimit(ofTrie part: MachOPart) -> Int { Self.nameLimit(ofBytes: Int(clamping: part.size), times: 64) }

  private static func nameLimit(ofBytes count: Int, times: Int) -> Int {
    let product = count.multipliedReportingOverflow(by: times)
    return product.overflow ? symbolPartLimit : min(symbolPartLimit, product.partialValue + (1 << 20))
  }

  /// The symbols that other code finds in this slice, as `dlsym(3)` does: from the export trie, or from the symbol table of a file without
  /// one. Nil if the file has neither.
  ///
  /// Names are as in the file: a C function has a leading underscore. `source` and `file` must be the source of the slice. Throws if the
  /// tables are outside the slice, malformed or too large, or cannot be read.
  package func exports(in source: any ByteSource, file: String) throws(FileFactError) -> SymbolNames? {
    let reader = SymbolReader(slice: self, source: source, file: file)
    // Programs for old loaders have no trie, or an empty one in addition to the symbol table.
    if let trie = symbolParts.exportTrie, trie.size > 0 { return try reader.names(ofTrie: trie) }
    guard let table = symbolParts.table else {
      return symbolParts.exportTrie == nil ? nil : SymbolNames.Builder(limit: 0).names
    }
    // Symbols of an object file that will be hidden are still visible to other files of its library or program.
    return try reader.names(of: fileType == "object" ? .defined : .exported, in: table)
  }

  /// The symbols that this slice needs from other code: symbols that the loader binds, and undefined ones of the symbol table. Nil if the
  /// file has neither. Parameters and errors as for `exports`.
  package func imports(in source: any ByteSource, file: String) throws(FileFactError) -> SymbolNames? {
    let parts = symbolParts
    guard parts.table != nil || !parts.bindings.isEmpty || parts.fixups != nil else { return nil }
    let reader = SymbolReader(slice: self, source: source, file: file)
    var builder = SymbolNames.Builder(limit: nameLimit)
    if let table = parts.table { try reader.add(.imported, in: table, to: &builder) }
    for binding in parts.bindings where binding.part.size > 0 { try reader.add(binding, to: &builder) }
    if let fixups = parts.fixups, fixups.size > 0 { try reader.add(fixups: fixups, to: &builder) }
    return builder.names
  }

  mutating func addSymbols(_ command: Fields) throws(FileFactError) {
    // Debug symbols keep the load commands of the original code, without most of the data they refer to.
    if fileType == "dsym" || fileType == "dylib_stub" { return }
    switch try command.uint32(0) {
    case LoadCommand.symbolTable:
      try Self.check(command, 24)
      let table = MachOSymbolParts.Table(
        symbolOffset: try command.uint32(8), symbolCount: try command.uint32(12),
        strings: try Self.part("the string table", command, 16), fieldOffset: command.place(8).offset)
      symbolParts.table = symbolParts.table ?? table
    case LoadCommand.dynamicSymbols:
      try Self.check(command, 80)
      func range(_ position: Int) throws(FileFactError) -> Range<Int> {
        let first = Int(try command.uint32(position))
        return first..<(first + Int(try command.uint32(position + 4)))
      }
      let ranges = MachOSymbolParts.Ranges(
        exported: try range(16), imported: try range(24), fieldOffset: command.place(16).offset)
      symbolParts.ranges = symbolParts.ranges ?? ranges
    case LoadCommand.dyldInfo, LoadCommand.dyldInfoOnly:
      try Self.check(command, 48)
      let bindings: [MachOSymbolParts.Bindings] = [
        .init(part: try Self.part("the bind information", command, 16), isLazy: false),
        .init(part: try Self.part("the lazy bind information", command, 32), isLazy: true),
      ]
      // As for all unique commands, the first one counts. Thousands of commands may refer to the same part.
      if symbolParts.bindings.isEmpty { symbolParts.bindings = bindings }
      let trie = try Self.part("the export trie", command, 40)
      symbolParts.exportTrie = symbolParts.exportTrie ?? trie
    case LoadCommand.exportTrie:
      try Self.check(command, 16)
      let trie = try Self.part("the export trie", command, 8)
      symbolParts.exportTrie = symbolParts.exportTrie ?? trie
    case LoadCommand.chainedFixups:
      try Self.check(command, 16)
      let fixups = try Self.part("the chained fixups", command, 8)
      symbolParts.fixups = symbolParts.fixups ?? fixups
    default: break
    }
  }

  static func part(_ name: String, _ command: Fields, _ position: Int) throws(FileFactError) -> MachOPart {
    MachOPart(
      name: name, offset: UInt64(try command.uint32(position)), size: UInt64(try command.uint32(position + 4)),
      fieldOffset: command.place(position).offset)
  }
}

struct MachOSymbolParts: Hashable, Sendable {
  /// `symtab_command`
  struct Table: Hashable, Sendable {
    let symbolOffset: UInt32
    let symbolCount: UInt32
    let strings: MachOPart
    let fieldOffset: Int
  }

  /// `dysymtab_command`: the indexes of symbols.
  struct Ranges: Hashable, Sendable {
    let exported: Range<Int>
    let imported: Range<Int>
    let fieldOffset: Int
  }

  /// Instructions for the loader that refer to symbols.
  struct Bindings: Hashable, Sendable {
    let part: MachOPart
    /// Whether the instructions of each symbol are terminated separately.
    let isLazy: Bool
  }

  var table: Table?
  var ranges: Ranges?
  var exportTrie: MachOPart?
  var bindings: [Bindings] = []
  var fixups: MachOPart?
}

/// Names of symbols, sorted by their bytes, without duplicates.
package struct SymbolNames: Hashable, Sendable {
  private let bytes: [UInt8]
  private let ranges: [Range<Int>]

  package var count: Int { ranges.count }

  package var byteSize: Int { bytes.count + ranges.count * MemoryLayout<Range<Int>>.stride }

  /// The name at a position. Its bytes need not be UTF-8.
  package subscript(position: Int) -> ArraySlice<UInt8> { bytes[ranges[position]] }

  /// Whether this is one of the names. Logarithmic.
  package func contains(_ name: some Collection<UInt8>) -> Bool {
    let found = ranges.partitionPoint { !bytes[$0].lexicographicallyPrecedes(name) }
    return found < ranges.count && bytes[ranges[found]].elementsEqual(name)
  }

  func withoutPrefixes(_ prefixes: [String]) -> SymbolNames {
    var kept = Builder(limit: bytes.count)
    for prefix in prefixes.map({ Array($0.utf8) }) {
      for range in ranges where bytes[range].starts(with: prefix) {
        kept.append(bytes[(range.lowerBound + prefix.count)..<range.upperBound])
      }
    }
    return kept.names
  }

  struct Builder {
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds a name without checking the limit.
    fileprivate mutating func append(_ name: some Collection<UInt8>) {
      let start = bytes.count
      bytes += name
      ranges.append(start..<bytes.count)
    }

    mutating func add(_ names: SymbolNames, from part: MachOPart?, file: String) throws(FileFactError) {
      guard let part else { return }
      for position in 0..<names.count { try add(names[position], from: part, file: file) }
    }

    /// Adds a name. Throws if there are too many; the error refers to `part`.
    mutating func add(_ name: some Collection<UInt8>, from part: MachOPart, file: String) throws(FileFactError) {
      guard name.count <= limit - bytes.count, ranges.count < MachOSlice.symbolLimit else {
        throw .symbolsTooLarge(
          part.name, names: MachOSlice.symbolLimit, bytes: limit, BytePlace(file: file, offset: part.fieldOffset))
      }
      append(name)
    }

    var names: SymbolNames {
      var sorted = ranges
      bytes.withUnsafeBufferPointer { bytes in
        func precedes(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
          let common = min(one.count, other.count)
          guard common > 0, let base = bytes.baseAddress else { return one.count < other.count }
          let order = memcmp(base + one.lowerBound, base + other.lowerBound, common)
          return order == 0 ? one.count < other.count : order < 0
        }
        // Most tables are sorted, or nearly so.
        sorted.sort(by: precedes)
        var kept = 0
        for range in sorted where kept == 0 || !bytes[sorted[kept - 1]].elementsEqual(bytes[range]) {
          sorted[kept] = range
          kept += 1
        }
        sorted.removeLast(sorted.count - kept)
      }
      return SymbolNames(bytes: bytes, ranges: sorted)
    }
  }
}

package struct LocalSymbols: Hashable, Sendable {
  /// Symbols that other code cannot find.
  package internal(set) var count = 0
  /// Entries for debuggers (`N_STAB`), such as the names of source files.
  package internal(set) var debugCount = 0

  /// Whether `strip` has removed them, or would remove nothing.
  package var isStripped: Bool { count == 0 && debugCount == 0 }
}

extension MachOSlice {
  /// Counts the symbols that `strip` removes. Nil for code that is not linked yet, and for debug symbols.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the symbol table is outside the slice or too large, or cannot be read.
  package func localSymbols(in source: any ByteSource, file: String) throws(FileFactError) -> LocalSymbols? {
    guard ["execute", "dylib", "bundle", "kext_bundle", "dylinker"].contains(fileType) else { return nil }
    var symbols = LocalSymbols()
    guard let table = symbolParts.table, table.symbolCount > 0 else { return symbols }
    let size = is64Bit ? 16 : 12
    let count = Int(table.symbolCount)
    let fields = try SymbolReader(slice: self, source: source, file: file).fields(table, 0..<count)
    for position in 0..<count {
      let type = try fields.uint8(position * size + 4)
      if type & 0xE0 != 0 {
        // `strip` itself leaves one entry of type N_OPT.
        if type != 0x3C { symbols.debugCount += 1 }
      } else if type & 0x01 == 0, type & 0x0E != 0 {
        // Neither N_EXT nor undefined.
        symbols.count += 1
      }
    }
    return symbols
  }
}

extension SymbolNames {
  /// The Swift modules that declare these symbols, if their mangled names start with a module; sorted, without duplicates.
  package var swiftModules: [String] {
    var modules: Set<String> = []
    for position in 0..<count {
      if let module = Self.swiftModule(of: self[position]) { modules.insert(module) }
    }
    return modules.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The prefixes of the current mangling, of Swift 4.2 and of Swift 4 (`docs/ABI/Mangling.rst`), after C's underscore.
  private static let prefixes = ["_$s", "_$S", "__T0"].map { Array($0.utf8) }

  private static func swiftModule(of name: ArraySlice<UInt8>) -> String? {
    guard let prefix = prefixes.first(where: { name.starts(with: $0) }) else { return nil }
    // The descriptor of an associated type starts with the name of that type.
    if name.suffix(2).elementsEqual("Tl".utf8) { return nil }
    let rest = name.dropFirst(prefix.count)
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "s"): return "Swift"
    case UInt8(ascii: "S"):
      // Types of the standard library are abbreviated to one letter. `So` and `SC` denote imported C declarations.
      guard let letter = rest.dropFirst().first, !"oC".utf8.contains(letter), letter > 0x40 else { return nil }
      return "Swift"
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard digits.count <= 4, let length = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      let identifier = rest.dropFirst(digits.count).prefix(length)
      return identifier.count == length ? String(decoding: identifier, as: UTF8.self) : nil
    default: return nil
    }
  }
}
