package import KeyRegistry
package import PolicyEngine
package import Reports

package struct LanguageTools: Sendable {
  package struct Remark: Hashable, Sendable {
    package let code: String
    package let severity: Severity
    package let message: String
    package let fix: String
    package let file: String
    package let line: Int

    package init(code: String, severity: Severity, message: String, fix: String, file: String, line: Int) {
      (self.code, self.severity, self.message, self.fix) = (code, severity, message, fix)
      (self.file, self.line) = (file, line)
    }
  }

  package struct Trial: Hashable, Sendable {
    package let name: String
    package let file: String
    package let line: Int
    package let problems: [String]

    package init(name: String, file: String, line: Int, problems: [String]) {
      (self.name, self.file, self.line, self.problems) = (name, file, line, problems)
    }
  }

  /// The policy that a policy or test file belongs to, with all its tests.
  package var suite: @Sendable (_ file: String) throws(EngineError) -> (policy: String, tests: [String])
  package var options: @Sendable (_ policies: [String], _ tests: [String]) -> PolicyOptions
  /// The policies that the waivers in a folder are for, and the options for loading them.
  package var project: @Sendable (_ folder: String) throws(EngineError) -> PolicyOptions
  package var bundles: @Sendable (_ folder: String) throws(EngineError) -> [String]
  /// Validates the values of a project file, which its reader does not know.
  package var validate: @Sendable (_ file: String, _ bytes: [UInt8]) throws(EngineError) -> Void
  package var isPolicy: @Sendable (_ source: [UInt8]) -> Bool
  package var isWaivers: @Sendable (_ source: [UInt8]) -> Bool
  package var remarks: @Sendable (_ program: PolicyProgram) -> [Remark]
  package var trials: @Sendable (_ program: PolicyProgram, _ rule: String?, _ test: SourceLocation?) -> [Trial]
  package var describe: @Sendable (_ key: KeyEntry) -> String

  package init(
    suite: @escaping @Sendable (String) throws(EngineError) -> (policy: String, tests: [String]),
    options: @escaping @Sendable ([String], [String]) -> PolicyOptions,
    project: @escaping @Sendable (String) throws(EngineError) -> PolicyOptions,
    bundles: @escaping @Sendable (String) throws(EngineError) -> [String],
    validate: @escaping @Sendable (String, [UInt8]) throws(EngineError) -> Void,
    isPolicy: @escaping @Sendable ([UInt8]) -> Bool, isWaivers: @escaping @Sendable ([UInt8]) -> Bool,
    remarks: @escaping @Sendable (PolicyProgram) -> [Remark],
    trials: @escaping @Sendable (PolicyProgram, String?, SourceLocation?) -> [Trial],
    describe: @escaping @Sendable (KeyEntry) -> String
  ) {
    (self.suite, self.options, self.project, self.bundles) = (suite, options, project, bundles)
    (self.validate, self.isPolicy, self.isWaivers) = (validate, isPolicy, isWaivers)
    (self.remarks, self.trials, self.describe) = (remarks, trials, describe)
  }
}
