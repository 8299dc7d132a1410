import LuaRuntime

/// What a parameter may hold.
enum ParameterType: String, CaseIterable {
  case string, integer, number, boolean, list

  init?(of value: LuaValue) {
    switch value {
    case .string: self = .string
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .table(let table):
      guard let list = table.list, list.allSatisfy({ $0.string != nil }) else { return nil }
      self = .list
    default: return nil
    }
  }

  /// For messages: `'x' is not …`.
  var phrase: String {
    switch self {
    case .string: "text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list (a,b,c)"
    }
  }

  /// The value that a text on the command line stands for.
  func value(of text: String) -> LuaValue? {
    switch self {
    case .string: .string(text)
    case .integer: Int64(text).map(LuaValue.integer)
    // What is no number, or has no end, would make every comparison with it come out one way.
    case .number: Double(text).flatMap { $0.isFinite ? LuaValue.number($0) : nil }
    case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case .list: list(of: text).map(LuaValue.table)
    }
  }

  /// Without any text an empty list; nil where an element between commas is empty.
  private func list(of text: String) -> LuaTable? {
    let elements = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
    if elements.contains(where: \.isEmpty) { return nil }
    return LuaTable(
      entries: elements.enumerated().map {
        LuaTable.Entry(key: .integer(Int64($0.offset) + 1), value: .string(String($0.element)))
      })
  }
}
