/// `ExecStatusType` (libpq-fe.h), as far as a client sees them that copies nothing and uses no pipeline.
enum PostgreSQLResultStatus: CInt {
  case empty = 0
  case done = 1
  case rows = 2
  case error = 7
  case singleRow = 9
}

/// `PGTransactionStatusType` (libpq-fe.h).
enum PostgreSQLTransactionStatus: CInt {
  case idle = 0
  case active = 1
  case inTransaction = 2
  case inFailedTransaction = 3
  case unknown = 4
}

/// The fields of an error (libpq-fe.h, `PG_DIAG_…`; "Error and Notice Message Fields").
enum PostgreSQLErrorField {
  /// `PG_DIAG_SQLSTATE`, `C`: five characters, see "PostgreSQL Error Codes".
  static let state = CInt(0x43)
  /// `PG_DIAG_MESSAGE_PRIMARY`, `M`: one line, as a rule.
  static let message = CInt(0x4D)
}

/// Types by the numbers that every server has for them (PostgreSQL's catalog `pg_type`, its built-in rows never change).
enum PostgreSQLType {
  static let boolean: UInt32 = 16
  static let bytes: UInt32 = 17
  static let name: UInt32 = 19
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let varchar: UInt32 = 1043
  /// The server finds out.
  static let unspecified: UInt32 = 0
}
