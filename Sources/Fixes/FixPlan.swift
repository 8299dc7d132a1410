import Basics
import Bundles
package import PropertyLists
package import Reports

/// The changes to make in each file in one round of fixing.
///
/// A finding's changes are made all or none. Findings that ask for different changes of the same key are not fixed. A finding about another
/// form of a key that is renamed or added waits for the next round, because it may then ask for something else.
package struct FixPlan {
  package struct File {
    /// The path, with every link resolved.
    package let path: String
    package let shown: String
    /// Whether the file is a source of a bundle, which itself is not changed.
    package let isSource: Bool
    package internal(set) var findings: [Finding]
  }

  package struct Refusal: Hashable {
    package let file: String
    package let keyPath: String
    package let reason: String

    init(_ file: String, _ finding: Finding, _ reason: String) {
      (self.file, keyPath, self.reason) = (file, finding.edits[0].keyPath, reason)
    }
  }

  package private(set) var files: [File] = []
  package private(set) var conflicts: [Refusal] = []
  /// The findings that cannot be fixed in the sources of their bundle.
  package private(set) var left: [Refusal] = []
  private let hasSources: Bool
  private let isFirst: Bool

  private var places: [ExactText: Int] = [:]
  private var known: Set<Change> = []

  private struct Change: Hashable {
    let file: Int
    let rule: String
    let edits: [PropertyListEdit]
  }

  /// `hasSources`: whether the project has sources, which are fixed in the first round. Findings without a source are then left if their
  /// bundle cannot be changed.
  package init(hasSources: Bool = false, isFirst: Bool = true) {
    (self.hasSources, self.isFirst) = (hasSources, isFirst)
  }

  /// Adds the findings of a bundle: changes of their sources if they have any, or else of files in the bundle. Throws if an affected bundle
  /// is signed, or a file cannot be fixed, unless the project has sources.
  package mutating func add(_ bundle: BundleReport) throws(EngineError) {
    let fixable = bundle.findings.filter(\.isFixable)
    let built = fixable.filter { $0.source == nil }
    if isFirst {
      for finding in fixable {
        if let source = finding.source { try add(finding, source) }
      }
    }
    if built.isEmpty { return }
    var places: [(path: String, shown: String)] = []
    do throws(EngineError) {
      var subject = try FixableBundle(named: bundle.path)
      for finding in built { places.append((try subject.path(of: finding), Self.shown(finding, in: bundle))) }
    } catch {
      if !hasSources { throw error }
      let reason = error.code == "fix.signed" ? "it has no source, and the bundle is signed" : error.message
      for finding in built where isFirst {
        leave(Refusal(Self.shown(finding, in: bundle), finding, reason))
      }
      return
    }
    for (finding, place) in zip(built, places) { add(finding, to: place.path, shown: place.shown, isSource: false) }
  }

  private static func shown(_ finding: Finding, in bundle: BundleReport) -> String {
    [bundle.path, finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
  }

  private mutating func leave(_ refusal: Refusal) { if !left.contains(refusal) { left.append(refusal) } }

  private mutating func add(_ finding: Finding, _ source: FindingSource) throws(EngineError) {
    let file = source.place.file
    if let obstacle = source.obstacle { return leave(Refusal(file, finding, obstacle)) }
    guard let path = FileSystem.realPath(file) else {
      throw EngineError(code: "fix.unreadable", message: SystemError(errno).text, file: file)
    }
    add(finding, to: path, shown: file, isSource: true)
  }

  private mutating func add(_ finding: Finding, to path: String, shown: String, isSource: Bool) {
    let place = places[ExactText(path)] ?? files.count
    if place == files.count {
      files.append(File(path: path, shown: shown, isSource: isSource, findings: []))
      places[ExactText(path)] = place
    }
    if known.insert(Change(file: place, rule: finding.rule, edits: finding.edits)).inserted {
      files[place].findings.append(finding)
    }
  }

  /// The maximum number of findings per file in one round; the rest wait for the next.
  private static let maximumFindings = 10_000

  package mutating func resolveConflicts() {
    for position in files.indices {
      let refusals = files[position].removeConflicts()
      // Later rounds do not look at sources again.
      if files[position].isSource { refusals.forEach { leave($0) } } else { conflicts += refusals }
      var later = files[position].removeDependents()
      later += files[position].findings.dropFirst(Self.maximumFindings)
      files[position].findings.removeLast(max(0, files[position].findings.count - Self.maximumFindings))
      for finding in later where files[position].isSource {
        leave(Refusal(files[position].shown, finding, "other changes come first; build again, then fix again"))
      }
    }
    files.removeAll { $0.findings.isEmpty }
  }
}

extension FixPlan.File {
  package var edits: [PropertyListEdit] { Self.edits(of: findings) }

  package static func edits(of findings: some Sequence<Finding>) -> [PropertyListEdit] {
    findings.flatMap(\.edits).unique(by: \.self)
  }

  fileprivate mutating func removeConflicts() -> [FixPlan.Refusal] {
    var editsByPath: [ExactText: [(edit: PropertyListEdit, finding: Int)]] = [:]
    for (position, finding) in findings.enumerated() {
      for edit in finding.edits {
        for path in edit.affectedPaths { editsByPath[ExactText(path), default: []].append((edit, position)) }
      }
    }
    func conflictingFindings(of finding: Finding) -> Set<Int> {
      var found: Set<Int> = []
      for edit in finding.edits {
        for path in edit.affectedPaths {
          for keyEdit in editsByPath[ExactText(path)] ?? [] where keyEdit.edit != edit { found.insert(keyEdit.finding) }
        }
        var container = edit.keyPath
        while let slash = container.lastIndex(of: "/"), slash != container.startIndex {
          container = String(container[..<slash])
          // Renaming a container does not change what is in it.
          for keyEdit in editsByPath[ExactText(container)] ?? [] where !keyEdit.edit.isRename {
            found.insert(keyEdit.finding)
          }
        }
      }
      return found
    }
    var refused: Set<Int> = []
    var refusals: [FixPlan.Refusal] = []
    var refusedPaths: Set<ExactText> = []
    for (position, finding) in findings.enumerated() {
      let others = conflictingFindings(of: finding).subtracting([position])
      if others.isEmpty { continue }
      refused.insert(position)
      refused.formUnion(others)
      let rules = Set(others.map { findings[$0].rule }).subtracting([finding.rule]).sortedByBytes()
      let reason =
        rules.isEmpty
        ? "findings of \(finding.rule) ask for different changes of it"
        : "\(([finding.rule] + rules).joined(separator: " and ")) ask for different changes of it"
      // Each finding of a conflict would give the same reason.
      let refusal = FixPlan.Refusal(shown, finding, reason)
      if refusedPaths.insert(ExactText(refusal.keyPath)).inserted { refusals.append(refusal) }
    }
    findings = findings.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
    return refusals
  }

  fileprivate mutating func removeDependents() -> [Finding] {
    /// The forms of keys that a kept finding adds or renames, with the finding's position.
    var moved: [ExactText: Int] = [:]
    var kept: [Finding] = []
    var waiting: [Finding] = []
    for finding in findings {
      let families = Set(finding.edits.filter(\.addsKeys).flatMap(\.families).map(ExactText.init))
      let isDependent = families.contains { family in moved[family].map { kept[$0].edits != finding.edits } ?? false }
      if isDependent {
        waiting.append(finding)
        continue
      }
      for family in families where moved[family] == nil { moved[family] = kept.count }
      kept.append(finding)
    }
    findings = kept
    return waiting
  }
}

extension PropertyListEdit {
  /// The changed key, and its new name if it is renamed.
  fileprivate var affectedPaths: [String] {
    guard case .rename(let name) = operation, let slash = keyPath.lastIndex(of: "/") else { return [keyPath] }
    return [keyPath, String(keyPath[...slash]) + JSONPointer.escape(name)]
  }

  fileprivate var isRename: Bool { if case .rename = operation { true } else { false } }

  fileprivate var addsKeys: Bool {
    switch operation {
    case .add, .rename: true
    case .set, .remove: false
    }
  }

  /// The unqualified names of the top-level keys it affects. Only top-level keys can have qualifiers.
  fileprivate var families: [String] {
    affectedPaths.compactMap { path in
      guard let tokens = JSONPointer.tokens(path), tokens.count == 1 else { return nil }
      return QualifiedKey.split(tokens[0]).base
    }
  }
}
