import Basics
import FileFacts
import PolicySchema
import LuaRuntime

// The symbols of a Mach-O slice.
extension PolicyHost {
  enum SymbolTable: UInt32 {
    case exports, imports, classes, usedClasses, selectors

    /// A handle refers to a slice and one of its tables.
    static let bits: UInt32 = 3
    static let mask: UInt32 = 7

    var noun: (one: String, phrase: String) {
      switch self {
      case .exports: ("symbol", "exports of")
      case .imports: ("symbol", "imports of")
      case .classes: ("name", "classes of")
      case .usedClasses: ("name", "classes used by")
      case .selectors: ("name", "selectors of")
      }
    }
  }

  static let symbolsClass = APIClass(
    "Symbols", .object,
    "Names of symbols, Objective-C classes or selectors; `pairs` iterates over all of them, sorted. The symbol of a C function has an underscore before its name.",
    index: .init("string", "true?"), hasLength: true)

  /// The price of sorting names: each comparison takes as long as their common prefix.
  private static func priceOfSorting(_ names: SymbolNames) -> UInt64 {
    UInt64(names.count) * 20 + UInt64(names.byteSize) / 4
  }

  func readSymbols(_ table: SymbolTable, of slice: LuaNode, _ answer: LuaAnswer) {
    if let names = symbols(table, of: slice, answer) { answer.set(names.node) }
  }

  private func symbols(
    _ table: SymbolTable, of slice: LuaNode, _ answer: LuaAnswer
  ) -> (facts: SymbolNames, node: LuaNode)? {
    guard let code = self.slice(slice) else {
      answer.fail("this object is no longer valid")
      return nil
    }
    let number = Int(slice.owner)
    let node = LuaNode(
      kind: ObjectKind.machOSymbols.rawValue, owner: slice.owner,
      index: slice.index << SymbolTable.bits | table.rawValue)
    let reading = objects.facts.symbols[node] ?? self.reading(table, of: code, number)
    objects.facts.symbols[node] = reading
    // Lua only stores the names that it reads.
    guard let names = given(reading, answer),
      keep(table: node, bytes: names.byteSize, of: objects.files[number].path, answer)
    else { return nil }
    return (names, node)
  }

  private func reading(
    _ table: SymbolTable, of slice: MachOSlice, _ number: Int
  ) -> FileFactCache.Reading<SymbolNames> {
    let reading = reading(objects.files[number], 8) { (source, file) throws(FileFactError) in
      switch table {
      case .exports: try slice.exports(in: source, file: file)
      case .imports: try slice.imports(in: source, file: file)
      case .classes: try slice.classes(in: source, file: file)
      case .usedClasses: try slice.usedClasses(in: source, file: file)
      case .selectors: try slice.selectors(in: source, file: file)
      }
    }
    return .init(outcome: reading.outcome, fuel: reading.fuel + (reading.facts.map(Self.priceOfSorting) ?? 0))
  }

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

  func symbolsDescription(of node: LuaNode) -> String {
    let noun = (SymbolTable(rawValue: node.index & SymbolTable.mask) ?? .exports).noun
    return "<\(noun.phrase) \(path(ofFile: node.owner)): \(counted(symbols(node)?.count ?? 0, noun.one))>"
  }

  func readSwiftModules(of slice: LuaNode, _ answer: LuaAnswer) {
    guard let names = symbols(.imports, of: slice, answer) else { return }
    answer.charge(UInt64(names.facts.count))
    answer.set(LuaValue.list(names.facts.swiftModules.map(LuaValue.string)))
  }
}

extension ObjectField where Subject == (slice: MachOSlice, node: LuaNode) {
  static func symbols(_ table: PolicyHost.SymbolTable, _ name: String, _ summary: String) -> Self {
    answer(name, "Symbols", summary) { host, this, answer in host.readSymbols(table, of: this.node, answer) }
  }
}
