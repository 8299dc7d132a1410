import Basics
import Bundles
public import PolicyEngine
import PropertyLists
import Reports
import StructuredText

/// What can be shown of a bundle besides what was found: for reports that people read with nothing else at hand. All of it is
/// taken while the bundle is judged, and bounded.
struct BundleEvidence: Hashable, Sendable {
  /// Places in property lists that are shown for a rule, at most; more are no help to anyone. One rule takes none from another.
  static let mostExcerptsOfRule = 500
  /// For all rules together.
  static let mostExcerpts = 5000

  /// What tells the places of findings apart.
  struct Place: Hashable {
    let bundle: ExactText
    let file: ExactText?
    let keyPath: ExactText?
    let isMissing: Bool
    let line: Int?
    let column: Int?

    init(_ finding: Finding) {
      bundle = ExactText(finding.bundle)
      file = finding.file.map(ExactText.init)
      keyPath = finding.keyPath.map(ExactText.init)
      isMissing = finding.isMissing
      line = finding.line
      column = finding.column
    }
  }

  /// The icon of the bundle, or of the product in it.
  var icon = BundleIcon.none(because: nil)
  /// The builds before this one; nil when no ledger was named, and of a bundle that no ledger has.
  var history: BuildHistory?
  var excerpts: [Place: PropertyListExcerpt] = [:]
  /// What the changes of findings come to in the text of their files.
  var replacements: [Change: [SourceReplacement]] = [:]

  /// What tells the changes of findings apart.
  struct Change: Hashable {
    let bundle: ExactText
    let file: ExactText?
    let edits: [PropertyListEdit]

    init(_ finding: Finding) {
      (bundle, file, edits) = (ExactText(finding.bundle), finding.file.map(ExactText.init), finding.edits)
    }
  }

  /// The lines of a property list around a finding; nil for one that is about none, or about that of an earlier build.
  func excerpt(of finding: Finding) -> PropertyListExcerpt? {
    finding.isOfEarlierBuild ? nil : excerpts[Place(finding)]
  }

  /// What the changes of a finding come to in the text of its file; none where the file has no text, or it is too much.
  func replacements(of finding: Finding) -> [SourceReplacement] {
    finding.edits.isEmpty ? [] : replacements[Change(finding)] ?? []
  }
}

extension Check {
  /// What a report keeps of bundles so that formats can show it.
  public enum KeptEvidence: Int, Comparable, Sendable {
    /// Only what was found.
    case nothing
    /// The lines of property lists that findings are about.
    case excerpts
    /// These, and what the changes of findings come to in the text.
    case replacements
    /// Icons and earlier builds, too.
    case all

    /// Less is kept of the lesser.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension Check.Options {
  /// Has the report keep what can be shown of bundles.
  public mutating func keep(_ kept: Check.KeptEvidence) {
    laterEvidence = kept == .nothing ? nil : RecordedEvidence.adding
    switch kept {
    case .nothing: evidence = nil
    case .replacements:
      evidence = { graph, findings, _ in
        BundleReport.Evidence(BundleEvidence(excerptsAndReplacementsOf: findings, in: graph))
      }
    case .excerpts:
      evidence = { graph, findings, _ in
        BundleReport.Evidence(BundleEvidence(excerptsOf: findings, in: graph))
      }
    case .all:
      evidence = { graph, findings, history in BundleReport.Evidence(BundleEvidence(of: graph, findings, history)) }
    }
  }
}

extension BundleReport {
  /// What can be shown of the bundle besides; nil unless it was kept.
  var shown: BundleEvidence? { evidence?.value as? BundleEvidence }
}

extension BundleEvidence {
  /// Takes what there is of a bundle that was judged.
  init(of graph: BundleGraph, _ findings: [Finding], _ history: HistoryReader?) {
    icon = BundleIcon(of: graph)
    self.history = history.flatMap { BuildHistory(of: graph, $0) }
    excerpts = Self.excerpts(of: findings, in: graph)
    replacements = Self.replacements(of: findings, in: graph)
  }

  /// Takes nothing but excerpts.
  init(excerptsOf findings: [Finding], in graph: BundleGraph) { excerpts = Self.excerpts(of: findings, in: graph) }

  /// Takes excerpts and replacements.
  init(excerptsAndReplacementsOf findings: [Finding], in graph: BundleGraph) {
    excerpts = Self.excerpts(of: findings, in: graph)
    replacements = Self.replacements(of: findings, in: graph)
  }

  // MARK: Replacements

  /// Findings of a bundle whose changes are shown, at most.
  private static let mostChanges = 1000
  /// Bytes of the text that one finding changes, at most, and all of a bundle.
  private static let mostChangedBytes = 16 << 10
  private static let mostChangedBytesOfAll = 4 << 20

  private static func replacements(
    of findings: [Finding], in graph: BundleGraph
  ) -> [Change: [SourceReplacement]] {
    var replacements: [Change: [SourceReplacement]] = [:]
    var lists: [ExactText: PropertyList?] = [:]
    var size = 0
    for finding in findings where !finding.edits.isEmpty && !finding.isOfEarlierBuild {
      if replacements.count >= mostChanges || size > mostChangedBytesOfAll { break }
      let change = Change(finding)
      guard replacements[change] == nil,
        let bundle = graph.bundles.first(where: { $0.path.hasSameBytes(as: finding.bundle) })
      else {
        continue
      }
      let place = ExactText(finding.bundle + "//" + (finding.file ?? ""))
      let list = lists[place] ?? list(finding.file, of: bundle)
      lists[place] = .some(list)
      guard let made = list?.replacements(for: finding.edits, most: mostChangedBytes) else { continue }
      size += made.reduce(0) { $0 + $1.deleted.utf8.count + $1.inserted.utf8.count }
      replacements[change] = made
    }
    return replacements
  }

  // MARK: Excerpts

  /// Bytes of a file other than `Info.plist`, at most: 4 MiB.
  private static let fileLimit = 4 << 20

  fileprivate static func excerpts(of findings: [Finding], in graph: BundleGraph) -> [Place: PropertyListExcerpt] {
    var excerpts: [Place: PropertyListExcerpt] = [:]
    add(excerptsOf: findings, to: &excerpts) { finding in
      graph.bundles.first { $0.path.hasSameBytes(as: finding.bundle) }.flatMap { list(finding.file, of: $0) }
    }
    return excerpts
  }

  /// Adds excerpts of the property lists that findings are about, which `list` returns.
  private static func add(
    excerptsOf findings: [Finding], to excerpts: inout [Place: PropertyListExcerpt],
    _ list: (Finding) -> PropertyList?
  ) {
    var places = Set(excerpts.keys)
    var counts: [String: Int] = [:]
    // They are sorted: those of one file follow one another.
    var rest = findings[...]
    while let first = rest.first, places.count < mostExcerpts {
      let own = rest.prefix { $0.bundle == first.bundle && $0.file == first.file }
      rest = rest[own.endIndex...]
      let shown = own.filter { finding in
        guard finding.keyPath != nil || finding.line != nil, !finding.isOfEarlierBuild, places.count < mostExcerpts,
          counts[finding.rule, default: 0] < mostExcerptsOfRule, places.insert(Place(finding)).inserted
        else { return false }
        counts[finding.rule, default: 0] += 1
        return true
      }
      guard !shown.isEmpty, let list = list(first) else { continue }
      let source = SourceExcerpt(list, around: shown)
      for finding in shown {
        excerpts[Place(finding)] =
          source.excerpt(of: finding) ?? finding.keyPath.flatMap { ValueLines.excerpt(of: $0, in: list) }
      }
    }
  }

  /// Adds excerpts of findings that were made after the bundle had been closed, from the texts that were kept of it.
  mutating func add(_ findings: [Finding], from kept: [CollectedBundle]) {
    Self.add(excerptsOf: findings, to: &excerpts) { finding in
      guard let bundle = kept.first(where: { $0.path.hasSameBytes(as: finding.bundle) }),
        finding.file == bundle.infoFile,
        let source = bundle.infoSource
      else { return nil }
      return try? PropertyList.parse(source, file: finding.file ?? bundle.name)
    }
  }

  /// The property list that a finding is about; nil when there is none there that can be read.
  private static func list(_ file: String?, of bundle: Bundle) -> PropertyList? {
    guard let file, file != bundle.infoPath else { return bundle.info }
    guard let bytes = try? bundle.files.read(file, limit: fileLimit) else { return nil }
    if file.hasSuffix(".json"), let list = try? JSONReader.propertyList(bytes, file: file) { return list }
    let hint: PropertyList.Hint = file.hasSuffix(".strings") ? .strings : .automatic
    return try? PropertyList.parse(bytes, file: file, as: hint, limits: Limits(maximumNodes: 1_000_000))
  }
}
