import Basics

package enum CheckerSource: Hashable, Sendable {
  /// A folder of checkers, or a checker, that the user named: trusted as it is.
  case named(String)
  /// The `Plugins` folder of a policy repository that the user named: only what its lock file lists, if the user
  /// allowed locked checkers.
  case repository(String)
  /// The `Plugins` folder of a repository that was only found: nothing in it is loaded.
  case found(String)
  /// The `Plugins` folder of a pack that a project uses: only what the project's lock file lists.
  case pack(PackCheckers)

  /// The top folder of a policy's repository: the folder of its file, or the policy itself if it is a folder.
  package static func repositoryRoot(ofPolicy path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if FileSystem.isDirectory(path) { return path == "." ? "" : path }
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The checkers in the source, opened and verified, without those already known; and the refused ones, each with
  /// the reason.
  ///
  /// `trustsLocked`: whether the user allowed locked checkers. Throws if a folder or a lock file cannot be read.
  func checkers(
    but known: Set<FileIdentity> = [], trustsLocked: Bool
  ) throws(PlugInError) -> (trusted: [TrustedChecker], refused: [RefusedChecker]) {
    let all: [String]
    switch self {
    case .named(let folder):
      all = try CheckerFolder.list(folder)
      if all.isEmpty { throw CheckerFolder.empty(folder) }
    case .repository(let root), .found(let root): all = try Self.plugIns(root)
    case .pack(let pack): all = try Self.plugIns(pack.root)
    }
    let paths = all.filter { !known.contains(FileIdentity($0)) }
    switch self {
    case .named: return Self.open(paths) { _ throws(PlugInError) in nil }
    case .repository(let root): return try Self.locked(paths, in: root, trustsLocked)
    case .found:
      return Self.open(paths) { path throws(PlugInError) in
        throw PlugInError(
          .untrusted, "checkers next to a policy are not loaded unless --policy names the policy", file: path,
          hint: "name the policy with --policy and add --with-checkers, or name the checker with --plugins")
      }
    case .pack(let pack):
      return Self.open(paths) { path throws(PlugInError) in try pack.digest(of: path, trustsLocked) }
    }
  }

  /// Opens the bundles at `paths`. `digest` returns the required digest, nil for a bundle that is trusted as it is,
  /// and throws if it must not be loaded.
  private static func open(
    _ paths: [String], _ digest: (String) throws(PlugInError) -> String?
  ) -> (trusted: [TrustedChecker], refused: [RefusedChecker]) {
    var trusted: [TrustedChecker] = []
    var refused: [RefusedChecker] = []
    for path in paths {
      let required: String?
      do throws(PlugInError) { required = try digest(path) } catch {
        // A bundle that is never loaded may be malformed.
        if let bundle = try? CheckerBundle.open(path) { refused.append(RefusedChecker(bundle, error, isFault: false)) }
        continue
      }
      var opened: CheckerBundle?
      do throws(PlugInError) {
        let bundle = try CheckerBundle.open(path)
        opened = bundle
        let checker = TrustedChecker(bundle: bundle, digest: required)
        try checker.verify()
        trusted.append(checker)
      } catch {
        refused.append(RefusedChecker(path: path, identifier: opened?.identifier, why: error, isFault: true))
      }
    }
    return (trusted, refused)
  }

  private static func plugIns(_ root: String) throws(PlugInError) -> [String] {
    let folder = root.isEmpty ? PolicyLock.checkerFolder : "\(root)/\(PolicyLock.checkerFolder)"
    if !FileSystem.exists(folder), errno == ENOENT { return [] }
    return try CheckerFolder.list(folder)
  }

  private static func locked(
    _ paths: [String], in root: String, _ trustsLocked: Bool
  ) throws(PlugInError) -> (trusted: [TrustedChecker], refused: [RefusedChecker]) {
    if paths.isEmpty { return ([], []) }
    let file = root.isEmpty ? PolicyLock.fileName : "\(root)/\(PolicyLock.fileName)"
    let lock = try PolicyLock.read(file)
    return open(paths) { path throws(PlugInError) in
      let name = root.isEmpty ? path : String(path.dropFirst(root.count + 1))
      guard let expected = lock?.checkers[name] else {
        let why = lock == nil ? "\(file) does not exist" : "\(file) does not name it"
        throw PlugInError(
          .untrusted, "a repository's checkers are loaded only if its lock file pins them, but \(why)", file: path,
          hint:
            "review the checker, run 'bundlepolicy plugin lock \(root.isEmpty ? "." : root)', commit the lock file and add --with-checkers, or name the checker with --plugins"
        )
      }
      if !trustsLocked { throw unconfirmed(path, "the policy's repository") }
      return expected
    }
  }

  /// The error for a locked checker if the user has not allowed these.
  static func unconfirmed(_ path: String, _ owner: String) -> PlugInError {
    PlugInError(
      .untrusted, "this checker of \(owner) is native code, which is not loaded without --with-checkers", file: path,
      hint: "add --with-checkers if you trust the code that the lock file pins, or name the checker with --plugins")
  }
}

package struct RefusedChecker: Sendable {
  package let path: String
  /// `CFBundleIdentifier`; nil if it cannot be read.
  package let identifier: String?
  package let why: PlugInError
  /// Whether it is defective, not only untrusted.
  package let isFault: Bool
}

extension RefusedChecker {
  init(_ bundle: CheckerBundle, _ why: PlugInError, isFault: Bool) {
    self.init(path: bundle.path, identifier: bundle.identifier, why: why, isFault: isFault)
  }
}

struct TrustedChecker: Sendable {
  let bundle: CheckerBundle
  /// The required digest; nil if the user named the bundle.
  let digest: String?

  /// Throws if it differs from its lock, or would load code that is not locked.
  func verify() throws(PlugInError) {
    guard let digest else { return }
    let actual = try bundle.digest()
    guard actual == digest else {
      throw PlugInError(
        .untrusted, "the checker does not match the lock file: its digest is \(actual), but \(digest) is locked",
        file: bundle.path,
        hint: "find out who changed it; if the change is intended, review it and run 'bundlepolicy plugin lock' again")
    }
    try CheckerLinkage.check(bundle.place, shownAs: bundle.path)
  }
}

/// The identity of a file, independent of its path.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let node: UInt64
  private let path: String

  init(_ path: String) {
    let status = FileSystem.status(path)
    device = status.map { UInt64(truncatingIfNeeded: $0.st_dev) } ?? 0
    node = status.map { UInt64(truncatingIfNeeded: $0.st_ino) } ?? 0
    self.path = status == nil ? path : ""
  }
}

enum CheckerFolder {
  /// The paths of all `*.checker` in a folder, sorted by bytes; for the path of a checker, that one. Throws if the
  /// folder cannot be listed.
  static func list(_ path: String) throws(PlugInError) -> [String] {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path.hasSuffix(".checker") { return [path] }
    guard let names = FileSystem.names(in: path) else {
      throw PlugInError(
        .unreadable, "the folder of checkers cannot be read: \(SystemError(errno).text)", file: path,
        hint: "name a folder that contains NAME.checker, or NAME.checker itself")
    }
    return names.filter { $0.hasSuffix(".checker") && $0 != ".checker" }.sortedByBytes().map { "\(path)/\($0)" }
  }

  static func empty(_ path: String) -> PlugInError {
    PlugInError(
      .notFound, "there is no checker in this folder", file: path,
      hint: "a checker is a directory NAME.checker; see 'bundlepolicy plugin'")
  }
}

package struct PackCheckers: Hashable, Sendable {
  package let name: String
  package let root: String
  package let displayRoot: String
  package let digests: [String: String]
  /// Whether the user named the policy. Otherwise no checker is loaded.
  package let isNamed: Bool

  package init(name: String, root: String, displayRoot: String, digests: [String: String], isNamed: Bool) {
    self.name = name
    self.root = root
    self.displayRoot = displayRoot
    self.digests = digests
    self.isNamed = isNamed
  }

  /// The required digest of the checker at a path. Throws if it must not be loaded.
  func digest(of path: String, _ trustsLocked: Bool) throws(PlugInError) -> String {
    let place = String(path.dropFirst(root.count + 1))
    let file = "\(displayRoot)/\(place)"
    guard isNamed else {
      throw PlugInError(
        .untrusted, "the checkers of packs are not loaded unless --policy names the policy",
        file: file, hint: "name the policy with --policy and add --with-checkers")
    }
    guard let digest = digests[place] else {
      throw PlugInError(
        .untrusted,
        "the checkers of packs are loaded only if the project's lock file pins them, but it does not name this one",
        file: file, hint: "review the checker, then run 'bundlepolicy pack update \(name) --with-checkers'")
    }
    if !trustsLocked { throw CheckerSource.unconfirmed(file, "pack '\(name)'") }
    return digest
  }
}
