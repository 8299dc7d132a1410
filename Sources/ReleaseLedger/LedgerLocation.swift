internal import PropertyLists

/// The location of a ledger as the user names it: a file, a PostgreSQL database by its URL, or a branch of a git
/// repository.
public struct LedgerLocation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file(String)
    /// The connection URL of a PostgreSQL database as given, which may contain a password.
    case server(url: String)
    case branch(GitLedgerAddress)
  }

  package let kind: Kind

  /// Parses a location: `postgres://…` and `postgresql://…` name a database, `git+…` a branch, and a path a file.
  ///
  /// - Parameter text: the location as the user wrote it.
  /// - Throws: `LedgerAddressError` for a string that looks like another kind of address. It is refused rather
  /// than taken for a file name, which would be printed with its password.
  public init(_ text: String) throws(LedgerAddressError) { kind = try LedgerAddress(text).kind() }

  package init(_ kind: Kind) { self.kind = kind }

  /// The location for messages and reports: of a URL only the scheme, host, port and database, because the rest may
  /// be secret.
  package var shown: String {
    switch kind {
    case .file(let path): return path
    case .branch(let address): return address.shown
    case .server(let url):
      let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      let rest = url[start...]
      let place = rest.prefix { $0 != "?" && $0 != "#" }
      // A password may contain an unescaped '@', '/', '?' or '#': the host follows the last '@' before the query.
      guard !rest[place.endIndex...].contains("@") else { return "postgres://…" }
      let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
      return "postgres://" + Self.withoutOddPorts(host)
    }
  }

  /// The hosts and the database without ports that are not numbers: in `user:password/database`, where the host is
  /// missing, the password seems to be the port.
  private static func withoutOddPorts(_ place: Substring) -> String {
    let authority = place.prefix { $0 != "/" }
    let hosts = authority.split(separator: ",", omittingEmptySubsequences: false).map { host in
      // An address in brackets contains colons itself.
      let bracket = host.lastIndex(of: "]") ?? host.startIndex
      guard let colon = host[bracket...].firstIndex(of: ":") else { return String(host) }
      let port = host[host.index(after: colon)...]
      return port.utf8.allSatisfy { (0x30...0x39).contains($0) } ? String(host) : host[..<colon] + ":…"
    }
    return hosts.joined(separator: ",") + place[authority.endIndex...]
  }

  /// Whether the URL contains a password, which every user of the machine can read on a command line. For git, a user
  /// name may be one.
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
