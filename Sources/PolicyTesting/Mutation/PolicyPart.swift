import PolicyEngine

import Reports

/// The part of a policy that a fault can affect. It loads in a fraction of the time, and has no other rules to skip.
struct PolicyPart {
  /// The ids and positions of the rules that the fault can affect.
  let rules: [(id: String, position: Int)]
  /// The tests of the whole policy, run on the part without a fault.
  let run: PolicyTestRun
  private let sources: PolicySources

  /// The part for a fault in code that the declarations of some files use.
  ///
  /// Files that a policy imports just for their declarations are left out, unless they have such rules, or rules that a policy changes.
  /// If the rest cannot be used alone, the part is the whole policy.
  init(_ files: Set<String>, of context: MutationContext, _ whole: PolicySources) {
    let program = context.program
    let concerned = context.uses.modules(of: files)
    rules = program.rules.enumerated().filter { concerned.contains($0.element.declared.file) }
      .map { ($0.element.id, $0.offset) }
    let adjusted = program.rules.filter { rule in
      rule.adjustment != nil || program.waivers.contains { $0.rule == rule.id || $0.rule == rule.localID }
    }
    let policies = Set(program.policies.map(\.source))
    let candidates = Set(policies.flatMap { context.uses.runs[$0] ?? [] })
    let wanted = files.union(adjusted.map(\.declared.file))
    let running = candidates.filter { !context.uses.modules(of: [$0], { _ in true }).isDisjoint(with: wanted) }
    let kept = context.uses.modules(of: wanted.union(policies).union(running)) { !policies.contains($0) }
    let other = candidates.subtracting(kept)
    let part = other.reduce(whole) { $0.replacing($1, by: []) }
    if !other.isEmpty, let program = Self.program(part, with: rules), program.errors.isEmpty,
      case let run = context.run.on(program), context.passesExamples(of: rules.map(\.id), run)
    {
      (self.run, sources) = (run, part)
    } else {
      (run, sources) = (context.run, whole)
    }
  }

  /// Nil if the program does not load or lacks a rule.
  private static func program(_ sources: PolicySources, with rules: [(id: String, position: Int)]) -> PolicyProgram? {
    guard let program = try? PolicyProgram(sources) else { return nil }
    return Set(rules.map(\.id)).isSubset(of: program.ruleIDs) ? program : nil
  }

  /// The tests of the policy, run on the part with a fault; nil if it does not load or lacks a rule.
  func run(with fault: SourceMutant, _ source: [UInt8]) -> PolicyTestRun? {
    Self.program(sources.replacing(fault.file, by: fault.applied(to: source)), with: rules).map { run.on($0) }
  }
}
