import Basics
import KeyRegistry
import LuaSyntax
import PropertyLists

// The Info.plist keys that functions read and report findings about.
extension SourceLint {
  /// `info.Key`, `info["Key"]` on a known Info.plist, and on any variable named `info`.
  mutating func checkKeys(_ base: LuaExpression, _ suffixes: [LuaSuffix]) {
    var isInfo = isInfo(base)
    for (position, suffix) in suffixes.enumerated() {
      guard let name = suffix.name else {
        isInfo = position == 1 && isGlobal(base, "bundles") && suffixes[0].name == "localized_info"
        continue
      }
      if isInfo {
        noteRead(name, suffix.line)
        if isInfoOfBundle(base, Array(suffixes[..<position])) {
          checkNesting(name, suffix.line, "the code reads '\(name)'")
        }
      }
      isInfo = !isInfo && name == "info"
    }
    // A read of the registry of keys.
    if isGlobal(base, "keys"), let name = suffixes.first?.name, name != "is_custom" {
      checkSpelling(name, suffixes[0].line, "'keys' is indexed with '\(name)'")
    }
  }

  func isInfo(_ expression: LuaExpression) -> Bool {
    let value = resolve(expression)
    switch value.kind {
    case .name(let name, _): return name == "info"
    case .suffixed(_, let suffixes):
      if suffixes.last?.name == "info" || value.call?.function == "bundles.localized_info" { return true }
      // Another function may return anything; a variable that the author names `info` counts as an Info.plist, unless it is from another
      // file.
      guard case .name("info", _) = expression.kind else { return false }
      return !["bundles.read", "bundles.strings", "import"].contains(value.call?.function)
    case .chain(let first, let rest):
      // `bundle.info or {}`, `bundle and bundle.info`.
      if rest.allSatisfy({ $0.operation == "or" }) { return isInfo(first) }
      return rest.allSatisfy { $0.operation == "and" } && rest.last.map { isInfo($0.value) } == true
    default: return false
    }
  }

  private func isInfoOfBundle(_ base: LuaExpression, _ suffixes: [LuaSuffix]) -> Bool {
    suffixes.reduce(type(of: base)) { apply($1, to: $0) }.type == .info
  }

  func isReadOfInfo(_ expression: LuaExpression) -> Bool {
    guard case .suffixed(let base, let suffixes) = resolve(expression).kind, suffixes.last?.name != nil else {
      return false
    }
    let type = suffixes.dropLast().reduce(type(of: base)) { apply($1, to: $0) }.type
    if case .value = type { return true }
    return type == .info
  }

  private mutating func checkNesting(_ key: String, _ line: Int, _ subject: String) {
    guard let fix = KeyNesting.fix(for: key) else { return }
    add(.keyNested, "\(subject), which is not a top-level key", line, fix: fix)
  }

  func keyRead(_ expression: LuaExpression) -> String? {
    guard case .suffixed(let base, let suffixes) = resolve(expression).kind, let key = suffixes.last?.name else {
      return nil
    }
    if suffixes.count == 1 { return isInfo(base) ? key : nil }
    return suffixes[suffixes.count - 2].name == "info" ? key : nil
  }

  private mutating func noteRead(_ key: String, _ line: Int) {
    checkSpelling(key, line, "the code reads '\(key)'")
    if deprecatedReads[key] == nil, let entry = KeyRegistry.entry(for: key), entry.successor != nil,
      entry.isDeprecatedEverywhere
    {
      deprecatedReads[key] = line
    }
  }

  private mutating func checkSpelling(_ key: String, _ line: Int, _ subject: String) {
    guard let nearest = spelling.nearest(to: key) else { return }
    add(
      .keyMisspelt, "\(subject), which the platform does not define", line,
      fix: "did you mean '\(nearest)'?")
  }

  /// Keys named in calls of library functions and reports: `plist.resolve(info, "Key")`, `report:at(info, "Key", …)`.
  mutating func checkNamedKeys(_ function: String, _ arguments: [LuaExpression]) {
    guard arguments.count >= 2, isInfo(arguments[0]), let text = arguments[1].plainString else { return }
    let line = arguments[1].line
    let isKey = isInfoOfBundle(arguments[0], [])
    switch function {
    case "plist.find" where isKey && !JSONPointer.isPointer(text):
      add(
        .keyNested, "'\(text)' is not a JSON Pointer", line, fix: "write '/\(text)'")
    case "plist.find":
      guard JSONPointer.isPointer(text), let steps = JSONPointer.tokens(text), let key = steps.first, key != "*" else {
        return
      }
      checkSpelling(key, line, "the code searches for '\(key)'")
      if let (step, nearest) = KeyNesting.misspelt(steps) {
        add(
          .keyMisspelt, "the code searches for '\(step)', which the platform does not define there", line,
          fix: "did you mean '\(nearest)'?")
      }
    case "plist.resolve", "plist.variants", "plist.place": checkSpelling(text, line, "the code searches for '\(text)'")
    case "report:at", "report:missing":
      keysReported.insert(text)
      if isKey { checkNesting(text, line, "the code reports '\(text)'") }
      checkSpelling(text, line, "the code reports '\(text)'")
    default: break
    }
  }

  /// A rule that reads a deprecated key and does not mention its successor may be older than the successor.
  mutating func checkDeprecatedReads() {
    for (key, line) in deprecatedReads {
      guard !keysReported.contains(key), let successor = KeyRegistry.entry(for: key)?.successor,
        !fieldsRead.contains(successor), !keysReported.contains(successor)
      else { continue }
      add(
        .keyDeprecated, "the code reads '\(key)', which is deprecated", line,
        fix: "read '\(successor)' as well, or instead")
    }
  }
}

enum KeyNesting {
  /// The way to name a key that is not a top-level key; nil if the key may be one.
  static func fix(for key: String) -> String? {
    for separator in ["/", "."] {
      let parts = key.split(separator: Character(separator)).map(String.init)
      guard parts.count > 1, KeyRegistry.contains(parts[0]), !KeyRegistry.contains(key) else { continue }
      return "in a clause, write the JSON Pointer '/\(parts.joined(separator: "/"))'; in code, read \(parts[0]) first"
    }
    guard key.utf8.count > 7, !KeyRegistry.contains(key), !key.contains("/"), KeyRegistry.applePrefix(of: key) != nil,
      let parent = KeyRegistry.parents(ofNested: key).first
    else { return nil }
    let place = KeyRegistry.places(named: key).first?.pattern ?? "/\(parent)/…/\(key)"
    return "it is a key inside \(parent): '\(place)'"
  }

  /// The first step of a path that is probably a misspelling of a key defined at its place.
  static func misspelt(_ steps: [String]) -> (step: String, nearest: String)? {
    guard let first = steps.first, var schema = KeyRegistry.schema(of: first) else { return nil }
    for step in steps.dropFirst() {
      let isArray = schema.type == .array
      guard let inner = isArray ? schema.items : schema.field(step)?.schema ?? schema.others else {
        return isArray ? nil : SpellingCorrector.nearest(to: step, among: schema.fields.map(\.name)).map { (step, $0) }
      }
      schema = inner
    }
    return nil
  }
}
