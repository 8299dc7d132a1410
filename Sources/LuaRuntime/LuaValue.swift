/// A handle of an object of the host. The host decides the meaning of the three numbers; equal numbers mean the same object.
package struct LuaNode: Hashable, Sendable {
  /// The kind of object. Lookups are fastest below 256.
  package let kind: UInt32
  /// The number of the host's collection that contains it.
  package let owner: UInt32
  package let index: UInt32

  /// The kind of nodes whose index is a kind of record.
  package static let records: UInt32 = 255

  /// Tells nodes of one kind apart.
  package var number: UInt64 { UInt64(owner) << 32 | UInt64(index) }

  package init(kind: UInt32, owner: UInt32, index: UInt32) {
    (self.kind, self.owner, self.index) = (kind, owner, index)
  }
}

/// A Lua function that the state keeps alive until it is released.
package struct LuaFunction: Hashable, Sendable {
  let reference: Int32
}

/// A copy of a Lua value in plain form. Text that is not UTF-8 is repaired with U+FFFD.
package indirect enum LuaValue: Hashable, Sendable {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case node(LuaNode)
  case table(LuaTable)
  case function(LuaFunction)
  /// A value without a plain form; the text names its Lua type.
  case opaque(String)

  /// The type as policies know it: `string`, `integer`, `list`, `table`, `function`…
  package var typeName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .node: "bundle object"
    case .table(let table): table.isList ? "list" : "table"
    case .function: "function"
    case .opaque(let name): name
    }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var table: LuaTable? { if case .table(let table) = self { table } else { nil } }
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
}

/// A copy of a Lua table: integer keys ascending, then the others, strings by bytes.
package struct LuaTable: Hashable, Sendable {
  /// The kind of record of lists that the host makes: reading a name is an error.
  package static let hostList: UInt16 = 2

  package struct Entry: Hashable, Sendable {
    /// A string, number or Boolean; never nil.
    package let key: LuaValue
    /// Never nil.
    package let value: LuaValue

    package init(key: LuaValue, value: LuaValue) { (self.key, self.value) = (key, value) }
  }

  package let entries: [Entry]
  /// The kind of record: the host answers for fields that it lacks. 0 for other tables.
  package let record: UInt16

  /// Makes a table; the entries must be in order, and no key may appear twice.
  package init(entries: [Entry], record: UInt16 = 0) { (self.entries, self.record) = (entries, record) }

  package static func == (one: Self, other: Self) -> Bool { one.entries == other.entries }
  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  package subscript(name: String) -> LuaValue? {
    for entry in entries { if case .string(let key) = entry.key, key == name { return entry.value } }
    return nil
  }

  /// Whether the keys are exactly 1…n. An empty table counts as a list.
  package var isList: Bool {
    for (position, entry) in entries.enumerated() where entry.key != .integer(Int64(position) + 1) { return false }
    return true
  }

  package var list: [LuaValue]? { isList ? entries.map(\.value) : nil }

  /// The entries, if the keys of all are names.
  package var named: [(key: String, value: LuaValue)]? {
    let named = entries.compactMap { entry in entry.key.string.map { (key: $0, value: entry.value) } }
    return named.count == entries.count ? named : nil
  }
}

extension LuaValue {
  package static func list(_ values: [LuaValue]) -> LuaValue {
    .table(
      LuaTable(
        entries: values.enumerated().map { .init(key: .integer(Int64($0.offset) + 1), value: $0.element) },
        record: LuaTable.hostList))
  }

  package static func record(_ fields: [(String, LuaValue)], kind: UInt16 = 0) -> LuaValue {
    .table(LuaTable(entries: fields.map { .init(key: .string($0.0), value: $0.1) }, record: kind))
  }
}

/// A value with Lua's equality: strings are compared by bytes, and 1 equals 1.0.
package struct LuaIdentity: Hashable, Sendable {
  private enum Form: Hashable {
    case bytes([UInt8])
    case other(LuaValue)
  }

  private let form: Form

  package init(_ value: LuaValue) {
    form =
      switch value {
      case .string(let text): .bytes(Array(text.utf8))
      case .number(let number): .other(Int64(exactly: number).map(LuaValue.integer) ?? value)
      default: .other(value)
      }
  }
}
