import CheckerPlugIns
import GitRepositories

/// A repository of our own that is there while one pack is got: bare, so that nothing is ever checked out, and no filter, attribute
/// or hook of anybody's acts on what is read.
struct GitRepository {
  private let git: GitProgram
  private let url: String
  /// Where what was wanted is kept.
  private let wanted = "refs/packs/wanted"

  /// Makes it for what is at `url`.
  init(_ git: GitProgram, url: String, isSHA256: Bool) throws(PackError) {
    self.git = git
    self.url = url
    let format = isSHA256 ? "sha256" : "sha1"
    _ = try git.succeed(
      ["init", "--quiet", "--bare", "--template=", "--object-format=\(format)"],
      what: "create a repository to fetch into"
    )
  }

  private func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String
  ) throws(PackError) -> GitProcess.Outcome {
    let packs = git.folder + "/git/objects/pack"
    return try git.run(words, settings: settings, input: input, outputLimit: outputLimit, what: what) {
      FolderTree.size(ofFilesIn: packs) > GitLimits.fetch
    }
  }

  private func fetch(_ refs: [String], isShallow: Bool) throws(PackError) -> PackError? {
    let what = "fetch from \(PackSource.git(url).text)"
    let outcome = try run(
      // Small packs would be taken apart, and there be nothing to measure.
      ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance"]
        + GitProgram.serving(url) + (isShallow ? ["--depth=1"] : []) + ["--", url] + refs,
      settings: ["fetch.unpackLimit=1"], what: what)
    return outcome.status == 0 ? nil : GitProgram.failure(outcome, what: what)
  }

  /// The id of an object that is here; nil when it isn't.
  private func id(_ expression: String) throws(PackError) -> String? {
    let outcome = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", expression], what: "look up a version")
    let text = String(decoding: outcome.output, as: UTF8.self).filter { $0 != "\n" }
    return outcome.status == 0 && HexDigest.isObject(text) ? text : nil
  }

  /// Gets what a ref names, without its history where that can be had; returns the commit.
  func fetch(_ ref: RemoteRef) throws(PackError) -> String {
    if let failure = try fetch(["+\(ref.name):\(wanted)"], isShallow: true) {
      if ref.kind == .commit { return try fetchWhole(ref.commit, failure) }
      // Servers that know nothing of parts.
      if let failure = try fetch(["+\(ref.name):\(wanted)"], isShallow: false) { throw failure }
    }
    guard let commit = try id(wanted + "^{commit}") else {
      throw PackError(
        .source, "'\(ref.name)' is not a version of the repository: it is neither a commit nor a tag of a commit")
    }
    return commit
  }

  /// Gets a commit that is locked: by its id, else by the ref that named it, else out of all that the repository has.
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

  /// Gets a tag's own object; returns its id, or nil for a tag without one.
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

  /// The bytes of a commit or tag.
  func object(_ id: String, _ type: String) throws(PackError) -> [UInt8] {
    let outcome = try run(["cat-file", type, id], outputLimit: 1 << 20, what: "read the \(type) \(id)")
    if outcome.status != 0 { throw GitProgram.failure(outcome, what: "read the \(type) \(id)") }
    return outcome.output
  }

  /// The id of the tree of a folder, or of the whole.
  func tree(of commit: String, path: String?) throws(PackError) -> String {
    // A link or a submodule on the way is no tree.
    if let tree = try id(path.map { "\(commit):\($0)" } ?? commit + "^{tree}"),
      try run(["cat-file", "-t", tree], what: "look up the folder").output == Array("tree\n".utf8)
    {
      return tree
    }
    throw PackError(
      .source, "\(commit) has no folder '\(path ?? "")'",
      hint: "name a folder with policies, relative to the top of the repository; links are not followed")
  }

  /// Reads all files below a tree. Throws for what no pack may hold.
  func content(of tree: String) throws(PackError) -> PackContent {
    let what = "list the files of the pack"
    let outcome = try run(["ls-tree", "-r", "-z", "-l", "--full-tree", tree], what: what)
    if outcome.status != 0 { throw GitProgram.failure(outcome, what: what) }
    let listing = try TreeListing(outcome.output)
    if listing.entries.isEmpty { throw PackError(.content, "the pack has no files") }
    let input = listing.entries.map { $0.object + "\n" }.joined()
    let total = listing.entries.reduce(0) { $0 &+ $1.size &+ 256 }
    let read = try run(["cat-file", "--batch"], input: Array(input.utf8), outputLimit: total, what: "read the files")
    if read.status != 0 { throw GitProgram.failure(read, what: "read the files") }
    var rest = read.output[...]
    var files: [PackContent.File] = []
    for entry in listing.entries {
      // `ID blob SIZE`, the bytes, and a line's end (git-cat-file(1), BATCH OUTPUT).
      let head = "\(entry.object) blob \(entry.size)\n"
      guard rest.starts(with: head.utf8), rest.count > head.utf8.count + entry.size else {
        throw PackError(.git, "git did not return the file \(entry.path)")
      }
      rest = rest.dropFirst(head.utf8.count)
      files.append(
        PackContent.File(path: entry.path, isExecutable: entry.isExecutable, bytes: Array(rest.prefix(entry.size))))
      rest = rest.dropFirst(entry.size + 1)
    }
    return PackContent(files)
  }

  /// Writes a file beside the repository for git to read; returns its path.
  func keep(_ bytes: [UInt8], as name: String) throws(PackError) -> String {
    let path = git.folder + "/" + name
    try FolderTree.write(bytes, to: path, mode: 0o600)
    return path
  }

  /// Runs `git verify-tag` or `verify-commit` with a file of allowed signers, and nothing but signatures of ssh.
  func verify(_ object: LockedPack.Kind, _ id: String, signers: String) throws(PackError) -> GitProcess.Outcome {
    try run(
      [object == .tag ? "verify-tag" : "verify-commit", id],
      settings: [
        "gpg.ssh.allowedSignersFile=\(signers)", "gpg.openpgp.program=/dev/null", "gpg.program=/dev/null",
        "gpg.x509.program=/dev/null",
      ], what: "verify the signature of the \(object.rawValue)")
  }
}
