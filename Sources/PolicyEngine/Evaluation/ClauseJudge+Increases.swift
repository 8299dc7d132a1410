import Bundles
import LuaRuntime
import PropertyLists
import ReleaseLedger
import Versions

// `increases`: a version against those of earlier builds.
extension ClauseJudge {
  /// An earlier build's version, and how messages call the build.
  private struct Earlier {
    let text: String?
    let name: String
    var isRecorded = false
  }

  mutating func increases(_ clause: IncreasesClause, _ collector: inout FindingCollector) throws(LuaFailure) -> Outcome
  {
    guard let history else {
      return .notApplicable("no earlier build to compare with; give one with --previous OLD or --ledger URL")
    }
    // What the rule comes to without it is an error.
    if history.failsToAsk() { return .judged }
    let key = clause.key
    reads?.key("CFBundleIdentifier", of: info.root, in: document)
    if decisions.comparesAllEarlier { noteReads(of: key, history) }
    var earlier = try given(clause, history)
    if !decisions.comparesAllEarlier { earlier = Array(earlier.prefix(1)) }
    earlier += try recorded(clause, history)
    // In a ledger it would stand in the way of all later builds.
    if earlier.isEmpty, history.ledger == nil || isReadable(clause) {
      if bundle.identifier ?? "" == "" && bundle.parentIndex == nil {
        collector.add(
          "without CFBundleIdentifier the earlier builds of this bundle cannot be told", in: document,
          container: info.root,
          missing: "CFBundleIdentifier",
          details: .init(expected: "the identifier of the product", fix: "add CFBundleIdentifier"))
        return .judged
      }
      let name = bundle.identifier.map { "'\($0)'" } ?? bundle.name
      let place =
        history.ledger == nil
        ? "among those given" : "in \(history.given.isEmpty ? "" : "what was given and ")the ledger"
      if let own = history.ownRow(of: bundle) {
        return .judgedNothing("\(name) is in the ledger (#\(own)), and nothing before it, so nothing was compared")
      }
      return .judgedNothing("no earlier build of \(name) \(place), so nothing was compared")
    }
    let (container, token, isReached) = resolve(key)
    guard isReached, let value = child(of: container, token) else {
      if !decisions.refusesUnreadable { return .judged }
      let texts = earlier.compactMap(\.text).joined(separator: ", ")
      collector.add(
        "\(token) is missing, so it cannot be compared with earlier builds", in: document, container: container,
        missing: token,
        details: .init(
          expected: "a version above \(texts.isEmpty ? "that of the earlier build" : texts)", fix: "add \(token)"))
      return .judged
    }
    let at = position(of: token, in: container)
    guard let text = info.string(of: value), let version = Version(text, dialect: clause.dialect) else {
      if !decisions.refusesUnreadable { return .judged }
      collector.add(
        "\(token) is not a version (\(clause.dialect.rawValue) dialect), so it cannot be compared", in: document,
        container: container, position: at, details: .init(expected: "a version such as 42 or 1.2.3"))
      return .judged
    }
    for old in earlier {
      try spend(50 + UInt64(text.utf8.count + (old.text?.utf8.count ?? 0)) / 8)
      guard let oldText = old.text, let oldVersion = Version(oldText, dialect: clause.dialect) else {
        let what = old.text.map {
          "'\($0)' of the earlier build \(old.name) is not a version (\(clause.dialect.rawValue) dialect)"
        }
        let fix =
          old.isRecorded
          ? "look at that build, and waive this finding for this one: the next is held against this one"
          : "compare with a build that has a valid \(token)"
        collector.add(
          "\(token) cannot be compared: \(what ?? "the earlier build \(old.name) has none")", in: document,
          container: container, position: at, details: .init(fix: fix))
        continue
      }
      guard let order = version.compare(to: oldVersion) else { continue }
      if decisions.isIncrease(text, oldText, order) { continue }
      collector.add(
        "\(token) \(text) \(order == 0 ? "equals" : "is below") that of the earlier build, \(oldText)", in: document,
        container: container, position: at,
        details: .init(
          expected: "> \(oldText)",
          fix: "raise \(token) above \(oldText) (\(old.name))"
            + (order == 0 && old.isRecorded && bundle.parentIndex == nil
              ? "; if this is that build made again, ship the one that was recorded" : "")))
    }
    return .judged
  }

  /// Whether the bundle's own version can be held against others.
  private mutating func isReadable(_ clause: IncreasesClause) -> Bool {
    if bundle.identifier ?? "" == "" { return true }
    let (container, token, isReached) = resolve(clause.key)
    guard isReached, let value = child(of: container, token) else { return false }
    return info.string(of: value).flatMap { Version($0, dialect: clause.dialect) } != nil
  }

  // MARK: Builds given

  private func given(_ clause: IncreasesClause, _ history: HistoryReader) throws(LuaFailure) -> [Earlier] {
    var earlier: [Earlier] = []
    for graph in history.given {
      for old in builds(in: graph, clause.scope) {
        if let known = graph.knownKeys, let top = Self.steps(clause.key).first, !known.contains(top) {
          throw LuaFailure(
            kind: .error,
            message: "\(graph.displayPath) does not tell the \(clause.key) of the earlier build; give the build itself",
            file: nil, line: nil)
        }
        let name = graph.bundles.count > 1 && !old.path.isEmpty ? old.displayPath : graph.displayPath
        earlier.append(Earlier(text: Self.text(of: clause.key, in: old.info), name: name))
      }
    }
    return earlier
  }

  /// The same bundle in an earlier graph. Where several there have its identifier, those that lie where it lies count.
  private func builds(in graph: BundleGraph, _ scope: VersionScope) -> [Bundle] {
    guard let identifier = bundle.identifier, !identifier.isEmpty else { return [] }
    let namesakes = graph.bundles.filter { $0.identifier == identifier && scope.relates(bundle, to: $0) }
    if namesakes.count < 2 { return namesakes }
    let here = namesakes.filter { $0.path == bundle.path }
    if !here.isEmpty { return here }
    let alike = namesakes.filter { ($0.parentIndex == nil) == (bundle.parentIndex == nil) }
    return alike.isEmpty ? namesakes : alike
  }

  /// The value of an earlier build is looked at.
  private func noteReads(of key: String, _ history: HistoryReader) {
    guard let reads else { return }
    for (number, graph) in history.given.enumerated() {
      for old in builds(in: graph, .identifier) { note(key, of: old, graph: number + 1, reads) }
    }
  }

  private func note(_ key: String, of old: Bundle, graph: Int, _ reads: ReadRecorder) {
    let list = old.info
    let document = Document(list: list, graph: graph, bundle: old.index, file: old.infoPath, bundlePath: nil)
    let steps = Self.steps(key)
    var container = list.root
    for (number, step) in steps.enumerated() {
      guard number < steps.count - 1, let next = Self.child(of: container, step, in: list) else {
        reads.step(step, of: container, in: document)
        return
      }
      container = next
    }
  }

  private static func text(of key: String, in list: PropertyList) -> String? {
    var node: PropertyList.Node? = list.root
    for token in steps(key) { node = node.flatMap { child(of: $0, token, in: list) } }
    return node.flatMap { list.string(of: $0) }
  }

  // MARK: Recorded builds

  /// Of a ledger's builds those that decide: the highest, and one that can't be compared. Any other is below the highest.
  private mutating func recorded(_ clause: IncreasesClause, _ history: HistoryReader) throws(LuaFailure) -> [Earlier] {
    guard let ledger = history.ledger else { return [] }
    func name(_ build: RecordedBuild) -> String { "#\(build.sequence) of \(ledger.location.shown)" }
    try spend(1_000)
    guard let field = VersionField(rawValue: clause.key) else {
      throw LuaFailure(
        kind: .error,
        message:
          "a ledger orders builds by CFBundleVersion and CFBundleShortVersionString; \(clause.key) can be compared with --previous",
        file: nil, line: nil)
    }
    let highest = history.highest(of: bundle, field, clause)
    var unreadable = history.newestUnreadable(of: bundle, field, clause)
    // Rows stay for ever: one that can't be compared is in the way until a build after it can.
    if let one = unreadable, let highest, one.sequence < highest.sequence { unreadable = nil }
    return [highest, unreadable].compactMap { $0 }.map { build in
      Earlier(text: field == .build ? build.entry.build : build.entry.shortVersion, name: name(build), isRecorded: true)
    }
  }
}

extension VersionScope {
  /// Whether two builds of one identifier are held against each other. A system that nothing tells of may be any.
  func relates(_ bundle: Bundle, to other: Bundle) -> Bool {
    switch self {
    case .identifier: true
    case .platform: bundle.platform == nil || other.platform == nil || bundle.platform == other.platform
    case .release:
      Self.platform.relates(bundle, to: other)
        && Self.isSameRelease(
          bundle.string("CFBundleShortVersionString"), other.string("CFBundleShortVersionString"))
    }
  }

  /// Whether two release versions stand for one release: `1.0` and `1.0.0` do.
  private static func isSameRelease(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == right }
    if let one = Version(left, dialect: .apple), let other = Version(right, dialect: .apple) {
      return one.compare(to: other) == 0
    }
    return left.utf8.elementsEqual(right.utf8)
  }
}
