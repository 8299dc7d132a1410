struct LuaData {
  enum Form {
    case text(String)
    case truth(Bool)
    case table(items: [LuaData], fields: [String: LuaData])
  }

  let form: Form
  let line: Int

  var text: String? { if case .text(let text) = form { text } else { nil } }
  var truth: Bool? { if case .truth(let truth) = form { truth } else { nil } }
  var list: [LuaData]? { if case .table(let items, let fields) = form, fields.isEmpty { items } else { nil } }
  var fields: [String: LuaData]? { if case .table(let items, let fields) = form, items.isEmpty { fields } else { nil } }
}

/// Reads the subset of Lua that is data: local names for values, and a returned value. A value is a string without escapes,
/// true, false, such a name, or a table.
struct LuaDataReader {
  private let path: String
  private var rest: ArraySlice<LuaPiece>
  private var names: [String: LuaData] = [:]

  static func data(in source: TableSource) throws(Mistake) -> LuaData {
    var reader = LuaDataReader(path: source.path, rest: try source.pieces().filter(\.isMeaningful)[...])
    return try reader.data()
  }

  private mutating func data() throws(Mistake) -> LuaData {
    while skip("local") {
      guard let name = rest.popFirst(), name.kind == .name, skip("=") else { throw unexpected("a name and '='") }
      names[name.string] = try value()
    }
    guard skip("return") else { throw unexpected("'local' or 'return'") }
    let data = try value()
    guard rest.isEmpty else { throw unexpected("the end of the file") }
    return data
  }

  private mutating func value() throws(Mistake) -> LuaData {
    guard let piece = rest.first else { throw unexpected("a value") }
    if piece.kind == .string { return LuaData(form: .text(try text()), line: piece.line) }
    if skip("{") { return try table(piece.line) }
    if skip("true") { return LuaData(form: .truth(true), line: piece.line) }
    if skip("false") { return LuaData(form: .truth(false), line: piece.line) }
    guard piece.kind == .name, let value = names[piece.string] else { throw unexpected("a value") }
    rest.removeFirst()
    return value
  }

  private mutating func text() throws(Mistake) -> String {
    guard let piece = rest.first, piece.kind == .string, let quote = piece.text.first, quote != UInt8(ascii: "["),
      !piece.text.contains(UInt8(ascii: "\\")), !piece.text.contains(UInt8(ascii: "\n"))
    else { throw unexpected("a text in quotes without escapes") }
    rest.removeFirst()
    return String(Substring(piece.text.dropFirst().dropLast()))
  }

  private mutating func table(_ line: Int) throws(Mistake) -> LuaData {
    var items: [LuaData] = []
    var fields: [String: LuaData] = [:]
    while !skip("}") {
      if let name = try fieldName() {
        guard fields.updateValue(try value(), forKey: name) == nil else {
          throw Mistake(path, line, "the table that begins here has two fields '\(name)'")
        }
      } else {
        items.append(try value())
      }
      guard skip(",") || skip(";") || next("}") else { throw unexpected("',' or '}'") }
    }
    return LuaData(form: .table(items: items, fields: fields), line: line)
  }

  private mutating func fieldName() throws(Mistake) -> String? {
    if skip("[") {
      let name = try text()
      guard skip("]"), skip("=") else { throw unexpected("']' and '='") }
      return name
    }
    guard let piece = rest.first, piece.kind == .name, rest.dropFirst().first?.string == "=" else { return nil }
    rest = rest.dropFirst(2)
    return piece.string
  }

  private func next(_ text: String) -> Bool {
    guard let piece = rest.first else { return false }
    return piece.kind != .string && piece.text.elementsEqual(text.utf8)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard next(text) else { return false }
    rest.removeFirst()
    return true
  }

  private func unexpected(_ expected: String) -> Mistake {
    guard let piece = rest.first else { return Mistake(path, 0, "ends where \(expected) is expected") }
    return Mistake(path, piece.line, "\(expected) is expected in place of '\(piece.string)'")
  }
}
