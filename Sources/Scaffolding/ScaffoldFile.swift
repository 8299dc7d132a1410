/// A file of a policy repository.
package struct ScaffoldFile: Sendable {
  /// Relative to the repository.
  package let path: String
  /// The whole content.
  package let text: String
  /// Whether the program writes it again when it changes; the others belong to the user once they are there.
  package var isGenerated = false
  /// Whether it is a program.
  package var isExecutable = false

  /// Makes a file; it is the user's, and no program, unless told otherwise.
  package init(path: String, text: String, isGenerated: Bool = false, isExecutable: Bool = false) {
    (self.path, self.text) = (path, text)
    (self.isGenerated, self.isExecutable) = (isGenerated, isExecutable)
  }
}
