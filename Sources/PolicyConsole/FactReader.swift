import Basics
package import Bundles
import LuaRuntime
import PolicyEngine

/// Reads what policies can read of a bundle and its files: the same fields, by the same way. Belongs to one thread at a time.
package final class FactReader {
  /// Fields of a file that say what the user has named, or repeat its bytes.
  private static let unshown: Set<String> = ["path", "text", "json"]
  /// Objects inside of objects; real ones are not half as deep.
  private static let deepest = 12
  /// Objects of one answer: an executable has some dozens, an asset catalog thousands.
  private static let mostObjects = 200_000
  /// The fuel for one answer, ten times that of a rule: whoever asks for a fact wants it, even where a rule could not afford it. What is in the
  /// file decides what it costs, so that there must be an end.
  package static let usualFuel: UInt64 = 500_000_000
  /// The processor time for one answer.
  private static let seconds = 20.0

  /// Why nothing can be read; one sentence.
  package struct Failure: Error, Sendable { package let message: String }

  private let loader: PolicyLoader
  private let bundle: Bundle
  private var objectsLeft = mostObjects
  private let fuel: UInt64
  private var fuelLeft: UInt64
  private var secondsLeft = seconds

  private var host: PolicyHost { loader.host }
  private var state: LuaState { loader.state }

  /// Starts with the outer bundle of a graph, on the day that policies know as `as_of`.
  package init(_ graph: BundleGraph, fuel: UInt64 = usualFuel) throws(Failure) {
    (self.fuel, fuelLeft) = (fuel, fuel)
    guard let loader = try? PolicyLoader(.init(policies: [])) else {
      throw Failure(message: "there is not enough memory to read facts")
    }
    self.loader = loader
    bundle = graph.outer
    loader.host.begin(graph, history: nil, asOf: .today())
  }

  // MARK: Reading

  /// What policies read of a file by `bundle.files[path]`: all its facts, or one field.
  ///
  /// Throws when there is no such file or no such field. What cannot be read is a `problem`.
  package func facts(ofFile path: String, field: String? = nil) throws(Failure) -> InspectedFact {
    do throws(StorageError) {
      _ = try bundle.files.status(path)
    } catch {
      throw Failure(message: error.description)
    }
    let node = host.objects.node(file: .init(graph: 0, bundle: bundle.index, path: path))
    return try facts(of: node, field, besides: Self.unshown)
  }

  /// What policies read as `bundle.FIELD`. Throws when there is no such field.
  package func facts(ofBundleField field: String) throws(Failure) -> InspectedFact {
    try facts(of: host.objects.node(bundle: bundle.index), field, besides: [])
  }

  private func facts(
    of node: LuaNode, _ field: String?, besides unshown: Set<String>
  ) throws(Failure) -> InspectedFact {
    objectsLeft = Self.mostObjects
    (fuelLeft, secondsLeft) = (fuel, Self.seconds)
    defer { _ = host.takeRefusal() }
    guard let field else { return record(of: node, besides: unshown, depth: 0) }
    let names = host.fieldNames(of: node)
    guard names.contains(field) else {
      let nearest = SpellingCorrector.nearest(to: field, among: names)
      let suggestion = nearest.map { "; did you mean '\($0)'?" } ?? "; use \(names.joined(separator: ", "))"
      throw Failure(message: "there is no field '\(field)'" + suggestion)
    }
    return read(field, of: node, depth: 0) ?? .none
  }

  private func record(of node: LuaNode, besides unshown: Set<String> = [], depth: Int) -> InspectedFact {
    var fields: [(name: String, fact: InspectedFact)] = []
    for name in host.fieldNames(of: node) where !unshown.contains(name) {
      if let fact = read(name, of: node, depth: depth) { fields.append((name, fact)) }
    }
    return .record(fields)
  }

  /// One field; nil when it is nil, or a function.
  private func read(_ field: String, of node: LuaNode, depth: Int) -> InspectedFact? {
    evaluate("return object.\(field)", of: node, depth: depth)
  }

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
      value = try state.evaluate(source, name: "inspection")
    } catch {
      if let refusal = host.takeRefusal(endsRule: false) { return .problem(refusal.message) }
      switch error.kind {
      case .fuel, .time:
        (fuelLeft, secondsLeft) = (0, 0)
        return .problem(Self.exhausted)
      default:
        return .problem(error.message.isEmpty ? "this needs more \(error.kind) than it may use" : error.message)
      }
    }
    _ = host.takeRefusal(endsRule: false)
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
    // What these are is shown where they are inspected themselves.
    case .bundle, .file, .files, .history: return .text(host.description(of: node))
    default: break
    }
    objectsLeft -= 1
    guard objectsLeft > 0, depth < Self.deepest else { return .problem("there is more than can be shown") }
    if host.fieldNames(of: node).isEmpty { return evaluate(Self.keys, of: node, depth: depth + 1) }
    return record(of: node, depth: depth + 1)
  }
}
