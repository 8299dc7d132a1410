/// A file of a repository can't be read or written.
public struct ScaffoldError: Error, Equatable {
  /// As the user would write it.
  public let path: String
  /// What is wrong.
  public let message: String
  /// What to do, where that is known.
  public var hint: String?

  /// `path` as the user would write it.
  public init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }
}
