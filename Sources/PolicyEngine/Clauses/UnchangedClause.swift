import Basics
import BuildHistory
import BuildRecords
import BundleFacts
import Bundles
package import LuaRuntime
package import Measures
import PolicyObjects
package import PolicySchema
import PropertyLists

/// `unchanged`: named sets of things that the bundle has are the same as in the build before it.
package struct UnchangedClause: Clause {
  package static let definition = APIField(
    "unchanged?", "ComparedSet|ComparedSet[]", "Sets that must be the same as in the build before.")

  package var sets: [ComparedSet]

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let names = try rule.nonEmptyTexts(field) else { return nil }
    var sets: [ComparedSet] = []
    for name in names {
      let set: ComparedSet = try DeclarationError.word(name, "\(rule.place), \(field)", "set")
      if sets.contains(set) { throw DeclarationError("\(rule.place): '\(field)' names '\(name)' twice") }
      sets.append(set)
    }
    return Self(sets: sets)
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let bundle = context.bundle
    var current: [(set: ComparedSet, members: SetMembers)] = []
    for set in sets {
      let members = try Self.members(set, of: bundle, in: context.graph)
      try context.spend(500 + UInt64(members.members.count) * 50)
      context.host.measures.note(members.recorded(as: set.rawValue), for: bundle)
      context.reads?.field(set.rawValue, counted(members.members.count, "member"), of: bundle, graph: 0)
      current.append((set, members))
    }
    guard let history = context.history else { return .notApplicable(PolicyHost.noHistory) }
    // If the ledger cannot be read, the result of the rule is an error.
    if history.failsToAsk() { return .evaluated }
    history.noteComparison(of: bundle)
    try context.spend(1_000)
    guard let before = history.predecessor(of: bundle) else { return .nothingEvaluated(history.absence(of: bundle)) }
    var unknown: [String] = []
    for (set, members) in current {
      guard let earlier = try Self.earlier(set, before, history) else {
        unknown.append(set.rawValue)
        continue
      }
      try context.spend(UInt64(earlier.count) * 50)
      Self.compare(set, members, with: earlier, of: before.name, &context)
    }
    guard unknown.isEmpty else {
      return .nothingEvaluated(
        "\(before.name) was recorded without '\(unknown.joined(separator: "', '"))', so nothing was compared with it there"
      )
    }
    return .evaluated
  }

  private static func members(
    _ set: ComparedSet, of bundle: Bundle, in graph: BundleGraph
  ) throws(LuaFailure) -> SetMembers {
    func failure(_ reason: String) -> LuaFailure {
      LuaFailure(kind: .error, message: "'\(set.rawValue)' of \(bundle.displayPath) cannot be compared: \(reason)")
    }
    switch set.source {
    case .info: return SetMembers(set, info: bundle.info)
    case .entitlements:
      return SetMembers(
        entitlements: try mapError(try bundle.entitlements()) { (error: ReadFailure) in failure(error.message) })
    case .files:
      return try mapError(try SetMembers(set, of: bundle, in: graph)) { (error: StorageError) in
        failure(error.description)
      }
    }
  }

  /// The members in the build before; nil if it was recorded without the set. Throws if a build named with `--previous` does not say it.
  private static func earlier(
    _ set: ComparedSet, _ before: Predecessor, _ history: HistoryReader
  ) throws(LuaFailure) -> [BuildSet.Member]? {
    switch before.build {
    case .recorded(let row):
      switch set.source {
      case .files: return row.entry.details.set(set.rawValue)?.members
      case .info: return try list(row.entry.info, row).map { SetMembers(set, info: $0) }?.recorded(as: "").members
      case .entitlements:
        return SetMembers(entitlements: try list(row.entry.entitlements, row)).recorded(as: "").members
      }
    case .given(let number, let old):
      let graph = history.given[number]
      if let recorded = graph.recordedDetails(of: old)?.set(set.rawValue) { return recorded.members }
      guard !graph.isRecord, old.kind != .plist || set.source == .info else {
        throw LuaFailure(
          kind: .error,
          message: "\(before.name) does not contain '\(set.rawValue)' of the earlier build; pass the build itself")
      }
      return try members(set, of: old, in: graph).recorded(as: "").members
    }
  }

  private static func list(_ bytes: [UInt8]?, _ row: RecordedBuild) throws(LuaFailure) -> PropertyList? {
    guard let bytes else { return nil }
    return try mapError(try PropertyList.parse(bytes, file: "#\(row.sequence)")) { (_: PropertyListError) in
      LuaFailure(
        kind: .error,
        message: "a property list in row #\(row.sequence) of the ledger is damaged; run 'bundlepolicy ledger verify'")
    }
  }

  // MARK: Findings

  private static func compare(
    _ set: ComparedSet, _ members: SetMembers, with earlier: [BuildSet.Member], of name: String,
    _ context: inout ClauseContext
  ) {
    let old = Dictionary(earlier.map { (ExactText($0.name), $0) }) { first, _ in first }
    var seen: Set<ExactText> = []
    for member in members.members where seen.insert(ExactText(member.name)).inserted {
      let shown = member.value.map { "\(member.name) = \($0)" } ?? member.name
      guard let before = old[ExactText(member.name)] else {
        add(
          "the \(set.noun) \(shown) is new since \(name)", at: member.place, members, set,
          .init(
            expected: "the same as in \(name)", fix: "remove it, or waive this finding to approve it",
            discriminator: "\(set.rawValue) new \(shown)"), &context)
        continue
      }
      guard before.value != member.value else { continue }
      add(
        "the \(set.noun) \(member.name) changed from '\(before.value ?? "true")' to '\(member.value ?? "true")' since \(name)",
        at: member.place, members, set,
        .init(
          expected: before.value ?? "true", fix: "restore it, or waive this finding to approve it",
          discriminator: "\(set.rawValue) changed \(shown)"), &context)
    }
    for member in earlier where !seen.contains(ExactText(member.name)) {
      add(
        "the \(set.noun) \(member.name) is gone since \(name)", at: nil, members, set,
        .init(
          expected: "the same as in \(name)", fix: "restore it, or waive this finding to approve it",
          discriminator: "\(set.rawValue) gone \(member.name)"), &context, gone: member.name)
    }
  }

  private static func add(
    _ message: String, at place: SetMembers.Place?, _ members: SetMembers, _ set: ComparedSet,
    _ details: FindingCollector.Details, _ context: inout ClauseContext, gone name: String? = nil
  ) {
    func document(_ number: Int) -> Document {
      if set.source == .info { return context.document }
      let (list, file) = members.lists[number]
      return Document(
        list, file: file ?? context.bundle.executable, of: context.bundle,
        form: set == .entitlements ? .entitlements : .file)
    }
    switch place {
    case .entry(let number, let container, let position)?:
      context.collector.add(message, in: document(number), container: container, position: position, details: details)
    case .file(let path)?: context.collector.add(message, file: path, details: details)
    case .bundle?: context.collector.add(message, details: details)
    case nil:
      // An element of a list is `KEY ELEMENT`.
      let key = set == .entitlements ? name?.split(separator: " ").first.map(String.init) : set.key ?? name
      guard set.source != .files, let key, !members.lists.isEmpty else {
        let file = set == .entitlements ? context.bundle.executable : members.lists.first?.file
        return context.collector.add(message, file: file, details: details)
      }
      let document = document(0)
      context.collector.add(message, in: document, container: document.list.root, key: key, details: details)
    }
  }

  // MARK: For people

  private var names: String { sets.map(\.rawValue).joined(separator: ", ") }

  package var summary: String { "the same as in the build before: \(names)" }

  package func satisfaction(in context: ClauseContext) -> String { "\(names): the same as in the build before" }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "difference")) from the build before"
  }

  package func mayReport(at steps: [String]) -> Bool {
    sets.contains { set in set.source != .info || set == .usageDescriptions || steps.first == set.key }
  }
}
