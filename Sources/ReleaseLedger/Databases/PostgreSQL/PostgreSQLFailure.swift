struct PostgreSQLFailure {
  /// The SQLSTATE, five characters (PostgreSQL documentation, appendix "PostgreSQL Error Codes"); nil for an error of
  /// libpq.
  let state: String?
  let words: String
  let isConnectionLost: Bool
  /// Whether it occurred in a transaction that only reads.
  let isReading: Bool
  var role: PostgreSQLRole?

  func error(shown: String) -> LedgerError {
    let (code, message, hint) = meaning
    // If the role may not use a schema, the server says that the tables do not exist.
    let quotesMessage = !words.isEmpty && !(isOfNames && lacksUsage)
    return LedgerError(code, quotesMessage ? "\(message): \(words)" : message, file: shown, hint: hint)
  }

  private var meaning: (LedgerCode, String, String?) {
    guard let state else {
      return isConnectionLost ? Self.lost : (.failed, "libpq failed", nil)
    }
    switch state {
    // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout.
    case "57P01", "57P02", "57P03", "57P04", "57P05": return Self.lost
    case "25P03":
      return (
        .unreachable, "the server ended a transaction that was idle for five minutes",
        "run the command again; nothing was written"
      )
    case "53300":
      return (
        .unreachable, "the server accepts no more connections",
        "wait for other connections to end, and run the command again"
      )
    case "25006":
      return (
        .unwritable, "the database is read-only",
        "name the primary server; this one may be a standby or configured as read-only"
      )
    case "53100":
      return (.unwritable, "the server's disk is full", "free disk space on the server, and run the command again")
    case "42501" where isReading:
      return (
        .unreachable, "\(roleText) may not read the ledger", grants("SELECT")
      )
    case "42501":
      return (
        .unwritable, "\(roleText) may not do this", grants("SELECT, INSERT") + " (SELECT alone is enough for reading)"
      )
    case "55P03", "40P01", "40001":
      return (
        .busy, "another process has locked the ledger for too long",
        "wait and run the command again; find the process with: SELECT * FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"
      )
    case _ where isOfNames && lacksUsage:
      return (
        .unreachable, "\(roleText) may not use the schema \(PostgreSQLSession.schema)",
        grants("SELECT, INSERT") + " (SELECT alone is enough for reading)"
      )
    case _ where isOfNames:
      return (.missing, "this database has no ledger", "create one with 'bundlepolicy ledger init'")
    case "XX001", "XX002":
      return (
        .corrupt, "the server reports damaged files", "stop writing to the database, and restore it from a backup"
      )
    default: break
    }
    switch state.prefix(2) {
    // Connection exceptions, invalid authorization, invalid catalog name.
    case "08": return Self.lost
    case "28", "3D": return (.unreachable, "the server refused the request", Self.connectionHint)
    default: return isConnectionLost ? Self.lost : (.failed, "the database failed (SQLSTATE \(state))", nil)
    }
  }

  private var isOfNames: Bool { state == "3F000" || state == "42P01" }
  private var lacksUsage: Bool { role?.lacksUsage == true }

  private var roleText: String { role.map { "the role '\($0.name)'" } ?? "the role" }

  private func grants(_ rights: String) -> String {
    (role ?? PostgreSQLRole(name: "ROLE", database: "DATABASE")).grants(rights)
  }

  private static let lost = (
    LedgerCode.unreachable, "the connection to the server was lost",
    String?.some("check that the server is running, and run the command again; uncommitted changes were not written")
  )

  static let connectionHint =
    "check that the server is running and reachable, and check the host, port, database, role and sslmode in the URL"
}
