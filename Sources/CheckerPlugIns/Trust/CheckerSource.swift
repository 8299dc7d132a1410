#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where checkers may come from, and on whose word.
public enum CheckerSource: Hashable, Sendable {
  /// A folder of checkers, or one, that the user named: it is trusted as it is.
  case named(String)
  /// The `Plugins` folder of a repository of policies that the user named: what its lock file says, and nothing else.
  case repository(String)
  /// That of one that was only found: nothing in it is loaded.
  case found(String)
  /// That of a pack that a project uses: what the project's lock file says, and nothing else.
  case pack(PackCheckers)

  /// The top folder of the repository that a policy lies in: the folder of its file, or the policy itself where that is one.
  public static func repositoryRoot(ofPolicy path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path == "." ? "" : path }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The checkers there, opened and held against what is known of them, but for those known already; and those that are left out, each
  /// with the reason.
  /// Throws when one that may be used can't be read, is malformed, or is not what it is locked to.
  func checkers(but known: Set<FileIdentity> = []) throws(PlugInError) -> (
    trusted: [TrustedChecker], refused: [(bundle: CheckerBundle, why: PlugInError)]
  ) {
    switch self {
    case .named(let folder):
      let paths = try CheckerFolder.list(folder)
      if paths.isEmpty { throw CheckerFolder.empty(folder) }
      var trusted: [TrustedChecker] = []
      for path in paths where !known.contains(FileIdentity(path)) {
        trusted.append(TrustedChecker(bundle: try CheckerBundle.open(path), digest: nil))
      }
      return (trusted, [])
    case .repository(let root): return try locked(root, but: known)
    case .found(let root):
      var refused: [(CheckerBundle, PlugInError)] = []
      for path in try Self.plugIns(root) where !known.contains(FileIdentity(path)) {
        // What is never loaded may be malformed.
        guard let bundle = try? CheckerBundle.open(path) else { continue }
        refused.append(
          (
            bundle,
            PlugInError(
              .untrusted, "checkers beside a policy that was only found, and not named, are not loaded", file: path,
              hint: "name the policy with --policy, or the checker with --plugins")
          ))
      }
      return ([], refused)
    case .pack(let pack):
      return try pack.checkers(in: try Self.plugIns(pack.root).filter { !known.contains(FileIdentity($0)) })
    }
  }

  private static func plugIns(_ root: String) throws(PlugInError) -> [String] {
    let folder = root.isEmpty ? CheckerLock.folder : "\(root)/\(CheckerLock.folder)"
    var status = stat()
    if lstat(folder, &status) != 0, errno == ENOENT { return [] }
    return try CheckerFolder.list(folder)
  }

  private func locked(
    _ root: String, but known: Set<FileIdentity>
  ) throws(PlugInError) -> (trusted: [TrustedChecker], refused: [(bundle: CheckerBundle, why: PlugInError)]) {
    let paths = try Self.plugIns(root).filter { !known.contains(FileIdentity($0)) }
    if paths.isEmpty { return ([], []) }
    let file = root.isEmpty ? CheckerLock.fileName : "\(root)/\(CheckerLock.fileName)"
    let lock = try LockFile.read(file)
    var trusted: [TrustedChecker] = []
    var refused: [(CheckerBundle, PlugInError)] = []
    for path in paths {
      let name = root.isEmpty ? path : String(path.dropFirst(root.count + 1))
      guard let expected = lock?.checkers[name] else {
        // What is never loaded may be malformed.
        guard let bundle = try? CheckerBundle.open(path) else { continue }
        let why = lock == nil ? "there is no \(file)" : "\(file) does not name it"
        refused.append(
          (
            bundle,
            PlugInError(
              .untrusted, "a repository's checkers are loaded only as its lock file says, and \(why)", file: path,
              hint:
                "after a review run 'bundlepolicy plugin lock \(root.isEmpty ? "." : root)' and keep the file, or name the checker with --plugins"
            )
          ))
        continue
      }
      let checker = TrustedChecker(bundle: try CheckerBundle.open(path), digest: expected)
      try checker.verify()
      trusted.append(checker)
    }
    return (trusted, refused)
  }
}

/// A checker bundle that may be loaded.
struct TrustedChecker: Sendable {
  let bundle: CheckerBundle
  /// What it must be; nil where the user named it.
  let digest: String?

  /// Throws when it is not what it is locked to.
  func verify() throws(PlugInError) {
    guard let digest else { return }
    let actual = try CheckerDigest.of(bundle.path)
    guard actual != digest else { return }
    throw PlugInError(
      .untrusted, "the checker is not what the lock file says: it has \(actual), locked is \(digest)",
      file: bundle.path,
      hint: "find out who changed it; if the change is meant, review it and run 'bundlepolicy plugin lock' again")
  }
}
