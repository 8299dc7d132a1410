import BuildHistory
import PolicyObjects
package import Basics
import BuildRecords
import Bundles
package import PolicySchema
package import LuaRuntime
import PropertyLists
package import ReleaseLedger

/// `increases`: the version under a key exceeds the version in every earlier build.
package struct IncreasesClause: Clause {
  package static let definition = APIField(
    "increases?", "InfoKey|Increases", "The key whose version must be higher than in every earlier build.")
  package static let table: APIClass? = APIClass(
    "Increases", .declaration, "The version that must increase.",
    fields: [
      APIField("key", "InfoKey", "The key or JSON Pointer that holds the version."),
      APIField("dialect?", "Dialect", "The dialect of the version; `apple` by default."),
      APIField("scope?", "Scope", "The earlier builds to compare with; `identifier+platform` by default."),
    ])

  /// The key, or the pointer, that holds the version.
  package let key: String
  package var dialect: VersionDialect
  package var scope: VersionScope
  /// Whether a version is acceptable after an earlier one. `order` is negative, 0 or positive if the version is below, equal or above.
  package var isIncrease: @Sendable (_ version: String, _ earlier: String, _ order: Int) -> Bool = { $2 > 0 }
  /// Whether the version is compared with all given earlier builds, or only with the newest.
  package var comparesAllEarlier = true
  package var refusesUnreadable = true

  package init(key: String, dialect: VersionDialect = .apple, scope: VersionScope = .platform) {
    (self.key, self.dialect, self.scope) = (key, dialect, scope)
  }

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    if case .string = rule.value(field), let key = try rule.keys(field)?.first { return Self(key: key) }
    guard let options = try rule.table(of: Self.self) else { return nil }
    _ = try options.requiredText("key", purpose: "the key that holds the version, such as \"CFBundleVersion\"")
    guard let key = try options.keys("key")?.first else { return nil }
    return Self(
      key: key, dialect: try options.word("dialect", VersionDialect.self) ?? .apple,
      scope: try options.word("scope", VersionScope.self) ?? .platform)
  }

  private struct Earlier {
    let text: String?
    let name: String
    var isRecorded = false
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let (bundle, info, document) = (context.bundle, context.info, context.document)
    guard let history = context.history else { return .notApplicable(PolicyHost.noHistory) }
    // If the ledger cannot be read, the result of the rule is an error.
    if history.failsToAsk() { return .evaluated }
    context.reads?.key("CFBundleIdentifier", of: info.root, in: document)
    if comparesAllEarlier { noteReads(history, context) }
    history.noteComparison(of: bundle, scope)
    var earlier = try given(history, bundle)
    if !comparesAllEarlier { earlier = Array(earlier.prefix(1)) }
    earlier += try recorded(history, &context)
    // In a ledger it would block all later builds.
    if earlier.isEmpty, history.ledger == nil || isReadable(&context) {
      if bundle.identifier ?? "" == "" && bundle.parentIndex == nil {
        context.collector.add(
          "without CFBundleIdentifier, the earlier builds of this bundle cannot be identified", in: document,
          container: info.root, missing: "CFBundleIdentifier",
          details: .init(expected: "the identifier of the product", fix: "add CFBundleIdentifier"))
        return .evaluated
      }
      return .nothingEvaluated(history.absence(of: bundle))
    }
    let (container, token, isReached) = context.resolve(key)
    guard isReached, let value = context.info.child(of: container, token) else {
      if !refusesUnreadable { return .evaluated }
      let texts = earlier.compactMap(\.text).joined(separator: ", ")
      context.collector.add(
        "\(token) is missing, so it cannot be compared with earlier builds", in: document, container: container,
        missing: token,
        details: .init(
          expected: "a version above \(texts.isEmpty ? "that of the earlier build" : texts)", fix: "add \(token)"))
      return .evaluated
    }
    let at = context.info.position(of: container, token)
    guard let text = info.string(of: value), let version = Version(text, dialect: dialect) else {
      if !refusesUnreadable { return .evaluated }
      context.collector.add(
        "\(token) is not a version (\(dialect.rawValue) dialect), so it cannot be compared", in: document,
        container: container, position: at, details: .init(expected: "a version such as 42 or 1.2.3"))
      return .evaluated
    }
    for old in earlier {
      try context.spend(50 + UInt64(text.utf8.count + (old.text?.utf8.count ?? 0)) / 8)
      guard let oldText = old.text, let oldVersion = Version(oldText, dialect: dialect) else {
        let what = old.text.map {
          "'\($0)' of the earlier build \(old.name) is not a version (\(dialect.rawValue) dialect)"
        }
        let fix =
          old.isRecorded
          ? "look at that build, then waive this finding; later builds will be compared with this one"
          : "compare with a build that has a valid \(token)"
        context.collector.add(
          "\(token) cannot be compared: \(what ?? "the earlier build \(old.name) has none")", in: document,
          container: container, position: at, details: .init(fix: fix))
        continue
      }
      guard let order = version.compare(to: oldVersion) else { continue }
      if isIncrease(text, oldText, order) { continue }
      context.collector.add(
        "\(token) \(text) \(order == 0 ? "equals" : "is below") that of the earlier build, \(oldText)", in: document,
        container: container, position: at,
        details: .init(
          expected: "> \(oldText)",
          fix: "raise \(token) above \(oldText) (\(old.name))"
            + (order == 0 && old.isRecorded && bundle.parentIndex == nil
              ? "; if this is a rebuild of it, ship the recorded build instead" : "")))
    }
    return .evaluated
  }

  private func isReadable(_ context: inout ClauseContext) -> Bool {
    if context.bundle.identifier ?? "" == "" { return true }
    let (container, token, isReached) = context.resolve(key)
    guard isReached, let value = context.info.child(of: container, token) else { return false }
    return context.info.string(of: value).flatMap { Version($0, dialect: dialect) } != nil
  }

  // MARK: Builds given

  private func given(_ history: HistoryReader, _ bundle: Bundle) throws(LuaFailure) -> [Earlier] {
    var earlier: [Earlier] = []
    for graph in history.given {
      for old in Self.builds(of: bundle, in: graph, scope) {
        if let known = graph.knownKeys, let top = PropertyList.steps(key).first, !known.contains(top) {
          throw LuaFailure(
            kind: .error,
            message: "\(graph.displayPath) does not contain the \(key) of the earlier build; pass the build itself")
        }
        let value = old.info.node(at: PropertyList.steps(key))
        earlier.append(Earlier(text: value.flatMap { old.info.string(of: $0) }, name: graph.name(of: old)))
      }
    }
    return earlier
  }

  /// The same bundle in an earlier graph. If several bundles there have its identifier, the ones at the same place count.
  private static func builds(of bundle: Bundle, in graph: BundleGraph, _ scope: VersionScope) -> [Bundle] {
    guard let identifier = bundle.identifier, !identifier.isEmpty else { return [] }
    let namesakes = graph.bundles.filter { $0.identifier == identifier && scope.relates(bundle, to: $0) }
    if namesakes.count < 2 { return namesakes }
    let here = namesakes.filter { $0.path.hasSameBytes(as: bundle.path) }
    if !here.isEmpty { return here }
    let alike = namesakes.filter { ($0.parentIndex == nil) == (bundle.parentIndex == nil) }
    return alike.isEmpty ? namesakes : alike
  }

  private func noteReads(_ history: HistoryReader, _ context: ClauseContext) {
    guard let reads = context.reads else { return }
    let steps = PropertyList.steps(key)
    for (number, graph) in history.given.enumerated() {
      for old in Self.builds(of: context.bundle, in: graph, .identifier) {
        let document = Document(old.info, file: old.infoPath, of: old, graph: number + 1)
        // The first step that leads nowhere, or the last one.
        let count = steps.indices.dropLast().first { old.info.node(at: Array(steps[...$0])) == nil } ?? steps.count - 1
        guard steps.indices.contains(count), let container = old.info.node(at: Array(steps[..<count])) else { continue }
        reads.step(steps[count], of: container, in: document)
      }
    }
  }

  // MARK: Recorded builds

  /// The decisive builds of a ledger: the highest, and one that cannot be compared. Any other is below the highest.
  private func recorded(_ history: HistoryReader, _ context: inout ClauseContext) throws(LuaFailure) -> [Earlier] {
    guard let ledger = history.ledger else { return [] }
    func name(_ build: RecordedBuild) -> String { "#\(build.sequence) of \(ledger.location.shown)" }
    try context.spend(1_000)
    guard let field = VersionField(rawValue: key) else {
      throw LuaFailure(
        kind: .error,
        message:
          "a ledger orders builds by CFBundleVersion and CFBundleShortVersionString; \(key) can be compared with --previous"
      )
    }
    let highest = history.highest(of: context.bundle, field, dialect, scope)
    var unreadable = history.newestUnreadable(of: context.bundle, field, dialect, scope)
    // Rows are never removed: one that cannot be compared blocks until a later build can be compared.
    if let one = unreadable, let highest, one.sequence < highest.sequence { unreadable = nil }
    return [highest, unreadable].compactMap { $0 }.map { build in
      Earlier(text: field == .build ? build.entry.build : build.entry.shortVersion, name: name(build), isRecorded: true)
    }
  }

  // MARK: For people

  package var summary: String {
    "\(key) exceeds that of every earlier build\(scope.phrase) (\(dialect.rawValue) dialect)"
  }

  package func satisfaction(in context: ClauseContext) -> String {
    let info = context.bundle.info
    let value = info.value(of: info.root, forKey: key).map { ValueText.describe($0, in: info) }
    var builds: Int?
    if let history = context.history, history.ledger == nil {
      builds = history.givenBuilds(of: context.bundle).count { scope.relates(context.bundle, to: $0.bundle) }
    }
    return
      "\([key, value].compactMap { $0 }.joined(separator: " ")) exceeds that of "
      + "\(builds.map { counted($0, "earlier build") } ?? "every earlier build")"
      + "\(scope.phrase) (\(dialect.rawValue) dialect)"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(key) does not exceed that of every earlier build"
  }

  package var requiredKeys: [String] { PropertyList.steps(key).first.map { [$0] } ?? [] }

  package func mayReport(at steps: [String]) -> Bool { PropertyList.steps(key) == steps }
}

extension VersionScope {
  var phrase: String {
    switch self {
    case .identifier: " for any platform"
    case .platform: ""
    case .release: " of its release"
    }
  }
}
