import CheckerPlugIns

struct RemoteRef: Equatable {
  let kind: LockedPack.Kind
  /// The full name, such as `refs/tags/v3` or `HEAD`; for a commit, its id.
  let name: String
  /// The commit to which the remote's listing resolves the ref.
  let commit: String
  /// The id of the tag object; nil for a lightweight tag, a branch or a commit.
  let tag: String?

  /// Finds a ref in the output of `git ls-remote`. Throws if it does not exist or is ambiguous.
  static func find(_ ref: String?, in listing: [UInt8]) throws(PackError) -> RemoteRef {
    let ids = GitProgram.ids(in: listing)
    guard let ref else {
      guard let commit = ids["HEAD"] else {
        throw PackError(.source, "the repository is empty or has no HEAD", hint: "name a tag or a branch")
      }
      return RemoteRef(kind: .branch, name: "HEAD", commit: commit, tag: nil)
    }
    var found: [RemoteRef] = []
    for (kind, name) in names(of: ref) {
      guard let id = ids[name] else { continue }
      let peeled = kind == .tag ? ids[name + "^{}"] : nil
      found.append(RemoteRef(kind: kind, name: name, commit: peeled ?? id, tag: peeled == nil ? nil : id))
    }
    guard let only = found.first else {
      throw PackError(
        .source, "the repository has no tag or branch '\(ref)'",
        hint: "list tags and branches with 'git ls-remote'; name a commit by its full id")
    }
    if found.count > 1 {
      throw PackError(
        .source, "the repository has both a tag and a branch '\(ref)'",
        hint: "name one of them: refs/tags/\(ref) or refs/heads/\(ref)")
    }
    return only
  }

  static func names(of ref: String) -> [(kind: LockedPack.Kind, name: String)] {
    if ref.hasPrefix("refs/tags/") { return [(.tag, ref)] }
    if ref.hasPrefix("refs/heads/") { return [(.branch, ref)] }
    return [(.tag, "refs/tags/" + ref), (.branch, "refs/heads/" + ref)]
  }
}
