import CheckerKit

struct IconFinding: Hashable {
  let path: String
  let message: String
  var expected: String?
  var fix: String?
  var severity = CheckerReport.Severity.rule
  /// Distinguishes it from other findings about the file.
  let discriminator: String
}

struct PicturePlace: Hashable {
  let path: String
  /// The element's type; in a nested family, after the family's type and a slash.
  var element: String?

  /// The beginning of messages.
  var subject: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return element.map { "the element '\($0)' of \(name)" } ?? name
  }
}
