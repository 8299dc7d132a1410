import PolicyObjects
import Basics
import KeyRegistry
package import PolicySchema
package import LuaRuntime
import PropertyLists

package struct RequireClause: Clause {
  package static let definition = APIField(
    "require?", "InfoKey|InfoKey[]", "Keys or JSON Pointers that must be present, and not empty or blank strings.")

  package let required: [String]
  package var refusesBlank = true

  package init(_ keys: [String]) { required = keys }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    try rule.keys(field).map { Self($0) }
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let info = context.info
    for key in required {
      try context.spend(UInt64(key.utf8.count) / 16)
      let (container, token, isReached) = context.resolve(key)
      guard isReached, let value = context.info.child(of: container, token) else {
        var details = FindingCollector.Details(expected: "a value", fix: "add \(key)")
        // The search for the intended key takes a while; if many keys are missing, few are typing errors.
        if context.collector.findings.count < 100 {
          if info.count(of: container) > 100 { try context.spend(UInt64(info.count(of: container)) * 20) }
          if let near = Self.nearMiss(token, in: container, of: info) {
            // The readers of a platform's key are known; the name of a key of your own is in your code, too.
            let place = KeyRegistry.contains(token) ? "" : ", here and in the code that reads it"
            details.fix = "rename '\(near)' to '\(token)'\(place)"
          }
        }
        context.collector.add(
          "\(key) is missing", in: context.document, container: container, missing: token,
          pointer: JSONPointer.isPointer(key) ? key : nil, details: details)
        continue
      }
      if refusesBlank, info.kind(of: value) == .string, TextForms.isBlank(info.utf8(of: value)) {
        context.collector.add(
          "\(token) is empty", in: context.document, container: container,
          position: context.info.position(of: container, token),
          details: .init(expected: "a value", fix: "give \(token) a value"))
      }
    }
    return .evaluated
  }

  private static func nearMiss(_ token: String, in container: PropertyList.Node, of info: PropertyList) -> String? {
    guard info.kind(of: container) == .dictionary else { return nil }
    let present = (0..<info.count(of: container)).map { info.key(of: container, at: $0) }
    return SpellingCorrector.nearest(
      to: token, among: present.filter { !KeyRegistry.contains($0) && LibraryKeys.library(reading: $0) == nil })
  }

  package var summary: String { "requires \(required.joined(separator: ", "))" }

  package func satisfaction(in context: ClauseContext) -> String {
    required.count == 1
      ? "\(required[0]) is present" : "\(required.count) of \(required.count) keys are present"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    required.count == 1
      ? "\(required[0]) is missing or empty"
      : "\(max(0, required.count - findings)) of \(required.count) keys are present"
  }

  package var requiredKeys: [String] { required.compactMap { PropertyList.steps($0).first } }

  package func mayReport(at steps: [String]) -> Bool { required.contains { PropertyList.steps($0) == steps } }
}
