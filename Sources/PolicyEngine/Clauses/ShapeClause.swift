import PolicyObjects
import Basics
import Bundles
import KeyRegistry
package import PolicySchema
package import LuaRuntime
import PropertyLists

package struct ShapeClause: Clause {
  package static let definition = APIField("shape?", "InfoShape|Shape", "The shapes that the values of keys must have.")

  package let shape: DictionaryShape

  package init(_ shape: DictionaryShape) { self.shape = shape }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    try rule.dictionaryShape(field, shapes, keys: "key of Info.plist").map { Self($0) }
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let document = context.document
    for misfit in try context.misfits(of: shape, inDocument: context.infoNumber) {
      let edits = misfit.edits.allSatisfy(Self.isHarmless) ? misfit.edits : []
      let details = FindingCollector.Details(expected: misfit.expected, fix: misfit.fix, edits: edits)
      context.collector.add(misfit.message, in: document, at: misfit.place, details)
    }
    return .evaluated
  }

  /// Whether a change is safe without inspecting the rest of the bundle: not for keys that identify the bundle or name its code, and not
  /// to a type that the platform does not read.
  private static func isHarmless(_ edit: PropertyListEdit) -> Bool {
    guard let tokens = JSONPointer.tokens(edit.keyPath), tokens.count == 1 else { return true }
    let base = QualifiedKey.split(tokens[0]).base
    if QualifiedKey.fixedKeys.contains(base) || QualifiedKey.problem(of: tokens[0]) != nil { return false }
    guard let type = KeyRegistry.entry(for: base)?.type else { return true }
    switch edit.operation {
    case .set(.string), .add(.string): return type.accepts(.string)
    case .set(.boolean), .add(.boolean): return type.accepts(.boolean)
    case .set(.integer), .add(.integer): return type.accepts(.integer)
    case .set(.real), .add(.real): return type.accepts(.real)
    default: return true
    }
  }

  package var summary: String { shape.summary() }

  package func satisfaction(in context: ClauseContext) -> String {
    let count = shape.fields.count
    return count == 1
      ? "\(shape.fields[0].key) has the required shape" : "the values of \(count) keys have the required shapes"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "value")) without the required shape"
  }

  package var keys: [String] { shape.fields.map(\.key) }

  package var requiredKeys: [String] {
    shape.fields.compactMap { field in if case .optional = field.shape { nil } else { field.key } }
  }

  package func mayReport(at steps: [String]) -> Bool {
    if shape.isClosed || shape.others != nil { return true }
    let base = steps.first.map { QualifiedKey.split($0).base }
    return shape.fields.contains { QualifiedKey.split($0.key).base == base }
  }
}

extension DictionaryShape {
  /// `what`: the property list that the keys are in, in front of a verb if it is needed.
  func summary(_ what: String = "") -> String {
    fields.map { key, shape in
      if case .optional(let wrapped) = shape { return "\(what)\(key), if present, is \(wrapped.phrase)" }
      return "\(what)\(key) is \(shape.phrase)"
    }.joined(separator: "; ")
  }
}

extension DeclarationReader {
  /// The shape of a property list's top level; nil if the field is absent. `keys`: what its keys are.
  func dictionaryShape(
    _ field: String, _ shapes: ShapeTable, keys: String
  ) throws(DeclarationError) -> DictionaryShape? {
    guard has(field) else { return nil }
    guard
      case .dictionary(let fields) = try ShapeReader(table: shapes).shape(value(field), in: "\(place), \(field)").shape
    else { throw DeclarationError("\(place): '\(field)' must be a table of keys and shapes, or a dictionary { … }") }
    for (key, _) in fields.fields where JSONPointer.isPointer(key) {
      throw DeclarationError("\(place), \(field): '\(key)' is not a \(keys); shapes nest: write A = { B = … } for /A/B")
    }
    guard !fields.fields.isEmpty || fields.isClosed || fields.others != nil else {
      throw DeclarationError("\(place): '\(field)' is empty, so it would check nothing")
    }
    return fields
  }
}

extension FindingCollector {
  mutating func add(
    _ message: String, in document: Document, at place: ShapeEvaluator.Misfit.Place, _ details: Details
  ) {
    switch place {
    case .entry(let container, let position):
      add(message, in: document, container: container, position: position, details: details)
    case .missing(let container, let key):
      add(message, in: document, container: container, missing: key, details: details)
    }
  }
}

extension ClauseContext {
  mutating func misfits(
    of shape: DictionaryShape, inDocument number: Int, hasVariants: Bool = true
  ) throws(LuaFailure) -> [ShapeEvaluator.Misfit] {
    let (host, document, limit) = (host, host.objects.documents[number], allowance.fuel)
    var fuel: UInt64 = 0
    defer { otherFuel = otherFuel.addingReportingOverflow(fuel).partialValue }
    return try withLua { (state) throws(LuaFailure) in
      var evaluator = ShapeEvaluator(
        list: document.list,
        lua: ShapeEvaluator.Lua(
          matches: { (text, pattern) throws(LuaFailure) in try state.find(pattern, in: text) },
          call: { (function, value) throws(LuaFailure) in
            try state.call(function, [host.objects.luaValue(value, document: number)])
          }), limit: limit, hasVariants: hasVariants)
      evaluator.reads = host.reads.map { reads in
        ShapeEvaluator.Reads(
          key: { reads.key($0, of: $1, in: document) }, element: { reads.element($0, of: $1, in: document) },
          passage: { reads.passage(of: $0, in: document) })
      }
      defer { fuel = evaluator.fuel }
      return try evaluator.evaluate(shape, top: document.list.root)
    }
  }
}
