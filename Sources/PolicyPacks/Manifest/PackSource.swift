package enum PackSource: Hashable, Sendable {
  /// A git repository by its address without `git+`: `https://…`, `ssh://…`, `file:///…` or `git@host:path`.
  case git(String)
  /// A folder beside the project, in the same repository. It is used in place.
  case path(String)
  /// A tar archive by its address (`https://…`) or path; the name ends in one of `archiveExtensions`.
  case archive(String)
  /// An OCI artifact in a registry: `host/name`.
  case registry(String)
  /// An OCI artifact in a folder (an OCI image layout), by its path.
  case layout(String)

  static let archiveExtensions = [".tar.gz", ".tgz", ".tar"]

  package var text: String {
    switch self {
    case .git(let url): "git+" + url
    case .path(let path): path
    case .archive(let address): address
    case .registry(let name): "oci://" + name
    case .layout(let path): "oci-layout:" + path
    }
  }

  package var words: String {
    switch self {
    case .git: "a git repository"
    case .path: "a folder"
    case .archive: "an archive"
    case .registry: "an OCI registry"
    case .layout: "an OCI image layout"
    }
  }

  var fields: [String] {
    switch self {
    case .git: ["source", "version", "ref", "path", "signed", "signers"]
    case .path: ["source"]
    case .archive: ["source", "path"]
    case .registry, .layout: ["source", "version", "ref", "path"]
    }
  }

  func problem(inRef ref: String) -> String? {
    switch self {
    case .git: PackRef.problem(in: ref)
    case .registry, .layout: ImageReference.problem(in: ref)
    case .path, .archive: "\(words) has no refs"
    }
  }

  /// Whether the source is a file or folder, which is named relative to the manifest.
  package var isRelative: Bool {
    switch self {
    case .git, .registry: false
    case .path, .layout: true
    case .archive(let address): !address.contains("://")
    }
  }

  package func mappingPath<Failure: Error>(_ change: (String) throws(Failure) -> String) throws(Failure) -> PackSource {
    switch self {
    case .path(let path): .path(try change(path))
    case .layout(let path): .layout(try change(path))
    case .archive(let path) where isRelative: .archive(try change(path))
    case .git, .archive, .registry: self
    }
  }

  package init(_ text: String) throws(PackError) {
    if text.isEmpty || text.unicodeScalars.contains(where: { $0.value <= 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw PackError(.source, "the source is empty, or contains whitespace or control characters")
    }
    if text.hasPrefix("git+") {
      let url = String(text.dropFirst(4))
      try Self.check(url)
      self = .git(url)
    } else if text.hasPrefix("oci://") {
      self = .registry(try ImageReference.checked(String(text.dropFirst(6))))
    } else if text.hasPrefix("oci-layout:") {
      let path = String(text.dropFirst(11))
      if path.isEmpty || path.contains("://") {
        throw PackError(.source, "the source names no folder", hint: "write oci-layout:PATH")
      }
      self = .layout(path)
    } else if text.contains("://") || text.hasPrefix("git@") {
      try Self.checkArchive(text)
      self = .archive(text)
    } else {
      if text.hasPrefix("-") { throw PackError(.source, "the source starts with '-'", hint: "write ./\(text)") }
      self = Self.isArchive(text) ? .archive(text) : .path(text)
    }
  }

  static func isArchive(_ text: some StringProtocol) -> Bool { archiveExtensions.contains { text.hasSuffix($0) } }

  private static func checkArchive(_ text: String) throws(PackError) {
    let address = WebAddress(text)
    // The message omits the address: the part before the `@` may be a password.
    if text.hasPrefix("http"), address?.hasUser ?? true, text.contains("@") { throw credentials }
    guard let address, isArchive(address.path.prefix { $0 != "?" }) else {
      throw PackError(
        .source, "the source is an address, but not that of a git repository, an archive or a registry",
        hint:
          "write git+https://HOST/REPOSITORY.git, https://HOST/NAME.tar.gz, oci://HOST/NAME, or the path of a folder")
    }
    if text.contains("?") || text.contains("#") {
      throw PackError(
        .source, "the address of the archive contains a '?' or '#'",
        hint: "use an address without parameters; name a folder in the archive with 'path'")
    }
    if let problem = address.securityProblem { throw PackError(.source, problem, hint: "write https://") }
  }

  private static func check(_ url: String) throws(PackError) {
    guard let colon = url.firstRange(of: "://") else { return try checkShort(url) }
    let scheme = url[..<colon.lowerBound]
    let rest = url[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    guard ["https", "ssh", "file"].contains(scheme) else {
      throw PackError(
        .source, "the scheme '\(scheme)' is not supported", hint: "write git+https://, git+ssh:// or git+file://")
    }
    if let at = authority.lastIndex(of: "@") {
      let user = authority[..<at]
      // Tokens are also used in place of user names.
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

  /// Checks `git@host:path`, the short form of ssh addresses.
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

extension PackRequest {
  /// Parses the argument of `pack add`: `SOURCE[@REF][#PATH]`.
  package init(locator text: String) throws(PackError) {
    var rest = Substring(text)
    var path: String?
    var ref: String?
    func cutPath() {
      guard let hash = rest.lastIndex(of: "#") else { return }
      path = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    func cutRef(at place: Substring.Index?) {
      guard let place else { return }
      ref = String(rest[rest.index(after: place)...])
      rest = rest[..<place]
    }
    if rest.hasPrefix("git+") {
      cutPath()
      cutRef(at: Self.version(in: rest))
    } else if rest.hasPrefix("oci://") {
      cutPath()
      if let at = rest.firstIndex(of: "@") {
        cutRef(at: at)
      } else if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("/") {
        // A colon before a slash belongs to a port.
        cutRef(at: colon)
      }
    } else if rest.hasPrefix("oci-layout:") {
      cutPath()
      cutRef(at: rest.lastIndex(of: "@"))
    } else if PackSource.archiveExtensions.contains(where: { rest.firstRange(of: $0 + "#") != nil }) {
      cutPath()
    }
    self.init(source: try PackSource(String(rest)), path: path)
    if let ref, VersionRange.isRange(ref) {
      range = try VersionRange(ref)
    } else {
      self.ref = ref
      if let ref, let problem = source.problem(inRef: ref) { throw PackError(.source, problem) }
    }
    if let path, let problem = PackPath.problem(in: path) { throw PackError(.source, problem) }
    if case .registry = source, self.ref == nil, range == nil {
      throw PackError(
        .source, "the version is missing: a registry has no default",
        hint: "write \(source.text):TAG or '\(source.text)@^1.2'")
    }
  }

  /// The start of the ref: the first `@` after the repository's name. An `@` before the path belongs to a user name.
  private static func version(in text: Substring) -> String.Index? {
    if let end = text.firstRange(of: ".git@") { return text.index(before: end.upperBound) }
    let path: Substring
    if let colon = text.firstRange(of: "://") {
      path = text[colon.upperBound...].drop { $0 != "/" }
    } else {
      path = text.drop { $0 != ":" }
    }
    return path.firstIndex(of: "@")
  }
}
