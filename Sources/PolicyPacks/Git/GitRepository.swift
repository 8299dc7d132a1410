import Basics
import CheckerPlugIns
import GitRepositories

/// A temporary bare repository for fetching one pack. Because it is bare, nothing is checked out and no filter, attribute or hook affects
/// the files that are read.
struct GitRepository {
  private let git: GitProgram
  private let url: String
  private let wanted = "refs/packs/wanted"

  init(_ git: GitProgram, url: String, isSHA256: Bool) throws(PackError) {
    self.git = git
    self.url = url
    let format = isSHA256 ? "sha256" : "sha1"
    try git.succeed(
      ["init", "--quiet", "--bare", "--template=", "--object-format=\(format)"],
      what: "create a repository to fetch into")
  }

  private func run(
    _ words: [String], settings: [String] = [], input: [UInt8] = [], outputLimit: Int = 16 << 20, what: String
  ) throws(PackError) -> BoundedProcess.Outcome {
    let packs = git.folder + "/git/objects/pack"
    return try git.run(words, settings: settings, input: input, outputLimit: outputLimit, what: what) {
      FolderTree.size(ofFilesIn: packs) > GitLimits.fetch
    }
  }

  private func fetch(_ refs: [String], isShallow: Bool) throws(PackError) -> PackError? {
    let what = "fetch from \(PackSource.git(url).text)"
    let outcome = try run(
      // By default git unpacks small packs into loose objects, whose size would not be measured.
      ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance"]
        + GitProgram.uploadPackOptions(url) + (isShallow ? ["--depth=1"] : []) + ["--", url] + refs,
      settings: ["fetch.unpackLimit=1"], what: what)
    return outcome.status == 0 ? nil : GitProgram.failure(outcome, what: what)
  }

  private func id(_ expression: String) throws(PackError) -> String? {
    let outcome = try run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", expression], what: "look up a version")
    let text = String(decoding: outcome.output, as: UTF8.self).filter { $0 != "\n" }
    return outcome.status == 0 && HexDigest.isObject(text) ? text : nil
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
    let outcome = try run(["cat-file", type, id], outputLimit: 1 << 20, what: "read the \(type) \(id)")
    if outcome.status != 0 { throw GitProgram.failure(outcome, what: "read the \(type) \(id)") }
    return outcome.output
  }

  func tree(of commit: String, path: String?) throws(PackError) -> String {
    // The path may also name a file, link or submodule.
    if let tree = try id(path.map { "\(commit):\($0)" } ?? commit + "^{tree}"),
      try run(["cat-file", "-t", tree], what: "look up the folder").output == Array("tree\n".utf8)
    {
      return tree
    }
    throw PackError(
      .source, "\(commit) has no folder '\(path ?? "")'",
      hint: "name a folder with policies, relative to the top of the repository; links are not followed")
  }

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
      // `ID blob SIZE`, the bytes, and a line feed (git-cat-file(1), BATCH OUTPUT).
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

  /// Writes a file beside the repository for git to read, and returns its path.
  func keep(_ bytes: [UInt8], as name: String) throws(PackError) -> String {
    let path = git.folder + "/" + name
    try FolderTree.write(bytes, to: path, mode: 0o600)
    return path
  }

  /// Runs `git verify-tag` or `verify-commit` with a file of allowed signers; accepts only SSH signatures.
  func verify(_ object: LockedPack.Kind, _ id: String, signers: String) throws(PackError) -> BoundedProcess.Outcome {
    try run(
      [object == .tag ? "verify-tag" : "verify-commit", id],
      settings: [
        "gpg.ssh.allowedSignersFile=\(signers)", "gpg.openpgp.program=/dev/null", "gpg.program=/dev/null",
        "gpg.x509.program=/dev/null",
      ], what: "verify the signature of the \(object.rawValue)")
  }
}
