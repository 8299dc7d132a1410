import BuildRecords

enum LedgerSchema {
  static var current: Int64 { Int64(steps.count) }
  /// The oldest version that this program can use without upgrading it, but without withdrawn, shipped or labeled
  /// builds.
  static let oldest: Int64 = 2
  /// The first version with rows that withdraw, ship or label builds.
  static let withMarks: Int64 = 3
  /// The first version with rows that take back a shipment, or say that a build dropped a nested bundle.
  static let withDrops: Int64 = 4
  /// The first version with measures and sets of builds.
  static let withDetails: Int64 = 5

  /// The statements that upgrade each version to the next; the first ones create the tables.
  static let steps: [@Sendable (LedgerDialect) -> [String]] = [
    { dialect in
      [
        """
        CREATE TABLE ledger (id \(dialect.bytes) NOT NULL PRIMARY KEY, program TEXT NOT NULL, \
        version \(dialect.integer) NOT NULL, created \(dialect.integer) NOT NULL)
        """,
        """
        CREATE TABLE builds (sequence \(dialect.integer) NOT NULL PRIMARY KEY, time \(dialect.integer) NOT NULL, \
        product TEXT NOT NULL, identifier TEXT NOT NULL, platform TEXT, kind TEXT NOT NULL, name TEXT NOT NULL, \
        path TEXT NOT NULL, short_version TEXT, build TEXT, sort_key \(dialect.bytes), digest \(dialect.bytes) NOT NULL, \
        verdict TEXT NOT NULL, policies TEXT NOT NULL, waivers TEXT NOT NULL, tool TEXT NOT NULL, labels TEXT NOT NULL, \
        info \(dialect.bytes) NOT NULL, entitlements \(dialect.bytes), previous_hash \(dialect.bytes) NOT NULL UNIQUE, \
        hash \(dialect.bytes) NOT NULL)
        """,
        "CREATE INDEX builds_by_identifier ON builds (identifier, sequence)",
        """
        CREATE TABLE lanes (lane \(dialect.bytes) NOT NULL, sort_key \(dialect.bytes) NOT NULL, \
        sequence \(dialect.integer) NOT NULL, PRIMARY KEY (lane, sort_key, sequence))\(dialect.clustered)
        """,
      ]
    },
    // An index of the database itself, and a list of all numbers, so that a missing last row is noticed.
    { dialect in
      [
        "DROP TABLE lanes", "DROP INDEX builds_by_identifier", "ALTER TABLE builds DROP COLUMN sort_key",
        "CREATE INDEX builds_by_bundle ON builds (identifier, product, sequence\(dialect.covered))",
        "CREATE INDEX builds_by_name ON builds (name, sequence) WHERE path = '' AND verdict = 'pass'",
        "CREATE TABLE recorded (sequence \(dialect.integer) NOT NULL PRIMARY KEY)",
        "INSERT INTO recorded (sequence) SELECT sequence FROM builds",
      ]
    },
    // Marks. Programs that do not know them must no longer use the ledger.
    { dialect in
      [
        "ALTER TABLE builds ADD COLUMN mark TEXT", "ALTER TABLE builds ADD COLUMN target \(dialect.integer)",
        "ALTER TABLE builds ADD COLUMN reason TEXT", "DROP INDEX builds_by_bundle",
        """
        CREATE INDEX builds_by_bundle ON builds (identifier, product, sequence\(dialect.covered)\
        \(dialect.covered.isEmpty ? "" : ", mark, target"))
        """,
        "CREATE INDEX builds_by_target ON builds (target, sequence) WHERE target IS NOT NULL",
      ]
    },
    // Further kinds of marks, unknown to earlier programs. Recording a build needs to know what its product contains.
    { dialect in
      [
        """
        CREATE INDEX builds_by_product ON builds (product, sequence\
        \(dialect.covered.isEmpty ? "" : ", identifier, path, platform, verdict, mark, target"))
        """
      ]
    },
    // Measures and sets of builds. Programs that do not know them cannot verify the hashes of such rows.
    { _ in ["ALTER TABLE builds ADD COLUMN details TEXT"] },
  ]

  /// The value in the table `ledger` that distinguishes it from another program's table.
  static let program = "bundlepolicy"

  struct Identity: Hashable {
    let id: [UInt8]
    let version: Int64
  }

  static func create(
    in database: any LedgerDatabase, id: [UInt8], time: Int64, version: Int64 = current
  ) throws(LedgerError) {
    try migrate(database, from: 0, to: version)
    try database.execute(
      "INSERT INTO ledger (id, program, version, created) VALUES ($1, $2, $3, $4)", .bytes(id), .text(program),
      .integer(version), .integer(time))
  }

  static func migrate(
    _ database: any LedgerDatabase, from version: Int64, to last: Int64 = current
  ) throws(LedgerError) {
    for step in steps.prefix(Int(clamping: last)).dropFirst(Int(clamping: version)) {
      for statement in step(database.dialect) { try database.execute(statement) }
    }
  }

  /// The content of the table `ledger`. Throws if the tables belong to another program.
  static func identity(in database: any LedgerDatabase, shown: String) throws(LedgerError) -> Identity {
    let rows: [[LedgerValue]]
    do throws(LedgerError) {
      rows = try database.rows("SELECT id, program, version FROM ledger")
    } catch  where error.code == .failed && error.reason == nil {
      // A table without these columns, or no table where there is a file.
      rows = []
    }
    guard rows.count == 1, let row = rows.first, row.count == 3, let id = row[0].bytes, id.count == 16,
      row[1].text == program, let version = row[2].integer, version >= 1
    else {
      throw LedgerError(
        .foreign, "the tables are not those of a ledger; they were not changed", file: shown,
        hint: "name the ledger's file or database")
    }
    return Identity(id: id, version: version)
  }

  /// Throws unless this program can use tables of this version.
  static func check(_ version: Int64, shown: String) throws(LedgerError) {
    if version > current {
      throw LedgerError(
        .schema,
        "a later version of bundlepolicy wrote the ledger (schema version \(version), but this version supports \(current))",
        file: shown, hint: "install that version; the ledger was not changed")
    }
    if version < oldest {
      throw LedgerError(
        .schema, "an earlier version of bundlepolicy wrote the ledger (schema version \(version), not \(current))",
        file: shown,
        hint:
          "back it up, then upgrade it with 'bundlepolicy ledger init --ledger \(shown)'; earlier versions cannot use it afterwards"
      )
    }
  }

  /// Throws unless tables of this version can hold the rows of another version.
  static func checkMarks(_ version: Int64, of needed: Int64, shown: String) throws(LedgerError) {
    if version < needed {
      throw LedgerError(
        .schema,
        "an earlier version of bundlepolicy made the ledger (schema version \(version)), and "
          + (version < withMarks
            ? "builds in it cannot be withdrawn, shipped or labeled"
            : version < withDrops ? "shipments in it cannot be taken back" : "it cannot hold measures of builds"),
        file: shown,
        hint:
          "upgrade it with 'bundlepolicy ledger init --ledger \(shown)'; earlier versions cannot use it afterwards")
    }
  }
}

extension BuildEntry {
  /// The first schema version of a ledger that can hold the row.
  var schema: Int64 { max(details.isEmpty ? 0 : LedgerSchema.withDetails, mark?.kind.schema ?? 0) }
}

extension BuildMark.Kind {
  /// The first schema version of a ledger that can hold the mark.
  var schema: Int64 {
    switch self {
    case .withdrawn, .freed, .shipped, .labeled: LedgerSchema.withMarks
    case .unshipped, .dropped: LedgerSchema.withDrops
    }
  }
}
