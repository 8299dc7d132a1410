import Basics
import BuildRecords
package import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists
import ReleaseLedger

// The earlier builds, as policies see them: the builds from the command line, then the ledger's, which are read when a rule asks for
// them.
extension PolicyHost {
  static let historyClass = APIClass(
    "History", .object,
    "Earlier builds of a bundle by position: those named with `--previous`, in that order, then those in the ledger that were not withdrawn, the newest first. The newest has the highest release version and, within a release, the highest build number (dialect `apple`); of equal builds, the one recorded last is newer.",
    index: .init("integer", "Bundle?"), hasLength: true, methods: HostFunction.historyMethods.compactMap(\.definition))

  /// The price of a build from a ledger: it stays in memory until the bundle has been checked.
  private static let buildCost: UInt64 = 20_000

  func readHistory(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let bundle = objects.bundle(node) else { return answer.fail("this object is no longer valid") }
    switch key {
    case .integer(let position):
      noteQuestion(about: bundle, in: Int(node.owner))
      guard position >= 1, let position = Int(exactly: position) else { return }
      if let build = earlier(position - 1, of: bundle, in: Int(node.owner), answer) { answer.set(build) }
    case .string(let name):
      if let function = HostFunction.number(of: name, in: .history) { return answer.set(function: function) }
      answer.fail(
        "the history is read by position (1 is the newest build) or with history:highest(key); it has no field "
          + "'\(String(decoding: name, as: UTF8.self))'")
    }
  }

  func countHistory(of bundle: Bundle, in graph: Int, _ answer: LuaAnswer) {
    guard graph == 0, let history else { return answer.set(Int64(0)) }
    history.noteComparison(of: bundle, .platform)
    answer.set(Int64(history.count(of: bundle)))
    passOn(answer)
  }

  func historyEntry(of node: LuaNode, rank: Int, key: LuaAnswer, value: LuaAnswer) -> Bool {
    guard let bundle = objects.bundle(node) else { return false }
    noteQuestion(about: bundle, in: Int(node.owner))
    guard let build = earlier(rank, of: bundle, in: Int(node.owner), key) else { return history?.failureText != nil }
    key.set(Int64(rank) + 1)
    value.set(build)
    return true
  }

  /// The same bundle in the earlier build at a position, where 0 is the newest.
  private func earlier(_ position: Int, of bundle: Bundle, in graph: Int, _ answer: LuaAnswer) -> LuaNode? {
    // The history of an earlier build is not known.
    guard graph == 0, let history else { return nil }
    let given = history.givenBuilds(of: bundle)
    if position < given.count {
      return objects.node(bundle: given[position].bundle.index, graph: given[position].graph + 1)
    }
    guard let row = history.recorded(position - given.count, of: bundle) else {
      passOn(answer)
      return nil
    }
    return node(of: row, answer)
  }

  /// Records that the rule asks for earlier builds of a bundle. This does not count as a comparison yet.
  private func noteQuestion(about bundle: Bundle, in graph: Int, _ scope: VersionScope = .platform) {
    guard graph == 0, let history else { return }
    run.questions.asksForHistory = true
    history.noteComparison(of: bundle, scope)
  }

  /// The reason why nothing was compared if no earlier builds were given.
  package static let noHistory = "no earlier build to compare with; name one with --previous OLD or --ledger URL"

  /// Why a rule that asked for earlier builds of a bundle compared nothing; nil if there were some, or if it did not ask.
  package func absenceOfHistory(for bundle: Bundle) -> String? {
    let asked = run.questions
    guard let history else { return asked.asksForNamesake ? Self.noHistory : nil }
    guard asked.asksForHistory || asked.asksForNamesake, !asked.hasNamesake, history.failureText == nil,
      history.givenBuilds(of: bundle).isEmpty, history.recorded(0, of: bundle) == nil
    else { return nil }
    return history.absence(of: bundle)
  }

  func readPrevious(around bundle: Bundle, in graph: Int, _ answer: LuaAnswer) {
    if graph == 0 { history?.noteComparisonWithProducts(bundle) }
    let earlier = graph == 0 ? 0..<objects.givenCount : 0..<0
    answer.set(
      .list(
        earlier.flatMap { number in
          objects.graphs[number + 1].products.map { .node(objects.node(bundle: $0.index, graph: number + 1)) }
        }))
  }

  /// The newest earlier build of a product with this name and system: from the given builds, or else from the ledger.
  func readNamesake(of bundle: Bundle, in graph: Int, _ answer: LuaAnswer) {
    guard graph == 0, objects.graphs[0].product(around: bundle) === bundle else { return }
    run.questions.asksForNamesake = true
    guard let history else { return }
    if let (number, other) = history.givenNamesake(of: bundle) {
      run.questions.hasNamesake = true
      return answer.set(objects.node(bundle: other.index, graph: number + 1))
    }
    if let row = history.newestNamesake(of: bundle), let node = node(of: row, answer) {
      run.questions.hasNamesake = true
      answer.set(node)
    }
    passOn(answer)
  }

  private func node(of row: RecordedBuild, _ answer: LuaAnswer) -> LuaNode? {
    // A rule's price does not depend on the reads of other rules.
    if run.paidRows.insert(row.sequence).inserted { answer.charge(Self.buildCost) }
    if let known = objects.graph(of: row) { return objects.node(bundle: 0, graph: known) }
    guard let graph = BundleGraph.recorded(row, in: history?.ledgerName ?? "the ledger") else {
      answer.fail("the Info.plist in row #\(row.sequence) of the ledger is damaged; run 'bundlepolicy ledger verify'")
      return nil
    }
    reads?.add(graph)
    return objects.node(bundle: 0, graph: objects.add(graph, of: row))
  }

  /// Fails if the ledger failed, since the rule's result would be unfounded.
  private func passOn(_ answer: LuaAnswer) { if let failure = history?.failureText { answer.fail(failure) } }

  // MARK: Versions

  static let highestOptions = APIClass(
    "HighestOptions", .declaration, "Options of `history:highest`.",
    fields: [
      APIField("dialect?", "Dialect", "The dialect of the versions; `apple` by default."),
      APIField("scope?", "Scope", "The earlier builds to compare; `identifier+platform` by default."),
      APIField("up_to?", "string", "Ignores versions above this one."),
      APIField("shipped?", "boolean", "Only builds that were marked as shipped."),
    ])

  fileprivate func highestBuild(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "history:highest(key, { dialect = …, scope = …, up_to = …, shipped = … })"
    guard case .node(let node) = call[0], node.kind == ObjectKind.history.rawValue, let bundle = objects.bundle(node)
    else { return answer.fail("call it with a colon: \(usage)") }
    guard case .string(let key) = call[1], let field = VersionField(rawValue: key) else {
      return answer.fail("\(usage): the key must be CFBundleVersion or CFBundleShortVersionString")
    }
    var (dialect, scope) = (VersionDialect.apple, VersionScope.platform)
    var upTo: Version?
    var isShipped = false
    do throws(DeclarationError) {
      let table: LuaValue = call[2] == .nil ? .table(LuaTable(entries: [])) : call[2]
      let options = try DeclarationReader(table, place: "history:highest", of: Self.highestOptions)
      dialect = try options.word("dialect", VersionDialect.self) ?? dialect
      scope = try options.word("scope", VersionScope.self) ?? scope
      isShipped = try options.boolean("shipped") ?? false
      if let text = try options.text("up_to") {
        upTo = Version(text, dialect: dialect)
        if upTo == nil {
          throw DeclarationError("\(usage): up_to '\(text)' is not a version (\(dialect.rawValue) dialect)")
        }
      }
    } catch {
      return fail(error, answer)
    }
    noteQuestion(about: bundle, in: Int(node.owner), scope)
    guard node.owner == 0, let history else { return }
    reads?.key(key, of: bundle.info.root, in: objects.info(graph: 0, bundle: bundle.index))
    var best: (version: Version, node: LuaNode)?
    func consider(_ text: String?, _ node: LuaNode?) {
      guard let node, let version = text.flatMap({ Version($0, dialect: dialect) }) else { return }
      if let upTo, let order = version.compare(to: upTo), order > 0 { return }
      if let known = best, let order = version.compare(to: known.version), order <= 0 { return }
      best = (version, node)
    }
    for (graph, old) in history.givenBuilds(of: bundle) where scope.relates(bundle, to: old) {
      answer.charge(100)
      if let unknown = objects.unknown(key, in: graph + 1) { return refuse(unknown, answer) }
      if isShipped, history.given[graph].isShipped != true { continue }
      consider(old.string(key), objects.node(bundle: old.index, graph: graph + 1))
    }
    if let row = history.highest(of: bundle, field, dialect, scope, upTo: upTo, isShipped ? .shipped : .standing) {
      consider(field == .build ? row.entry.build : row.entry.shortVersion, self.node(of: row, answer))
    }
    if let best { answer.set(best.node) }
    passOn(answer)
  }
}

extension HostFunction {
  static let historyMethods = [
    HostFunction(
      "highest(key: \"CFBundleVersion\"|\"CFBundleShortVersionString\", options?: HighestOptions): Bundle?",
      "Returns the earlier build with the highest version, ignoring builds without a valid version."
    ) { host, call, answer in host.highestBuild(call, answer) }
  ]
}

extension BundleGraph {
  /// The bundle that a ledger row describes; nil if its property list cannot be read.
  static func recorded(_ row: RecordedBuild, in shown: String) -> BundleGraph? {
    let entry = row.entry
    let place = "#\(row.sequence) of \(shown)"
    guard let info = try? PropertyList.parse(entry.info, file: place), info.kind(of: info.root) == .dictionary,
      let kind = Bundle.Kind(rawValue: entry.kind)
    else { return nil }
    let ending = [.application: ".app", .framework: ".framework", .extension: ".appex", .plugin: ".bundle"][kind] ?? ""
    let name = entry.path.split(separator: "/").last.map(String.init) ?? entry.name + ending
    return .recorded(
      RecordedBundle(
        path: "", name: name, kind: kind, platform: entry.platform.flatMap { Bundle.Platform(rawValue: $0) },
        info: info, details: entry.details),
      displayPath: place, reason: "a ledger does not contain the files of earlier builds")
  }
}

extension GraphObjects {
  /// The error for a field of an earlier build of which only a record, or its Info.plist, is known; nil if the field is known.
  func unknown(field: String, by source: BundleFieldSource, of bundle: Bundle, in graph: Int) -> String? {
    guard graph > 0, source != .info, graphs[graph].isRecord || bundle.kind == .plist,
      !(source == .ledger && graphs[graph].isRecord && rows[graph] != nil)
    else { return nil }
    return
      "\(bundle.displayPath) does not contain the \(field) of the earlier build; pass the build itself with --previous"
  }

  /// The error for a key, or for all keys if it is nil, of an earlier build of which only some keys are known; nil if the key is
  /// known.
  func unknown(_ key: UnsafeBufferPointer<UInt8>?, of node: PropertyList.Node, in document: Document) -> String? {
    guard document.graph > 0, document.graph < graphs.count, graphs[document.graph].knownKeys != nil,
      node == document.list.root
    else { return nil }
    let name = graphs[document.graph].displayPath
    guard let key else { return "\(name) contains only some keys of the earlier build; pass the build itself" }
    return unknown(String(decoding: key, as: UTF8.self), in: document.graph)
  }

  /// The error for a top-level key of an earlier build that is unknown; nil if it is known.
  func unknown(_ key: String, in graph: Int) -> String? {
    guard let known = graphs[graph].knownKeys, !known.contains(key) else { return nil }
    return "\(graphs[graph].displayPath) does not contain the \(key) of the earlier build; pass the build itself"
  }
}
