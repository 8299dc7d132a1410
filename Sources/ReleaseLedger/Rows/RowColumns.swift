import BuildRecords

enum RowColumns {
  /// The columns of all schema versions, in the order in which they are read and written.
  static let names = RowField.all.map(\.column)

  /// The columns to select from a ledger of a schema version: a value for each name.
  static func list(in schema: Int64) -> String {
    (RowField.common.map(\.column) + columns(RowField.ofMarks.map(\.column), in: schema)
      + columns(RowField.ofDetails.map(\.column), in: schema, since: LedgerSchema.withDetails)).joined(separator: ", ")
  }

  /// These columns, by default of marks, or NULL for each in a schema version without them.
  static func columns(
    _ names: [String], in schema: Int64, since first: Int64 = LedgerSchema.withMarks
  ) -> [String] {
    schema >= first ? names : names.map { "NULL AS \($0)" }
  }

  /// Adds a row. Rows with only the common fields are written the same way to ledgers of all versions.
  static func insert(_ row: RecordedBuild, into database: any LedgerDatabase) throws(LedgerError) {
    let fields = RowField.fields(of: row.entry)
    let places = (1...fields.count).map { "$\($0)" }.joined(separator: ", ")
    try database.run(
      "INSERT INTO builds (\(fields.map(\.column).joined(separator: ", "))) VALUES (\(places))",
      fields.map { $0.value(row) }
    ) { _ throws(LedgerError) in true }
  }

  static func values(of row: RecordedBuild) -> [LedgerValue] { RowField.all.map { $0.value(row) } }

  /// The row in these columns; nil if they do not hold one, or hold it in another form than `insert` writes.
  static func row(_ values: [LedgerValue]) -> RecordedBuild? {
    guard let row = RowField.row(values), Self.values(of: row) == values else { return nil }
    return row
  }
}
