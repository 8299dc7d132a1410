import Bundles
import KeyRegistry
import LuaRuntime
import PropertyLists
import ReleaseLedger
import Versions

/// Makes a rule out of its declaration.
struct RuleReader {
  static let judging = [
    "require", "forbid", "shape", "increases", "custom_keys", "qualified_keys", "localize", "files",
    "checker", "check",
  ]
  static let describing = [
    "summary", "severity", "rationale", "source", "help", "tags", "applies", "since", "deny_from",
    "deprecated", "examples", "with",
  ]

  let policy: String
  let shapes: ShapeTable

  func rule(_ localID: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) -> Rule {
    let place = "rule '\(localID)'"
    try Self.checkID(localID, what: "rule")
    let reader = try DeclarationReader(value, place: place, known: Self.describing + Self.judging)
    let summary = try reader.requiredText("summary", purpose: "one sentence that says what must hold")
    let severity = try reader.word("severity", Severity.self) ?? .error
    var examples = RuleExamples()
    if reader.has("examples") {
      let fields = try DeclarationReader(
        reader.value("examples"), place: "\(place), examples", of: Self.examples)
      func list(_ field: String) throws(DeclarationError) -> [LuaValue] {
        guard fields.has(field) else { return [] }
        guard let list = fields.value(field).table?.list else {
          throw fields.mismatch(field, expected: "a list of bundles", found: fields.value(field))
        }
        return list
      }
      examples = RuleExamples(pass: try list("pass"), fail: try list("fail"))
    }
    let clauses = try clauses(reader)
    if clauses.isEmpty {
      throw DeclarationError("\(place) judges nothing: give one of \(Self.judging.joined(separator: ", "))")
    }
    return Rule(
      id: "\(policy)/\(localID)", localID: localID, summary: summary, severity: severity,
      rationale: try reader.text("rationale"), sources: try reader.texts("source") ?? [], help: try reader.text("help"),
      tags: try reader.texts("tags") ?? [],
      applicability: try applicability(reader.value("applies"), place: place), clauses: clauses,
      examples: examples, formerIDs: try formerIDs(reader), since: try day("since", reader),
      denyFrom: try day("deny_from", reader), declared: declared)
  }

  /// Full ids; one without a slash was a rule of this policy.
  private func formerIDs(_ reader: DeclarationReader) throws(DeclarationError) -> [String] {
    guard let ids = try reader.texts("deprecated") else { return [] }
    var full: [String] = []
    if ids.isEmpty { throw DeclarationError("\(reader.place): 'deprecated' is empty, so it would name nothing") }
    for id in ids {
      let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      do throws(DeclarationError) {
        for part in parts { try Self.checkID(part, what: "rule") }
        if parts.count > 2 { try Self.checkID(id, what: "rule") }
      } catch {
        throw DeclarationError(
          "\(reader.place): 'deprecated' lists ids that the rule had before; '\(id)' is not an id, like 'own-keys'")
      }
      full.append(parts.count == 1 ? "\(policy)/\(id)" : id)
    }
    return full
  }

  private func day(_ field: String, _ reader: DeclarationReader) throws(DeclarationError) -> CalendarDate? {
    guard let text = try reader.text(field) else { return nil }
    guard let day = CalendarDate(text) else {
      throw DeclarationError("\(reader.place): '\(field)' is not a day: '\(text)' (write YYYY-MM-DD)")
    }
    return day
  }

  /// Rule and policy ids are `[a-z0-9]+([.-][a-z0-9]+)*`.
  static func checkID(_ id: String, what: String) throws(DeclarationError) {
    var previousIsAlphanumeric = false
    var isValid = !id.isEmpty
    for byte in id.utf8 {
      let isAlphanumeric = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if !isAlphanumeric && !(previousIsAlphanumeric && (byte == 0x2E || byte == 0x2D)) { isValid = false }
      previousIsAlphanumeric = isAlphanumeric
    }
    if !isValid || !previousIsAlphanumeric {
      throw DeclarationError(
        "'\(id)' is not a \(what) id: use lower-case letters and digits, in parts joined by '.' or '-', like 'own-keys'"
      )
    }
  }

  private func clauses(_ reader: DeclarationReader) throws(DeclarationError) -> [Clause] {
    var clauses: [Clause] = []
    if let keys = try reader.texts("require") { clauses.append(.require(try pointable(keys, "require", reader))) }
    if let keys = try reader.texts("forbid") { clauses.append(.forbid(try pointable(keys, "forbid", reader))) }
    if let shape = try shape(reader) { clauses.append(.shape(shape)) }
    if let clause = try increases(reader) { clauses.append(clause) }
    if reader.has("custom_keys") {
      let options = try DeclarationReader(
        reader.value("custom_keys"), place: "\(reader.place), custom_keys", known: ["prefix"])
      guard let prefixes = try options.texts("prefix") else {
        throw DeclarationError(
          "\(options.place): 'prefix' is missing: the prefix (or list of prefixes) of your own keys")
      }
      clauses.append(.customKeys(prefixes: try nonEmpty(prefixes, "prefix", options)))
    }
    if reader.has("qualified_keys") {
      let options = try DeclarationReader(
        reader.value("qualified_keys"), place: "\(reader.place), qualified_keys", known: ["default"])
      guard try options.text("default") == "present" else {
        throw DeclarationError("\(options.place): write { default = \"present\" }")
      }
      clauses.append(.qualifiedKeys)
    }
    if reader.has("localize") { clauses.append(.localize(try localize(reader))) }
    if reader.has("files") { clauses.append(.files(try files(reader))) }
    if let clause = try checker(reader) { clauses.append(clause) }
    if let function = try reader.function("check") { clauses.append(.check(function)) }
    return clauses
  }

  private func checker(_ reader: DeclarationReader) throws(DeclarationError) -> Clause? {
    guard let identifier = try reader.text("checker") else {
      if reader.has("with") {
        throw DeclarationError("\(reader.place): 'with' gives a checker its options, and there is no 'checker'")
      }
      return nil
    }
    do throws(DeclarationError) {
      try Self.checkID(identifier, what: "checker")
    } catch {
      throw DeclarationError("\(reader.place): \(error.message)")
    }
    return .checker(
      CheckerClause(
        identifier: identifier,
        options: try CheckerOptions.propertyList(reader.value("with"), in: reader.place)))
  }

  private func shape(_ reader: DeclarationReader) throws(DeclarationError) -> DictionaryShape? {
    guard reader.has("shape") else { return nil }
    let made = try ShapeReader(table: shapes).shape(reader.value("shape"), in: "\(reader.place), shape").shape
    guard case .dictionary(let fields) = made else {
      throw DeclarationError("\(reader.place): 'shape' is a table of keys and shapes, or a dictionary { … }")
    }
    for (key, _) in fields.fields where JSONPointer.isPointer(key) {
      throw DeclarationError(
        "\(reader.place), shape: '\(key)' is no key of Info.plist; shapes nest: write A = { B = … } for /A/B")
    }
    guard !fields.fields.isEmpty || fields.isClosed || fields.others != nil else {
      throw DeclarationError("\(reader.place): 'shape' is empty, so it would judge nothing")
    }
    return fields
  }

  private func localize(_ reader: DeclarationReader) throws(DeclarationError) -> LocalizeClause {
    let options = try DeclarationReader(
      reader.value("localize"), place: "\(reader.place), localize", known: ["languages", "keys", "tables"])
    func texts(_ field: String) throws(DeclarationError) -> [String] {
      guard let texts = try options.texts(field) else { return [] }
      return try nonEmpty(texts, field, options)
    }
    let clause = LocalizeClause(
      languages: try texts("languages"), keys: try texts("keys"), tables: try texts("tables"))
    if clause.languages.isEmpty, clause.keys.isEmpty, clause.tables.isEmpty {
      throw DeclarationError("\(options.place): it is empty; give 'languages', 'keys' or 'tables'")
    }
    return clause
  }

  private func files(_ reader: DeclarationReader) throws(DeclarationError) -> FilesClause {
    let options = try DeclarationReader(
      reader.value("files"), place: "\(reader.place), files", known: ["require", "forbid"])
    func globs(_ field: String) throws(DeclarationError) -> [(pattern: String, glob: Glob)] {
      var globs: [(pattern: String, glob: Glob)] = []
      for pattern in try options.texts(field) ?? [] {
        let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
        // What no path can match would be forbidden in vain.
        guard let glob = Glob(pattern), !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
          throw DeclarationError(
            "\(options.place): '\(pattern)' in '\(field)' is not a pattern of paths inside the bundle, such as \"**/*.xcconfig\""
          )
        }
        globs.append((pattern, glob))
      }
      return globs
    }
    let clause = FilesClause(require: try globs("require"), forbid: try globs("forbid"))
    if clause.require.isEmpty, clause.forbid.isEmpty {
      throw DeclarationError("\(options.place): it is empty; give 'require' or 'forbid'")
    }
    return clause
  }

  private func increases(_ reader: DeclarationReader) throws(DeclarationError) -> Clause? {
    switch reader.value("increases") {
    case .nil: return nil
    case .string(let key):
      return .increases(IncreasesClause(key: try pointable([key], "increases", reader)[0]))
    case let value:
      let options = try DeclarationReader(
        value, place: "\(reader.place), increases", known: ["key", "dialect", "scope"])
      let key = try options.requiredText("key", purpose: "the key that holds the version, such as \"CFBundleVersion\"")
      _ = try pointable([key], "key", options)
      var clause = IncreasesClause(key: key)
      clause.dialect = try options.word("dialect", VersionDialect.self) ?? clause.dialect
      clause.scope = try options.word("scope", VersionScope.self) ?? clause.scope
      return .increases(clause)
    }
  }

  private func nonEmpty(_ texts: [String], _ field: String, _ reader: DeclarationReader) throws(DeclarationError)
    -> [String]
  {
    if texts.isEmpty || texts == [""] {
      throw DeclarationError("\(reader.place): '\(field)' is empty, so it would judge nothing")
    }
    if texts.contains("") { throw DeclarationError("\(reader.place): '\(field)' has an entry that is empty") }
    return texts
  }

  /// Names of keys, or JSON Pointers. One that is malformed, or written as in another language, would lead nowhere, and a
  /// `forbid` of it would always pass.
  private func pointable(_ keys: [String], _ field: String, _ reader: DeclarationReader) throws(DeclarationError)
    -> [String]
  {
    for key in keys where JSONPointer.isPointer(key) && JSONPointer.tokens(key) == nil {
      throw DeclarationError(
        "\(reader.place): '\(key)' in '\(field)' is not a JSON Pointer: in a key's name write '~0' for '~' and '~1' for '/'"
      )
    }
    for key in keys {
      if key.contains("*") {
        throw DeclarationError(
          "\(reader.place): '\(key)' in '\(field)' is one key, not a pattern; a 'check' can go through pairs(bundle.info)"
        )
      }
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count > 1, let first = parts.first, KeyRegistry.contains(String(first)) {
        throw DeclarationError(
          "\(reader.place): '\(key)' in '\(field)' is one key with periods in it; for what lies in \(first) write a JSON Pointer, '/\(parts.joined(separator: "/"))'"
        )
      }
    }
    return try nonEmpty(keys, field, reader)
  }

  private func applicability(_ value: LuaValue, place: String) throws(DeclarationError) -> Applicability {
    var result = Applicability()
    if value == .nil { return result }
    let reader = try DeclarationReader(value, place: "\(place), applies", of: Self.applies)
    result.kinds = try words(reader, "kind", Bundle.Kind.allCases.map(\.rawValue))
    result.platforms = try words(reader, "platform", Bundle.Platform.allCases.map(\.rawValue))
    result.nested = try reader.boolean("nested")
    result.condition = try reader.function("when")
    switch reader.value("minimum_os") {
    case .nil: break
    case .string(let text): result.minimumOSFrom = try systemVersion(text, reader)
    case let value:
      guard value.table != nil else {
        throw reader.mismatch(
          "minimum_os", expected: "a version such as \"13.0\" or { from = …, below = … }", found: value)
      }
      let range = try DeclarationReader(value, place: "\(reader.place), minimum_os", of: Self.systemRange)
      if let text = try range.text("from") { result.minimumOSFrom = try systemVersion(text, range) }
      if let text = try range.text("below") { result.minimumOSBelow = try systemVersion(text, range) }
    }
    return result
  }

  private func words(_ reader: DeclarationReader, _ field: String, _ known: [String]) throws(DeclarationError)
    -> [String]
  {
    guard let words = try reader.texts(field) else { return [] }
    for word in words where !known.contains(word) { throw .unknown(field, word, among: known, in: reader.place) }
    return try nonEmpty(words, field, reader)
  }

  private func systemVersion(_ text: String, _ reader: DeclarationReader) throws(DeclarationError) -> Version {
    guard let version = Version(text, dialect: .apple), version.stage == nil else {
      throw DeclarationError("\(reader.place): '\(text)' is not a system version such as \"13.0\"")
    }
    return version
  }
}
