internal import PropertyLists

/// Where a ledger lies, as the user names it: a file, or a PostgreSQL database by its URL.
public struct LedgerLocation: Hashable, Sendable {
  /// What keeps the ledger there.
  public enum Kind: Hashable, Sendable {
    /// An SQLite file at this path.
    case file(String)
    /// A PostgreSQL database; the connection URL as given, which may hold a password.
    case server(url: String)
  }

  /// What keeps the ledger there.
  public let kind: Kind

  /// `postgres://…` and `postgresql://…` name a database (PostgreSQL documentation, 34.1.1.2 Connection URIs), all else is a path.
  public init(_ text: String) {
    kind = Self.isServer(text) ? .server(url: text) : .file(text)
  }

  private static func isServer(_ text: String) -> Bool {
    let head = text.prefix { $0 != ":" }.lowercased()
    return text.dropFirst(head.count).hasPrefix("://") && (head == "postgres" || head == "postgresql")
  }

  /// How messages and reports show it: of a URL the scheme, host, port and database alone, for what is left out may be secret.
  public var shown: String {
    switch kind {
    case .file(let path): return path
    case .server(let url):
      let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      let rest = url[start...].prefix { $0 != "?" && $0 != "#" }
      // A password may hold an unescaped '@' or '/': what follows the last '@' is the host.
      let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
      return "postgres://" + host
    }
  }

  /// Whether the URL holds a password, which on a command line every user of the machine can read.
  public var holdsPassword: Bool {
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
