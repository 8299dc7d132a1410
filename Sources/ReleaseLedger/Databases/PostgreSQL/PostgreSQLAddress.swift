import Basics

struct PostgreSQLAddress {
  /// Keywords and values in the order in which libpq reads them: later ones override earlier ones.
  let parameters: [(keyword: String, value: String)]
  let secrets: PostgreSQLSecrets

  /// Parses a URL (libpq documentation, "Connection URIs"). Throws `unreachable` if it is malformed, without quoting
  /// it: any part may belong to a password.
  init(_ url: String, shown: String, library: PostgreSQLLibrary) throws(LedgerError) {
    try Self.check(url, shown)
    var complaint: UnsafeMutablePointer<CChar>?
    let parsed = library.parseOptions(url, &complaint)
    if let complaint { library.freeMemory(complaint) }
    guard let parsed else { throw Self.malformed("is malformed", shown) }
    let options = PostgreSQLOption.all(parsed)
    library.freeOptions(parsed)
    // In `postgres://user:password/database`, where the host is missing, libpq takes the password for a port, and
    // quotes it.
    if let port = options.first(where: { $0.keyword == "port" })?.value,
      !port.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2C })
    {
      throw Self.malformed("has a port that is not a number", shown)
    }
    var defaults: [PostgreSQLOption] = []
    if let array = library.defaultOptions() {
      defaults = PostgreSQLOption.all(array)
      library.freeOptions(array)
    }
    var secrets = PostgreSQLSecrets()
    secrets.add(options)
    secrets.add(defaults)
    self.secrets = secrets
    let known = Set(defaults.map(\.keyword))
    parameters =
      Self.defaults.filter { known.contains($0.keyword) && $0.variable.flatMap { getenv($0) } == nil }
      .map { ($0.keyword, $0.value) } + [("dbname", url), ("client_encoding", "UTF8")]
  }

  private static let defaults: [(keyword: String, value: String, variable: String?)] = [
    // In seconds, for each address of each host: a server may accept a connection and then say nothing.
    ("connect_timeout", "10", "PGCONNECT_TIMEOUT"),
    ("application_name", "bundlepolicy", "PGAPPNAME"),
    // A lost server is noticed within 40 seconds: it is probed after 10 seconds of silence, then every 10; and data
    // must be acknowledged within 30000 ms (libpq of PostgreSQL 12 or later, on Linux).
    ("keepalives", "1", nil), ("keepalives_idle", "10", nil), ("keepalives_interval", "10", nil),
    ("keepalives_count", "3", nil), ("tcp_user_timeout", "30000", nil),
  ]

  /// Throws for a URL that libpq would read differently from what was meant, or from what `LedgerLocation` shows.
  private static func check(_ url: String, _ shown: String) throws(LedgerError) {
    let bytes = Array(url.utf8)
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw malformed("contains a control character", shown)
    }
    guard let start = url.firstRange(of: "://")?.upperBound else { throw malformed("is malformed", shown) }
    let rest = Array(url.utf8[start...])
    guard !rest.contains(0x23) else { throw malformed("contains a '#'", shown) }
    let place = rest.prefix { $0 != 0x3F }
    guard let at = place.firstIndex(of: 0x40) else {
      // libpq reads `user:pass?word@host` as a user, a password and a host.
      if rest.prefix(while: { $0 != 0x2F }).contains(0x40) { throw malformed("contains a '?' before the host", shown) }
      return
    }
    guard !place[..<at].contains(0x2F), !place[(at + 1)...].contains(0x40) else {
      throw malformed("contains a '/' or '@' before the '@' that precedes the host", shown)
    }
  }

  private static func malformed(_ problem: String, _ shown: String) -> LedgerError {
    LedgerError(
      .unreachable, "the ledger's URL \(problem)", file: shown,
      hint:
        "write postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full, with %40 for '@', %3A for ':', %2F for '/', %3F for '?', %23 for '#' and %25 for '%' in its parts; the password is better kept in PGPASSWORD or ~/.pgpass"
    )
  }
}
