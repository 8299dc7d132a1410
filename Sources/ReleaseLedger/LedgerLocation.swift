internal import PropertyLists

/// Where a ledger lies, as the user names it: a file, a PostgreSQL database by its URL, or a branch of a git repository.
public struct LedgerLocation: Hashable, Sendable {
  /// What keeps the ledger there.
  package enum Kind: Hashable, Sendable {
    /// An SQLite file at this path.
    case file(String)
    /// A PostgreSQL database; the connection URL as given, which may hold a password.
    case server(url: String)
    /// A branch of a git repository.
    case branch(GitLedgerAddress)
  }

  /// What keeps the ledger there.
  package let kind: Kind

  /// Reads what the user wrote: `postgres://…` and `postgresql://…` name a database, `git+…` a branch, a path a file. What looks like an
  /// address and is none of these is refused, rather than taken for a file whose name holds a password.
  public init(_ text: String) throws(LedgerAddressError) { kind = try LedgerAddress(text).kind() }

  /// A place whose kind is known.
  package init(_ kind: Kind) { self.kind = kind }

  /// How messages and reports show it: of a URL the scheme, host, port and database alone, for what is left out may be secret.
  package var shown: String {
    switch kind {
    case .file(let path): return path
    case .branch(let address): return address.shown
    case .server(let url):
      let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      let rest = url[start...]
      let place = rest.prefix { $0 != "?" && $0 != "#" }
      // A password may hold an unescaped '@', '/', '?' or '#': what follows the last '@' is the host, if it comes before the query.
      guard !rest[place.endIndex...].contains("@") else { return "postgres://…" }
      let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
      return "postgres://" + Self.withoutOddPorts(host)
    }
  }

  /// The hosts and the database without what stands in the place of a port and is none: where the host was forgotten,
  /// `user:password/database`, that is the password.
  private static func withoutOddPorts(_ place: Substring) -> String {
    let authority = place.prefix { $0 != "/" }
    let hosts = authority.split(separator: ",", omittingEmptySubsequences: false).map { host in
      // The address in brackets holds colons itself.
      let bracket = host.lastIndex(of: "]") ?? host.startIndex
      guard let colon = host[bracket...].firstIndex(of: ":") else { return String(host) }
      let port = host[host.index(after: colon)...]
      return port.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(host) : host[..<colon] + ":…"
    }
    return hosts.joined(separator: ",") + place[authority.endIndex...]
  }

  /// Whether the URL holds a password, which on a command line every user of the machine can read. For git's, a user name may be one.
  package var holdsPassword: Bool {
    if case .branch(let address) = kind { return address.credentials != nil }
    guard case .server(let url) = kind else { return false }
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let rest = url[start...]
    if let at = rest.lastIndex(of: "@"), rest[..<at].contains(":") { return true }
    guard let question = rest.firstIndex(of: "?") else { return false }
    let names = rest[rest.index(after: question)...].split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() }
    // Names may be percent-encoded, too.
    return names.contains { $0.contains("pass") || $0.contains("%") }
  }
}
