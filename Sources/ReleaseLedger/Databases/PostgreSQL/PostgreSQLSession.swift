/// The settings of a ledger's sessions with a server, and the statements that begin transactions; all constants.
struct PostgreSQLSession {
  /// How long to wait for other writers, and for any lock, in milliseconds.
  var lockTimeout = 30_000
  /// How long a server may be silent while this process waits for it, in milliseconds. Waits for locks are shorter,
  /// and no statement of a ledger computes for minutes before its first row: such a server hangs, even if its machine
  /// still answers.
  var patience = 300_000

  static let schema = "bundlepolicy"

  /// The key of the lock that a writer holds: `bundlepo` in ASCII. Advisory locks belong to a database, and a
  /// database has one ledger.
  static let writerKey: Int64 = 0x6275_6E64_6C65_706F

  var start: String { settings(isLocal: false) + ", " + PostgreSQLRole.columns }

  /// The statements that begin a transaction.
  ///
  /// The settings are applied again for the transaction, because a connection pooler may give each transaction
  /// another session. A lock that needs no privilege excludes other writers, so that a recording role needs only
  /// INSERT and SELECT; at READ COMMITTED each statement after it sees what the previous writer wrote. Whether the
  /// transaction may write is left to the server: READ WRITE would override a database or role that was made
  /// read-only.
  func begin(writing: Bool) -> String {
    writing
      ? "BEGIN ISOLATION LEVEL READ COMMITTED; \(settings(isLocal: true)); SELECT pg_catalog.pg_advisory_xact_lock(\(Self.writerKey))"
      : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(settings(isLocal: true))"
  }

  private func settings(isLocal: Bool) -> String {
    let settings = [
      // Nothing else: with pg_temp in it, tables would be created there if the schema is missing, and vanish.
      ("search_path", "'\(Self.schema)'"),
      ("lock_timeout", "'\(lockTimeout)'"),
      // A statement lasts as long as its rows are read, and a user may read them with a pager.
      ("statement_timeout", "'0'"),
      // A client that vanished keeps the writers' lock no longer than this, in milliseconds.
      ("idle_in_transaction_session_timeout", "'300000'"),
      ("standard_conforming_strings", "'on'"),
      // A commit is on disk when it returns, there and where the server requires it; remote_apply is even stronger.
      (
        "synchronous_commit",
        "CASE pg_catalog.current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END"
      ),
      // Rows that a policy of the server hides must be an error, not a shorter ledger.
      ("row_security", "'off'"),
    ]
    let calls = settings.map { "pg_catalog.set_config('\($0.0)', \($0.1), \(isLocal))" }
    return "SELECT pg_catalog.version(), " + calls.joined(separator: ", ")
  }
}
