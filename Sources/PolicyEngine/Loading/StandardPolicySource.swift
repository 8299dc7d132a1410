import StandardPolicies

/// Where the standard policies come from: the program itself, or a directory that is named in their place.
struct StandardPolicySource {
  /// What the modules of standard policies start with.
  static let prefix = "apple"
  /// What the paths of files start with that the program carries. No file of anybody's is called so, for what is loaded once
  /// is known by its path.
  static let mark = "built-in:"

  /// Whether a file is one that the program carries: its tests stand elsewhere, and who reads it can't change it.
  static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }

  /// Whether a module, or what `--policy` names, is one of the standard policies. None of one's own is called so.
  static func has(_ module: String) -> Bool { module == prefix || module.hasPrefix(prefix + ".") }

  /// A directory whose `apple` is read in place of what the program carries; nil for that.
  let replacement: PolicyDirectory?
  /// Sources that are read in place of files, by path.
  let replacements: [String: [UInt8]]

  /// The file of a module, which may also be called as its policy calls itself: `apple.app-store.ios` is `apple.app_store.ios`.
  func module(_ given: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let name = String(decoding: given.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    if let replacement { return try replacement.module(name) }
    let path = try PolicyDirectory.path(of: name)
    guard let bytes = replacements[Self.mark + path] ?? StandardPolicies.source(path) else {
      let known = StandardPolicies.paths.map { $0.dropLast(4).split(separator: "/").joined(separator: ".") }
      throw EngineError(
        code: "policy.not-found",
        message: "there is no standard policy '\(given)'" + DeclarationError.suggestion(for: name, among: known))
    }
    return (bytes, Self.mark + path)
  }
}
