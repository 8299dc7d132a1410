import Basics
@testable import ReleaseLedger

/// An empty database on the PostgreSQL server of the tests, dropped when the value goes.
final class ServerDatabase {
  /// Names the server: the URL of a superuser.
  static let variable = "BUNDLEPOLICY_TEST_POSTGRES"

  /// The superuser's URL of this database.
  let url: String
  private let name = "ledger_\(UInt64.random(in: .min ... .max))"
  private let server: String

  init() throws {
    server = getenv(Self.variable).map { String(cString: $0) } ?? ""
    url = Self.url(server, database: name)
    try PostgreSQLDatabase(url: server, shown: "the server").execute("CREATE DATABASE \(name)")
  }

  deinit {
    try? PostgreSQLDatabase(url: server, shown: "the server").execute(
      "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// The URL with another database in it.
  static func url(_ server: String, database: String) -> String {
    guard let start = server.firstRange(of: "://")?.upperBound else { return server }
    let rest = server[start...]
    let query = rest.firstIndex(of: "?").map { String(rest[$0...]) } ?? ""
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    return server[..<start] + host + "/" + database + query
  }
}
