struct PostgreSQLConnectionAttempt {
  /// The caller must close it.
  let connection: PostgreSQLLibrary.Connection
  /// The passwords in the URL, the environment, service files and password files.
  let secrets: PostgreSQLSecrets

  init(_ address: PostgreSQLAddress, shown: String, library: PostgreSQLLibrary) throws(LedgerError) {
    guard let connection = Self.connect(address.parameters, library) else {
      throw LedgerError(.unreachable, "there is not enough memory for a connection", file: shown)
    }
    var secrets = address.secrets
    if let array = library.connectionOptions(connection) {
      secrets.add(PostgreSQLOption.all(array))
      library.freeOptions(array)
    }
    if let password = library.password(connection) { secrets.add(String(cString: password)) }
    self.secrets = secrets
    self.connection = connection

    // Keeps libpq from printing notices.
    _ = library.setNoticeProcessor(connection, { _, _ in }, nil)
    guard library.status(connection) == 0, library.setNonblocking(connection, 1) == 0 else {
      let words = library.errorMessage(connection).map { String(cString: $0) } ?? ""
      let hint =
        if library.neededPassword(connection) == 1 {
          "put the password in the variable PGPASSWORD or in ~/.pgpass"
        } else if library.usedPassword(connection) == 1 {
          "check the role, and the password in the variable PGPASSWORD or in ~/.pgpass"
        } else {
          PostgreSQLFailure.connectionHint
        }
      library.finish(connection)
      let quoted = secrets.quoted(words)
      throw LedgerError(
        .unreachable, quoted.isEmpty ? "the server cannot be reached" : quoted, file: shown, hint: hint)
    }
  }

  private static func connect(
    _ parameters: [(keyword: String, value: String)], _ library: PostgreSQLLibrary
  ) -> PostgreSQLLibrary.Connection? {
    let texts = parameters.flatMap { [$0.keyword, $0.value] }.map { Array($0.utf8CString) }
    let storage = texts.flatMap { $0 }
    var offsets: [Int] = []
    var end = 0
    for text in texts {
      offsets.append(end)
      end += text.count
    }
    return storage.withUnsafeBufferPointer { storage in
      let pointers = offsets.map { storage.baseAddress?.advanced(by: $0) }
      let keywords = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
      let values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
      // 1: expand the URL in dbname.
      return library.connect(keywords, values, 1)
    }
  }
}
