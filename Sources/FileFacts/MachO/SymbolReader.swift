import Basics
import PropertyLists

struct SymbolReader {
  enum Selection {
    case exported, imported
    /// Symbols that other files of the same library or program may be linked with.
    case defined
  }

  let slice: MachOSlice
  let source: any ByteSource
  let file: String

  private func place(_ offset: Int) -> BytePlace { BytePlace(file: file, offset: offset) }

  private func fields(_ part: MachOPart) throws(FileFactError) -> Fields {
    let range = try part.range(in: slice, file: file)
    guard range.count <= MachOSlice.symbolPartLimit else {
      throw .partTooLarge(part, limit: MachOSlice.symbolPartLimit, place(part.fieldOffset))
    }
    var fields = try FieldReader(source, file: file).fields(
      at: range.lowerBound, count: range.count, end: range.upperBound, of: part.name)
    fields.isBigEndian = slice.isBigEndian
    return fields
  }

  // MARK: The symbol table

  /// Some symbols of a table. Throws if they are too many.
  func fields(_ table: MachOSymbolParts.Table, _ numbers: Range<Int>) throws(FileFactError) -> Fields {
    guard numbers.count <= MachOSlice.symbolLimit else {
      throw .symbolCount(numbers.count, limit: MachOSlice.symbolLimit, place(table.fieldOffset))
    }
    let size = slice.is64Bit ? 16 : 12
    return try fields(
      MachOPart(
        name: "the symbol table", offset: UInt64(table.symbolOffset) + UInt64(numbers.lowerBound * size),
        size: UInt64(numbers.count * size), fieldOffset: table.fieldOffset))
  }

  func names(of selection: Selection, in table: MachOSymbolParts.Table) throws(FileFactError) -> SymbolNames {
    var builder = SymbolNames.Builder(limit: slice.nameLimit)
    try add(selection, in: table, to: &builder)
    return builder.names
  }

  func add(
    _ selection: Selection, in table: MachOSymbolParts.Table, to builder: inout SymbolNames.Builder
  ) throws(FileFactError) {
    let size = slice.is64Bit ? 16 : 12
    let numbers = try range(of: selection, in: table)
    guard !numbers.isEmpty else { return }
    let symbols = try fields(table, numbers)
    var wanted: [(number: Int, name: Int)] = []
    var (least, most) = (Int.max, 0)
    for position in 0..<numbers.count {
      guard try isWanted(selection, symbols, position * size) else { continue }
      let name = Int(try symbols.uint32(position * size))
      wanted.append((numbers.lowerBound + position, name))
      (least, most) = (min(least, name), max(most, name))
    }
    guard !wanted.isEmpty else { return }
    guard most < table.strings.size else {
      let number = wanted.first { $0.name == most }?.number ?? 0
      throw .damaged(
        place(table.strings.fieldOffset),
        "the name of symbol \(number) starts at byte \(most), but \(table.strings.name) has only \(table.strings.size) bytes"
      )
    }
    // The names of local symbols, of which a debug build has many, come first.
    let strings = try fields(
      MachOPart(
        name: table.strings.name, offset: table.strings.offset + UInt64(least),
        size: table.strings.size - UInt64(least), fieldOffset: table.strings.fieldOffset))
    for symbol in wanted {
      let start = symbol.name - least
      let rest = try strings.part(start, strings.count - start, of: table.strings.name)
      guard let end = rest.firstIndex(of: 0) else {
        throw .damaged(strings.place(start), "the name of symbol \(symbol.number) is not terminated")
      }
      try builder.add(rest[..<end], from: table.strings, file: file)
    }
  }

  /// The range of symbols of a kind, which are consecutive if the file states their positions.
  private func range(of selection: Selection, in table: MachOSymbolParts.Table) throws(FileFactError) -> Range<Int> {
    let all = 0..<Int(table.symbolCount)
    // Object files are linked by symbol types alone.
    guard let ranges = slice.symbolParts.ranges, slice.fileType != "object" else { return all }
    let stated = selection == .imported ? ranges.imported : ranges.exported
    guard stated.upperBound <= all.upperBound || stated.isEmpty else {
      throw .damaged(
        place(ranges.fieldOffset),
        "LC_DYSYMTAB names \(counted(stated.count, "symbol")) from \(stated.lowerBound) on, but the symbol table has \(table.symbolCount)"
      )
    }
    return stated.isEmpty ? 0..<0 : stated
  }

  private func isWanted(_ selection: Selection, _ symbols: Fields, _ start: Int) throws(FileFactError) -> Bool {
    let type = try symbols.uint8(start + 4)
    // N_STAB, N_EXT
    guard type & 0xE0 == 0, type & 0x01 != 0 else { return false }
    let value = slice.is64Bit ? try symbols.uint64(start + 8) : UInt64(try symbols.uint32(start + 8))
    // N_TYPE: N_UNDF, whose value is the size of a common symbol, and N_PBUD.
    let isUndefined = type & 0x0E == 0 && value == 0 || type & 0x0E == 0x0C
    switch selection {
    case .imported: return isUndefined
    // N_PEXT
    case .exported: return !isUndefined && type & 0x10 == 0
    case .defined: return !isUndefined
    }
  }

  // MARK: The export trie

  func names(ofTrie part: MachOPart) throws(FileFactError) -> SymbolNames {
    var cursor = TableCursor(try fields(part), part.name)
    var builder = SymbolNames.Builder(limit: slice.nameLimit(ofTrie: part))
    // Nodes that share bytes could make a small file represent an unlimited number of names.
    var bytesLeft = cursor.count
    var open: [(node: Int, length: Int, label: Range<Int>)] = [(0, 0, 0..<0)]
    var name: [UInt8] = []
    while let next = open.popLast() {
      guard next.node < cursor.count else { throw cursor.error("a node is outside", at: next.label.lowerBound) }
      name.removeLast(name.count - next.length)
      name += cursor.bytes(next.label)
      cursor.position = next.node
      let terminal = try cursor.number()
      if terminal > 0 { try builder.add(name, from: part, file: file) }
      try cursor.skip(terminal)
      let children = try cursor.byte()
      var found: [(node: Int, length: Int, label: Range<Int>)] = []
      for _ in 0..<children {
        let label = try cursor.text()
        found.append((try cursor.number(), name.count, label))
      }
      bytesLeft -= cursor.position - next.node
      guard bytesLeft >= 0 else { throw cursor.error("nodes share bytes", at: next.node) }
      open += found.reversed()
    }
    return builder.names
  }

  // MARK: What the loader binds

  /// `BIND_OPCODE_…`
  func add(_ bindings: MachOSymbolParts.Bindings, to builder: inout SymbolNames.Builder) throws(FileFactError) {
    let part = bindings.part
    var cursor = TableCursor(try fields(part), part.name)
    while !cursor.isAtEnd {
      let start = cursor.position
      let instruction = try cursor.byte()
      switch instruction & 0xF0 {
      case 0x00:
        // Terminates a lazy symbol, or all instructions otherwise.
        if !bindings.isLazy { return }
      case 0x40: try builder.add(cursor.bytes(try cursor.text()), from: part, file: file)
      case 0x10, 0x30, 0x50, 0x90, 0xB0: break
      case 0x20, 0x60, 0x70, 0x80, 0xA0: try cursor.skipNumber()
      case 0xC0:
        try cursor.skipNumber()
        try cursor.skipNumber()
      case 0xD0:
        // BIND_SUBOPCODE_THREADED_…
        if instruction & 0x0F == 0 { try cursor.skipNumber() }
      default: throw cursor.error("unknown instruction \(instruction)", at: start)
      }
    }
  }

  /// `dyld_chained_fixups_header`
  func add(fixups part: MachOPart, to builder: inout SymbolNames.Builder) throws(FileFactError) {
    let fields = try fields(part)
    guard fields.count >= 28 else { throw .symbolsMalformed(part.name, "its header needs 28 bytes", fields.place()) }
    let (imports, names) = (Int(try fields.uint32(8)), Int(try fields.uint32(12)))
    let (count, form) = (Int(try fields.uint32(16)), try fields.uint32(20))
    guard count > 0 else { return }
    guard try fields.uint32(24) == 0 else {
      throw .symbolsMalformed(
        part.name, "its names are compressed, which the loader does not support", fields.place(24))
    }
    // DYLD_CHAINED_IMPORT, …_ADDEND, …_ADDEND64
    guard let size = [1: 4, 2: 8, 3: 16][form] else {
      throw .symbolsMalformed(part.name, "unknown format \(form) of imports", fields.place(20))
    }
    guard imports <= fields.count, count <= (fields.count - imports) / size, names <= fields.count else {
      throw .symbolsMalformed(part.name, "\(count) imports do not fit", fields.place(16))
    }
    for number in 0..<count {
      let start = imports + number * size
      // The other bits are the library's number and a flag.
      let offset = form == 3 ? Int(try fields.uint64(start) >> 32) : Int(try fields.uint32(start) >> 9)
      guard offset < fields.count - names else {
        throw .symbolsMalformed(part.name, "the name of import \(number) is outside", fields.place(start))
      }
      let rest = try fields.part(names + offset, fields.count - names - offset, of: part.name)
      guard let end = rest.firstIndex(of: 0) else {
        throw .symbolsMalformed(part.name, "the name of import \(number) is not terminated", fields.place(start))
      }
      try builder.add(rest[..<end], from: part, file: file)
    }
  }
}

private struct TableCursor {
  var position = 0
  private let content: [UInt8]
  private let fields: Fields
  private let name: String

  init(_ fields: Fields, _ name: String) { (content, self.fields, self.name) = (fields.bytes, fields, name) }

  var count: Int { content.count }
  var isAtEnd: Bool { position >= content.count }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { content[range] }

  func error(_ reason: String, at position: Int) -> FileFactError {
    .symbolsMalformed(name, reason, fields.place(min(position, content.count)))
  }

  mutating func byte() throws(FileFactError) -> UInt8 {
    guard position < content.count else { throw error("it ends too early", at: position) }
    position += 1
    return content[position - 1]
  }

  /// Reads ULEB128, the encoding of all offsets and sizes.
  mutating func number() throws(FileFactError) -> Int {
    let start = position
    var (value, shift) = (0, 0)
    while true {
      let next = try byte()
      // No table is that large.
      guard shift < 35 else { throw error("a number is too large", at: start) }
      value |= Int(next & 0x7F) << shift
      shift += 7
      if next & 0x80 == 0 { return value }
    }
  }

  mutating func skipNumber() throws(FileFactError) { while try byte() & 0x80 != 0 {} }

  mutating func skip(_ count: Int) throws(FileFactError) {
    guard count <= content.count - position else { throw error("it ends too early", at: position) }
    position += count
  }

  mutating func text() throws(FileFactError) -> Range<Int> {
    guard let end = content[position...].firstIndex(of: 0) else {
      throw error("a name is not terminated", at: position)
    }
    defer { position = end + 1 }
    return position..<end
  }
}
