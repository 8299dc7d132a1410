import CheckerKit

/// What is wrong with the slices of one file. The same with several slices is one finding that names their architectures.
struct CodeFindings {
  /// What is wrong with a slice. The message is `lead`, `the code for ARCHITECTURES` and `predicate`.
  struct Entry: Hashable {
    let place: BinaryFinding.Place
    var lead = ""
    let predicate: String
    var expected: String?
    var fix: String?
    var severity = CheckerReport.Severity.rule
    let topic: String
  }

  /// Findings on one file. A file that was not made to annoy stays far below.
  static let limit = 100

  private let path: String
  private var entries: [Entry] = []
  private var positions: [Entry: Int] = [:]
  private var architectures: [[String]] = []
  private var leftOut = 0

  init(_ path: String) { self.path = path }

  mutating func add(_ entry: Entry, _ architecture: String) {
    if let position = positions[entry] {
      if !architectures[position].contains(architecture) { architectures[position].append(architecture) }
    } else if entries.count == Self.limit {
      leftOut += 1
    } else {
      positions[entry] = entries.count
      entries.append(entry)
      architectures.append([architecture])
    }
  }

  var findings: [BinaryFinding] {
    var findings = zip(entries, architectures).map { entry, architectures in
      BinaryFinding(
        place: entry.place, message: "\(entry.lead)the code for \(Excerpt.list(architectures)) \(entry.predicate)",
        expected: entry.expected, fix: entry.fix, severity: entry.severity, topic: entry.topic)
    }
    if leftOut > 0 {
      findings.append(
        BinaryFinding(
          place: .file(path), message: "\(leftOut) more \(leftOut == 1 ? "finding" : "findings") on this file omitted",
          fix: "fix the findings that are shown, and check again", topic: "left-out"))
    }
    return findings
  }
}
