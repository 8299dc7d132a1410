import KeyRegistry

/// A mistake in a declaration. The bridge puts the policy's file and line in front of the message.
struct DeclarationError: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// `unknown X "y"; did you mean "z"?` or a list of what there is.
  static func unknown(_ what: String, _ name: String, among known: [String], in place: String) -> DeclarationError {
    DeclarationError("\(place): unknown \(what) '\(name)'\(suggestion(for: name, among: known))")
  }

  static func suggestion(for name: String, among known: [String]) -> String {
    if let nearest = SpellingCorrector.nearest(to: name, among: known) { return "; did you mean '\(nearest)'?" }
    return known.isEmpty ? "" : "; known are \(known.joined(separator: ", "))"
  }
}
