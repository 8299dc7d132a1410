import CheckerKit

/// Something about a file, ready to be reported.
struct IconFinding: Hashable {
  /// The file, relative to the bundle.
  let path: String
  /// What was read, one sentence.
  let message: String
  /// What was expected.
  var expected: String?
  /// What to do.
  var fix: String?
  /// How bad it is.
  var severity = CheckerReport.Severity.rule
  /// Tells it from others about the same file.
  let discriminator: String
}

/// A picture that is being judged: a file, or an element of an icon family.
struct PicturePlace: Hashable {
  /// The file, relative to the bundle.
  let path: String
  /// The element's type, after that of the family around it, if it is nested, and a slash.
  var element: String?

  /// How messages begin.
  var subject: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return element.map { "the element '\($0)' of \(name)" } ?? name
  }
}
