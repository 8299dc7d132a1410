import PolicySchema
import LuaRuntime
import PolicyEngine
import Reports

/// The policies of a run with other parameters, set by tests and examples. A policy reads its parameters while it loads, so each
/// set of values has its own program; the programs only share the sources. Not thread-safe.
package final class PolicyVariants {
  /// The maximum number of programs in the cache; the one loaded first is removed.
  private static let limit = 8

  /// A fault in a rule, for mutation testing. It is made in each program separately, because a rule's functions belong to its
  /// program.
  struct Fault {
    let rule: String
    let make: (Rule) -> Rule?
  }

  var fault: Fault?
  private let base: PolicyProgram
  private var programs: [(parameters: [String: LuaValue], program: PolicyProgram)] = []
  private var lines = LineCoverage()
  private var failures: [EngineError] = []

  init(_ base: PolicyProgram) { self.base = base }

  /// Runs `body` with the program for these values. Throws if it cannot be loaded.
  func with<Result>(
    _ parameters: [String: LuaValue], _ body: (PolicyProgram) -> Result
  ) throws(DeclarationError) -> Result {
    if parameters.isEmpty { return body(base) }
    let program = try program(with: parameters)
    guard let fault, let position = program.rules.firstIndex(where: { $0.id == fault.rule }),
      let rule = fault.make(program.rules[position])
    else { return body(program) }
    return program.withRule(rule, at: position) { body(program) }
  }

  private func program(with parameters: [String: LuaValue]) throws(DeclarationError) -> PolicyProgram {
    if let known = programs.first(where: { $0.parameters == parameters }) { return known.program }
    let program: PolicyProgram
    do throws(EngineError) {
      program = try PolicyProgram(base.loadedFrom.with(parameters: parameters))
      if let error = program.errors.first { throw error }
    } catch {
      let place = error.file.map { file in file + (error.line.map { ":\($0)" } ?? "") + ": " } ?? ""
      throw DeclarationError("params: \(place)\(error.message)" + (error.hint.map { " (\($0))" } ?? ""))
    }
    if programs.count >= Self.limit { retire(programs.removeFirst().program) }
    programs.append((parameters, program))
    return program
  }

  private func retire(_ program: PolicyProgram) {
    if program.loadedFrom.options.coversLines { lines.add(program) }
    failures += program.finishCheckers()
  }

  /// Releases all programs. Returns the lines that were run in them, and the errors of their checkers.
  func finish() -> (lines: LineCoverage, failures: [EngineError]) {
    for (_, program) in programs { retire(program) }
    programs = []
    defer { (lines, failures) = (LineCoverage(), []) }
    return (lines, failures)
  }
}
