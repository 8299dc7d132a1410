import Basics
import Bundles
package import PropertyLists
package import Reports

/// Which changes of findings are made in which files, in one round.
///
/// A finding's changes are made all or none. Of findings that want different things of one key none is fixed. A finding whose key is
/// another form of one that is renamed or added waits for the next round, as what it asks for may then be another thing.
package struct FixPlan {
  /// A file to change.
  package struct File {
    /// Where it is, with every link resolved.
    package let path: String
    /// As reports show it.
    package let shown: String
    /// The findings to fix.
    package internal(set) var findings: [Finding]
  }

  /// A finding that is not fixed.
  package struct Refusal: Hashable {
    /// The file, as reports show it.
    package let file: String
    package let keyPath: String
    /// Why not.
    package let reason: String
  }

  package private(set) var files: [File] = []
  package private(set) var conflicts: [Refusal] = []

  /// The files by their paths.
  private var places: [ExactText: Int] = [:]
  /// What is made already: a file may be named in several ways, and is found by each.
  private var known: Set<Change> = []

  private struct Change: Hashable {
    let file: Int
    let rule: String
    let edits: [PropertyListEdit]
  }

  package init() {}

  /// Adds the findings of a bundle. Throws when what is to be changed is signed, or cannot be.
  package mutating func add(_ bundle: BundleReport) throws(EngineError) {
    let fixable = bundle.findings.filter(\.isFixable)
    if fixable.isEmpty { return }
    var subject = try FixableBundle(named: bundle.path)
    for finding in fixable {
      let path = try subject.path(of: finding)
      let place = places[ExactText(path)] ?? files.count
      if place == files.count {
        let shown = [bundle.path, finding.bundle, finding.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        files.append(File(path: path, shown: shown, findings: []))
        places[ExactText(path)] = place
      }
      if known.insert(Change(file: place, rule: finding.rule, edits: finding.edits)).inserted {
        files[place].findings.append(finding)
      }
    }
  }

  /// Findings of a file in one round; more of them wait for the next.
  private static let mostFindings = 10_000

  /// Takes out what contradicts something else, and what must wait.
  package mutating func settle() {
    for position in files.indices {
      conflicts += files[position].removeConflicts()
      files[position].removeDependents()
      files[position].findings.removeLast(max(0, files[position].findings.count - Self.mostFindings))
    }
    files.removeAll { $0.findings.isEmpty }
  }
}

extension FixPlan.File {
  /// The changes, each once.
  package var edits: [PropertyListEdit] { Self.edits(of: findings) }

  package static func edits(of findings: some Sequence<Finding>) -> [PropertyListEdit] {
    var seen: Set<PropertyListEdit> = []
    return findings.flatMap(\.edits).filter { seen.insert($0).inserted }
  }

  /// Something that is done to a key, by whose finding.
  private struct Touch {
    let edit: PropertyListEdit
    let finding: Int
  }

  fileprivate mutating func removeConflicts() -> [FixPlan.Refusal] {
    var touches: [ExactText: [Touch]] = [:]
    for (position, finding) in findings.enumerated() {
      for edit in finding.edits {
        for path in edit.touchedPaths {
          touches[ExactText(path), default: []].append(Touch(edit: edit, finding: position))
        }
      }
    }
    /// The others that do something else to a finding's keys, or to what is around them.
    func opponents(of finding: Finding) -> Set<Int> {
      var found: Set<Int> = []
      for edit in finding.edits {
        for path in edit.touchedPaths {
          for touch in touches[ExactText(path)] ?? [] where touch.edit != edit { found.insert(touch.finding) }
        }
        var around = edit.keyPath
        while let slash = around.lastIndex(of: "/"), slash != around.startIndex {
          around = String(around[..<slash])
          // A key with another name still has the same value.
          for touch in touches[ExactText(around)] ?? [] where !touch.edit.isRename { found.insert(touch.finding) }
        }
      }
      return found
    }
    var refused: Set<Int> = []
    var refusals: [FixPlan.Refusal] = []
    var refusedPaths: Set<ExactText> = []
    for (position, finding) in findings.enumerated() {
      let others = opponents(of: finding).subtracting([position])
      if others.isEmpty { continue }
      refused.insert(position)
      refused.formUnion(others)
      let rules = Set(others.map { findings[$0].rule }).subtracting([finding.rule]).sortedByBytes()
      let reason =
        rules.isEmpty
        ? "findings of \(finding.rule) ask for different changes of it"
        : "\(([finding.rule] + rules).joined(separator: " and ")) ask for different changes of it"
      // Both sides would say the same.
      let refusal = FixPlan.Refusal(file: shown, keyPath: finding.edits[0].keyPath, reason: reason)
      if refusedPaths.insert(ExactText(refusal.keyPath)).inserted { refusals.append(refusal) }
    }
    findings = findings.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
    return refusals
  }

  fileprivate mutating func removeDependents() {
    /// Forms of a key that somebody adds, or gives another name; and all that is done to forms of it.
    var moved: [ExactText: Int] = [:]
    var kept: [Finding] = []
    for finding in findings {
      let families = Set(finding.edits.filter(\.movesKeys).flatMap(\.families).map(ExactText.init))
      let isDependent = families.contains { family in moved[family].map { kept[$0].edits != finding.edits } ?? false }
      if isDependent { continue }
      for family in families where moved[family] == nil { moved[family] = kept.count }
      kept.append(finding)
    }
    findings = kept
  }
}

extension PropertyListEdit {
  /// The key that it is about, and the one that comes of it.
  fileprivate var touchedPaths: [String] {
    guard case .rename(let name) = operation, let slash = keyPath.lastIndex(of: "/") else { return [keyPath] }
    return [keyPath, String(keyPath[...slash]) + JSONPointer.escape(name)]
  }

  fileprivate var isRename: Bool { if case .rename = operation { true } else { false } }

  /// Whether there are other keys afterwards.
  fileprivate var movesKeys: Bool {
    switch operation {
    case .add, .rename: true
    case .set, .remove: false
    }
  }

  /// The keys without qualifiers that it adds or renames a form of, at the top, where qualifiers mean something.
  fileprivate var families: [String] {
    touchedPaths.compactMap { path in
      guard let tokens = JSONPointer.tokens(path), tokens.count == 1 else { return nil }
      return QualifiedKey.split(tokens[0]).base
    }
  }
}
