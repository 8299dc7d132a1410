import Basics
import Fixes
import PolicyEngine
import Presentation
import Reports

// `check --fix`: changes files until a check finds nothing to change.
extension CheckRun {
  /// The maximum number of rounds. The changes of one round may lead to other findings, but not forever.
  private static let rounds = 10

  private struct Outcome {
    var applied: [(file: String, count: Int)] = []
    var refusals: [FixPlan.Refusal] = []
    var pending: [FixedFile] = []
    /// Changes that were not made in sources. These are fixed in the first round only, because the bundle stays as it was built.
    var left: [FixPlan.Refusal] = []
  }

  /// Checks and applies the fixes of findings, or prints them. `perform` then checks the result.
  mutating func fix() throws {
    var outcome = Outcome()
    do throws(EngineError) {
      try makeChanges(&outcome)
    } catch {
      // Earlier rounds are not undone.
      printFixes(of: outcome)
      try reportFailure(error)
      throw error
    }
    if command.isDryRun { try show(outcome.pending) }
    printFixes(of: outcome)
    for refusal in outcome.refusals {
      Output.printError("\(refusal.file): \(refusal.keyPath) was not fixed: \(refusal.reason)")
    }
    if !changedSources.isEmpty, !command.isDryRun {
      Output.printError("bundlepolicy: sources were changed; build again to check the result")
    }
    if outcome.applied.isEmpty { Output.printError("bundlepolicy: there is nothing to fix automatically") }
  }

  private func printFixes(of outcome: Outcome) {
    for (file, count) in outcome.applied {
      Output.printError("\(file): \(counted(count, "fix", "fixes")) \(command.isDryRun ? "to apply" : "applied")")
    }
  }

  private mutating func makeChanges(_ outcome: inout Outcome) throws(EngineError) {
    if command.bundles.contains("-") {
      throw EngineError(
        code: "fix.unnamed", message: "only what is named on the command line is fixed, not a list on standard input",
        hint: "name the bundles, a pattern, or a folder with --recursive")
    }
    for round in 1...Self.rounds {
      let plan = try plan(isFirst: round == 1)
      var files: [FixedFile] = []
      for file in plan.files {
        let fixed = try FixedFile(file)
        if file.isSource {
          outcome.left += fixed.refusals
          if fixed.isChanged { changedSources[fixed.shown, default: []].formUnion(file.findings.compactMap(\.keyPath)) }
        }
        files.append(fixed)
      }
      outcome.left += plan.left
      outcome.refusals =
        outcome.left + plan.conflicts + files.flatMap { $0.refusals.filter { !outcome.left.contains($0) } }
      let changed = files.filter(\.isChanged)
      if changed.isEmpty { break }
      for file in changed {
        if !command.isDryRun { try file.write() }
        if let known = outcome.applied.firstIndex(where: { $0.file == file.shown }) {
          outcome.applied[known].count += file.count
        } else {
          outcome.applied.append((file.shown, file.count))
        }
      }
      if command.isDryRun {
        outcome.pending = changed
        break
      }
      if round == Self.rounds {
        Output.printError(
          "bundlepolicy: stopped after \(round) rounds of fixes; the policies may contradict each other")
      }
    }
  }

  private mutating func plan(isFirst: Bool) throws(EngineError) -> FixPlan {
    let inputs = try prepare()
    // With sources, a bundle may be signed: it is not changed.
    if inputs.map == nil { for bundle in inputs.bundles { _ = try FixableBundle(named: bundle) } }
    var options = inputs.options
    options.evidence = .nothing
    options.explains = false
    let report = Check.report(on: inputs.bundles, inputs.program, options, jobs: jobs(for: inputs))
    status = ExitStatus(report.verdict)
    var plan = FixPlan(hasSources: inputs.map != nil, isFirst: isFirst)
    for var bundle in report.bundles {
      inputs.map?.locate(&bundle, evidence: .nothing)
      try plan.add(bundle)
    }
    plan.resolveConflicts()
    return plan
  }

  private func show(_ files: [FixedFile]) throws {
    let isTerminal = isatty(Output.standardOutput) == 1
    for file in files {
      // On a terminal, control characters are escaped; a patch needs the exact bytes.
      let text =
        isTerminal
        ? Self.escaped(
          UnifiedDifference.bytes(from: file.textBefore, to: file.textAfter, file: file.shown, isForReading: true))
        : UnifiedDifference.bytes(from: file.before, to: file.after, file: file.shown)
      try Output.write(text, to: Output.standardOutput)
    }
  }

  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { TerminalText.escape(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\t")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
