import PolicyObjects
import Basics
package import PolicySchema
package import LuaRuntime

package struct CheckClause: Clause {
  package static let definition = APIField(
    "check?", "fun(bundle: Bundle, report: Report)", "A function that checks the bundle and reports violations.")
  package static let setsSeverity = true

  let function: LuaFunction

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    try rule.function(field).map { Self(function: $0) }
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let (host, rule) = (context.host, context.rule)
    let before = context.collector.findings.count
    host.run.collector = context.collector
    defer {
      context.collector = host.run.collector ?? context.collector
      host.run.collector = nil
    }
    let bundle = host.objects.node(bundle: context.bundle.index)
    let result = try context.withLua { (state) throws(LuaFailure) in
      try state.call(function, [.node(bundle), .node(LuaNode(.report))])
    }
    if result != .nil {
      throw LuaFailure(
        kind: .error,
        message: "'check' returned \(result.typeName); a check must not return a value; report findings with report(…)",
        file: rule.declared.file, line: rule.declared.line)
    }
    let found = (host.run.collector ?? context.collector).findings.count > before
    if !found, let absence = host.absenceOfHistory(for: context.bundle) { return .nothingEvaluated(absence) }
    return .evaluated
  }

  package var summary: String { "" }

  package func satisfaction(in context: ClauseContext) -> String { "the function reported nothing" }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "the function reported \(counted(findings, "finding"))"
  }
}
