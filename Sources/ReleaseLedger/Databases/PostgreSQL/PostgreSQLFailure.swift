/// What a server or libpq says went wrong, and what it means for a ledger.
struct PostgreSQLFailure {
  /// Five characters (PostgreSQL documentation, appendix "PostgreSQL Error Codes"); nil when it was libpq that failed.
  let state: String?
  /// What was said, fit for a message.
  let words: String
  /// Whether the connection is gone with it.
  let isConnectionLost: Bool
  /// Whether it was in a transaction that only reads.
  let isReading: Bool
  /// Whose session it is; nil before that has begun.
  var role: PostgreSQLRole?

  /// The error, of the ledger shown so.
  func error(shown: String) -> LedgerError {
    let (code, message, hint) = meaning
    // Of a schema that the role may not use the server says that the tables don't exist.
    let tellsWords = !words.isEmpty && !(isOfNames && isShutOut)
    return LedgerError(code, tellsWords ? "\(message): \(words)" : message, file: shown, hint: hint)
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
        .unreachable, "the server ended a transaction in which nothing was said for five minutes",
        "run it again: nothing was written"
      )
    case "53300":
      return (.unreachable, "the server takes no more connections", "wait for others to end and run it again")
    case "25006":
      return (
        .unwritable, "the database can only be read",
        "name the primary server; this may be a standby, or made read-only"
      )
    case "53100": return (.unwritable, "the server's disk is full", "make room on the server and run it again")
    case "42501" where isReading:
      return (
        .unreachable, "\(roleText) may not read the ledger", grants("SELECT")
      )
    case "42501":
      return (
        .unwritable, "\(roleText) may not do this", grants("SELECT, INSERT") + " (SELECT alone is enough to ask)"
      )
    case "55P03", "40P01", "40001":
      return (
        .busy, "another process holds the ledger for too long",
        "wait and run it again; who it is: SELECT * FROM pg_stat_activity WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"
      )
    case _ where isOfNames && isShutOut:
      return (
        .unreachable, "\(roleText) may not use the schema \(PostgreSQLSession.schema)",
        grants("SELECT, INSERT") + " (SELECT alone is enough to ask)"
      )
    case _ where isOfNames:
      return (.missing, "there is no ledger in this database", "make one: bundlepolicy ledger init")
    case "XX001", "XX002":
      return (
        .corrupt, "the server finds its files damaged", "stop writing to it, and restore the database from a backup"
      )
    default: break
    }
    switch state.prefix(2) {
    // Connection exceptions, invalid authorization, invalid catalog name.
    case "08": return Self.lost
    case "28", "3D": return (.unreachable, "the server refuses", Self.connectionHint)
    default: return isConnectionLost ? Self.lost : (.failed, "the database failed (SQLSTATE \(state))", nil)
    }
  }

  /// Whether a schema or table was not found.
  private var isOfNames: Bool { state == "3F000" || state == "42P01" }
  private var isShutOut: Bool { role?.isShutOut == true }

  private var roleText: String { role.map { "the role '\($0.name)'" } ?? "the role" }

  private func grants(_ rights: String) -> String {
    (role ?? PostgreSQLRole(name: "ROLE", database: "DATABASE")).grants(rights)
  }

  private static let lost = (
    LedgerCode.unreachable, "the connection to the server was lost",
    String?.some("see that the server runs, and run it again: what was not committed was not written")
  )

  /// What to look at when there is no connection.
  static let connectionHint =
    "see that the server runs and is reached from here, and that the URL's host, port, database, role and sslmode are right"
}
