import Basics
package import LuaRuntime

package struct ShapeReader {
  let table: ShapeTable

  package init(table: ShapeTable) { self.table = table }

  /// A shape, its levels of nesting, and the number of shapes that it consists of.
  package typealias Reading = (shape: Shape, depth: Int, weight: Int)

  /// Throws if a shape contains too many shapes: a chain of shapes that each contain the next twice grows exponentially.
  static func bound(_ made: Reading, in place: String) throws(DeclarationError) {
    guard made.weight <= Shape.maximumWeight else {
      throw DeclarationError("\(place) consists of more than \(Shape.maximumWeight) shapes")
    }
  }

  /// The shape that a value represents; a table with names represents a dictionary.
  package func shape(_ value: LuaValue, in place: String) throws(DeclarationError) -> Reading {
    switch value {
    case .node(let node):
      if let known = table[node] { return known }
    case .boolean(let flag): return (.oneOf([.boolean(flag)]), 1, 1)
    case .table(let fields) where fields.entries.isEmpty || !fields.isList:
      return try dictionary(value, options: .nil, in: place)
    case .opaque("function"), .function:
      throw DeclarationError("\(place): a shape was expected, found a function; call it, as in one_of { … }")
    default: break
    }
    throw DeclarationError("\(place): a shape was expected, such as text or one_of { … }, found \(value.typeName)")
  }

  // MARK: Words with options

  package func called(_ word: Shape.Word, _ call: LuaCall) throws(DeclarationError) -> Reading {
    // The first argument is the word itself.
    let options = call[1]
    guard call.arguments.count > 1 else {
      throw DeclarationError("\(word.rawValue) is already a shape; write it without parentheses")
    }
    switch word {
    case .text:
      let reader = try DeclarationReader(options, place: "text", of: Self.textOptions)
      let pattern = try reader.text("pattern")
      if pattern?.isEmpty == true { throw DeclarationError("text: 'pattern' is empty, so it would check nothing") }
      if let pattern, let problem = PatternCheck.problem(in: pattern) {
        throw DeclarationError("text: '\(pattern)' is not a pattern: \(problem)")
      }
      return (.text(TextBounds(length: try counts(reader, "length"), pattern: pattern)), 1, 1)
    case .integer:
      let reader = try DeclarationReader(options, place: "integer", of: Self.numberOptions)
      return (.integer(try bounds(reader, "min", "max", Self.integer, "an integer")), 1, 1)
    case .real:
      let reader = try DeclarationReader(options, place: "real", of: Self.numberOptions)
      return (.real(try bounds(reader, "min", "max", Self.number, "a number")), 1, 1)
    case .date:
      let reader = try DeclarationReader(options, place: "date", of: Self.dateOptions)
      return (.date(try bounds(reader, "from", "to", Self.day, "a day (\"2026-01-31\")")), 1, 1)
    case .data:
      let reader = try DeclarationReader(options, place: "data", of: Self.lengthOptions)
      return (.data(try counts(reader, "length")), 1, 1)
    case .dictionary: return try dictionary(options, options: call[2], in: "dictionary")
    case .versionString:
      let reader = try DeclarationReader(options, place: "version_string", of: Self.versionOptions)
      return (.version(try reader.word("dialect", VersionDialect.self) ?? .apple), 1, 1)
    case .url:
      let reader = try DeclarationReader(options, place: "url", of: Self.urlOptions)
      let schemes = try reader.texts("schemes")?.map { $0.lowercased() }
      if schemes?.isEmpty == true { throw DeclarationError("url: 'schemes' is empty, so nothing would match") }
      for scheme in schemes ?? [] where !TextForms.isScheme(scheme) {
        throw DeclarationError("url: '\(scheme)' is not a scheme; write the part before the colon, such as \"https\"")
      }
      return (.url(schemes: schemes ?? []), 1, 1)
    case .boolean, .uuid, .nonEmpty, .reverseDNS:
      throw DeclarationError("\(word.rawValue) takes no options: write it without parentheses")
    }
  }

  private func dictionary(_ value: LuaValue, options: LuaValue, in place: String) throws(DeclarationError) -> Reading {
    guard case .table(let fields) = value else {
      throw DeclarationError("\(place): a table of keys and shapes was expected, found \(value.typeName)")
    }
    var made = DictionaryShape()
    var depth = 0
    var weight = 1
    for entry in fields.entries {
      guard case .string(let key) = entry.key else {
        throw DeclarationError("\(place): keys must be names, found \(entry.key.typeName) (write Key = shape)")
      }
      let field = try shape(entry.value, in: place.isEmpty ? key : "\(place), \(key)")
      made.fields.append((key, field.shape))
      depth = max(depth, field.depth)
      weight += field.weight
    }
    made.fields.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    if options != .nil {
      let reader = try DeclarationReader(options, place: "\(place), options", of: Self.dictionaryOptions)
      made.isClosed = try reader.boolean("closed") ?? false
      if reader.has("others") {
        let others = try shape(reader.value("others"), in: reader.place)
        made.others = others.shape
        depth = max(depth, others.depth)
        weight += others.weight
      }
      if made.isClosed, made.others != nil {
        throw DeclarationError(
          "\(place): 'closed' and 'others' cannot be combined: one forbids other keys, the other describes them")
      }
    }
    // The recursion depth is the nesting depth of tables, which the bridge limits when it copies them.
    guard depth < Shape.maximumDepth else {
      throw DeclarationError("\(place): shapes are nested more than \(Shape.maximumDepth) levels deep")
    }
    try Self.bound((.dictionary(made), depth + 1, weight), in: place)
    return (.dictionary(made), depth + 1, weight)
  }

  // MARK: Functions

  package func oneOf(_ call: LuaCall) throws(DeclarationError) -> Reading {
    guard let values = call[0].table?.list, !values.isEmpty, call.arguments.count == 1 else {
      throw DeclarationError("one_of needs a list of values: one_of { \"Editor\", \"Viewer\" }")
    }
    var scalars: [Scalar] = []
    for value in values {
      switch value {
      case .string(let text): scalars.append(.text(text))
      case .integer(let number): scalars.append(.integer(number))
      case .number(let number): scalars.append(.real(number))
      case .boolean(let flag): scalars.append(.boolean(flag))
      default:
        throw DeclarationError("one_of: values must be strings, numbers or Booleans, found \(value.typeName)")
      }
    }
    return (.oneOf(scalars), 1, 1)
  }

  package func listOf(_ call: LuaCall) throws(DeclarationError) -> Reading {
    if case .table(let table) = call[0], table.list?.count == 1 {
      throw DeclarationError("list_of: a list has elements of one shape: write list_of(text) or list_of { Key = text }")
    }
    let element = try shape(call[0], in: "list_of")
    try refuseMore(than: 2, call, "list_of")
    var count = ClosedBounds<Int64>()
    var isUnique = false
    if call[1] != .nil {
      let options = try DeclarationReader(call[1], place: "list_of, options", of: Self.listOptions)
      count = try counts(options, "count")
      isUnique = try options.boolean("unique") ?? false
    }
    return (.list(of: element.shape, count: count, unique: isUnique), element.depth + 1, element.weight + 1)
  }

  package func optional(_ call: LuaCall) throws(DeclarationError) -> Reading {
    let wrapped = try shape(call[0], in: "optional")
    try refuseMore(than: 1, call, "optional")
    return (.optional(wrapped.shape), wrapped.depth + 1, wrapped.weight + 1)
  }

  package func combination(_ name: String, _ call: LuaCall, _ make: ([Shape]) -> Shape) throws(DeclarationError)
    -> Reading
  {
    guard let values = call[0].table?.list, !values.isEmpty, call.arguments.count == 1 else {
      throw DeclarationError("\(name) needs a list of shapes: \(name) { text, integer }")
    }
    var shapes: [Shape] = []
    var depth = 0
    var weight = 1
    for value in values {
      let part = try shape(value, in: name)
      if case .optional = part.shape {
        throw DeclarationError("\(name): its parts cannot be optional; write optional(\(name) { … })")
      }
      shapes.append(part.shape)
      depth = max(depth, part.depth)
      weight += part.weight
    }
    return (make(shapes), depth + 1, weight)
  }

  package func custom(_ call: LuaCall) throws(DeclarationError) -> Reading {
    guard case .string(let name) = call[0], !name.isEmpty, case .function(let function) = call[1] else {
      throw DeclarationError(
        "custom needs a description of what it expects, and a function: custom(\"an even number\", function(value) … end)"
      )
    }
    try refuseMore(than: 2, call, "custom")
    return (.custom(name, function), 1, 1)
  }

  /// Throws if there are more arguments: one that is ignored was meant for something.
  private func refuseMore(than count: Int, _ call: LuaCall, _ name: String) throws(DeclarationError) {
    guard call.arguments.count <= count else {
      throw DeclarationError(
        "\(name) takes \(count == 1 ? "one argument" : "\(count) arguments"), found \(call.arguments.count)")
    }
  }

  // MARK: Options

  static let textOptions = APIClass(
    "TextOptions", .declaration, "The length and pattern of a string.",
    fields: lengths + [APIField("pattern?", "string", "A Lua pattern that must match somewhere in it.")])

  static let lengthOptions = APIClass("LengthOptions", .declaration, "The length of data, in bytes.", fields: lengths)

  static let numberOptions = APIClass(
    "NumberOptions", .declaration, "The range of a number.",
    fields: [APIField("min?", "number", "The smallest."), APIField("max?", "number", "The largest.")])

  static let dateOptions = APIClass(
    "DateOptions", .declaration, "The range of a date.",
    fields: [APIField("from?", "string", "The first day: `2026-01-31`."), APIField("to?", "string", "The last day.")])

  static let listOptions = APIClass(
    "ListOptions", .declaration, "Requirements for an array as a whole.",
    fields: [
      APIField("count?", "integer", "The exact number."), APIField("min_count?", "integer", "The smallest number."),
      APIField("max_count?", "integer", "The largest number."),
      APIField("unique?", "boolean", "Whether no element may be repeated; `false` by default."),
    ])

  static let dictionaryOptions = APIClass(
    "DictionaryOptions", .declaration, "Requirements for other keys of a dictionary.",
    fields: [
      APIField("closed?", "boolean", "Whether other keys are forbidden; `false` by default."),
      APIField("others?", "Shape|ShapeFields|boolean", "The shape of the values of other keys."),
    ])

  static let urlOptions = APIClass(
    "URLOptions", .declaration, "Requirements for a URL.",
    fields: [APIField("schemes?", "string|string[]", "The allowed schemes.")])

  static let versionOptions = APIClass(
    "VersionOptions", .declaration, "Requirements for a version.",
    fields: [APIField("dialect?", "Dialect", "The dialect of the version.")])

  private static let lengths: [APIField] = [
    APIField("length?", "integer", "The exact length."), APIField("min_length?", "integer", "The smallest length."),
    APIField("max_length?", "integer", "The largest length."),
  ]

  /// The functions and classes for shapes, in the order of the documents.
  package static let classes: [APIClass] = [
    APIClass("Shape", .object, "The requirements for a value."),
    APIClass(
      "ShapeFields", .open, "The keys of a dictionary and the shapes of their values.",
      index: .init("string", "Shape|ShapeFields|boolean")),
    textOptions, lengthOptions, numberOptions, dateOptions, listOptions, dictionaryOptions, urlOptions, versionOptions,
  ]

  /// `length`, or `min_length` and `max_length`.
  private func counts(_ reader: DeclarationReader, _ name: String) throws(DeclarationError) -> ClosedBounds<Int64> {
    var counts = try bounds(reader, "min_\(name)", "max_\(name)", Self.integer, "an integer")
    if reader.has(name) {
      guard let exact = Self.integer(reader.value(name)) else {
        throw reader.mismatch(name, expected: "an integer", found: reader.value(name))
      }
      guard counts.lower == nil, counts.upper == nil else {
        throw DeclarationError("\(reader.place): '\(name)' cannot be combined with 'min_\(name)' or 'max_\(name)'")
      }
      counts = ClosedBounds(lower: exact, upper: exact)
    }
    if let upper = counts.upper, upper < 0 {
      throw DeclarationError("\(reader.place): 'max_\(name)' must not be negative")
    }
    return counts
  }

  private func bounds<Value>(
    _ reader: DeclarationReader, _ lower: String, _ upper: String, _ convert: (LuaValue) -> Value?, _ expected: String
  ) throws(DeclarationError) -> ClosedBounds<Value> {
    func bound(_ field: String) throws(DeclarationError) -> Value? {
      guard reader.has(field) else { return nil }
      if let value = convert(reader.value(field)) { return value }
      throw reader.mismatch(field, expected: expected, found: reader.value(field))
    }
    let result = ClosedBounds(lower: try bound(lower), upper: try bound(upper))
    if let low = result.lower, let high = result.upper, low > high {
      throw DeclarationError("\(reader.place): '\(lower)' is above '\(upper)', so nothing would match")
    }
    return result
  }

  private static func integer(_ value: LuaValue) -> Int64? {
    if case .integer(let number) = value { number } else { nil }
  }

  private static func number(_ value: LuaValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number.isNaN ? nil : number
    default: nil
    }
  }

  private static func day(_ value: LuaValue) -> CalendarDate? { value.string.flatMap { CalendarDate($0) } }
}
