import Parameters
import Basics
package import Bundles
import PolicyEngine
package import Reports

/// Loads a policy from text and checks bundles with it.
package final class PolicyRun {
  /// The start of every policy in tests. One line, so that rules start on line 2.
  package static let header = "policy \"test\" { summary = \"for a test\" }\n"

  /// The folder that contains the policy.
  package let folder: TemporaryFolder
  private let parameters: [String: String]

  /// `rules` is the text after the header line in `policy.lua`.
  package init(_ rules: String, modules: [String: String] = [:], parameters: [String: String] = [:]) throws {
    folder = try TemporaryFolder(modules.merging(["policy.lua": Self.header + rules]) { $1 })
    self.parameters = parameters
  }

  /// Returns the error of loading these files as `CODE FILE:LINE: MESSAGE [HINT]`; nil if it succeeds.
  package static func loadingError(
    _ files: [String: String], policies: [String] = ["policy.lua"], parameters: [String: String] = [:],
    limits: LuaLimitsForTests = .standard
  ) throws -> String? {
    let folder = try TemporaryFolder(files)
    do throws(EngineError) {
      _ = try PolicyProgram(limits.options(policies.map { folder($0) }, parameters))
      return nil
    } catch {
      return folder.withoutPath(describe(error))
    }
  }

  /// Formats an error as `CODE FILE:LINE: MESSAGE [HINT]`.
  package static func describe(_ error: EngineError) -> String {
    error.code.rawValue + " " + (error.file.map { $0 + (error.line.map { ":\($0)" } ?? "") + ": " } ?? "")
      + error.message
      + (error.hint.map { " [\($0)]" } ?? "")
  }

  /// Returns the report of checking bundles one after the other.
  package func report(
    _ graphs: BundleGraph..., previous: [BundleGraph]? = nil, failOn: FailureThreshold = .error, rules: [String] = [],
    skip: [String] = [], asOf: String = "2026-06-15", allowsEmpty: Bool = false, fuel: UInt64 = 50_000_000,
    limits: LuaLimitsForTests = .standard
  ) throws -> Report {
    var options = limits.options([folder("policy.lua")], parameters)
    options.fuel = fuel
    let program = try PolicyProgram(options)
    guard let day = CalendarDate(asOf) else { throw EngineError(code: "test", message: "not a day: \(asOf)") }
    var check = Check(
      program,
      .init(asOf: day, previous: previous, failOn: failOn, rules: rules, skip: skip, allowsEmpty: allowsEmpty))
    for graph in graphs { check.run(on: graph, path: graph.displayPath) }
    return check.report()
  }

  /// Returns the findings and errors of a report, one per line, without the folder's path.
  package func lines(_ report: Report) -> [String] {
    report.bundles.flatMap { bundle in
      (bundle.findings.map(Self.describe) + bundle.errors.map(Self.describe)).map(folder.withoutPath)
    }
  }

  /// Formats a finding on one line: place, value, message and details.
  package static func describe(_ finding: Finding) -> String {
    var text = [finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
    if let line = finding.line { text += ":\(line)" }
    if let column = finding.column { text += ":\(column)" }
    if let keyPath = finding.keyPath { text += (text.isEmpty ? "" : " ") + keyPath }
    if finding.isMissing { text += " (missing)" }
    if let value = finding.value { text += " = \(value)" }
    text += (text.isEmpty ? "" : ": ") + finding.message
    if let expected = finding.expected { text += " [expected \(expected)]" }
    if let fix = finding.fix { text += " [fix \(fix)]" }
    return text
  }
}

/// Limits for tests; the product's own by default.
package struct LuaLimitsForTests: Sendable {
  /// The memory limit in bytes; nil for the product's own.
  package var memory: Int?
  /// The product's limits.
  package static let standard = LuaLimitsForTests()

  /// Makes limits; parameters that are nil keep the product's.
  package init(memory: Int? = nil) { self.memory = memory }

  func options(_ policies: [String], _ parameters: [String: String]) -> PolicyProgram.Options {
    var options = PolicyProgram.Options(policies: policies, parameters: PolicyParameters(texts: parameters))
    if let memory { options.limits.memory = memory }
    // Tests must not depend on the clock: a busy machine must give the same result.
    options.limits.seconds = 600
    return options
  }
}
