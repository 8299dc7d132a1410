import Basics

/// A mistake in a declaration. The bridge puts the policy's file and line in front of the message.
package struct DeclarationError: Error {
  package let message: String
  /// The whole error where it stands in another file than the declaration.
  private(set) var elsewhere: EngineError?

  package init(_ message: String) { self.message = message }

  /// A mistake in what was given for a parameter.
  init(_ elsewhere: EngineError) {
    message = elsewhere.message
    self.elsewhere = elsewhere
  }

  /// `unknown X "y"; did you mean "z"?` or a list of what there is.
  package static func unknown(_ what: String, _ name: String, among known: [String], in place: String)
    -> DeclarationError
  {
    DeclarationError("\(place): unknown \(what) '\(name)'\(suggestion(for: name, among: known))")
  }

  static func suggestion(for name: String, among known: [String]) -> String {
    if let nearest = SpellingCorrector.nearest(to: name, among: known) { return "; did you mean '\(nearest)'?" }
    // One word may be cut short, or go on where the other ends: 'expect' for 'expected'.
    let related = known.filter { $0.hasPrefix(name) || name.hasPrefix($0) }
    if let only = related.first, related.count == 1, min(only.utf8.count, name.utf8.count) >= 3 {
      return "; did you mean '\(only)'?"
    }
    // The standard policies have dozens of rules: nobody reads their names in one line.
    if known.count > 40 { return "; \(known.count) others are known" }
    return known.isEmpty ? "" : "; known are \(known.joined(separator: ", "))"
  }
}
