import CheckerKit

/// Something that is wrong with a bundle.
struct BinaryFinding: Hashable {
  enum Place: Hashable {
    /// A file, by its path relative to the bundle.
    case file(String)
    /// A key of Info.plist; a second one is a key of the dictionary that it holds.
    case info(String, String? = nil)
  }

  let place: Place
  let message: String
  var expected: String?
  var fix: String?
  var severity = CheckerReport.Severity.rule
  /// Tells it from others at its place; the same from run to run, and as long as what is wrong is.
  var topic: String

  func report(to report: CheckerReport, of bundle: CheckedBundle) {
    let place: CheckerReport.Place
    switch self.place {
    case .file(let path): place = .file(path)
    case .info(let key, let inner?):
      place = bundle.info[key].map { .key(inner, of: $0) } ?? .key(key, of: bundle.info)
    case .info(let key, nil): place = .key(key, of: bundle.info)
    }
    report.finding(
      at: place, message, expected: expected, fix: fix, severity: severity, discriminator: topic)
  }
}
