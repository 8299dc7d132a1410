@testable import ReleaseLedger

/// A database of one test with the schema of ledgers, dropped with its roles when the test is over.
final class PostgreSQLTestDatabase {
  let name = PostgreSQLServer.name("test")
  private var roles: [String] = []

  init(encoding: String = "UTF8") throws {
    try PostgreSQLServer.connect().execute(
      "CREATE DATABASE \(name) TEMPLATE template0 ENCODING '\(encoding)' LC_COLLATE 'C' LC_CTYPE 'C'")
    if encoding == "UTF8" { try connect().makeSchema() }
  }

  deinit {
    do {
      let server = try PostgreSQLServer.connect()
      try server.execute("DROP DATABASE \(name) WITH (FORCE)")
      for role in roles { try server.execute("DROP ROLE \(role)") }
    } catch { print("a database of the tests is left behind: \(error)") }
  }

  var url: String { PostgreSQLServer.url(of: name) }

  func connect(_ session: PostgreSQLSession = PostgreSQLSession()) throws -> PostgreSQLDatabase {
    try PostgreSQLServer.connect(to: name, session: session)
  }

  /// Makes a role that logs in with a password, which is written as in SQL.
  func makeRole(password: String) throws -> String {
    let role = PostgreSQLServer.name("role")
    roles.append(role)
    try PostgreSQLServer.connect().execute("CREATE ROLE \(role) LOGIN PASSWORD '\(password)'")
    return role
  }

  /// Ends all other sessions in this database at once, as a crash would for them.
  func endOtherSessions() throws {
    try connect().execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
      .text(name))
  }
}
