struct KeyTableWriter {
  private static let platforms = ["macos", "ios", "tvos", "watchos", "visionos", "catalyst"]
  /// The types of values, each with the parts that its schema may have.
  private static let types: [String: Set<String>] = [
    "string": ["values"], "boolean": [], "integer": ["values"], "real": [], "number": ["values"], "date": [],
    "data": [],
    "array": ["items"], "dictionary": ["keys", "others"], "string_or_array": ["items", "values"],
    "dictionary_or_array": ["items", "keys", "others"], "any": ["items", "keys", "others"],
  ]
  private static let schemaFields: Set = ["items", "keys", "others", "values"]
  private static let nestedFields = schemaFields.union([
    "type", "platforms", "required", "recommended", "localizable", "deprecated", "successor", "summary",
  ])
  private static let entryFields: Set = [
    "key", "type", "platforms", "required", "recommended", "localizable", "qualifiable", "deprecated", "successor",
    "schema",
    "summary", "source",
  ]

  private struct Entry {
    let path: String
    var document = ""
    /// The fields of its record before and after the number of its document.
    var head = ""
    var tail = ""
  }

  private var entries: [String: Entry] = [:]
  /// Resolved once all names are known.
  private var successors: [(name: String, at: Place)] = []
  private var nestedNames: Set<String> = []

  private struct Place {
    let path: String
    var line: Int
    var key: String

    func inside(_ name: String, _ value: LuaData) -> Place {
      Place(path: path, line: value.line, key: key + "/" + name)
    }
    func mistake(_ message: String) -> Mistake { Mistake(path, line, "\(key): \(message)") }
  }

  mutating func add(_ source: TableSource) throws(Mistake) {
    let data = try LuaDataReader.data(in: source)
    guard let list = data.list, !list.isEmpty else {
      throw Mistake(source.path, data.line, "must return a list of entries")
    }
    for (number, value) in list.enumerated() {
      var place = Place(path: source.path, line: value.line, key: "entry \(number + 1)")
      guard let fields = value.fields, let key = fields["key"]?.text, !key.isEmpty else {
        throw place.mistake("has no 'key'")
      }
      place.key = key
      try add(key, fields, place)
    }
  }

  private mutating func add(_ key: String, _ fields: [String: LuaData], _ place: Place) throws(Mistake) {
    let isName = key.utf8.allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "_.:-".utf8.contains($0)
    }
    guard isName, key.first?.isLetter == true else {
      throw place.mistake("a key is made of letters, digits, '_', '.', ':' and '-'")
    }
    if let other = entries[key] { throw place.mistake("already described in \(other.path)") }
    try check(fields, Self.entryFields, place)
    let type = try type(fields, place)
    guard fields["platforms"] != nil else { throw place.mistake("'platforms' is missing") }
    let platforms = try versions("platforms", fields, place)
    let deprecated = try versions("deprecated", fields, place)
    for (platform, _) in deprecated where !platforms.contains(where: { $0.platform == platform }) {
      throw place.mistake("deprecated on \(platform), where it never existed")
    }
    var schema = ""
    if let value = fields["schema"] {
      guard let parts = value.fields else { throw place.mistake("'schema' must be a table") }
      try check(parts, Self.schemaFields, place)
      schema = try contents(type, parts, place)
    }
    var flags = ""
    for (name, mark) in [("required", "R"), ("recommended", "C"), ("localizable", "L")]
    where fields[name]?.truth == true { flags += mark }
    if fields["qualifiable"]?.truth == false { flags += "F" }
    var entry = Entry(path: place.path)
    entry.document = try text("source", fields, place)
    let successor = try successor(fields, place) ?? ""
    entry.head = [key, type, flags, Self.text(platforms), Self.text(deprecated), successor].joined(separator: "|")
    entry.tail = schema + "|" + (try text("summary", fields, place))
    entries[key] = entry
  }

  func table() throws(Mistake) -> String {
    for (name, place) in successors where entries[name] == nil && !nestedNames.contains(name) {
      throw place.mistake("successor '\(name)' is not a known key")
    }
    let documents = Self.sorted(Set(entries.values.map(\.document)))
    let numbers = Dictionary(uniqueKeysWithValues: zip(documents, 1...))
    var (records, offsets) = ("", "")
    for key in Self.sorted(entries.keys) {
      guard let entry = entries[key], let number = numbers[entry.document] else { continue }
      let offset = String(records.utf8.count, radix: 16)
      guard offset.utf8.count <= 5 else {
        throw Mistake(entry.path, 0, "the table outgrows its offsets of five digits")
      }
      offsets += String(repeating: "0", count: 5 - offset.utf8.count) + offset
      records += "\(entry.head)|\(number)|\(entry.tail)\n"
    }
    return """
      /// The key tables as text in the binary's constant data: nothing is built at start-up.
      enum GeneratedKeyTable {
        static let count = \(entries.count)
        /// Where each record starts in `records`, five hexadecimal digits each.
        static let offsets: StaticString = "\(offsets)"
        /// One line per key, sorted by the bytes of the key:
        /// key, type, flags, platforms, deprecations, successor, number of the document, schema, summary.
        static let records: StaticString = \(TableKind.literal(String(records.dropLast())))
        /// The documents the facts come from, one a line; records number them from 1.
        static let sources: StaticString = \(TableKind.literal(documents.joined(separator: "\n")))
      }

      """
  }

  // MARK: Schemas

  private mutating func node(_ value: LuaData, _ place: Place) throws(Mistake) -> String {
    // A type may be given without a table.
    guard let fields = value.text.map({ ["type": LuaData(form: .text($0), line: value.line)] }) ?? value.fields else {
      throw place.mistake("a nested value is a type name or a table")
    }
    try check(fields, Self.nestedFields, place)
    return try contents(type(fields, place), fields, place)
  }

  private mutating func contents(_ type: String, _ schema: [String: LuaData], _ place: Place) throws(Mistake) -> String
  {
    for (part, expected) in [
      ("values", "a string or a number"), ("items", "an array"), ("keys", "a dictionary"), ("others", "a dictionary"),
    ] where schema[part] != nil && Self.types[type]?.contains(part) != true {
      throw place.mistake("'\(part)' needs \(expected), not \(type)")
    }
    var text = type
    if let values = schema["values"] {
      guard let list = values.list, !list.isEmpty else { throw place.mistake("'values' must be a non-empty list") }
      var words: [String] = []
      for value in list {
        let word = try check(value, "values", place, reserved: ",()")
        if words.contains(word) { throw place.mistake("value '\(word)' is listed twice") }
        words.append(word)
      }
      text += "(" + words.joined(separator: ",") + ")"
    }
    if let items = schema["items"] { text += "[" + (try node(items, place.inside("0", items))) + "]" }
    if let keys = schema["keys"] {
      guard let nested = keys.fields, !nested.isEmpty else {
        throw place.mistake("'keys' must map names to descriptions")
      }
      var fields: [String] = []
      for name in Self.sorted(nested.keys) {
        if let value = nested[name] { fields.append(try field(name, value, place.inside(name, value))) }
      }
      text += "{" + fields.joined(separator: ";") + "}"
    }
    if let others = schema["others"] { text += "<" + (try node(others, place.inside("*", others))) + ">" }
    return text
  }

  private mutating func field(_ name: String, _ value: LuaData, _ place: Place) throws(Mistake) -> String {
    try check(LuaData(form: .text(name), line: place.line), "keys", place, reserved: "!+~@^>:;{}<>()[],")
    nestedNames.insert(name)
    let schema = try node(value, place)
    let fields = value.fields ?? [:]
    var text = name
    for (flag, mark) in [("required", "!"), ("recommended", "+"), ("localizable", "~")]
    where fields[flag]?.truth == true { text += mark }
    for (list, mark) in [("platforms", "@"), ("deprecated", "^")] where fields[list] != nil {
      text += mark + Self.text(try versions(list, fields, place))
    }
    if let successor = try successor(fields, place) { text += ">" + successor }
    text += ":" + schema
    if fields["summary"] != nil { text += "\"" + (try self.text("summary", fields, place)) + "\"" }
    return text
  }

  // MARK: Fields

  private func check(_ fields: [String: LuaData], _ known: Set<String>, _ place: Place) throws(Mistake) {
    for name in Self.sorted(fields.keys) {
      guard known.contains(name) else { throw place.mistake("unknown field '\(name)'") }
      if ["required", "recommended", "localizable", "qualifiable"].contains(name), fields[name]?.truth == nil {
        throw place.mistake("'\(name)' must be true or false")
      }
    }
  }

  private func type(_ fields: [String: LuaData], _ place: Place) throws(Mistake) -> String {
    guard let type = fields["type"]?.text else { throw place.mistake("'type' is missing") }
    guard Self.types[type] != nil else { throw place.mistake("unknown type '\(type)'") }
    return type
  }

  private func text(_ name: String, _ fields: [String: LuaData], _ place: Place) throws(Mistake) -> String {
    try check(fields[name], name, place)
  }

  @discardableResult
  private func check(_ value: LuaData?, _ name: String, _ place: Place, reserved: String = "") throws(Mistake) -> String
  {
    guard let text = value?.text, !text.isEmpty else { throw place.mistake("'\(name)' must be a non-empty string") }
    guard !text.contains(where: { "\t\\|\"".contains($0) || reserved.contains($0) }) else {
      throw place.mistake("'\(name)' has a character that parts the table: '\(text)'")
    }
    return text
  }

  private mutating func successor(_ fields: [String: LuaData], _ place: Place) throws(Mistake) -> String? {
    if fields["successor"] == nil { return nil }
    let name = try text("successor", fields, place)
    successors.append((name, place))
    return name
  }

  /// Versions by platform, in the order of platforms; empty without the field. A version is nil if it is not documented.
  private func versions(
    _ name: String, _ fields: [String: LuaData], _ place: Place
  ) throws(Mistake) -> [(platform: String, version: String?)] {
    guard let value = fields[name] else { return [] }
    guard let versions = value.fields, !versions.isEmpty else {
      throw place.mistake("'\(name)' must map platforms to versions")
    }
    for (platform, version) in versions.sorted(by: { $0.key < $1.key }) {
      guard Self.platforms.contains(platform) else {
        throw place.mistake("unknown platform '\(platform)' in '\(name)'")
      }
      let numbers = version.text?.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) ?? []
      let isVersion =
        2...3 ~= numbers.count && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }
      guard isVersion || version.truth == true else {
        throw place.mistake(
          "version of \(platform) in '\(name)' must be like \"10.4\", or true when the version is not documented")
      }
    }
    return Self.platforms.compactMap { platform in versions[platform].map { (platform, $0.text) } }
  }

  private static func text(_ versions: [(platform: String, version: String?)]) -> String {
    versions.map { platform, version in version.map { "\(platform) \($0)" } ?? platform }.joined(separator: ",")
  }

  private static func sorted(_ names: some Sequence<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
