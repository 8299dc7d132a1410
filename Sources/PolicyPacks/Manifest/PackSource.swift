/// Where a pack comes from.
package enum PackSource: Hashable, Sendable {
  /// A repository of git's, by its address without the `git+`: `https://…`, `ssh://…`, `file:///…` or `git@host:path`.
  case git(String)
  /// A folder beside the project, in the same repository: it is used as it lies there.
  case path(String)

  /// As manifests spell it.
  package var text: String {
    switch self {
    case .git(let url): "git+" + url
    case .path(let path): path
    }
  }

  /// Reads an address. Throws for what can't be one; no message shows what may be a password.
  package init(_ text: String) throws(PackError) {
    if text.isEmpty || text.unicodeScalars.contains(where: { $0.value <= 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw PackError(.source, "the source is empty, or contains whitespace or control characters")
    }
    guard text.hasPrefix("git+") else {
      if text.contains("://") || text.hasPrefix("git@") {
        throw PackError(
          .source, "the source is an address, but not that of a git repository",
          hint: "write git+https://HOST/REPOSITORY.git, or the path of a folder")
      }
      if text.hasPrefix("-") { throw PackError(.source, "the source starts with '-'", hint: "write ./\(text)") }
      self = .path(text)
      return
    }
    let url = String(text.dropFirst(4))
    try Self.check(url)
    self = .git(url)
  }

  private static func check(_ url: String) throws(PackError) {
    guard let colon = url.range(of: "://") else { return try checkShort(url) }
    let scheme = url[..<colon.lowerBound]
    let rest = url[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    guard ["https", "ssh", "file"].contains(scheme) else {
      throw PackError(
        .source, "the scheme '\(scheme)' is not supported", hint: "write git+https://, git+ssh:// or git+file://")
    }
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      // Tokens stand in the place of names, too.
      if scheme != "ssh" || user.contains(":") { throw credentials }
    }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let path = rest.dropFirst(authority.count)
    if scheme == "file" {
      guard authority.isEmpty else {
        throw PackError(.source, "a file address cannot have a host", hint: "write git+file:///PATH")
      }
    } else if host.isEmpty || host.hasPrefix("-") || authority.hasPrefix("-") {
      throw PackError(.source, "the address has no host", hint: "write git+https://HOST/REPOSITORY.git")
    }
    guard path.count > 1, path.hasPrefix("/") else {
      throw PackError(.source, "the address has no repository path", hint: "write git+https://HOST/REPOSITORY.git")
    }
    if url.contains("?") || url.contains("#") {
      throw PackError(
        .source, "the address contains a '?' or '#'", hint: "name the folder with 'path' and the version with 'ref'")
    }
  }

  /// `git@host:path`, as ssh has it.
  private static func checkShort(_ url: String) throws(PackError) {
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let place = parts[0].split(separator: "@", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].contains("@"), place.count == 1 { throw credentials }
    guard parts.count == 2, place.count == 2, !place[0].isEmpty, !place[1].isEmpty, !parts[1].isEmpty,
      !place[0].hasPrefix("-"), !place[1].hasPrefix("-"), !parts[1].hasPrefix("-"), !parts[0].contains("/"),
      !parts[1].contains("::")
    else {
      throw PackError(
        .source, "this is not the address of a repository",
        hint: "write git+https://HOST/REPOSITORY.git or git+git@HOST:REPOSITORY.git")
    }
  }

  private static var credentials: PackError {
    PackError(
      .source, "the address contains a password or token, which would be stored in files that others can read",
      hint: "remove it, and use git's credential helper or SSH")
  }
}

/// What `pack add` is given: `SOURCE[@REF][#PATH]`.
package struct PackLocator: Hashable, Sendable {
  /// Where it comes from.
  package let source: PackSource
  /// The tag, branch or commit.
  package let ref: String?
  /// The folder.
  package let path: String?

  /// Takes one apart. Throws when a part can't be taken.
  package init(_ text: String) throws(PackError) {
    var rest = Substring(text)
    var path: String?
    var ref: String?
    if rest.hasPrefix("git+") {
      if let hash = rest.lastIndex(of: "#") {
        path = String(rest[rest.index(after: hash)...])
        rest = rest[..<hash]
      }
      if let at = Self.version(in: rest) {
        ref = String(rest[rest.index(after: at)...])
        rest = rest[..<at]
      }
    }
    source = try PackSource(String(rest))
    if let ref, let problem = PackRef.problem(in: ref) { throw PackError(.source, problem) }
    if let path, let problem = PackPath.problem(in: path) { throw PackError(.source, problem) }
    (self.ref, self.path) = (ref, path)
  }

  /// Where the ref begins: at the first `@` behind the repository's name. What stands before the path is a user's name.
  private static func version(in text: Substring) -> String.Index? {
    if let end = text.range(of: ".git@") { return text.index(before: end.upperBound) }
    let path: Substring
    if let colon = text.range(of: "://") {
      path = text[colon.upperBound...].drop { $0 != "/" }
    } else {
      path = text.drop { $0 != ":" }
    }
    return path.firstIndex(of: "@")
  }
}

extension StringProtocol {
  /// Where another text first stands in this one. (Foundation's is not here.)
  func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<(index(start, offsetBy: other.count, limitedBy: endIndex) ?? endIndex)
      }
      start = index(after: start)
    }
    return nil
  }
}
