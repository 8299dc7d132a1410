import Basics
import Bundles
package import LuaRuntime
import Measures
import PolicyObjects
package import PolicySchema
import Reports

/// Measures a bundle, and the same bundle in the builds named with `--previous`. It is the only clause of the rule that a `measure` stands
/// for.
package struct MeasureClause: Clause {
  package static let definition = APIField("value?", "fun(bundle: Bundle): integer?", "")

  fileprivate static let largest: Int64 = 1 << 60

  let name: String
  /// Nil for a built-in measure.
  let function: LuaFunction?

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? { nil }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    if function == nil {
      _ = try context.measure(name)
      return .evaluated
    }
    if let number = try number(of: context.bundle, in: 0, &context) {
      context.host.measures.keep(number, of: name, for: context.bundle)
      context.host.measures.note(number, of: name, for: context.bundle)
    }
    guard let history = context.history else { return .evaluated }
    for (graph, old) in history.givenBuilds(of: context.bundle) where !history.given[graph].isRecord {
      if let number = try number(of: old, in: graph + 1, &context) {
        context.host.measures.keep(number, of: name, for: old)
      }
    }
    return .evaluated
  }

  private func number(
    of bundle: Bundle, in graph: Int, _ context: inout ClauseContext
  ) throws(LuaFailure) -> Int64? {
    guard let function else { return nil }
    let node = context.host.objects.node(bundle: bundle.index, graph: graph)
    let result = try context.withLua { (state) throws(LuaFailure) in try state.call(function, [.node(node)]) }
    switch result {
    case .nil: return nil
    case .integer(let number) where (0...Self.largest).contains(number): return number
    case .number(let number) where number >= 0 && number < 9e15 && number == number.rounded(): return Int64(number)
    case let other:
      throw LuaFailure(
        kind: .error,
        message:
          "measure '\(name)' must return a whole number that is not negative, or nil; found \(other.shown)",
        file: context.rule.declared.file, line: context.rule.declared.line)
    }
  }

  package var summary: String { "" }
  package func satisfaction(in context: ClauseContext) -> String { "it was measured" }
  package func violation(findings: Int, in context: ClauseContext) -> String { "" }
}

extension ClauseContext {
  /// The value of a measure of the bundle, which is then part of the report; nil if it has none.
  mutating func measure(_ name: String) throws(LuaFailure) -> MeasureReader.Value? {
    let value = try measure(name, of: bundle, in: graph)
    if let value { host.measures.note(value.number, of: name, for: bundle) }
    return value
  }

  mutating func measure(
    _ name: String, of bundle: Bundle, in graph: BundleGraph
  ) throws(LuaFailure) -> MeasureReader.Value? {
    var fuel: UInt64 = 0
    let value = try mapError(try host.measures.value(of: name, for: bundle, in: graph, fuel: &fuel)) {
      (error: StorageError) in
      LuaFailure(kind: .error, message: "'\(name)' cannot be measured: \(error.description)")
    }
    try spend(fuel)
    return value
  }
}
