/// The role of a session on its server, and its rights on the ledger's schema. Known once the session has begun.
struct PostgreSQLRole {
  /// The role and the database, with passwords removed.
  let name: String
  let database: String
  /// Whether the schema exists, but the role has no USAGE on it: its tables are then not found, as if there were
  /// none.
  let lacksUsage: Bool

  /// The columns that these fields are read from, in this order. Every role may read `pg_namespace`, and ask for its
  /// own privileges (PostgreSQL documentation, 9.26 System Information Functions).
  static let columns =
    "current_user::text, pg_catalog.current_database()::text, COALESCE((SELECT pg_catalog.has_schema_privilege(oid, 'USAGE') "
    + "FROM pg_catalog.pg_namespace WHERE nspname = '\(PostgreSQLSession.schema)'), true)"

  /// Reads the columns; `quoted` prepares the server's texts for messages. Nil for other values.
  init?(_ values: some Collection<LedgerValue>, quoted: (String) -> String) {
    let values = Array(values)
    guard values.count == 3, let name = values[0].text, let database = values[1].text, let mayUse = values[2].integer
    else { return nil }
    self.init(name: quoted(name), database: quoted(database), lacksUsage: mayUse == 0)
  }

  init(name: String, database: String, lacksUsage: Bool = false) {
    (self.name, self.database, self.lacksUsage) = (name, database, lacksUsage)
  }

  /// The role and the database as statements name them: in quotes unless they are plain words (4.1.1 Identifiers and
  /// Key Words).
  var statementName: String { Self.identifier(name) }
  var statementDatabase: String { Self.identifier(database) }

  private static func identifier(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    if isPlain, let first = name.utf8.first, !(0x30...0x39).contains(first) { return name }
    return "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// The statements that allow the role to read the ledger, or also to record.
  func grants(_ rights: String) -> String {
    let schema = PostgreSQLSession.schema
    return "on the server: GRANT USAGE ON SCHEMA \(schema) TO \(statementName); "
      + "GRANT \(rights) ON ALL TABLES IN SCHEMA \(schema) TO \(statementName)"
  }
}
