package import PropertyLists

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
    guard count <= Self.symbolLimit else {
      throw .symbolCount(count, limit: Self.symbolLimit, BytePlace(file: file, offset: table.fieldOffset))
    }
    let part = MachOPart(
      name: "the symbol table", offset: UInt64(table.symbolOffset), size: UInt64(count * size),
      fieldOffset: table.fieldOffset)
    let range = try part.range(in: self, file: file)
    let fields = try FieldReader(source, file: file).fields(
      at: range.lowerBound, count: range.count, end: range.upperBound, of: part.name)
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
