/// A file of a policy repository.
public struct ScaffoldFile: Sendable {
  /// Relative to the repository.
  public let path: String
  /// The whole content.
  public let text: String
  /// Whether the program writes it again when it changes; the others belong to the user once they are there.
  public var isGenerated = false
  /// Whether it is a program.
  public var isExecutable = false

  /// Makes a file; it is the user's, and no program, unless told otherwise.
  public init(path: String, text: String, isGenerated: Bool = false, isExecutable: Bool = false) {
    (self.path, self.text) = (path, text)
    (self.isGenerated, self.isExecutable) = (isGenerated, isExecutable)
  }
}
