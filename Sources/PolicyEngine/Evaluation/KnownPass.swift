package import Bundles
package import Basics
import LuaRuntime
import Reports
import StandardPolicies

/// What a rule of the standard policies asked of a bundle in which it found nothing, as `Policies/apple/passes.txt` has it: without what
/// answers were charged with, which is added again where they are.
package struct KnownPass: Hashable, Sendable {
  /// Everything, but for the digests, separated by `|`.
  package let line: String

  /// What the first line of the file has: which functions the transcripts call.
  package static var functions: String { "functions|\(HostFunction.digest)" }
}

extension PolicyProgram {
  /// What the rules that are run when they are needed ask of the outer bundle, of those that find nothing; sorted.
  package func knownPasses(on graph: BundleGraph, asOf day: CalendarDate) -> [KnownPass] {
    evaluator.begin(graph, history: nil, asOf: day, run: RunBudget())
    let bundle = graph.outer
    return rules.compactMap { rule in
      guard let file = rule.deferred, let (outcome, transcript) = evaluator.transcript(of: rule, on: bundle) else {
        return nil
      }
      let (free, charges) = transcript.separatingCharges
      let result: String
      switch outcome {
      case .evaluated(let findings, let fuel, nil) where findings.isEmpty && fuel >= charges:
        result = "\(fuel - charges)"
      case .notApplicable(let reason?): result = "-" + reason
      default: return nil
      }
      let fields = [
        String(file.path.dropFirst(StandardPolicies.mark.count)), file.digest, bundle.kind.rawValue,
        bundle.platform?.rawValue ?? "", result, Base64.encode(free.bytes),
      ]
      return KnownPass(line: fields.joined(separator: "|"))
    }.sorted { $0.line < $1.line }
  }
}
