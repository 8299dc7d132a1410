import Basics
import FileFacts
import LanguageSchema
import LuaRuntime

// The symbols of a Mach-O slice.
extension PolicyHost {
  /// One of the tables of a slice.
  enum SymbolTable: UInt32 {
    case exports, imports
  }

  static let symbolsClass = APIClass(
    "Symbols", .object,
    "Names of symbols; `pairs` iterates over all of them, sorted. A C function has an underscore before its name.",
    index: .init("string", "true?"), hasLength: true)

  /// What it costs to sort names: each comparison takes as long as what they have in common.
  private static func priceOfSorting(_ names: SymbolNames) -> UInt64 {
    UInt64(names.count) * 20 + UInt64(names.byteSize) / 4
  }

  /// Answers with a table of the slice that a handle stands for.
  func readSymbols(_ table: SymbolTable, of slice: LuaNode, _ answer: LuaAnswer) {
    guard let code = self.slice(slice) else { return answer.fail("this object is no longer valid") }
    let number = Int(slice.owner)
    let node = LuaNode(
      kind: ObjectKind.machOSymbols.rawValue, owner: slice.owner, index: slice.index << 1 | table.rawValue)
    let reading = objects.facts.symbols[node] ?? self.reading(table, of: code, number)
    objects.facts.symbols[node] = reading
    answer.charge(reading.fuel)
    if let failure = reading.failure { return answer.fail(failure) }
    guard let names = reading.facts else { return }
    // Lua holds no more of them than it asks for.
    let path = objects.files[number].path
    if keep(table: node, bytes: names.byteSize, of: path, answer) { answer.set(node) }
  }

  private func reading(
    _ table: SymbolTable, of slice: MachOSlice, _ number: Int
  ) -> FileFactCache.Reading<SymbolNames> {
    let reading = reading(objects.files[number], 8) { (source, file) throws(FileFactError) in
      switch table {
      case .exports: try slice.exports(in: source, file: file)
      case .imports: try slice.imports(in: source, file: file)
      }
    }
    return .init(outcome: reading.outcome, fuel: reading.fuel + (reading.facts.map(Self.priceOfSorting) ?? 0))
  }

  /// The names that a handle stands for; nil for a handle of another kind.
  func symbols(_ node: LuaNode) -> SymbolNames? {
    node.kind == ObjectKind.machOSymbols.rawValue ? objects.facts.symbols[node]?.facts : nil
  }

  /// Answers whether a name is among them: true, or nil.
  func readSymbols(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let names = symbols(node) else { return answer.fail("this object is no longer valid") }
    guard case .string(let name) = key else {
      return answer.fail("symbols are read by name; iterate over them with pairs(…)")
    }
    answer.charge(UInt64(name.count) / 4)
    if names.contains(name) { answer.set(true) }
  }

  /// `<exports of Contents/MacOS/App: 12 symbols>`.
  func symbolsDescription(of node: LuaNode) -> String {
    let path = Int(node.owner) < objects.files.count ? objects.files[Int(node.owner)].path : ""
    let table = SymbolTable(rawValue: node.index & 1) ?? .exports
    return "<\(table) of \(path): \(counted(symbols(node)?.count ?? 0, "symbol"))>"
  }
}
