package import KeyRegistry
package import PolicyEngine
package import Reports

package typealias LanguageRemark = (
  code: String, severity: Severity, message: String, fix: String, file: String, line: Int
)
package typealias LanguageTrial = (name: String, file: String, line: Int, problems: [String])

/// The parts of the program that the server needs and does not contain.
package protocol LanguageTools: Sendable {
  /// Returns the policy that a policy or test file belongs to, with all its tests.
  func suite(_ file: String) throws(EngineError) -> (policy: String, tests: [String])
  func options(_ policies: [String], _ tests: [String]) -> PolicyOptions
  /// Returns the policies that the waivers in a folder are for, and the options for loading them.
  func project(_ folder: String) throws(EngineError) -> PolicyOptions
  func bundles(_ folder: String) throws(EngineError) -> [String]
  /// Validates the values of a project file, which its reader does not know.
  func validate(_ file: String, _ bytes: [UInt8]) throws(EngineError)
  func isPolicy(_ source: [UInt8]) -> Bool
  func isWaivers(_ source: [UInt8]) -> Bool
  func remarks(_ program: PolicyProgram) -> [LanguageRemark]
  func trials(_ program: PolicyProgram, _ rule: String?, _ test: SourceLocation?) -> [LanguageTrial]
  func describe(_ key: KeyEntry) -> String
}
