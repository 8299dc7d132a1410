import Basics

final class PostgreSQLDatabase: LedgerDatabase {
  let dialect = LedgerDialect(bytes: "BYTEA", integer: "BIGINT", clustered: "", covered: "")

  private let library: PostgreSQLLibrary
  /// Nil once it was closed after a failure.
  private var connection: PostgreSQLLibrary.Connection?
  private let session: PostgreSQLSession
  private let shown: String
  private let secrets: PostgreSQLSecrets
  /// Nil until the session has begun.
  private var role: PostgreSQLRole?
  private var isReading = false
  /// Whether a statement's rows are being read.
  private var isStreaming = false

  /// Connects to the database at a URL, which messages show as `shown`. Throws `unreachable` if there is no libpq or
  /// no connection, and `schema` or `foreign` if the server cannot hold a ledger.
  ///
  /// Connecting takes at most ten seconds for each address of the server, unless the URL says otherwise, plus the
  /// time that the system needs to resolve a name.
  init(url: String, shown: String, session: PostgreSQLSession = PostgreSQLSession()) throws(LedgerError) {
    let library = try PostgreSQLLibrary.loaded()
    let address = try PostgreSQLAddress(url, shown: shown, library: library)
    guard let connection = Self.connect(address.parameters, library) else {
      throw LedgerError(.unreachable, "there is not enough memory for a connection", file: shown)
    }
    // The passwords in the URL, the environment, service files and password files.
    var secrets = address.secrets
    if let array = library.connectionOptions(connection) {
      secrets.add(PostgreSQLOption.all(array))
      library.freeOptions(array)
    }
    if let password = library.password(connection) { secrets.add(String(cString: password)) }
    (self.library, self.session, self.shown, self.secrets) = (library, session, shown, secrets)
    self.connection = connection
    // Keeps libpq from printing notices.
    _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
    guard library.status(connection) == 0, library.setNonblocking(connection, 1) == 0 else {
      throw refusal(by: connection)
    }
    try start()
  }

  deinit { close() }

  func run(_ statement: String, _ values: [LedgerValue], row: ([LedgerValue]) throws(LedgerError) -> Bool)
    throws(LedgerError)
  {
    let parameters = try PostgreSQLParameters(values, shown: shown)
    let connection = try idleConnection()
    let isSent = parameters.withPointers { count, types, values, lengths, formats in
      // 1: results in binary.
      library.sendWithParameters(connection, statement, count, types, values, lengths, formats, 1)
    }
    guard isSent == 1 else { throw failure() }
    guard library.setSingleRowMode(connection) == 1 else {
      close()
      throw LedgerError(.failed, "libpq does not support reading rows one by one", file: shown)
    }
    try receive(patience: session.patience, row: row)
  }

  func begin(writing: Bool) throws(LedgerError) {
    guard transactionStatus == .idle else {
      _ = try idleConnection()
      throw LedgerError(.failed, "a transaction was begun within another", file: shown)
    }
    isReading = !writing
    do {
      try command(session.begin(writing: writing), patience: session.patience)
    } catch {
      rollBack()
      throw error
    }
  }

  func commit() throws(LedgerError) {
    _ = try idleConnection()
    guard transactionStatus != .idle else {
      throw LedgerError(.failed, "there is no transaction to commit", file: shown)
    }
    let wasReading = isReading
    isReading = false
    let done: String
    do {
      done = try command("COMMIT", patience: session.patience)
    } catch {
      guard error.code == .unreachable, !wasReading else { throw error }
      throw .unsure(error.message, shown)
    }
    // COMMIT rolls back a transaction in which a statement failed, without an error (PostgreSQL documentation,
    // COMMIT).
    guard done == "COMMIT" else {
      throw LedgerError(
        .failed, "the server rolled back the transaction because a statement failed", file: shown,
        hint: "run the command again; nothing was written")
    }
  }

  func rollBack() {
    defer { isReading = false }
    switch transactionStatus {
    case .idle: break
    case .inTransaction, .inFailedTransaction:
      // The server also rolls back when the connection ends, so this is not worth a long wait.
      do { try command("ROLLBACK", patience: min(session.patience, 10_000)) } catch { close() }
    // Rows are still being sent, or there is no connection.
    case .active, .unknown: close()
    }
  }

  /// Creates the schema of the tables if it does not exist. Roles that may not create schemas can use one made for
  /// them. Throws `foreign` if it has tables.
  func makeSchema() throws(LedgerError) {
    let found = try rows("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1", .text(PostgreSQLSession.schema))
    if !found.isEmpty {
      let tables = try rows(
        "SELECT COUNT(*) FROM pg_catalog.pg_tables WHERE schemaname = $1", .text(PostgreSQLSession.schema))
      // Another process may have created them meanwhile, or they belong to another program.
      guard tables.first?.first == .integer(0) else {
        throw LedgerError(.foreign, "the schema bundlepolicy already has tables", file: shown)
      }
      return
    }
    do {
      try execute("CREATE SCHEMA \(PostgreSQLSession.schema)")
    } catch {
      guard error.code == .unwritable, let role else { throw error }
      var refusal = error
      refusal.hint =
        "on the server: GRANT CREATE ON DATABASE \(role.statementDatabase) TO \(role.statementName); "
        + "or create the ledger as the database's owner"
      throw refusal
    }
  }

  // MARK: - The session

  private static func connect(
    _ parameters: [(keyword: String, value: String)], _ library: PostgreSQLLibrary
  ) -> PostgreSQLLibrary.Connection? {
    let keywords = parameters.map { UnsafePointer(strdup($0.keyword)) } + [nil]
    let values = parameters.map { UnsafePointer(strdup($0.value)) } + [nil]
    defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
    // 1: expand the URL in dbname.
    return library.connect(keywords, values, 1)
  }

  private func refusal(by connection: PostgreSQLLibrary.Connection) -> LedgerError {
    let words = secrets.quoted(library.errorMessage(connection).map { String(cString: $0) } ?? "")
    let hint =
      if library.neededPassword(connection) == 1 {
        "put the password in the variable PGPASSWORD or in ~/.pgpass"
      } else if library.usedPassword(connection) == 1 {
        "check the role, and the password in the variable PGPASSWORD or in ~/.pgpass"
      } else {
        PostgreSQLFailure.connectionHint
      }
    return LedgerError(.unreachable, words.isEmpty ? "the server cannot be reached" : words, file: shown, hint: hint)
  }

  private func start() throws(LedgerError) {
    let connection = try idleConnection()
    let encoding = library.parameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? "unknown"
    guard encoding == "UTF8" else {
      throw LedgerError(
        .schema, "the database has the encoding \(secrets.quoted(encoding)), but a ledger needs UTF8", file: shown,
        hint: "create a database for it: createdb --template=template0 --encoding=UTF8 NAME")
    }
    guard library.serverVersion(connection) >= 100_000 else {
      throw LedgerError(
        .schema, "the server is older than PostgreSQL 10", file: shown, hint: "use PostgreSQL 10 or later")
    }
    var name = ""
    try run(session.start, []) { row throws(LedgerError) in
      name = row.first?.text ?? ""
      role = PostgreSQLRole(row.suffix(3), quoted: secrets.quoted)
      return true
    }
    // Other servers with this protocol have no advisory locks, or locks without effect.
    guard name.hasPrefix("PostgreSQL ") else {
      throw LedgerError(
        .foreign, "the server is \(secrets.quoted(name)), not PostgreSQL", file: shown,
        hint: "keep the ledger on a PostgreSQL server or in a file")
    }
  }

  private var transactionStatus: PostgreSQLTransactionStatus {
    guard let connection else { return .unknown }
    return PostgreSQLTransactionStatus(rawValue: library.transactionStatus(connection)) ?? .unknown
  }

  /// The connection, ready for a statement. Throws if it is lost or still busy.
  private func idleConnection() throws(LedgerError) -> PostgreSQLLibrary.Connection {
    guard !isStreaming else {
      throw LedgerError(.failed, "a statement was run while the rows of another were being read", file: shown)
    }
    guard let connection, library.status(connection) == 0 else { throw failure() }
    return connection
  }

  private func close() {
    if let connection { library.finish(connection) }
    connection = nil
  }

  // MARK: - Statements

  /// Runs statements without parameters and rows. Returns the tag of the last one, such as `COMMIT`.
  @discardableResult
  private func command(_ statements: String, patience: Int) throws(LedgerError) -> String {
    guard library.send(try idleConnection(), statements) == 1 else { throw failure() }
    return try receive(patience: patience) { _ throws(LedgerError) in true }
  }

  /// Reads everything that the server sends in reply, so that the connection can be used again. Rows are passed to
  /// `row` until it returns false or throws; the rest is skipped, because cancelling would end the transaction.
  @discardableResult
  private func receive(patience: Int, row: ([LedgerValue]) throws(LedgerError) -> Bool) throws(LedgerError) -> String {
    isStreaming = true
    defer { isStreaming = false }
    try flush(patience)
    var problem: LedgerError?
    var wantsMore = true
    var command = ""
    while let result = try nextResult(patience) {
      switch result.status {
      case .singleRow:
        guard wantsMore, problem == nil else { continue }
        do { wantsMore = try row(try result.row(shown: shown)) } catch { problem = error }
      case .rows, .done, .empty: command = result.command
      case .error: problem = problem ?? failure(result)
      case nil:
        close()
        throw LedgerError(.failed, "the server did not return rows", file: shown)
      }
    }
    if let problem { throw problem }
    return command
  }

  private func flush(_ patience: Int) throws(LedgerError) {
    while let connection, library.flush(connection) == 1 {
      // A server that sends while this process sends must be read, or both block.
      let canRead = try wait(for: POLLIN | POLLOUT, patience)
      if canRead { _ = library.consumeInput(connection) }
    }
  }

  private func nextResult(_ patience: Int) throws(LedgerError) -> PostgreSQLResult? {
    guard let connection else { throw failure() }
    while library.isBusy(connection) == 1 {
      _ = try wait(for: POLLIN, patience)
      // The result then contains the error.
      guard library.consumeInput(connection) == 1 else { break }
    }
    return library.nextResult(connection).map { PostgreSQLResult($0, library: library) }
  }

  /// Waits for the server, and returns whether it sent something. Throws if nothing happens for `patience`
  /// milliseconds.
  private func wait(for events: Int32, _ patience: Int) throws(LedgerError) -> Bool {
    guard let connection else { throw failure() }
    var entry = pollfd(
      fd: library.socket(connection), events: Int16(truncatingIfNeeded: events), revents: 0)
    // A lost connection has no descriptor. Reading will report the error.
    if entry.fd < 0 { return true }
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: patience) &* 1_000_000
    while true {
      let now = Clocks.nanoseconds()
      let count = poll(&entry, 1, now < deadline ? CInt(clamping: (deadline - now) / 1_000_000 + 1) : 0)
      // A signal interrupted the wait.
      if count < 0, errno == EINTR { continue }
      if count != 0 { return count < 0 || entry.revents & ~Int16(truncatingIfNeeded: POLLOUT) != 0 }
      close()
      throw LedgerError(
        .unreachable, "the server has not answered for \(counted(max(1, patience / 1000), "second"))", file: shown,
        hint: "find out what blocks it, and run the command again")
    }
  }

  // MARK: - Failures

  private func failure() -> LedgerError {
    let words = connection.flatMap { library.errorMessage($0) }.map { String(cString: $0) } ?? ""
    return failure(nil, words)
  }

  private func failure(_ result: PostgreSQLResult) -> LedgerError { failure(result.errorState, result.errorMessage) }

  private func failure(_ state: String?, _ words: String) -> LedgerError {
    let isLost = connection.map { library.status($0) != 0 } ?? true
    return PostgreSQLFailure(
      state: state, words: secrets.quoted(words), isConnectionLost: isLost, isReading: isReading,
      role: role
    ).error(shown: shown)
  }
}
