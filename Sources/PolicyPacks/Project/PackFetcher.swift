import Basics
package import CheckerPlugIns

/// Fetches packs from repositories, archives and registries, verifies them and stores them in the cache.
package struct PackFetcher: Sendable {
  package static let defaultSeconds = 120

  let cache: PackCache
  let seconds: Int
  /// Overrides environment variables of this process for git and curl.
  var variables: [String: String] = [:]

  package init(cache: PackCache, seconds: Int = defaultSeconds) { (self.cache, self.seconds) = (cache, seconds) }

  package struct Head: Sendable {
    package let kind: LockedPack.Kind
    package let revision: String
    /// The tag, branch, commit or digest from the request, or the tag selected by its range.
    package let ref: String?
    var remote: RemoteRef?
    var bytes: [UInt8] = []
  }

  /// Resolves a request. Uses the network unless the request names a commit.
  /// - Parameters:
  ///   - root: The project's folder.
  ///   - needs: Requirements of other packs, which constrain the choice from a range.
  package func head(
    _ request: PackRequest, root: String, needs: [PackNeed] = []
  ) throws(PackError) -> Head {
    var request = request
    if request.range != nil { request.ref = try choice(request, root: root, needs: needs).name }
    guard case .git = request.source else { return try object(request, root: root) }
    return try remoteHead(request)
  }

  private func remoteHead(_ request: PackRequest) throws(PackError) -> Head {
    let url = try Self.url(request)
    func head(_ remote: RemoteRef) -> Head {
      Head(kind: remote.kind, revision: remote.commit, ref: request.ref, remote: remote)
    }
    if let ref = request.ref, HexDigest.isObject(ref) {
      return head(RemoteRef(kind: .commit, name: ref, commit: ref, tag: nil))
    }
    // A branch may have the same name as the tag selected by a range.
    let asked = request.range == nil ? request.ref : request.ref.map { "refs/tags/" + $0 }
    let names = asked.map { RemoteRef.names(of: $0).flatMap { [$0.name, $0.name + "^{}"] } } ?? ["HEAD"]
    let listing = try GitProgram(in: cache, seconds: seconds, variables).succeed(
      ["ls-remote"] + GitProgram.uploadPackOptions(url) + ["--", url] + names,
      what: "read the refs of \(request.source.text)")
    return head(try RemoteRef.find(asked, in: listing))
  }

  /// Fetches a resolved request, verifies the required signature, stores the files in the cache, and returns the lock (without checkers).
  /// `root` is the project's folder.
  package func fetch(
    _ name: String, _ request: PackRequest, _ head: Head, root: String
  ) throws(PackError) -> LockedPack {
    guard let remote = head.remote else { return try storeObject(head, request, root: root) }
    let repository = try repository(request, like: head.revision)
    let commit = try repository.fetch(remote)
    // The lock would have the commit's id, which never equals the tag's id in the manifest.
    if head.kind == .commit, commit != head.revision {
      throw PackError(
        .source, "'\(head.revision)' is the id of a tag, not of a commit",
        hint: "name the commit \(commit), or name the tag by its name")
    }
    let isTag = head.kind == .tag
    let tag = isTag ? try repository.fetchTag(remote.name, locked: nil) : nil
    let signers = try request.signers(of: name, in: root)
    let signature = try self.signature(name, request, repository, commit, isTag ? (remote.name, tag) : nil, signers)
    let tree = try repository.tree(of: commit, path: request.path)
    let digest = try cache.store(try repository.content(of: tree))
    let locked = LockedPack(
      source: request.source.text, ref: head.ref, range: request.range?.text, path: request.path, kind: head.kind,
      revision: commit, tree: tree, digest: digest, tag: tag, signature: signature)
    try cache.recordVerification(locked, signers: signers)
    return locked
  }

  /// Fetches a locked pack into the cache without changing the lock. Returns whether it had to be fetched.
  ///
  /// Throws if the repository's content for the commit does not match the lock.
  package func fetchLocked(
    _ name: String, _ request: PackRequest, _ locked: LockedPack, root: String
  ) throws(PackError) -> Bool {
    let signers = try request.signers(of: name, in: root)
    if cache.isVerified(locked, signers: signers) {
      do throws(PackError) {
        _ = try cache.entry(of: locked, signers: signers, pack: name)
        return false
      } catch {
        // An altered entry is replaced, as the hint of its error promises.
      }
    }
    guard case .git = request.source else { return try fetchLockedObject(name, request, locked, root: root) }
    let repository = try repository(request, like: locked.revision)
    let refName =
      locked.kind == .commit
      ? nil : locked.ref.map { ref in RemoteRef.names(of: ref).first { $0.kind == locked.kind }?.name ?? ref } ?? "HEAD"
    try repository.fetch(
      locked: locked.revision,
      refName.map { RemoteRef(kind: locked.kind, name: $0, commit: locked.revision, tag: locked.tag) })
    var tag: (name: String, id: String?)?
    if locked.kind == .tag, let refName, request.requiredSignature?.object == .tag {
      tag = (refName, try repository.fetchTag(refName, locked: locked.tag))
    }
    let signature = try self.signature(name, request, repository, locked.revision, tag, signers)
    let tree = try repository.tree(of: locked.revision, path: locked.path)
    let content = try repository.content(of: tree)
    let digest = content.inventory.digest
    guard tree == locked.tree, digest == locked.digest else {
      throw PackError(
        .drift,
        "pack '\(name)' does not match the lock: commit \(locked.revision) has the tree \(tree) and \(digest), but the lock has "
          + "\(locked.tree ?? "none") and \(locked.digest)",
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
    _ = try cache.store(content)
    try cache.recordVerification(locked, signers: signers)
    return true
  }

  package func checkers(_ name: String, _ locked: LockedPack) throws(PackError) -> [String: String] {
    let entry = try cache.entry(locked.digest, of: name)
    guard entry.inventory.entries.contains(where: { $0.path.hasPrefix(PolicyLock.checkerFolder + "/") }) else {
      return [:]
    }
    return try mapError(try PolicyLock.checkerDigests(of: entry.folder)) { (error: PlugInError) in
      PackError(.content, "a checker of pack '\(name)' cannot be used: \(error.message)", hint: error.hint)
    }
  }

  package func sources(_ name: String, _ locked: LockedPack) throws(PackError) -> [String: [UInt8]] {
    try cache.entry(locked.digest, of: name).sources
  }

  package func needs(_ name: String, _ locked: LockedPack) throws(PackError) -> [String: PackRequest] {
    guard let manifest = try cache.entry(locked.digest, of: name).manifest else { return [:] }
    let file = ResolvedPack.mark + name + "@" + locked.version + "/" + PackManifest.fileName
    return try PackManifest.read(manifest, file: file).packs
  }

  static func url(_ request: PackRequest) throws(PackError) -> String {
    guard case .git(let url) = request.source else {
      throw PackError(.source, "'\(request.source.text)' is not a git repository")
    }
    return url
  }

  func repository(_ request: PackRequest, like id: String) throws(PackError) -> GitRepository {
    let url = try Self.url(request)
    let git = try GitProgram(in: cache, seconds: seconds, variables)
    return try GitRepository(git, url: url, isSHA256: id.utf8.count == 64)
  }

  private func signature(
    _ name: String, _ request: PackRequest, _ repository: GitRepository, _ commit: String,
    _ tag: (name: String, id: String?)?, _ signers: [UInt8]?
  ) throws(PackError) -> LockedPack.Signature? {
    guard let requirement = request.requiredSignature, let signers else { return nil }
    let check = SignatureCheck(
      requirement: requirement, signers: try repository.keep(signers, as: "signers"), pack: name)
    return try check.signature(in: repository, commit: commit, tag: tag)
  }
}
