package import CheckerPlugIns

/// Gets packs by `git`, verifies them and keeps them in the cache.
package struct PackFetcher: Sendable {
  /// How long git may take for one pack, unless told otherwise, in seconds.
  package static let usualSeconds = 120

  private let cache: PackCache
  private let seconds: Int
  /// Variables for git, in place of this process's.
  var variables: [String: String] = [:]

  /// `seconds`: how long git may take for one pack.
  package init(cache: PackCache, seconds: Int = usualSeconds) {
    self.cache = cache
    self.seconds = seconds
  }

  /// What a ref names now.
  package struct Head: Sendable {
    /// What kind of ref it is.
    package let kind: LockedPack.Kind
    /// The commit.
    package let commit: String
    let ref: RemoteRef
  }

  /// Asks a pack's repository what its ref names; of a commit nothing is asked.
  package func head(_ request: PackRequest) throws(PackError) -> Head {
    let url = try Self.url(request)
    if let ref = request.ref, PackRef.isCommit(ref) {
      return Head(kind: .commit, commit: ref, ref: RemoteRef(kind: .commit, name: ref, commit: ref, tag: nil))
    }
    let names = request.ref.map { RemoteRef.names(of: $0).flatMap { [$0.name, $0.name + "^{}"] } } ?? ["HEAD"]
    let listing = try GitProgram(in: cache, seconds: seconds, variables).succeed(
      ["ls-remote"] + GitProgram.serving(url) + ["--", url] + names, what: "read the refs of \(request.source.text)")
    let found = try RemoteRef.find(request.ref, in: listing)
    return Head(kind: found.kind, commit: found.commit, ref: found)
  }

  /// Gets what a ref names, verifies the signature that is demanded, keeps the files in the cache; returns what to lock. Checkers are
  /// not locked by this. `root` is the project's folder.
  package func get(
    _ name: String, _ request: PackRequest, _ head: Head, root: String
  ) throws(PackError) -> LockedPack {
    let repository = try repository(request, like: head.commit)
    let commit = try repository.fetch(head.ref)
    // What is locked is the commit, and would never be what the manifest names.
    if head.kind == .commit, commit != head.commit {
      throw PackError(
        .source, "'\(head.commit)' is the id of a tag, not of a commit",
        hint: "name the commit \(commit), or name the tag by its name")
    }
    let isTag = head.kind == .tag
    let tag = isTag ? try repository.fetchTag(head.ref.name, locked: nil) : nil
    let signers = try request.signers(of: name, in: root)
    let signature = try self.signature(name, request, repository, commit, isTag ? (head.ref.name, tag) : nil, signers)
    let tree = try repository.tree(of: commit, path: request.path)
    let digest = try cache.keep(try repository.content(of: tree))
    let locked = LockedPack(
      source: request.source.text, ref: request.ref, path: request.path, kind: head.kind, commit: commit, tree: tree,
      digest: digest, tag: tag, signature: signature)
    try cache.note(locked, signers: signers)
    return locked
  }

  /// Fills the cache with a pack that is locked, and changes nothing else. True when it was not there.
  ///
  /// Throws when what the repository has under the commit is not what the lock says.
  package func fill(
    _ name: String, _ request: PackRequest, _ locked: LockedPack, root: String
  ) throws(PackError) -> Bool {
    let signers = try request.signers(of: name, in: root)
    if cache.knows(locked, signers: signers) {
      do throws(PackError) {
        _ = try cache.entry(of: locked, signers: signers, pack: name)
        return false
      } catch {
        // What was changed there is replaced, as is said with the error.
      }
    }
    let repository = try repository(request, like: locked.commit)
    let refName =
      locked.kind == .commit
      ? nil : locked.ref.map { ref in RemoteRef.names(of: ref).first { $0.kind == locked.kind }?.name ?? ref } ?? "HEAD"
    try repository.fetch(
      locked: locked.commit,
      refName.map { RemoteRef(kind: locked.kind, name: $0, commit: locked.commit, tag: locked.tag) })
    var tag: (name: String, id: String?)?
    if locked.kind == .tag, let refName, request.demand?.object == .tag {
      tag = (refName, try repository.fetchTag(refName, locked: locked.tag))
    }
    let signature = try self.signature(name, request, repository, locked.commit, tag, signers)
    let tree = try repository.tree(of: locked.commit, path: locked.path)
    let content = try repository.content(of: tree)
    let digest = content.inventory.digest
    guard tree == locked.tree, digest == locked.digest else {
      throw PackError(
        .drift,
        "pack '\(name)' does not match the lock: commit \(locked.commit) has the tree \(tree) and \(digest), but the lock has "
          + "\(locked.tree) and \(locked.digest)",
        hint:
          "find out who edited the lock file; restore the reviewed version, or run 'bundlepolicy pack update \(name)'"
      )
    }
    if let known = locked.signature, signature != known {
      throw PackError(
        .signature,
        "pack '\(name)' was locked with a signature by \(known.principal) (\(known.key)), but now has one by "
          + "\(signature?.principal ?? "nobody") (\(signature?.key ?? "no key"))",
        hint: "find out why it was signed again, then run 'bundlepolicy pack update \(name)'")
    }
    _ = try cache.keep(content)
    try cache.note(locked, signers: signers)
    return true
  }

  /// The digests of the native checkers that a pack in the cache has, by their paths in it.
  package func checkers(_ name: String, _ locked: LockedPack) throws(PackError) -> [String: String] {
    let entry = try cache.entry(locked.digest, of: name)
    guard entry.inventory.entries.contains(where: { $0.path.hasPrefix(CheckerLock.folder + "/") }) else { return [:] }
    do throws(PlugInError) {
      return try CheckerLock.digests(repository: entry.folder)
    } catch {
      throw PackError(.content, "a checker of pack '\(name)' cannot be used: \(error.message)", hint: error.hint)
    }
  }

  /// The Lua files of a pack in the cache, by their paths.
  package func sources(_ name: String, _ locked: LockedPack) throws(PackError) -> [String: [UInt8]] {
    try cache.entry(locked.digest, of: name).sources
  }

  private static func url(_ request: PackRequest) throws(PackError) -> String {
    guard case .git(let url) = request.source else {
      throw PackError(.source, "'\(request.source.text)' is a folder, which is not fetched")
    }
    return url
  }

  private func repository(_ request: PackRequest, like id: String) throws(PackError) -> GitRepository {
    let url = try Self.url(request)
    let git = try GitProgram(in: cache, seconds: seconds, variables)
    return try GitRepository(git, url: url, isSHA256: id.utf8.count == 64)
  }

  private func signature(
    _ name: String, _ request: PackRequest, _ repository: GitRepository, _ commit: String,
    _ tag: (name: String, id: String?)?, _ signers: [UInt8]?
  ) throws(PackError) -> LockedPack.Signature? {
    guard let demand = request.demand, let signers else { return nil }
    let check = SignatureCheck(demand: demand, signers: try repository.keep(signers, as: "signers"), pack: name)
    return try check.signature(in: repository, commit: commit, tag: tag)
  }
}
