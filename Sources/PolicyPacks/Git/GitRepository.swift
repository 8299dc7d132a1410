import Basics
import CheckerPlugIns
import GitRepositories

/// A temporary repository for fetching one pack.
struct GitRepository {
  private let git: GitProgram
  private let url: String
  private let wanted = "refs/packs/wanted"

  init(_ git: GitProgram, url: String, isSHA256: Bool) throws(PackError) {
    (self.git, self.url) = (git, url)
    try git.create(isSHA256: isSHA256, what: "create a repository to fetch into")
  }

  private func fetch(_ refs: [String], isShallow: Bool) throws(PackError) -> PackError? {
    let what = "fetch from \(PackSource.git(url).text)"
    let outcome = try git.fetch(refs, from: url, isShallow: isShallow, what: what)
    return outcome.status == 0 ? nil : GitProgram.failure(outcome, what: what)
  }

  private func id(_ expression: String) throws(PackError) -> String? {
    try git.id(expression, what: "look up a version")
  }

  func fetch(_ ref: RemoteRef) throws(PackError) -> String {
    if let failure = try fetch(["+\(ref.name):\(wanted)"], isShallow: true) {
      if ref.kind == .commit { return try fetchWhole(ref.commit, failure) }
      // The server may not support shallow fetches.
      if let failure = try fetch(["+\(ref.name):\(wanted)"], isShallow: false) { throw failure }
    }
    guard let commit = try id(wanted + "^{commit}") else {
      throw PackError(
        .source, "'\(ref.name)' is not a version of the repository: it is neither a commit nor a tag of a commit")
    }
    return commit
  }

  /// Fetches a locked commit: by its id, else by the ref that named it, else by fetching all branches and tags.
  func fetch(locked commit: String, _ ref: RemoteRef?) throws(PackError) {
    let failure = try fetch(["+\(commit):\(wanted)"], isShallow: true)
    if failure == nil, try id(wanted + "^{commit}") == commit { return }
    if let ref, try fetch(["+\(ref.name):\(wanted)"], isShallow: true) == nil, try id(wanted + "^{commit}") == commit {
      return
    }
    _ = try fetchWhole(commit, failure)
  }

  private func fetchWhole(_ commit: String, _ failure: PackError?) throws(PackError) -> String {
    if let failure = try fetch(
      ["+refs/heads/*:refs/packs/heads/*", "+refs/tags/*:refs/packs/tags/*"], isShallow: false)
    {
      throw failure
    }
    guard try id(commit + "^{commit}") == commit else {
      throw PackError(
        .source, "the repository has no commit \(commit)" + (failure.map { " (\($0.message))" } ?? ""),
        hint:
          "its history may have been rewritten; lock the current version with 'bundlepolicy pack update' after a review"
      )
    }
    return commit
  }

  /// Fetches a tag object and returns its id, or nil for a lightweight tag.
  func fetchTag(_ name: String, locked: String?) throws(PackError) -> String? {
    let place = "refs/packs/tag"
    if try fetch(["+\(name):\(place)"], isShallow: true) == nil, let found = try id(place),
      locked == nil || found == locked
    {
      return try id(place + "^{tag}")
    }
    guard let locked, try fetch(["+\(locked):\(place)"], isShallow: true) == nil else { return nil }
    return try id(place + "^{tag}")
  }

  func object(_ id: String, _ type: String) throws(PackError) -> [UInt8] {
    let outcome = try git.run(["cat-file", type, id], outputLimit: 1 << 20, what: "read the \(type) \(id)")
    if outcome.status != 0 { throw GitProgram.failure(outcome, what: "read the \(type) \(id)") }
    return outcome.output
  }

  func tree(of commit: String, path: String?) throws(PackError) -> String {
    // The path may also name a file, link or submodule.
    if let tree = try id(path.map { "\(commit):\($0)" } ?? commit + "^{tree}"),
      try git.run(["cat-file", "-t", tree], what: "look up the folder").line == "tree"
    {
      return tree
    }
    throw PackError(
      .source, "\(commit) has no folder '\(path ?? "")'",
      hint: "name a folder with policies, relative to the top of the repository; links are not followed")
  }

  func content(of tree: String) throws(PackError) -> PackContent {
    let listing = try TreeListing(
      try git.succeed(["ls-tree", "-r", "-z", "-l", "--full-tree", tree], what: "list the files of the pack"))
    if listing.entries.isEmpty { throw PackError(.content, "the pack has no files") }
    let contents = try git.contents(of: listing.entries.map(\.file), what: "read the files")
    return PackContent(
      zip(listing.entries, contents).map { entry, bytes in
        PackContent.File(path: entry.file.path, isExecutable: entry.isExecutable, bytes: bytes)
      })
  }

  /// Writes a file beside the repository for git to read, and returns its path.
  func keep(_ bytes: [UInt8], as name: String) throws(PackError) -> String {
    let path = git.folder + "/" + name
    try FolderTree.write(bytes, to: path, mode: 0o600)
    return path
  }

  /// Runs `git verify-tag` or `verify-commit` with a file of allowed signers; accepts only SSH signatures.
  func verify(_ object: LockedPack.Kind, _ id: String, signers: String) throws(PackError) -> BoundedProcess.Outcome {
    try git.run(
      [object == .tag ? "verify-tag" : "verify-commit", id],
      settings: [
        "gpg.ssh.allowedSignersFile=\(signers)", "gpg.openpgp.program=/dev/null", "gpg.program=/dev/null",
        "gpg.x509.program=/dev/null",
      ], what: "verify the signature of the \(object.rawValue)")
  }
}
