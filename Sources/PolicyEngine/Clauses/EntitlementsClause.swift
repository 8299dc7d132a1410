import PolicyObjects
import Basics
import Bundles
package import PolicySchema
package import LuaRuntime
import PropertyLists

/// The shape of the entitlements in the signature of a program, in all its slices.
package struct EntitlementsClause: Clause {
  package static let definition = APIField(
    "entitlements?", "ShapeFields|Shape",
    "The shapes that the entitlements in the signature of the executable must have.")
  package static let companions: [APIField] = [
    APIField(
      "entitlements_of?", "ProgramChoice",
      "Whose entitlements: those of the `executable` (the default), or of all `programs` of the bundle, such as tools beside it. Nested bundles are checked on their own."
    )
  ]

  package enum Programs: String, CaseIterable { case executable, programs }

  package let shape: DictionaryShape
  package let programs: Programs

  package init(_ shape: DictionaryShape, of programs: Programs = .executable) {
    (self.shape, self.programs) = (shape, programs)
  }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    let programs = try rule.word("entitlements_of", Programs.self)
    guard let shape = try rule.dictionaryShape(field, shapes, keys: "name of an entitlement") else {
      throw DeclarationError("\(rule.place): 'entitlements_of' needs 'entitlements'")
    }
    return Self(shape, of: programs ?? .executable)
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let (host, bundle) = (context.host, context.bundle)
    var paths = bundle.executable.map { [$0] } ?? []
    var fuel: UInt64 = 0
    if programs == .programs { paths += try host.toolPaths(of: bundle, fuel: &fuel) }
    var isEvaluated = false
    for path in paths {
      guard let parts = try host.entitlements(of: path, in: bundle, fuel: &fuel) else { continue }
      isEvaluated = true
      try evaluate(parts, &context)
    }
    try context.spend(fuel)
    return isEvaluated ? .evaluated : .notApplicable("the executable has no code that could have entitlements")
  }

  private struct Violation {
    let misfit: ShapeEvaluator.Misfit
    let document: Int
    var architectures: [String] = []
  }

  private func evaluate(_ parts: [SliceEntitlements], _ context: inout ClauseContext) throws(LuaFailure) {
    var violations: [Violation] = []
    var numbers: [String: Int] = [:]
    for part in parts {
      for misfit in try context.misfits(of: shape, inDocument: part.document, hasVariants: false) {
        // Several slices often lack the same.
        let number = numbers[misfit.message] ?? violations.count
        numbers[misfit.message] = number
        if number == violations.count { violations.append(Violation(misfit: misfit, document: part.document)) }
        violations[number].architectures += part.architecture.map { [$0] } ?? []
      }
    }
    for violation in violations {
      let (misfit, document) = (violation.misfit, context.host.objects.documents[violation.document])
      let isOfAll = violation.architectures.count == parts.count || parts.count == 1
      let code = violation.architectures.joined(separator: " and ")
      let message = (isOfAll ? "" : "in the \(code) code, ") + "the entitlement \(misfit.message)"
      let details = FindingCollector.Details(
        expected: misfit.expected, fix: "\(misfit.fix ?? "correct the entitlements"), and sign the code again",
        discriminator: isOfAll ? nil : code)
      context.collector.add(message, in: document, at: misfit.place, details)
    }
  }

  package var summary: String { shape.summary("the entitlement ") }

  package func satisfaction(in context: ClauseContext) -> String {
    programs == .executable
      ? "the entitlements of the executable have the required shapes"
      : "the entitlements of all programs have the required shapes"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "entitlement")) without the required shape"
  }

  package func mayReport(at steps: [String]) -> Bool { false }
}
