import Basics
import CheckerPlugIns
import PropertyLists
import Reports

final class RequestedCheckers {
  /// Nil if policies are only read, and rules with checkers not evaluated.
  let checkers: Checkers?
  private let readsAll: Bool
  private(set) var failures: [String: PlugInError] = [:]
  private(set) var errors: [EngineError] = []

  init(_ options: PolicyOptions) throws(EngineError) {
    let settings = options.checkers
    let own = try mapError(try options.ownCheckers?()) { (error: PlugInError) in EngineError(error) }
    checkers = settings.map { Checkers($0, own: own) }
    readsAll =
      settings?.sources.contains { source in
        switch source {
        case .named: true
        case .repository, .pack: settings?.trustsLocked ?? false
        case .found: false
        }
      } ?? false
  }

  /// Finds the checkers, and checks the rules' options against their descriptions.
  ///
  /// Throws if a rule names an unknown checker, or passes unknown options. A checker that exists but cannot be used
  /// fails its rules when they run: the other rules are evaluated.
  func resolve(_ rules: [Rule]) throws(EngineError) {
    guard let checkers else { return }
    let faults = try mapError(readsAll ? try checkers.read() : []) { (error: PlugInError) in EngineError(error) }
    for rule in rules {
      for case let clause as CheckerClause in rule.clauses { try resolve(clause, of: rule, checkers) }
    }
    let known = Set(failures.values)
    errors = faults.filter { !known.contains($0) }.map { EngineError(reported: $0) }
  }

  private func resolve(_ clause: CheckerClause, of rule: Rule, _ checkers: Checkers) throws(EngineError) {
    let description: CheckerDescription
    do throws(PlugInError) {
      description = try checkers.description(of: clause.identifier)
    } catch {
      guard error.code == .notFound else {
        failures[clause.identifier] = error
        return
      }
      throw EngineError(
        code: error.code.rawValue, message: "rule '\(rule.localID)': \(error.message)", at: rule.declared,
        hint: error.hint)
    }
    if let problem = CheckerOptions.problem(in: clause.options, for: description) {
      throw EngineError(code: "policy.invalid", message: "rule '\(rule.localID)': \(problem)", at: rule.declared)
    }
  }
}

extension EngineError {
  /// An error of a rule's checker. Its place is the rule's declaration: a bundle of code is not a file with lines.
  init(_ error: PlugInError, of checker: String, rule: Rule) {
    let isNamed = error.checker == checker
    let place = error.file.map { " (\($0))" } ?? ""
    self.init(
      code: error.code.rawValue,
      message: isNamed ? error.message + place : "checker '\(checker)'\(place): \(error.message)",
      file: rule.declared.file, line: rule.declared.line, rule: rule.id, hint: error.hint)
  }

  /// An error of a checker that belongs to no rule. The message names the bundle, since it is a directory and `file` is for files.
  init(reported error: PlugInError) {
    self.init(error)
    guard let path = error.file, path.hasSuffix(".checker") else { return }
    message = "\(path): \(error.message)"
    file = nil
  }
}
