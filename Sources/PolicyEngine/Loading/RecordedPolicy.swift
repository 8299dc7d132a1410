import Basics
import Bundles
import PolicySchema
import Reports
import StandardPolicies

struct RecordedPolicy {
  private(set) var id = ""
  private(set) var line = 0
  private(set) var summary = ""
  private(set) var version: String?
  private(set) var includes: [String] = []
  private(set) var digest = ""
  private(set) var imports: [(line: Int, number: Int)] = []
  private(set) var rules: [Rule] = []

  init?(_ source: PolicySource) {
    let record = StandardPolicies.record(String(source.path.dropFirst(StandardPolicies.mark.count)))
    if record.isEmpty { return nil }
    var fields: [RuleFields] = []
    for (name, value) in RecordedLines(record[...], separator: UInt8(ascii: "\n")) {
      if "rule" ~= name {
        fields.append(RuleFields(localID: value.text))
      } else if fields.isEmpty {
        add(name, value.text)
      } else {
        fields[fields.count - 1].add(name, value)
      }
    }
    rules = fields.map { $0.rule(of: id) }
  }

  private mutating func add(_ name: RecordedLines.Name, _ value: String) {
    switch name {
    case "policy": id = value
    case "line": line = Int(value) ?? 0
    case "summary": summary = value
    case "version": version = value
    case "include": includes.append(value)
    case "digest": digest = value
    case "import":
      let numbers = Self.numbers(value)
      if let line = numbers.first, let number = numbers.last { imports.append((line, number)) }
    default: break
    }
  }

  private static func numbers(_ text: String) -> [Int] {
    var (numbers, isInside) = ([Int](), false)
    for byte in text.utf8 {
      let digit = Int(byte) - 0x30
      defer { isInside = (0...9).contains(digit) }
      guard (0...9).contains(digit) else { continue }
      if isInside, let last = numbers.popLast() { numbers.append(last &* 10 &+ digit) } else { numbers.append(digit) }
    }
    return numbers
  }
}

private struct RuleFields {
  let localID: String
  var (file, line) = (0, 0)
  var severity = Severity.error
  var texts: RecordedTexts?
  var (formerIDs, clauses): ([String], [String]) = ([], [])
  var since, denyFrom: CalendarDate?
  var applicability = Applicability()
  var hasParameters = false
  var required: [String] = []

  init(localID: String) { self.localID = localID }

  mutating func add(_ name: RecordedLines.Name, _ recorded: RecordedLines.Value) {
    if "texts" ~= name {
      texts = RecordedTexts(bytes: recorded)
      return
    }
    let value = recorded.text
    switch name {
    case "file": file = Int(value) ?? 0
    case "line": line = Int(value) ?? 0
    case "severity": severity = Severity(rawValue: value) ?? .error
    case "deprecated": formerIDs.append(value)
    case "since": since = CalendarDate(value)
    case "deny_from": denyFrom = CalendarDate(value)
    case "kind": applicability.kinds.append(value)
    case "platform": applicability.platforms.append(value)
    case "nested": applicability.nested = value == "true"
    case "key": applicability.keys.append(value)
    case "without": applicability.absentKeys.append(value)
    case "entitlement": if let pattern = NamePattern(value) { applicability.entitlements.append(pattern) }
    case "links": if let pattern = NamePattern(value) { applicability.libraries.append(pattern) }
    case "files": if let glob = Glob(value) { applicability.files.append((value, glob)) }
    case "minimum_os", "from": applicability.minimumOSFrom = Version(value, dialect: .apple)
    case "below": applicability.minimumOSBelow = Version(value, dialect: .apple)
    case "when": applicability.isConditional = true
    case "parameters": hasParameters = true
    case "require": required.append(value)
    case "clause": clauses.append(value)
    default: break
    }
  }

  func rule(of policy: String) -> Rule {
    // With nothing but `require`, the record has the whole rule.
    let isWhole = clauses == [RequireClause.field] && !applicability.isConditional && !hasParameters
    return Rule(
      policy: policy, localID: localID, severity: severity, texts: texts.map { .recorded($0) } ?? .given(RuleTexts()),
      applicability: applicability, clauses: required.isEmpty ? [] : [RequireClause(required)],
      recorded: isWhole ? nil : Rule.Recorded(file: file, clauses: clauses, hasParameters: hasParameters),
      formerIDs: formerIDs.map { $0.contains("/") ? $0 : "\(policy)/\($0)" }, since: since, denyFrom: denyFrom,
      declared: SourceLocation(file: StandardPolicies.file(file), line: line))
  }
}
