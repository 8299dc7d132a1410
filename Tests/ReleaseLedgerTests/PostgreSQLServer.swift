import Basics
@testable import ReleaseLedger

/// The server that tests run on: `Scripts/tests/postgresql start DIR` makes one and prints its URL, which BUNDLEPOLICY_TEST_POSTGRES names.
/// Without it these tests are skipped.
enum PostgreSQLServer {
  /// The URL of a superuser.
  static let url: String? = getenv("BUNDLEPOLICY_TEST_POSTGRES").map { String(cString: $0) }.flatMap {
    $0.isEmpty ? nil : $0
  }

  static var isThere: Bool { url != nil }
  static let absence = "BUNDLEPOLICY_TEST_POSTGRES names no server; Scripts/tests/postgresql starts one"

  /// The password that libpq uses by default.
  static let password: String? = getenv("PGPASSWORD").map { String(cString: $0) }

  static let isLibraryThere = (try? PostgreSQLLibrary.loaded()) != nil
  static let libraryAbsence = "libpq is not installed"

  /// A connection of the superuser to a database, or to the one of the URL.
  static func connect(to database: String? = nil, session: PostgreSQLSession = PostgreSQLSession()) throws
    -> PostgreSQLDatabase
  {
    try PostgreSQLDatabase(url: url(of: database), shown: "the server", session: session)
  }

  /// The superuser's URL of a database. `query` is added to the URL's own.
  static func url(of database: String?, query: String? = nil) -> String {
    let url = url ?? "postgres://nowhere.invalid/"
    guard let start = url.firstRange(of: "://")?.upperBound, let slash = url[start...].firstIndex(of: "/") else {
      return url
    }
    let options = url[slash...].firstIndex(of: "?")
    let path = database.map { "/" + $0 } ?? String(url[slash..<(options ?? url.endIndex)])
    let parts = [options.map { String(url[url.index(after: $0)...]) }, query].compactMap { $0 }
    return url[..<slash] + path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// A URL over TCP, which takes a password.
  static func url(role: String, password: String?, database: String, query: String = "") throws -> String {
    let port = try connect().rows("SELECT current_setting('port')")[0][0].text ?? ""
    return "postgres://\(role)\(password.map { ":" + $0 } ?? "")@127.0.0.1:\(port)/\(database)\(query)"
  }

  /// A name that nobody else has.
  static func name(_ prefix: String) -> String { "\(prefix)_\(UInt64.random(in: .min ... .max))" }
}
