package import Bundles

/// A file, link or directory that is there on one side only, or is another.
package struct FileChange: Hashable, Sendable {
  /// One side of it.
  package struct State: Hashable, Sendable {
    /// A link is a link.
    package let type: FileType
    /// In bytes; of a file alone.
    package let size: Int?
    /// Whether anybody may execute it; false for what is no file.
    package let isExecutable: Bool
    /// What the link says.
    package let linkTarget: String?
    /// SHA-256 of its contents, 64 hexadecimal digits; nil for what is no file, and for a file that only one side has.
    package internal(set) var digest: String?
    /// What an icon or another image holds, `512×512` or `ic07, ic08`; nil for every other file.
    package internal(set) var image: String?

    /// Makes a state.
    init(_ status: FileStatus) {
      type = status.type
      size = status.type == .file ? status.size : nil
      isExecutable = status.type == .file && status.isExecutable
      linkTarget = status.linkTarget
    }

    /// By the bytes of what a link says: texts that Swift holds for equal may name two files.
    package static func == (left: State, right: State) -> Bool {
      left.type == right.type && left.size == right.size && left.isExecutable == right.isExecutable
        && Array((left.linkTarget ?? "").utf8) == Array((right.linkTarget ?? "").utf8)
        && left.digest == right.digest && left.image == right.image
    }
  }

  /// Relative to the bundle.
  package let path: String
  /// Nil where it is new.
  package internal(set) var before: State?
  /// Nil where it is gone.
  package internal(set) var after: State?
}
