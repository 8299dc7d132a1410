import Basics
package import CheckerPlugIns

// Packs that are not in git repositories: archives, and artifacts in registries and layouts. Each is identified by the SHA-256 of its
// download.
extension PackFetcher {
  func object(_ request: PackRequest, root: String) throws(PackError) -> Head {
    if case .archive(let address) = request.source {
      let bytes = try archive(address, root: root)
      return Head(kind: .archive, revision: ImageDigest.of(bytes), ref: nil, bytes: bytes)
    }
    let (digest, bytes) = try store(request, root: root).manifest(request.ref)
    let kind: LockedPack.Kind = request.ref.map(HexDigest.isSHA256) ?? true ? .digest : .tag
    return Head(kind: kind, revision: digest, ref: request.ref, bytes: bytes)
  }

  /// Stores the pack in the cache and returns its lock. `head` has the bytes of the archive or of the artifact's manifest.
  func storeObject(_ head: Head, _ request: PackRequest, root: String) throws(PackError) -> LockedPack {
    let digest = try cache.store(try content(request, head.bytes, root: root))
    let locked = LockedPack(
      source: request.source.text, ref: head.ref, range: request.range?.text, path: request.path, kind: head.kind,
      revision: head.revision, tree: nil, digest: digest)
    try cache.recordVerification(locked, signers: nil)
    return locked
  }

  func fetchLockedObject(
    _ name: String, _ request: PackRequest, _ locked: LockedPack, root: String
  ) throws(PackError) -> Bool {
    var fixed = request
    fixed.range = nil
    // An artifact is fetched by its digest, even if its tag has moved.
    if locked.kind != .archive { fixed.ref = locked.revision }
    let head = try object(fixed, root: root)
    guard head.revision == locked.revision else {
      throw PackError(
        .drift,
        "pack '\(name)' does not match the lock: \(request.source.text) has the digest \(head.revision), but \(locked.revision) "
          + "is locked",
        hint:
          "it was replaced after it was locked; ask its maintainers, and after a review run 'bundlepolicy pack update \(name) "
          + "--allow-moved-tag'")
    }
    let content = try content(request, head.bytes, root: root)
    let digest = content.inventory.digest
    guard digest == locked.digest else {
      throw PackError(
        .drift, "pack '\(name)' does not match the lock: its files have \(digest), but the lock has \(locked.digest)",
        hint:
          "find out who edited the lock file; restore the reviewed version, or run 'bundlepolicy pack update \(name)'")
    }
    _ = try cache.store(content)
    try cache.recordVerification(locked, signers: nil)
    return true
  }

  private func content(_ request: PackRequest, _ bytes: [UInt8], root: String) throws(PackError) -> PackContent {
    if case .archive(let address) = request.source {
      return try .unpacked(try TarContent.files(bytes, shown: address), isWhole: true, path: request.path)
    }
    return try store(request, root: root).content(bytes, path: request.path)
  }

  private func archive(_ text: String, root: String) throws(PackError) -> [UInt8] {
    if text.contains("://") {
      guard let address = WebAddress(text) else { throw PackError(.source, "'\(text)' is not an address") }
      let response = try WebClient(seconds: seconds, variables).get(address, limit: TarContent.limit)
      switch response.status {
      case 200: return response.body
      case 404, 410:
        throw PackError(
          .source, "\(text) does not exist on the server (\(response.status))",
          hint: "check the address; if the version was deleted, ask its maintainers")
      default: throw PackError(.network, "\(text): the server responded with status \(response.status)")
      }
    }
    let file = PackProject(root: root).shown(text)
    return try mapError(try NamedFile.bytes(file, limit: TarContent.limit, isFound: true)) {
      (error: NamedFile.Failure) in
      PackError(
        .source, "the archive cannot be read: \(error.reason)", file: file,
        hint: "check the path, which is relative to the manifest")
    }
  }

  private func store(_ request: PackRequest, root: String) throws(PackError) -> any ImageStore {
    switch request.source {
    case .registry(let name):
      return ImageRegistry(
        name, try WebClient(seconds: seconds, variables), RegistryCredentials(seconds: seconds, variables))
    case .layout(let path): return try ImageLayout(PackProject(root: root).shown(path), shown: request.source.text)
    case .git, .path, .archive:
      throw PackError(.source, "'\(request.source.text)' is \(request.source.words), not an artifact")
    }
  }
}

extension PackFetcher {
  /// Resolves the locked ref again, ignoring the range.
  package func current(_ request: PackRequest, _ locked: LockedPack, root: String) throws(PackError) -> Head {
    var fixed = request
    if request.range != nil {
      fixed.range = nil
      // A branch may have the same name as the tag.
      fixed.ref = locked.ref.map { ref in if case .git = request.source { "refs/tags/" + ref } else { ref } }
    }
    return try head(fixed, root: root)
  }

  package func versions(_ request: PackRequest, root: String) throws(PackError) -> VersionTags {
    switch request.source {
    case .path, .archive: return VersionTags([])
    case .git(let url):
      let listing = try GitProgram(in: cache, seconds: seconds, variables).succeed(
        ["ls-remote", "--tags"] + GitProgram.uploadPackOptions(url) + ["--", url],
        what: "list the tags of \(request.source.text)")
      return VersionTags(RemoteRef.tags(in: listing))
    case .registry, .layout:
      let tags = try store(request, root: root).tags().compactMap { name, digest -> VersionTag? in
        var tag = VersionTag(name)
        tag?.revision = digest
        return tag
      }
      return VersionTags(tags)
    }
  }

  func choice(_ request: PackRequest, root: String, needs: [PackNeed]) throws(PackError) -> VersionTag {
    let tags = try versions(request, root: root)
    if tags.all.isEmpty {
      throw PackError(
        .source, "\(request.source.text) has no tag that is a version, such as v1.2.0",
        hint: "name a tag or branch with 'ref' instead of 'version', or ask the maintainers for such tags")
    }
    func isRequested(_ tag: VersionTag) -> Bool { request.range?.contains(tag.version) ?? true }
    if let found = try tags.highest({ tag in isRequested(tag) && needs.allSatisfy { $0.range.contains(tag.version) } })
    {
      return found
    }
    let range = request.range?.text ?? "any version"
    if try tags.highest(isRequested) == nil || needs.isEmpty {
      throw PackError(
        .source, "no version of \(request.source.text) satisfies '\(range)'; there are \(tags.phrase)",
        hint: "change the range; pre-releases are used only if the range names one")
    }
    throw PackNeed.conflict("the manifest asks for '\(range)'", needs)
  }
}

extension RemoteRef {
  static func tags(in listing: [UInt8]) -> [VersionTag] {
    let mark = "refs/tags/"
    let ids = GitProgram.ids(in: listing)
    return ids.compactMap { ref, id in
      // The entry of an annotated tag's commit has this suffix.
      let name = String(ref.dropFirst(mark.count))
      guard ref.hasPrefix(mark), !ref.hasSuffix("^{}"), var tag = VersionTag(name), PackRef.problem(in: name) == nil
      else { return nil }
      tag.revision = ids[ref + "^{}"] ?? id
      return tag
    }
  }
}
