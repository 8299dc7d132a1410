public import CheckerPlugIns
import PropertyLists

/// The checkers that rules ask for.
final class CheckerRoll {
  /// Nil where policies are only read, and rules with checkers not judged.
  let checkers: Checkers?
  private let readsAll: Bool
  /// What is wrong with checkers that are there and can't be used, by identifier.
  private(set) var failures: [String: PlugInError] = [:]

  /// `own`: checkers that are linked into the program.
  init(_ settings: CheckerSettings?, own: CheckerRegistry?) {
    checkers = settings.map { Checkers($0, own: own) }
    readsAll =
      settings?.sources.contains { source in if case .named = source { true } else { false } } ?? false
  }

  /// Finds the checkers, and holds the rules' options against what they say of themselves.
  ///
  /// Throws for a rule that names a checker there isn't or that may not be loaded, or gives one options that it doesn't take; and for
  /// checkers that were named and are malformed, used or not. One that is there and fails is left for its rules to fail on.
  func resolve(_ rules: [Rule]) throws(EngineError) {
    guard let checkers else { return }
    do throws(PlugInError) {
      if readsAll { try checkers.read() }
    } catch {
      throw EngineError(error)
    }
    for rule in rules {
      for case .checker(let clause) in rule.clauses { try resolve(clause, of: rule, checkers) }
    }
  }

  private func resolve(_ clause: CheckerClause, of rule: Rule, _ checkers: Checkers) throws(EngineError) {
    let description: CheckerDescription
    do throws(PlugInError) {
      description = try checkers.description(of: clause.identifier)
    } catch {
      switch error.code {
      case .notFound:
        throw EngineError(
          code: error.code.rawValue, message: "rule '\(rule.localID)': \(error.message)", file: rule.declared.file,
          line: rule.declared.line, hint: error.hint)
      case .untrusted, .unreadable, .registration: throw EngineError(error, rule: rule.id)
      default:
        failures[clause.identifier] = error
        return
      }
    }
    if let problem = CheckerOptions.problem(in: clause.options, for: description) {
      throw EngineError(
        code: "policy.invalid", message: "rule '\(rule.localID)': \(problem)", file: rule.declared.file,
        line: rule.declared.line)
    }
  }
}

extension EngineError {
  /// An error of a checker, or of finding one.
  public init(_ error: PlugInError, rule: String? = nil) {
    self.init(code: error.code.rawValue, message: error.message, file: error.file, rule: rule, hint: error.hint)
  }
}
