import Basics
import Bundles
package import PolicySchema
package import LuaRuntime
import PropertyLists

package struct ForbidClause: Clause {
  package static let definition = APIField(
    "forbid?", "InfoKey|InfoKey[]", "Keys or JSON Pointers that must not be present, not even in a qualified form.")

  package let forbidden: [String]
  package var forbidsVariants = true

  package init(_ keys: [String]) { forbidden = keys }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    try rule.keys(field).map { Self($0) }
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let count = context.info.count(of: context.info.root)
    if count > 100 { try context.spend(UInt64(count) * 20) }
    let variants = Dictionary(grouping: QualifiedKey.all(in: context.info)) { Array($0.parts.base.utf8) }
    for key in forbidden {
      try context.spend(UInt64(key.utf8.count) / 16)
      let (container, token, isReached) = context.resolve(key)
      if isReached, context.info.child(of: container, token) != nil {
        context.collector.add(
          "\(token) is not allowed", in: context.document, container: container,
          position: context.info.position(of: container, token),
          details: .init(
            expected: "no \(token)", fix: "remove \(token)",
            edits: [PropertyListEdit(.remove, of: token, in: container, context.info)]))
      }
      // A key that is forbidden is forbidden in its qualified forms too, for they are read in its place.
      let steps = PropertyList.steps(key)
      guard forbidsVariants, let top = steps.first else { continue }
      for variant in variants[Array(top.utf8)] ?? [] { try forbid(steps, in: variant, &context) }
    }
    return .evaluated
  }

  private func forbid(
    _ steps: [String], in variant: QualifiedKey.Variant, _ context: inout ClauseContext
  ) throws(LuaFailure) {
    try context.spend(10)
    let (container, token, isReached) = context.resolve([variant.key] + steps.dropFirst())
    guard isReached, context.info.child(of: container, token) != nil else { return }
    let shown = steps.count > 1 ? "\(token) in \(variant.key)" : variant.key
    context.collector.add(
      "\(shown) is not allowed", in: context.document, container: container,
      position: context.info.position(of: container, token),
      details: .init(
        expected: "no \(steps.joined(separator: "/")) for any device", fix: "remove it",
        edits: [PropertyListEdit(.remove, of: token, in: container, context.info)]))
  }

  package var summary: String { "forbids \(forbidden.joined(separator: ", "))" }

  package func satisfaction(in context: ClauseContext) -> String {
    forbidden.count == 1 ? "\(forbidden[0]) is not present" : "none of \(forbidden.count) keys is present"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "value")) that must not be present"
  }

  package var keys: [String] { forbidden.compactMap { PropertyList.steps($0).first } }

  /// A forbidden key is forbidden in every variant, with everything below.
  package func mayReport(at steps: [String]) -> Bool {
    keys.contains { QualifiedKey.split($0).base == steps.first.map { QualifiedKey.split($0).base } }
  }
}
