package import Basics
import BuildHistory
package import Bundles
import LuaSyntax
package import PolicyEngine
import KeyRegistry
import LuaRuntime
import PolicyObjects
package import Reports

/// Evaluates interactive input against a bundle in the same sandbox as policies, but in a separate state, so that input never affects a
/// rule. Not thread-safe.
package final class InteractiveSession {
  package enum Outcome: Sendable {
    /// The input ends in the middle of a statement.
    case incomplete
    /// The lines to show, not escaped; empty for statements.
    case values([String])
    case failed(EngineError)
  }

  package static let source = "input"
  private static let completionFuel: UInt64 = 2_000_000

  package private(set) var bundle: Bundle?
  private let options: PolicyProgram.Options
  private let day: CalendarDate
  private var files: PolicyFiles?
  private var loader: PolicyLoader
  private var graph: BundleGraph?
  private var history: [BundleGraph] = []
  private var variables: [String] = []

  /// Starts a session. Modules of the first policy in the options can be imported. Throws if it cannot be found, or memory runs out.
  package init(_ options: PolicyProgram.Options, asOf day: CalendarDate = .today()) throws(EngineError) {
    self.options = options
    self.day = day
    files = try Self.files(options)
    loader = try PolicyLoader(options)
    host.begin(asOf: day)
    setAdvice()
  }

  var host: PolicyHost { loader.host }
  private var recorder: DeclarationRecorder { loader.recorder }
  private var state: LuaState { loader.state }

  private static func files(_ options: PolicyProgram.Options) throws(EngineError) -> PolicyFiles? {
    try options.policies.first.map { (policy) throws(EngineError) in try PolicySources(options).modules(of: policy) }
  }

  /// Makes an interrupt (Control-C) end the current evaluation, in rules as well, instead of the process. Applies to the whole process.
  package static func catchInterrupts() { LuaInterrupt.catchSignal() }

  /// Whether there was an interrupt since this was last set to false.
  package static var isInterrupted: Bool {
    get { LuaInterrupt.isPending }
    set { if !newValue { LuaInterrupt.clear() } }
  }

  package var importedFiles: [String] { recorder.sources.map(\.file) }

  // MARK: Bundles

  /// Starts over with a bundle, or without one. Clears variables, because they may hold objects of another bundle.
  package func open(_ graph: BundleGraph?, history: [BundleGraph] = []) throws(EngineError) {
    loader = try PolicyLoader(options)
    self.graph = graph
    self.history = history
    bundle = graph?.outer
    host.begin(asOf: day)
    if let graph { host.begin(graph, history: HistoryReader(of: graph, given: history, ledger: nil), asOf: day) }
    setAdvice()
    setBundle()
  }

  /// Sets `bundle` to another bundle of the same graph. Keeps variables.
  package func select(_ bundle: Bundle) {
    self.bundle = bundle
    setBundle()
  }

  private func setBundle() {
    guard let bundle else { return }
    state.begin(fuel: options.fuel)
    let document = host.objects.infoDocument(graph: 0, bundle: bundle.index)
    // These allocations are small. If they fail, a message explains the missing variables.
    try? state.setVariable("bundle", to: .node(host.objects.node(bundle: bundle.index)))
    try? state.setVariable("info", to: .node(host.objects.node(value: bundle.info.root, document: document)))
    updateVariables()
  }

  private func setAdvice() {
    host.advice = { [unowned self] name in
      if name == "bundle" || name == "info" { return "no bundle is open; open one with ':load App.app'" }
      if ["print", "report"].contains(name) { return "there is no '\(name)' here; enter the value itself to print it" }
      let nearest = SpellingCorrector.nearest(to: name, among: variables + host.language.globals)
      return nearest.map { "there is no variable '\(name)'; did you mean '\($0)'?" }
    }
  }

  // MARK: Evaluation

  package func evaluate(_ typed: String, line: Int = 1) -> Outcome {
    let source = typed.hasSuffix("\n") ? typed : typed + "\n"
    let tokens = LuaTokens(Array(source.utf8))
    if tokens.tokens.isEmpty { return .values([]) }
    let blankLines = Self.blankLines(line)
    do throws(LuaFailure) {
      return .values(show(try run(blankLines + "return " + source), of: source))
    } catch {
      guard Self.isMalformed(error) else { return failed(error) }
      let statements = InteractiveSource.statements(source)
      do throws(LuaFailure) {
        return .values(show(try run(blankLines + statements), of: nil))
      } catch let other {
        guard Self.isMalformed(other) else { return failed(other) }
        if other.isUnfinished { return .incomplete }
        // Report the error of the more likely interpretation.
        return failed(InteractiveSource.isStatement(tokens.tokens) ? other : error)
      }
    }
  }

  private static func blankLines(_ line: Int) -> String {
    String(repeating: "\n", count: max(0, min(line, 100_000) - 1))
  }

  private static func isMalformed(_ failure: LuaFailure) -> Bool { failure.kind == .syntax && failure.file == source }

  private func run(_ source: String) throws(LuaFailure) -> [LuaValue] {
    // Modules may have been written since the last input.
    if let now = try? Self.files(options) { files = now }
    recorder.beginInteractive(files: files)
    LuaInterrupt.clear()
    state.begin(fuel: options.fuel)
    defer { updateVariables() }
    return try state.interact(source, name: Self.source)
  }

  /// Returns the types of an expression's values; for objects, the names that `plist.type` uses.
  package func types(of typed: String, line: Int = 1) -> Outcome {
    do throws(LuaFailure) {
      let values = try run(Self.blankLines(line) + "return " + typed)
      return .values(values.isEmpty ? ["nothing"] : values.map { ValueLines.type(of: $0, host) })
    } catch {
      return failed(error)
    }
  }

  private func show(_ values: [LuaValue], of source: String?) -> [String] {
    var lines = ValueLines(host: host)
    if values.count == 1, let source, let remark = remark(on: values[0], source) {
      lines.add(values[0], remark: remark)
    } else {
      values.forEach { lines.add($0) }
    }
    return lines.lines
  }

  /// For an expression such as `info.CFBundleVersion`, returns where its value is, or a suggestion if there is none.
  private func remark(on value: LuaValue, _ source: String) -> String? {
    guard let (container, key) = InteractiveSource.read(source) else { return nil }
    state.begin(fuel: Self.completionFuel)
    guard case .node(let node)? = try? state.fields(of: "return " + container) else { return nil }
    if value != .nil { return ValueLines.place(of: key, in: node, host) }
    guard case .name(let name) = key, let (document, place) = host.objects.value(node),
      document.list.kind(of: place) == .dictionary
    else { return nil }
    let nearest =
      SpellingCorrector.nearest(to: name, among: keys(of: document, place))
      ?? (KeyRegistry.contains(name) ? nil : KeyRegistry.nearest(to: name))
    return "no such key" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
  }

  private func failed(_ failure: LuaFailure) -> Outcome {
    func error(_ code: String, _ message: String, _ hint: String? = nil) -> Outcome {
      .failed(
        EngineError(
          code: code, message: message, file: failure.file ?? Self.source, line: failure.line,
          hint: hint))
    }
    switch failure.kind {
    case .error: return error("interactive.error", failure.message)
    case .syntax: return error("interactive.syntax", failure.message)
    case .limit: return error("limit.call", "this input reached a limit: \(failure.message)")
    case .fuel:
      return error(
        "limit.fuel", "this input used up its \(options.fuel) units of fuel",
        "look for a loop that does not end, or a pattern that backtracks")
    case .time:
      if LuaInterrupt.isPending { return error("interactive.interrupted", "interrupted") }
      return error("limit.time", "this input ran longer than its time limit")
    case .memory:
      // Variables probably hold the memory; without clearing them nothing more could be evaluated.
      let (graph, bundle) = (graph, bundle)
      try? open(graph, history: history)
      if let bundle { select(bundle) }
      return error(
        "limit.memory", "this input needs more memory than a policy may use",
        "variables were cleared; look for a value that grows without end")
    }
  }

  // MARK: Completion

  private func updateVariables() {
    guard let names = try? state.fields(of: "").table?.list else { return }
    variables = names.compactMap(\.string).sortedByBytes()
  }

  var names: [String] { variables + host.language.globals }

  func fields(of expression: String) -> LuaValue? {
    recorder.beginInteractive(files: files)
    LuaInterrupt.clear()
    state.begin(fuel: Self.completionFuel)
    return try? state.fields(of: "return " + expression)
  }
}
