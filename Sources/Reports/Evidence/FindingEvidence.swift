import Basics
package import Bundles
package import PropertyLists
import StructuredText

/// How much a report keeps of each bundle beyond its findings, so that formats can show it.
public enum EvidenceLevel: Comparable, Sendable {
  /// Only the findings.
  case nothing
  /// Also the lines of property lists around findings.
  case excerpts
  /// Also the replacements of text that would fix findings.
  case replacements
  /// Also icons and earlier builds.
  case all
}

package struct FindingEvidence {
  package static let mostExcerptsOfRule = 500
  private static let mostExcerpts = 5000

  private struct Place: Hashable {
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

  private struct Change: Hashable {
    let bundle: ExactText
    let file: ExactText?
    let edits: [PropertyListEdit]

    init(_ finding: Finding) {
      (bundle, file, edits) = (ExactText(finding.bundle), finding.file.map(ExactText.init), finding.edits)
    }
  }

  package static func add(_ level: EvidenceLevel, to findings: inout [Finding], in graph: BundleGraph) {
    if level == .nothing { return }
    addExcerpts(to: &findings, where: { _ in true }) { finding in
      graph.bundles.first { $0.path.hasSameBytes(as: finding.bundle) }.flatMap { list(finding.file, of: $0) }
    }
    if level >= .replacements { addReplacements(to: &findings, in: graph) }
  }

  package static func addExcerpts(
    ofRules rules: Set<String>, to findings: inout [Finding], from kept: [CollectedBundle]
  ) {
    addExcerpts(to: &findings, where: { rules.contains($0.rule) }) { finding in
      guard let bundle = kept.first(where: { $0.path.hasSameBytes(as: finding.bundle) }),
        finding.file == bundle.infoFile,
        let source = bundle.infoSource
      else { return nil }
      return try? PropertyList.parse(source, file: finding.file ?? bundle.name)
    }
  }

  // MARK: Excerpts

  /// The largest file other than `Info.plist` in bytes: 4 MiB.
  private static let fileLimit = 4 << 20

  private static func addExcerpts(
    to findings: inout [Finding], where isNew: (Finding) -> Bool, _ list: (Finding) -> PropertyList?
  ) {
    var excerpts: [Place: PropertyListExcerpt] = [:]
    for finding in findings { if let excerpt = finding.excerpt { excerpts[Place(finding)] = excerpt } }
    var places = Set(excerpts.keys)
    var counts: [String: Int] = [:]
    // Findings are sorted by file.
    var rest = findings.filter(isNew)[...]
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
    if excerpts.isEmpty { return }
    for number in findings.indices where isNew(findings[number]) && !findings[number].isOfEarlierBuild {
      findings[number].excerpt = excerpts[Place(findings[number])]
    }
  }

  package static func excerpts(of findings: [Finding], in source: PropertyList) -> [PropertyListExcerpt?] {
    let lines = SourceExcerpt(source, around: findings)
    var digests = ValueDigests()
    return findings.map { finding in
      var excerpt =
        lines.excerpt(of: finding) ?? finding.keyPath.flatMap { ValueLines.excerpt(of: $0, in: source) }
      // A value with a variable is another one in the bundle.
      let node = finding.keyPath.flatMap(source.value(at:))
      if let node, digests.digest(of: node, in: source) != finding.valueDigest { excerpt?.hideValue() }
      return excerpt
    }
  }

  // MARK: Replacements

  private static let mostChanges = 1000
  /// The maximum size in bytes of the replacements for a finding, and for all findings on a bundle.
  package static let mostChangedBytes = 16 << 10
  private static let mostChangedBytesOfAll = 4 << 20

  private static func addReplacements(to findings: inout [Finding], in graph: BundleGraph) {
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
    if replacements.isEmpty { return }
    for number in findings.indices where !findings[number].edits.isEmpty {
      findings[number].replacements = replacements[Change(findings[number])] ?? []
    }
  }

  private static func list(_ file: String?, of bundle: Bundle) -> PropertyList? {
    guard let file, file != bundle.infoPath else { return bundle.info }
    guard let bytes = try? bundle.files.read(file, limit: fileLimit) else { return nil }
    if file.hasSuffix(".json"), let list = try? JSONReader.propertyList(bytes, file: file) { return list }
    let hint: PropertyList.Hint = file.hasSuffix(".strings") ? .strings : .automatic
    return try? PropertyList.parse(bytes, file: file, as: hint, limits: Limits(maximumNodes: 1_000_000))
  }
}
