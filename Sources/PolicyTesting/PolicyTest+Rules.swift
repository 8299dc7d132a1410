import PolicyEngine

extension PolicyTest {
  /// Gives expectations the full ids of their rules. A test that names no rule, or several, could not show what it says, so each
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
          problem = "'\(other)' and '\(name)' are one rule; say once what it comes to"
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
