import ArgumentParser
import Basics
import CheckerPlugIns
import Comparison
import PolicyEngine
import PolicyPacks
import PolicyTesting
import Reports

struct PackPreviewOptions: ParsableArguments {
  @Option("pack", "with --preview, update only this pack", value: "NAME") var packs: [String] = []

  @Option(.policy) var namedPolicies: [String] = []
  @OptionGroup var comparison: ComparisonOptions
  @OptionGroup var checkers: PlugInLimitOptions

  var given: String? {
    let own = [
      ("pack", !packs.isEmpty), ("policy", !namedPolicies.isEmpty), ("format", comparison.format != .text),
      ("output", comparison.output != nil),
    ]
    return (own + comparison.given + checkers.givenLimits).first { $0.1 }?.0
  }
}

/// `bundlepolicy pack update --preview [BUNDLE…]`: compares the results of the policies with the locked and with the updated packs.
struct PackPreview {
  let options: PackPreviewOptions
  let operands: [String]
  let runsCheckers: Bool

  func run(_ locking: PackLocking) throws -> ExitStatus {
    let output = try DiffOutput(
      format: options.comparison.format, file: options.comparison.output, operands: operands)
    let named = options.namedPolicies
    let run = try PolicyComparisonRun(
      options.comparison, named: named,
      checkers: CheckerArguments(
        settings: options.checkers.settings(trustsLocked: runsCheckers), namesPolicies: !named.isEmpty), output)
    let policies = try PolicySearch.policiesOfProject(named: named)
    if policies.isEmpty {
      throw EngineError(
        code: "policy.not-found", message: "there is no policy that could use the packs",
        hint: "run the command in a folder with policy.lua, or name a policy with --policy")
    }
    var updated = locking.project
    updated.lock = locking.lock
    var comparison = try run.compare(
      .init(policies: policies, project: try locking.project.asLocked()), .init(policies: policies, project: updated),
      on: operands.map(DiffOutput.withoutSlash))
    comparison.packs = Self.changes(from: locking.project.lock, to: locking.lock)
    let status = try output.write(comparison)
    return locking.isComplete ? status : .incomplete
  }

  private static func changes(from old: PolicyLock?, to new: PolicyLock) -> [PackChange] {
    let before = old?.packs ?? [:]
    return Set(before.keys).union(new.packs.keys).sortedByBytes().compactMap { name in
      let (was, now) = (before[name], new.packs[name])
      if was?.revision == now?.revision, was?.digest == now?.digest { return nil }
      // A branch, or a tag that was moved, keeps its name.
      let isSameName = was?.version == now?.version
      return PackChange(
        name: name, before: isSameName ? was?.phrase : was?.version, after: isSameName ? now?.phrase : now?.version)
    }
  }
}
