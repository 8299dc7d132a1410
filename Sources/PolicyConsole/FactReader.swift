import Basics
package import Bundles
import LuaRuntime
import PolicyEngine
import PolicyObjects

/// Reads the facts that policies can read about a bundle and its files, in the same way as policies do. Not thread-safe.
package final class FactReader {
  /// Fields of a file that repeat the path the user named, or its contents.
  private static let hiddenFields: Set<String> = ["path", "text", "json"]
  /// The maximum nesting of objects; real files have less than half.
  private static let maximumDepth = 12
  /// The maximum number of objects in an answer: an executable has dozens, an asset catalog thousands.
  private static let maximumObjects = 200_000
  /// The fuel for one answer. Ten times the fuel of a rule, so that facts too expensive for rules can still be inspected; bounded, because
  /// the cost depends on the file.
  package static let defaultFuel: UInt64 = 500_000_000
  /// The processor time for one answer, in seconds.
  private static let seconds = 20.0

  package struct Failure: Error, Sendable { package let message: String }

  private let loader: PolicyLoader
  private let bundle: Bundle
  private var objectsLeft = maximumObjects
  private let fuel: UInt64
  private var fuelLeft: UInt64
  private var secondsLeft = seconds

  private var host: PolicyHost { loader.host }
  private var state: LuaState { loader.state }

  package init(_ graph: BundleGraph, fuel: UInt64 = defaultFuel) throws(Failure) {
    (self.fuel, fuelLeft) = (fuel, fuel)
    guard let loader = try? PolicyLoader(.init(policies: [])) else {
      throw Failure(message: "there is not enough memory to read facts")
    }
    self.loader = loader
    bundle = graph.outer
    loader.host.begin(graph, history: nil, asOf: .today())
  }

  // MARK: Reading

  /// Reads a file as policies do with `bundle.files[path]`: all facts, or one field.
  ///
  /// Throws if the file or field does not exist. A fact that cannot be read is a `.problem`.
  package func facts(ofFile path: String, field: String? = nil) throws(Failure) -> InspectedFact {
    _ = try mapError(try bundle.files.status(path)) { (error: StorageError) in Failure(message: error.description) }
    let node = host.objects.node(file: .init(graph: 0, bundle: bundle.index, path: path))
    return try facts(of: node, field, excluding: Self.hiddenFields)
  }

  package func facts(ofBundleField field: String) throws(Failure) -> InspectedFact {
    try facts(of: host.objects.node(bundle: bundle.index), field, excluding: [])
  }

  private func begin() {
    (objectsLeft, fuelLeft, secondsLeft) = (Self.maximumObjects, fuel, Self.seconds)
  }

  package func billOfMaterials(_ form: BillOfMaterials) -> InspectedFact {
    begin()
    defer { host.run = RuleRun() }
    loader.recorder.allowImports(by: Self.sourceName)
    return evaluate(
      "return import(\"apple.components.\(form.format)\")(object, \(form.settings))",
      of: host.objects.node(bundle: bundle.index), depth: 0) ?? .none
  }

  private func facts(
    of node: LuaNode, _ field: String?, excluding hidden: Set<String>
  ) throws(Failure) -> InspectedFact {
    begin()
    defer { host.run = RuleRun() }
    guard let field else { return record(of: node, excluding: hidden, depth: 0) }
    let names = host.fieldNames(of: node)
    guard names.contains(field) else {
      let nearest = SpellingCorrector.nearest(to: field, among: names)
      let suggestion = nearest.map { "; did you mean '\($0)'?" } ?? "; use \(names.joined(separator: ", "))"
      throw Failure(message: "there is no field '\(field)'" + suggestion)
    }
    return read(field, of: node, depth: 0) ?? .none
  }

  private func record(of node: LuaNode, excluding hidden: Set<String> = [], depth: Int) -> InspectedFact {
    let names = host.fieldNames(of: node).filter { !hidden.contains($0) }
    return .record(names.compactMap { name in read(name, of: node, depth: depth).map { (name, $0) } })
  }

  private func read(_ field: String, of node: LuaNode, depth: Int) -> InspectedFact? {
    evaluate("return object.\(field)", of: node, depth: depth)
  }

  private static let sourceName = "inspection"

  private static let keys =
    "local keys = {} for key in pairs(object) do keys[#keys + 1] = key end return keys"

  private func evaluate(_ source: String, of node: LuaNode, depth: Int) -> InspectedFact? {
    guard fuelLeft > 0, secondsLeft > 0 else { return .problem(Self.exhausted) }
    state.begin(fuel: fuelLeft, seconds: secondsLeft)
    let started = LuaState.processorSeconds
    defer {
      fuelLeft -= min(fuelLeft, state.fuelUsed)
      secondsLeft -= LuaState.processorSeconds - started
    }
    let value: LuaValue
    do throws(LuaFailure) {
      try state.setVariable("object", to: .node(node))
      value = try state.evaluate(source, name: Self.sourceName)
    } catch {
      if let refusal = host.run.takeRefusal() { return .problem(refusal.message) }
      switch error.kind {
      case .fuel, .time:
        (fuelLeft, secondsLeft) = (0, 0)
        return .problem(Self.exhausted)
      default:
        return .problem(error.message.isEmpty ? "this needs more \(error.kind) than it may use" : error.message)
      }
    }
    _ = host.run.takeRefusal()
    return fact(value, depth: depth)
  }

  private static let exhausted =
    "reading all of this takes more work than one answer may; ask for one field with --field, or for less with --path"

  private func fact(_ value: LuaValue, depth: Int) -> InspectedFact? {
    switch value {
    case .nil, .opaque, .function: return nil
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .number(let value): return .number(value)
    case .string(let text): return .text(text)
    case .table(let table):
      if table.isList { return .list(table.entries.compactMap { fact($0.value, depth: depth + 1) }) }
      return .record(
        table.entries.compactMap { entry in
          guard let name = entry.key.string else { return nil }
          return fact(entry.value, depth: depth + 1).map { (name, $0) }
        })
    case .node(let node): return fact(node, depth: depth)
    }
  }

  private func fact(_ node: LuaNode, depth: Int) -> InspectedFact? {
    if let (document, value) = host.objects.value(node) { return .value(value, document.list) }
    switch ObjectKind(rawValue: node.kind) {
    // These are not expanded here; they can be inspected themselves.
    case .bundle, .file, .files, .history: return .text(host.description(of: node))
    default: break
    }
    objectsLeft -= 1
    guard objectsLeft > 0, depth < Self.maximumDepth else { return .problem("there is more than can be shown") }
    if host.fieldNames(of: node).isEmpty { return evaluate(Self.keys, of: node, depth: depth + 1) }
    return record(of: node, depth: depth + 1)
  }
}
