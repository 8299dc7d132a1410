import Basics
import Bundles
import KeyRegistry
import LuaSyntax
import PolicyEngine
import PolicySchema
import PropertyLists
import Reports

struct RuleLint {
  let rule: Rule
  /// Its declaration in the source, if it is recognizable.
  let call: SourceLint.RuleCall?
  let source: SourceLint?
  let spelling: KeySpelling
  /// The places of strings that occur only once in all sources.
  let places: StringPlaces
  private var isInEntitlements = false
  private(set) var remarks: [PolicyLint.Remark] = []

  private var name: String { "rule '\(rule.localID)'" }

  static func remarks(
    on rule: Rule, call: SourceLint.RuleCall?, in source: SourceLint?, spelling: KeySpelling, places: StringPlaces
  ) -> [PolicyLint.Remark] {
    var lint = RuleLint(rule: rule, call: call, source: source, spelling: spelling, places: places)
    lint.checkDescription()
    lint.checkKeys()
    lint.checkNestedKeys()
    lint.checkShapes()
    lint.checkContradictions()
    lint.checkNames()
    lint.checkEntitlements()
    lint.checkAmounts()
    lint.checkPrefixes()
    lint.checkApplicability()
    lint.checkNestedBundles()
    lint.checkCondition()
    for word in ["check", "across"] { lint.checkFunction(word) }
    return lint.remarks
  }

  private mutating func add(_ code: LintCode, _ message: String, _ place: SourceLocation? = nil, fix: String) {
    remarks.append(PolicyLint.Remark(code: code, message: message, place: place ?? fieldPlace(message), fix: fix))
  }

  /// The place of the field that a message names last, or else of the rule.
  private func fieldPlace(_ message: String) -> SourceLocation {
    guard let call, let source else { return rule.declared }
    let line = SpellingCorrector.quoted(in: message).reversed().lazy
      .compactMap { StringPlaces.line(ofField: $0, in: call.fields) }.first
    return line.map { SourceLocation(file: source.file, line: $0) } ?? rule.declared
  }

  private mutating func checkDescription() {
    if rule.examples.pass.isEmpty || rule.examples.fail.isEmpty {
      let missing = [rule.examples.pass.isEmpty ? "passing" : nil, rule.examples.fail.isEmpty ? "failing" : nil]
      add(
        .ruleExamples, "\(name) has no \(missing.compactMap { $0 }.joined(separator: " and no ")) example",
        fix: "add examples = { pass = { … }, fail = { … } }; 'bundlepolicy test' runs them")
    }
    if let help = rule.texts.help, !help.contains("://") {
      add(.ruleHelp, "\(name) has a 'help' that is not a URL", fix: "write the URL of a page, or use 'rationale'")
    }
    if rule.texts.rationale == nil { add(.ruleRationale, "\(name) has no rationale", fix: "add rationale = \"…\"") }
  }

  // MARK: Keys

  private mutating func checkKeys() {
    let conditions = rule.applicability.keys + rule.applicability.absentKeys
    for key in rule.clauses.flatMap(\.keys) + conditions.filter({ !JSONPointer.isPointer($0) }) {
      guard let nearest = spelling.nearest(to: key) else { continue }
      add(
        .keyMisspelt, "\(name) names '\(key)', which the platform does not define", place(of: key),
        fix: "did you mean '\(nearest)'?")
    }
    for key in rule.clauses.flatMap(\.requiredKeys) {
      guard let entry = KeyRegistry.entry(for: QualifiedKey.split(key).base) else { continue }
      checkAvailability(of: entry, key)
    }
  }

  /// Keys that only exist in other keys, and paths with a misspelled key.
  private mutating func checkNestedKeys() {
    var names = rule.applicability.keys + rule.applicability.absentKeys
    for clause in rule.clauses {
      switch clause {
      case let clause as RequireClause: names += clause.required
      case let clause as ForbidClause: names += clause.forbidden
      case let clause as ShapeClause: names += clause.shape.fields.map(\.key)
      default: break
      }
    }
    for key in names {
      if JSONPointer.isPointer(key) {
        guard let steps = JSONPointer.tokens(key), let (step, nearest) = KeyNesting.misspelt(steps) else { continue }
        add(
          .keyMisspelt, "\(name) names '\(step)', which the platform does not define in '\(steps[0])'", place(of: key),
          fix: "did you mean '\(nearest)'?")
      } else if let fix = KeyNesting.fix(for: key) {
        add(.keyNested, "\(name) names '\(key)', which is not a top-level key", place(of: key), fix: fix)
      }
    }
  }

  private mutating func checkShapes() {
    for case let clause as ShapeClause in rule.clauses {
      for field in clause.shape.fields {
        checkSatisfiable(field.shape, field.key)
        guard let schema = KeyRegistry.schema(of: QualifiedKey.split(field.key).base) else { continue }
        checkShape(field.shape, schema, field.key)
      }
    }
  }

  private mutating func checkShape(_ shape: Shape, _ schema: KeySchema, _ key: String) {
    if let kinds = shape.kinds, !kinds.isEmpty, !kinds.contains(where: schema.type.accepts) {
      add(
        .shapeType, "\(name) gives '\(key)' a shape that its values never have: it is \(schema.type.phrase)",
        place(of: key), fix: "write a shape for \(schema.type.phrase)")
    } else if case .oneOf(let values) = shape {
      for value in values where !schema.type.accepts(value.kind) {
        add(
          .shapeType, "\(name) allows a value that '\(key)' never has: it is \(schema.type.phrase)", place(of: key),
          fix: "remove the values of other types")
      }
    }
    switch shape {
    case .oneOf(let values) where isInEntitlements && !schema.values.isEmpty:
      for case .text(let text) in values where !schema.values.contains(text) {
        add(
          .compareNever, "'\(key)' is never \"\(text)\"", place(of: text),
          fix: "it is one of \(schema.values.joined(separator: ", "))")
      }
    case .optional(let inner): checkShape(inner, schema, key)
    case .list(let inner, _, _): if let items = schema.items { checkShape(inner, items, key) }
    case .dictionary(let dictionary) where schema.others == nil && !schema.fields.isEmpty:
      for field in dictionary.fields {
        if let known = schema.field(field.key) {
          checkShape(field.shape, known.schema, field.key)
        } else if schema.isOfEntitlements {
          checkEntitlement(field.key)
        } else if let nearest = SpellingCorrector.nearest(to: field.key, among: schema.fields.map(\.name)) {
          add(
            .keyMisspelt, "\(name) names '\(field.key)', which the platform does not define in '\(key)'",
            place(of: field.key), fix: "did you mean '\(nearest)'?")
        }
      }
    default: break
    }
  }

  private mutating func checkSatisfiable(_ shape: Shape, _ key: String) {
    guard case .allOf(let parts) = shape, let kinds = shape.kinds, kinds.isEmpty,
      parts.allSatisfy({ $0.kinds?.isEmpty != true })
    else { return }
    add(
      .shapeType, "\(name) gives '\(key)' a shape that no value has: its parts are of different types", place(of: key),
      fix: "write any_of for alternatives")
  }

  // MARK: Names

  /// Lists written as one string, and names in a form that matches nothing.
  private mutating func checkNames() {
    var lists: [(field: String, names: [String])] = [
      ("tags", rule.texts.tags), ("key", rule.applicability.keys), ("without", rule.applicability.absentKeys),
    ]
    for clause in rule.clauses {
      switch clause {
      case let clause as RequireClause: lists.append(("require", clause.required))
      case let clause as ForbidClause: lists.append(("forbid", clause.forbidden))
      case let clause as LocalizeClause:
        lists += [("languages", clause.languages), ("keys", clause.localizedKeys), ("tables", clause.tables)]
        clause.languages.forEach { checkLanguage($0) }
        for key in clause.localizedKeys {
          guard let type = KeyRegistry.type(of: key), !type.accepts(.string) else { continue }
          add(.shapeType, "'\(key)' is not text: it is \(type.phrase)", place(of: key), fix: "remove it from 'keys'")
        }
        for table in clause.tables where table.hasSuffix(".strings") || table.hasSuffix(".stringsdict") {
          add(
            .nameForm, "the name of a table has no extension: '\(table)' is not found", place(of: table),
            fix: "write '\(table.prefix { $0 != "." })'")
        }
      case let clause as IncreasesClause:
        guard KeyRegistry.contains(clause.key), !["Version", "Build"].contains(where: clause.key.contains) else {
          continue
        }
        add(
          .shapeType, "\(name) compares '\(clause.key)' as a version, which it is not", place(of: clause.key),
          fix: "name a version, such as CFBundleVersion")
      default: break
      }
    }
    for (field, names) in lists {
      for text in names where text.contains(",") || text.contains(";") {
        let parts = text.split { ",; ".contains($0) }.map { "\"\($0)\"" }
        add(
          .nameForm, "'\(text)' in '\(field)' is one name", place(of: text),
          fix: "write a list: { \(parts.joined(separator: ", ")) }")
      }
    }
  }

  private mutating func checkLanguage(_ text: String) {
    if text.contains(",") || text.contains(";") { return }
    let language = LanguageIdentifier(text)
    let fix: String
    if text.hasSuffix(".lproj") {
      fix = "write '\(text.dropLast(6))'"
    } else if language.isLegacyName {
      fix = "write '\(language.language)'"
    } else if let code = LanguageCodes.corrected(language.language) {
      fix = code.isEmpty ? "write a code such as 'fr' or 'zh-Hans'" : "write '\(code)'"
    } else {
      return
    }
    add(.nameForm, "'\(text)' is not the code of a language", place(of: text), fix: fix)
  }

  private mutating func checkEntitlements() {
    for case let clause as EntitlementsClause in rule.clauses {
      isInEntitlements = true
      checkShape(.dictionary(clause.shape), Entitlements.schema, "entitlements")
      isInEntitlements = false
      for field in clause.shape.fields { checkSatisfiable(field.shape, field.key) }
    }
    for pattern in rule.applicability.entitlements where !pattern.text.contains("*") { checkEntitlement(pattern.text) }
  }

  private mutating func checkEntitlement(_ key: String) {
    guard let fix = Entitlements.fix(for: key) else { return }
    add(.keyMisspelt, "\(name) names '\(key)', which is not an entitlement", place(of: key), fix: fix)
  }

  // MARK: Amounts

  private mutating func checkAmounts() {
    for case let clause as BudgetClause in rule.clauses where clause.budget.measure.hasSuffix("-size") {
      let texts = [("max", clause.budget.max?.text), ("growth", clause.budget.growth?.text)]
      for case (let field, let text?) in texts {
        guard let bytes = Int(text), (1..<4096).contains(bytes) else { continue }
        add(
          .budgetUnit, "'\(field)' allows \(counted(bytes, "byte"))", place(of: field),
          fix: "write a unit: \"\(bytes) MB\"\(field == "growth" ? ", or \"2 %\"" : "")")
      }
    }
  }

  private mutating func checkContradictions() {
    for case let clause as FilesClause in rule.clauses {
      for (pattern, _) in clause.required {
        var steps: UInt64 = 0
        let isPath = !pattern.contains(where: { "*?[".contains($0) })
        guard
          clause.forbidden.contains(where: {
            $0.pattern == pattern || isPath && $0.glob.matches(pattern, steps: &steps)
          })
        else { continue }
        add(
          .ruleContradiction, "\(name) requires and forbids '\(pattern)'", place(of: pattern),
          fix: "remove one of the two")
      }
    }
    let required = Set(rule.clauses.compactMap { ($0 as? RequireClause)?.required }.flatMap(\.self))
    for case let clause as ForbidClause in rule.clauses {
      for key in clause.forbidden where required.contains(key) {
        add(.ruleContradiction, "\(name) requires and forbids '\(key)'", place(of: key), fix: "remove one of the two")
      }
    }
    for pattern in rule.applicability.libraries where !pattern.text.contains(where: { "./*".contains($0) }) {
      add(
        .ruleNeverApplies,
        "\(name) applies to code that links to '\(pattern.text)', which is not the name of a library",
        place(of: pattern.text), fix: "write '\(pattern.text).framework'")
    }
  }

  /// A domain without its final period is also a prefix of other domains.
  private mutating func checkPrefixes() {
    for case let clause as CustomKeysClause in rule.clauses {
      for prefix in clause.prefixes {
        if let mark = prefix.first(where: { "*^%".contains($0) }) {
          add(
            .prefixOpen, "\(name) accepts only keys that start with '\(prefix)': '\(mark)' matches itself",
            place(of: prefix), fix: "write '\(String(prefix.filter { !"*^%$".contains($0) }))'")
        } else if !prefix.contains("."), KeyRegistry.applePrefix(of: prefix + "Key") == prefix {
          add(
            .prefixOpen, "\(name) accepts the prefix '\(prefix)', which is that of Apple's keys", place(of: prefix),
            fix: "write your own prefix, such as 'com.example.'")
        }
      }
      for prefix in clause.prefixes where prefix.contains(".") && prefix.last?.isLetter == true {
        add(
          .prefixOpen, "\(name) also accepts '\(prefix)s.Host', which starts with '\(prefix)' but has another owner",
          place(of: prefix), fix: "write '\(prefix).'")
      }
    }
  }

  /// Reports a required key that no system reads, or no system that the rule is for.
  private mutating func checkAvailability(of entry: KeyEntry, _ key: String) {
    let platforms = rule.applicability.platforms
    // The documentation hardly ever mentions Mac Catalyst separately.
    let readers = entry.availability.filter { reader in
      platforms.isEmpty || platforms.contains(reader.platform.rawValue) || platforms.contains("catalyst")
    }
    let instead = entry.successor.map { "use '\($0)' instead" }
    if readers.isEmpty {
      let others = entry.platforms.map(\.displayName).joined(separator: ", ")
      add(
        .keyPlatform,
        "\(name) applies to \(platforms.joined(separator: ", ")), but '\(key)' is read only on \(others)",
        place(of: key), fix: instead ?? "remove the key, or change 'applies'")
    } else if readers.allSatisfy(\.isDeprecated) {
      add(
        .keyDeprecated, "\(name) names '\(key)', which is deprecated", place(of: key),
        fix: instead ?? "use its replacement")
    }
  }

  private func place(of key: String) -> SourceLocation? {
    if let call, let source, let line = StringPlaces.line(of: key, in: call.fields, source) {
      return SourceLocation(file: source.file, line: line)
    }
    return places[key]
  }

  // MARK: Applicability

  private mutating func checkApplicability() {
    let applies = rule.applicability
    if let from = applies.minimumOSFrom, let below = applies.minimumOSBelow, let order = from.compare(to: below),
      order >= 0
    {
      add(
        .ruleNeverApplies, "\(name) applies from \(from.text) and below \(below.text), so it never applies",
        fix: "swap the two, or remove one")
    } else if let below = applies.minimumOSBelow, Self.isZero(below) {
      add(.ruleNeverApplies, "\(name) applies below \(below.text), so it never applies", fix: "write a later version")
    }
    if let from = applies.minimumOSFrom, Self.isZero(from) {
      add(
        .ruleAlwaysApplies, "\(name) applies from \(from.text), which includes every version",
        fix: "remove 'from', or write a later version")
    }
    if !applies.keys.isEmpty, Set(applies.keys).isSubset(of: applies.absentKeys) {
      add(
        .ruleNeverApplies,
        "\(name) is for bundles with and without \(applies.keys.joined(separator: " or ")), so it applies only if the value is blank",
        place(of: "without"), fix: "remove 'key' or 'without'")
    }
    // Bundles of these kinds are never nested.
    let outer = Set([Bundle.Kind.archive, .plist].map(\.rawValue))
    if applies.nested == true, !applies.kinds.isEmpty, applies.kinds.allSatisfy(outer.contains) {
      add(
        .ruleNeverApplies,
        "\(name) is for nested bundles of kinds that are never nested: \(applies.kinds.joined(separator: ", "))",
        fix: "remove 'nested', or name other kinds")
    }
    let usual = Set(Bundle.Kind.allCases).subtracting([.archive, .xcframework, .settings])
    if Set(applies.kinds) == Set(usual.map(\.rawValue)) {
      add(
        .ruleAlwaysApplies, "\(name) names the kinds that are already the default",
        fix: "remove 'kind'")
    }
    if let since = rule.since, let denyFrom = rule.denyFrom, denyFrom < since {
      add(
        .ruleDates, "\(name) becomes an error on \(denyFrom.text), before it applies (\(since.text))",
        fix: "set 'deny_from' to a day after 'since', or remove it")
    }
  }

  /// Reports a clause that third-party frameworks and resource bundles do not satisfy, in a rule that applies to all bundles: they have
  /// versions and keys of their own.
  private mutating func checkNestedBundles() {
    let applies = rule.applicability
    guard applies.nested == nil, applies.kinds.isEmpty, applies.condition == nil else { return }
    let reason: String? = rule.clauses.lazy.compactMap { clause in
      switch clause {
      case is IncreasesClause: "have version numbers of their own"
      case is RequireClause: "may not have these keys"
      case is CustomKeysClause: "have custom keys of their own"
      default: nil
      }
    }.first
    guard let reason else { return }
    add(
      .ruleNested, "\(name) also applies to nested bundles, such as frameworks from vendors, which \(reason)",
      fix:
        "add applies = { nested = false }, or list the kinds of bundles it is for, as in applies = { kind = \"application\" }"
    )
  }

  private static func isZero(_ version: Version) -> Bool { version.numbers.allSatisfy { $0.allSatisfy { $0 == "0" } } }

  /// Reports a `when` whose result does not depend on the bundle.
  private mutating func checkCondition() {
    guard let source, let applies = field("applies"), let fields = source.fields(applies),
      let when = fields.first(where: { $0.name == "when" })?.value, let closure = source.closure(when)
    else { return }
    let returns = Self.returns(closure.body)
    let place = SourceLocation(file: source.file, line: when.line)
    let answers = returns.map { values -> Bool? in
      guard let first = values.first else { return false }
      return switch source.resolve(first).kind {
      case .boolean(let answer): answer
      case .nil: false
      default: nil
      }
    }
    if answers.allSatisfy({ $0 == false }) {
      add(
        .ruleNeverApplies, "\(name) has a 'when' that never returns true", place,
        fix: "return true for the bundles that the rule applies to")
    } else if answers.allSatisfy({ $0 == true }), case .return? = closure.body.last?.kind {
      add(.ruleAlwaysApplies, "\(name) has a 'when' that returns true for every bundle", place, fix: "remove 'when'")
    }
  }

  static func returns(_ statements: [LuaStatement]) -> [[LuaExpression]] {
    statements.flatMap { statement -> [[LuaExpression]] in
      if case .return(let values) = statement.kind { [values] } else { statement.blocks.flatMap(returns) }
    }
  }

  private func field(_ name: String) -> LuaExpression? { call?.fields.first { $0.name == name }?.value }

  // MARK: check

  /// Reports a `check` or `across` that cannot report a finding.
  private mutating func checkFunction(_ word: String) {
    guard let source, let check = field(word), let closure = source.closure(check), !closure.isVariadic else {
      return
    }
    let names = closure.parameters.map { source.variables[$0].name }
    if names.first == "report" || (word == "check" && names.count > 1 && names[1] == "bundle") {
      add(
        .checkParameters, "\(name) has a '\(word)' whose parameters are in the wrong order",
        SourceLocation(file: source.file, line: check.line),
        fix: "write function(\(word == "check" ? "bundle" : "bundles"), report)")
    }
    for values in Self.returns(closure.body) {
      guard let value = values.first, source.isValue(value) else { continue }
      add(
        .checkReturns, "\(name) has a '\(word)' that returns a value, which is an error",
        SourceLocation(file: source.file, line: value.line), fix: "report violations with report(…), and return nothing"
      )
    }
    if closure.parameters.count < 2 || source.variables[closure.parameters[1]].reads == 0 {
      add(
        .checkSilent, "\(name) has \(word == "check" ? "a" : "an") '\(word)' that reports nothing, so it always passes",
        SourceLocation(file: source.file, line: check.line),
        fix: "add a second parameter and report violations with it: report(\(word == "check" ? "" : "bundle, ")\"…\")")
    }
  }
}

extension Scalar {
  fileprivate var kind: KeyValueKind {
    switch self {
    case .text: .string
    case .integer: .integer
    case .real: .real
    case .boolean: .boolean
    }
  }
}

extension Shape {
  fileprivate var kinds: Set<KeyValueKind>? {
    switch self {
    case .text, .uuid, .reverseDNS, .version, .url: [.string]
    case .integer: [.integer]
    case .real: [.integer, .real]
    case .boolean: [.boolean]
    case .date: [.date]
    case .data: [.data]
    case .list: [.array]
    case .dictionary: [.dictionary]
    case .oneOf(let values): Set(values.map(\.kind))
    case .optional(let inner): inner.kinds
    case .anyOf(let shapes):
      shapes.allSatisfy { $0.kinds != nil } ? shapes.reduce(into: []) { $0.formUnion($1.kinds ?? []) } : nil
    case .allOf(let shapes):
      shapes.reduce(nil as Set<KeyValueKind>?) { all, shape in
        guard let all, let kinds = shape.kinds else { return all ?? shape.kinds }
        return all.intersection(kinds)
      }
    case .nonEmpty, .custom: nil
    }
  }
}

package struct StringPlaces {
  /// Nil for strings in several places.
  private var places: [String: SourceLocation?] = [:]

  mutating func add(_ tokens: [LuaTokens.Token], file: String) {
    for token in tokens where token.kind == .string || token.kind == .name {
      let place = SourceLocation(file: file, line: token.line)
      if let known = places[token.text] {
        if known != place { places[token.text] = .some(nil) }
      } else {
        places[token.text] = place
      }
    }
  }

  subscript(_ text: String) -> SourceLocation? { places[text] ?? nil }

  static func line(ofField name: String, in fields: [LuaField]) -> Int? {
    if let field = fields.first(where: { $0.name == name }) { return field.line }
    return fields.lazy.compactMap { field in
      if case .table(let inner) = field.value.kind { inner.first { $0.name == name }?.line } else { nil }
    }.first
  }

  /// The first line of a table on which a key is named: alone, as a field, or as the first part of a pointer.
  static func line(of key: String, in fields: [LuaField], _ source: SourceLint) -> Int? {
    var pending = fields
    var looked = 0
    while let field = pending.popLast(), looked < 10_000 {
      looked += 1
      if field.name == key { return field.line }
      if let text = field.value.plainString, text == key || text.hasPrefix("/" + key) { return field.value.line }
      switch field.value.kind {
      case .table(let inner): pending += inner
      // `optional(list_of { … })`, `text { … }`.
      case .suffixed(_, let suffixes):
        for case .call(let arguments) in suffixes.map(\.kind) {
          pending += arguments.map { LuaField(key: .position, value: $0, line: $0.line) }
        }
      default: break
      }
    }
    return nil
  }
}

package final class KeySpelling {
  private let prefixes: [String]
  private var known: [String: String?] = [:]

  init(own prefixes: [String]) { self.prefixes = prefixes }

  func nearest(to key: String) -> String? {
    if let answer = known[key] { return answer }
    let base = QualifiedKey.split(key).base
    let isKnown = KeyRegistry.contains(key) || KeyRegistry.contains(base)
    let isOwn = prefixes.contains { key.utf8.starts(with: $0.utf8) }
    let answer = isKnown || isOwn ? nil : KeyRegistry.nearest(to: base)
    known[key] = .some(answer)
    return answer
  }
}
