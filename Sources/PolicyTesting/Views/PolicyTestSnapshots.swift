import Basics
import Presentation
package import Reports

package struct PolicyTestSnapshots {
  /// The files written and removed, a line each.
  package private(set) var notes: [String] = []
  private let isUpdating: Bool
  private let reportText: (Report) -> String

  /// - Parameters:
  ///   - isUpdating: Whether to write snapshots that differ or are missing, and to remove those that no test uses.
  ///   - reportText: Returns the report as text without colors.
  package init(isUpdating: Bool, reportText: @escaping (Report) -> String) {
    (self.isUpdating, self.reportText) = (isUpdating, reportText)
  }

  /// Adds problems to the results of a suite whose reports differ from their snapshots. A snapshot that no test uses is a failure: it looks
  /// like proof, but nothing is compared with it.
  package mutating func compare(_ outcome: inout PolicyTestSession.Outcome) {
    for number in outcome.results.indices {
      do throws(EngineError) {
        try compare(&outcome.results[number])
      } catch {
        // Nothing was compared if the snapshot cannot be read or written.
        outcome.results[number].isBroken = true
        outcome.results[number].problems.append([error.file, error.message].compactMap { $0 }.joined(separator: ": "))
      }
    }
    for (file, names) in outcome.snapshots.sorted(byBytesOf: \.key) {
      do throws(EngineError) {
        try compareStale(SnapshotFolder(testFile: file), file, Set(names), &outcome)
      } catch {
        let isKnown = outcome.results.contains { $0.isBroken && $0.snapshot?.testFile == file }
        if !isKnown { outcome.errors.append(error) }
      }
    }
  }

  private mutating func compare(_ result: inout PolicyTestResult) throws(EngineError) {
    guard let snapshot = result.snapshot else { return }
    let folder = SnapshotFolder(testFile: snapshot.testFile)
    let path = folder.path(of: snapshot.name)
    let new = text(of: snapshot)
    let old = try folder.text(of: snapshot.name)
    if old == new { return }
    if isUpdating {
      try folder.write(new, as: snapshot.name)
      return notes.append("wrote \(path)")
    }
    guard let old else {
      return result.problems.append("the snapshot \(path) does not exist; write it with --update-snapshots")
    }
    result.problems.append(
      "the report differs from \(path); if the report is right, update the snapshot with --update-snapshots")
    result.details += LineDifference.lines(from: old, to: new)
  }

  private mutating func compareStale(
    _ folder: SnapshotFolder, _ file: String, _ names: Set<String>, _ outcome: inout PolicyTestSession.Outcome
  ) throws(EngineError) {
    for name in try folder.names() where !names.contains(name) {
      let path = folder.path(of: name)
      if isUpdating {
        try folder.remove(name)
        notes.append("removed \(path)")
        continue
      }
      outcome.results.append(
        PolicyTestResult(
          testCase: PolicyTestCase(name: "snapshot \(name)", group: folder.path, file: path, line: 1),
          problems: ["no test in \(file) uses this snapshot; remove it with --update-snapshots"]))
    }
  }

  /// The text of a snapshot: the report, and the status of each rule.
  private func text(of snapshot: PolicyTestSnapshot) -> String {
    var text = SnapshotFolder.header + "\n" + reportText(snapshot.report)
    for bundle in snapshot.report.bundles where !bundle.rules.isEmpty {
      text += "\n"
      for rule in bundle.rules { text += TerminalText.line("\(rule.id): \(rule.status.rawValue)") + "\n" }
    }
    return text
  }
}

/// The difference between two texts for people: lines with `-` from the old one and `+` from the new one, with context.
enum LineDifference {
  static let maximumLines = 60

  /// Returns the lines to show; none for equal texts.
  static func lines(from old: String, to new: String) -> [String] {
    let hunks = UnifiedDifference.hunks(split(old), split(new), context: 2, comparable: 1_000)
    let shown = hunks.flatMap { hunk in
      ["@@ -\(hunk.old.lowerBound + 1) +\(hunk.new.lowerBound + 1) @@"] + hunk.lines.map { "\($0.mark) \($0.line)" }
    }
    guard shown.count > maximumLines else { return shown }
    return shown.prefix(maximumLines) + ["… and \(counted(shown.count - maximumLines, "more line"))"]
  }

  private static func split(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
