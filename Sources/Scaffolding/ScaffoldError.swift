/// A file of a repository can't be read or written.
package struct ScaffoldError: Error, Equatable {
  /// As the user would write it.
  package let path: String
  /// What is wrong.
  package let message: String
  /// What to do, where that is known.
  package var hint: String?

  /// `path` as the user would write it.
  package init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }
}
