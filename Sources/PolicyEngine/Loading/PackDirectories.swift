import Basics

/// The packs that policies may name, opened.
struct PackDirectories {
  /// By name. What is wrong with one is told when it is asked for.
  private let directories: [String: Result<PolicyDirectory, EngineError>]

  init(
    _ packs: [String: Result<PolicyPack, EngineError>], limit: Int, replacements: [String: [UInt8]]
  ) {
    directories = packs.mapValues { pack in
      Result { () throws(EngineError) in
        let pack = try pack.get()
        return switch pack.contents {
        case .files(let files):
          try PolicyDirectory(files: files, displayRoot: pack.displayRoot, limit: limit, replacements: replacements)
        case .folder(let path):
          try PolicyDirectory(root: path, displayRoot: pack.displayRoot, limit: limit, replacements: replacements)
        }
      }
    }
  }

  /// The pack that a module's name begins with, and the module in it: `acme` is its `policy`, `acme.ios` its `ios`. Nil when there is
  /// no such pack.
  func reference(_ name: String) -> (pack: String, module: String)? {
    let head = String(name.prefix { $0 != "." })
    guard directories[head] != nil else { return nil }
    let rest = name.dropFirst(head.count + 1)
    // `acme.` is no name; `PolicyDirectory` says so.
    return (head, name == head ? "policy" : rest.isEmpty ? "." : String(rest))
  }

  /// The same for what `--policy` names: a path is none. Throws when a file has the name, too.
  func reference(policy word: String) throws(EngineError) -> (pack: String, module: String)? {
    guard !word.contains("/"), !word.hasSuffix(".lua"), let found = reference(word) else { return nil }
    var status = stat()
    if lstat(word, &status) == 0 {
      throw EngineError(
        code: "pack.ambiguous", message: "'\(word)' is a pack, and a file or folder in the working directory",
        hint: "for the file write ./\(word); for the pack, change its name in bundlepolicy.json")
    }
    return found
  }

  /// The top folder of a pack. Throws what is wrong with it.
  func directory(of pack: String) throws(EngineError) -> PolicyDirectory {
    guard let found = directories[pack] else {
      throw EngineError(code: "pack.unknown", message: "there is no pack '\(pack)'")
    }
    return try found.get()
  }
}
