package import Basics
package import LuaRuntime
import Parameters
import PolicyEngine
import PolicySchema
package import Reports

/// A test of a policy: a bundle, and the expected results of the check.
package struct PolicyTest {
  package struct Expectation {
    /// The rule's id as written in the test, local or full. After the policies have loaded, the full id.
    package var rule: String
    package var status: RuleResult.Status?
    var count: Int?
    /// Keys or JSON Pointers; each must be the place of a finding.
    var keys: [String] = []
    /// Files; each must be the place of a finding.
    var files: [String] = []
    /// Texts; each must be in a finding's message.
    var messages: [String] = []
    /// Changes; each must be offered by a finding: `rename /APIHost to 'com.example.APIHost'`.
    var edits: [String] = []
  }

  let name: String
  /// The bundle, the conditions of the check, and the bundles that are checked with it.
  package let given: Fixture
  package var verdict: Verdict?
  /// The number of findings of all rules together; nil if the test does not give it.
  var findings: Int?
  package var expectations: [Expectation] = []
  /// The name of the file that contains the expected report, without its extension; nil without a snapshot.
  var snapshot: String?
  package let declared: SourceLocation
}

package struct PolicyTestReader {
  let fixtures: FixtureTable

  static let definition = APIClass(
    "Test", .declaration, "The table of `test \"name\"`.",
    fields: [
      APIField(
        "given", "Fixture|Description|(Fixture|Description)[]",
        "The bundle, or a list of bundles that are checked together."),
      APIField(
        "expect?", "Verdict|Expectations", "The verdict, or the result of each rule; required without `snapshot`."),
      APIField(
        "snapshot?", "boolean|string",
        "Whether to compare the whole report with a stored snapshot, or the snapshot's name."),
    ] + TestConditions.fields)

  static let expectations = APIClass(
    "Expectations", .open, "The verdict, and the result of each rule.",
    index: .init("string", "Status|Expectation"),
    fields: [
      APIField("verdict?", "Verdict", "The verdict of the whole check."),
      APIField("findings?", "integer", "The total number of findings of all rules, including notes."),
    ])

  static let expectation = APIClass(
    "Expectation", .declaration, "The result of a rule.",
    fields: [
      APIField("status?", "Status", "By default `fail`, or `pass` if there are no findings."),
      APIField("findings?", "integer", "The number of findings."),
      APIField("key?", "InfoKey|InfoKey[]", "A key or JSON Pointer at which there is a finding, or a list of them."),
      APIField("file?", "string|string[]", "A file about which there is a finding, or a list of them."),
      APIField("message?", "string|string[]", "A string that the message of a finding contains, or a list of them."),
      APIField(
        "edit?", "string|string[]",
        "A change that `check --fix` makes for a finding, such as `remove /UIPrerenderedIcon`, or a list of them."),
    ])

  func test(_ name: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) -> PolicyTest {
    let place = "test '\(name)'"
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw DeclarationError("a test needs a name that says what it checks")
    }
    guard !name.unicodeScalars.contains(where: Self.breaksLines) else {
      throw DeclarationError("the name of a test must be one line without control characters")
    }
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    guard reader.has("given") else {
      throw DeclarationError("\(place): 'given' is missing: the bundle, such as fixture.application { … }")
    }
    var given = try FixtureReader(table: fixtures).given(reader.value("given"), in: "\(place), given")
    given.conditions = try TestConditions(reader)
    var test = PolicyTest(name: name, given: given, declared: declared)
    test.snapshot = try snapshot(name, reader)
    switch reader.value("expect") {
    case .string:
      test.verdict = try reader.word("expect", Verdict.self, called: "verdict")
    case .table(let table) where !table.entries.isEmpty:
      let names = table.entries.compactMap { $0.key.string }
      for entry in table.entries {
        guard case .string(let rule) = entry.key else {
          throw DeclarationError("\(place), expect: rules must have names (write [\"rule-id\"] = \"pass\")")
        }
        if rule == "verdict" {
          let verdict = try DeclarationReader(reader.value("expect"), place: "\(place), expect", known: names)
          test.verdict = try verdict.word("verdict", Verdict.self)
        } else if rule == "findings", case .integer(let count) = entry.value {
          // For a rule named `findings`, a number would have no meaning.
          guard count >= 0 else {
            throw DeclarationError(
              "\(place), expect: 'findings' must be the total number of findings of all rules, found \(count)")
          }
          test.findings = Int(clamping: count)
        } else {
          test.expectations.append(try expectation(rule, entry.value, "\(place), expect, \(rule)"))
        }
      }
    case .nil where test.snapshot != nil: break
    case .nil: throw DeclarationError("\(place): 'expect' is missing: \"pass\", \"fail\", or the result of each rule")
    case .table: throw DeclarationError("\(place): 'expect' is empty, so the test would check nothing")
    case let other: throw reader.mismatch("expect", expected: "\"pass\", \"fail\" or a table of rules", found: other)
    }
    return test
  }

  /// Reads `snapshot`: true, or the name of the file.
  private func snapshot(_ test: String, _ reader: DeclarationReader) throws(DeclarationError) -> String? {
    switch reader.value("snapshot") {
    case .nil, .boolean(false): return nil
    case .boolean(true):
      guard let name = SnapshotName.made(of: test) else {
        throw DeclarationError(
          "\(reader.place): the test's name cannot be used as a file name; give one: snapshot = \"some-name\"")
      }
      return name
    case .string(let name):
      guard SnapshotName.isValid(name) else {
        throw DeclarationError(
          "\(reader.place): 'snapshot' must be a file name of at most \(SnapshotName.maximumLength) lower-case letters, digits and '-', not '\(name)'"
        )
      }
      return name
    case let other: throw reader.mismatch("snapshot", expected: "true, or the name of a file", found: other)
    }
  }

  private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  private func expectation(
    _ rule: String, _ value: LuaValue, _ place: String
  ) throws(DeclarationError) -> PolicyTest.Expectation {
    var result = PolicyTest.Expectation(rule: rule)
    if case .string(let word) = value {
      guard let status = RuleResult.Status(rawValue: word) else {
        throw .unknown("status", word, among: RuleResult.Status.allCases.map(\.rawValue), in: place)
      }
      result.status = status
      return result
    }
    let reader = try DeclarationReader(value, place: place, of: Self.expectation)
    result.status = try reader.word("status", RuleResult.Status.self)
    switch reader.value("findings") {
    case .nil: break
    case .integer(let count) where count >= 0: result.count = Int(clamping: count)
    case let other: throw reader.mismatch("findings", expected: "a number of findings", found: other)
    }
    result.keys = try reader.texts("key") ?? []
    result.files = try reader.texts("file") ?? []
    result.messages = try reader.texts("message") ?? []
    result.edits = try reader.texts("edit") ?? []
    if result.status == nil {
      // An expected finding implies that the rule fails.
      result.status = result.count == 0 ? .pass : .fail
    }
    return result
  }
}

extension PolicyTest {
  /// Gives expectations the full ids of their rules. A test that names no rule, or an ambiguous one, cannot prove anything, so each
  /// is an error at its place.
  static func resolve(_ tests: [PolicyTest], _ names: RuleNames) -> (tests: [PolicyTest], errors: [EngineError]) {
    var tests = tests
    var errors: [EngineError] = []
    for number in tests.indices {
      var seen: [String: String] = [:]
      for position in tests[number].expectations.indices {
        let name = tests[number].expectations[position].rule
        let found = names.rules(named: name).map(\.id)
        let problem: String
        if let id = found.first, found.count == 1 {
          tests[number].expectations[position].rule = id
          guard let other = seen.updateValue(name, forKey: id) else { continue }
          problem = "'\(other)' and '\(name)' are the same rule; give its result only once"
        } else if found.isEmpty {
          problem = "there is no rule '\(name)'" + names.suggestion(for: name)
        } else {
          problem = "several policies have a rule '\(name)'; write its full id: " + found.joined(separator: " or ")
        }
        let test = tests[number]
        errors.append(
          EngineError(
            code: "test.rule", message: "test '\(test.name)', expect: \(problem)", file: test.declared.file,
            line: test.declared.line))
      }
    }
    return (tests, errors)
  }
}

extension PolicyTest {
  func problems(with parameters: [Parameter]) -> [EngineError] {
    given.conditions.parameters.sorted(byBytesOf: \.key).compactMap { name, value in
      Parameter.problem(with: value, for: name, among: parameters).map { problem in
        EngineError(
          code: "test.parameter", message: "test '\(self.name)', params: \(problem)", file: declared.file,
          line: declared.line)
      }
    }
  }
}

/// Names of snapshots, which are valid file names on every system, including those that ignore case.
enum SnapshotName {
  /// In bytes.
  static let maximumLength = 100

  /// Lower-case letters and digits, in parts joined by `-`.
  static func isValid(_ name: String) -> Bool {
    var previousIsWord = false
    for byte in name.utf8 {
      let isWord = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      guard isWord || (byte == UInt8(ascii: "-") && previousIsWord) else { return false }
      previousIsWord = isWord
    }
    return previousIsWord && name.utf8.count <= maximumLength
  }

  /// The words of a test's name; nil if it has none, or too many. Letters outside of ASCII are omitted.
  static func made(of name: String) -> String? {
    let words = name.utf8.split { byte in
      !(0x61...0x7A).contains(byte | 0x20) && !(0x30...0x39).contains(byte)
    }
    let made = words.map { word in
      String(decoding: word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }.joined(separator: "-")
    return isValid(made) ? made : nil
  }
}

package struct TestConditions {
  /// The day of the check; nil for the day of the run.
  package var asOf: CalendarDate?
  /// Values of parameters, by name. Others have their values of the run.
  package var parameters: [String: LuaValue] = [:]

  /// The fields of tests and examples in addition to the description of a bundle.
  static let fields = ExampleReader.example.fields

  init() {}

  /// Whether they are the conditions of the run.
  var isDefault: Bool { asOf == nil && parameters.isEmpty }

  init(_ reader: DeclarationReader) throws(DeclarationError) {
    if let text = try reader.text("as_of") {
      guard let day = CalendarDate(text) else {
        throw DeclarationError("\(reader.place): 'as_of' is not a date: '\(text)' (write YYYY-MM-DD)")
      }
      asOf = day
    }
    for (name, value) in try reader.entries("params") {
      parameters[name] = value
    }
    if reader.has("params"), parameters.isEmpty {
      throw DeclarationError("\(reader.place): 'params' is empty; write params = { name = value }")
    }
  }
}
