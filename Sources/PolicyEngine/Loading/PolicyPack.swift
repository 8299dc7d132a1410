/// Policies of another repository that a project uses by a name of its own: `include = { "acme", "acme.ios" }` reads the pack's
/// `policy.lua` and `ios.lua`. What it is was looked up and verified before.
public struct PolicyPack: Hashable, Sendable {
  /// What its files are read from.
  public enum Contents: Hashable, Sendable {
    /// Lua files by their paths.
    case files([String: [UInt8]])
    /// A folder, as it is.
    case folder(String)
  }

  /// What starts the names of files of packs that are locked to a version. No other file is called so.
  public static let mark = "pack:"

  /// The first part of its modules' names.
  public let name: String
  /// How messages call its top folder: `pack:acme@v3`; of a folder, its path.
  public let displayRoot: String
  /// What its files are read from.
  public let contents: Contents

  /// Makes a pack. The display root of one that is no folder starts with `mark`.
  public init(name: String, displayRoot: String, contents: Contents) {
    self.name = name
    self.displayRoot = displayRoot
    self.contents = contents
  }

  /// Whether a file is of a pack that is locked to a version: it is tested and mended elsewhere.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }
}
