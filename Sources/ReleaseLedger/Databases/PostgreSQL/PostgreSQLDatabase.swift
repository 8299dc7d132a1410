enum PostgreSQLDatabase {
  static func open(url: String, shown: String) throws(LedgerError) -> any LedgerDatabase {
    throw LedgerError(.unreachable, "PostgreSQL is not there yet", file: shown)
  }
}
