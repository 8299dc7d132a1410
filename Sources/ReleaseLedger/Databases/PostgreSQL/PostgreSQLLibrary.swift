import Basics

/// The functions of libpq, PostgreSQL's client library, looked up when a ledger on a server is first named: so nobody needs it to
/// build the program or to use other ledgers.
///
/// Signatures come from the PostgreSQL documentation, chapter "libpq — C Library", with `PGconn *` and `PGresult *` as opaque
/// pointers. They have not changed since the library is called libpq.so.5 (PostgreSQL 8.2); the youngest function here is
/// `PQconninfo`, of PostgreSQL 9.3.
///
/// Sendable because a function's address is the same on all threads, and libpq allows connections on different threads ("Behavior
/// in Threaded Programs").
struct PostgreSQLLibrary: @unchecked Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  // Connections ("Database Connection Control Functions", "Connection Status Functions").

  /// `PQconnectdbParams(keywords, values, expand_dbname)`: connects and waits; nil only if memory is short.
  let connect: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Connection?
  /// `PQfinish`: closes a connection and frees it, also one that failed.
  let finish: @convention(c) (Connection) -> Void
  /// `PQstatus`: 0, `CONNECTION_OK`, or 1, `CONNECTION_BAD`.
  let status: @convention(c) (Connection) -> CInt
  /// `PQtransactionStatus`: see `PostgreSQLTransactionStatus`.
  let transactionStatus: @convention(c) (Connection) -> CInt
  /// `PQerrorMessage`: the last error; empty if there was none.
  let errorMessage: @convention(c) (Connection) -> Text?
  /// `PQparameterStatus`: a setting of the server; nil if the server does not report it.
  let parameterStatus: @convention(c) (Connection, Text) -> Text?
  /// `PQserverVersion`: 150004 is 15.4; 0 without a connection.
  let serverVersion: @convention(c) (Connection) -> CInt
  /// `PQsocket`: the connection's descriptor; -1 without one.
  let socket: @convention(c) (Connection) -> CInt
  /// `PQpass`: the password that was used.
  let password: @convention(c) (Connection) -> Text?
  /// `PQconnectionNeedsPassword`: 1 when the server asked for a password and there was none.
  let neededPassword: @convention(c) (Connection) -> CInt
  /// `PQconnectionUsedPassword`: 1 when the server asked for a password and got one.
  let usedPassword: @convention(c) (Connection) -> CInt

  // Options, in arrays of `PQconninfoOption`: see `PostgreSQLOption`.

  /// `PQconninfoParse(conninfo, errmsg)`: the options in a URL; nil if it is malformed.
  let parseOptions:
    @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
  /// `PQconndefaults`: the options in the environment; nil if memory is short.
  let defaultOptions: @convention(c) () -> UnsafeMutableRawPointer?
  /// `PQconninfo`: the options of a connection; nil if memory is short.
  let connectionOptions: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  let freeOptions: @convention(c) (UnsafeMutableRawPointer) -> Void
  /// `PQfreemem`: frees a string of libpq.
  let freeMemory: @convention(c) (UnsafeMutableRawPointer) -> Void

  // Statements ("Asynchronous Command Processing", "Retrieving Query Results Row-by-Row").

  /// `PQsetnonblocking(conn, arg)`: with 1, sending does not wait. 0 on success.
  let setNonblocking: @convention(c) (Connection, CInt) -> CInt
  /// `PQsendQuery`: sends statements without parameters. 1 on success.
  let send: @convention(c) (Connection, Text) -> CInt
  /// `PQsendQueryParams(conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat)`. 1 on success.
  let sendWithParameters:
    @convention(c) (
      Connection, Text, CInt, UnsafePointer<UInt32>?, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?,
      CInt
    ) -> CInt
  /// `PQsetSingleRowMode`: requests one result for each row of the statement just sent. 1 on success.
  let setSingleRowMode: @convention(c) (Connection) -> CInt
  /// `PQflush`: 0 when all is sent, 1 when not yet, -1 on failure.
  let flush: @convention(c) (Connection) -> CInt
  /// `PQconsumeInput`: takes what the server sent. 1 on success.
  let consumeInput: @convention(c) (Connection) -> CInt
  /// `PQisBusy`: 1 when `nextResult` would wait.
  let isBusy: @convention(c) (Connection) -> CInt
  /// `PQgetResult`: the next result, nil if the statement is done.
  let nextResult: @convention(c) (Connection) -> Result?

  // Results ("Main Functions", "Retrieving Query Result Information").

  let clear: @convention(c) (Result) -> Void
  /// `PQresultStatus`: see `PostgreSQLResultStatus`.
  let resultStatus: @convention(c) (Result) -> CInt
  /// `PQresultErrorField(res, fieldcode)`: a part of an error, or nil.
  let errorField: @convention(c) (Result, CInt) -> Text?
  /// `PQresultErrorMessage`: the whole error, or an empty string.
  let resultError: @convention(c) (Result) -> Text?
  /// `PQcmdStatus`: the tag of the command, such as `COMMIT`.
  let commandStatus: @convention(c) (Result) -> Text?
  let rowCount: @convention(c) (Result) -> CInt
  let columnCount: @convention(c) (Result) -> CInt
  /// `PQftype(res, column)`: the column's type, see `PostgreSQLType`.
  let columnType: @convention(c) (Result, CInt) -> UInt32
  let isNull: @convention(c) (Result, CInt, CInt) -> CInt
  /// `PQgetlength(res, row, column)`: bytes of a value.
  let length: @convention(c) (Result, CInt, CInt) -> CInt
  /// `PQgetvalue(res, row, column)`: the value's bytes, which the result owns.
  let value: @convention(c) (Result, CInt, CInt) -> Text?

  /// `PQsetNoticeProcessor(conn, proc, arg)`: the receiver of notices; by default standard error.
  let setNoticeProcessor:
    @convention(c) (Connection, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?, UnsafeMutableRawPointer?)
      ->
      UnsafeRawPointer?

  /// The library of this machine, loaded at the first call and never unloaded.
  static func loaded() throws(LedgerError) -> PostgreSQLLibrary { try shared.get() }

  private static let shared: Swift.Result<PostgreSQLLibrary, LedgerError> = Swift.Result {
    () throws(LedgerError) in try PostgreSQLLibrary(names: fileNames)
  }
}

extension PostgreSQLLibrary {
  /// Loads the first of these files that the system's loader finds. Throws `unreachable` if it finds none, or if that
  /// one lacks a function.
  init(names: [String]) throws(LedgerError) {
    var found: UnsafeMutableRawPointer?
    for name in names where found == nil { found = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let handle = found else {
      throw LedgerError(
        .unreachable, "a ledger on a server needs libpq, PostgreSQL's client library, which is not installed",
        hint: Self.installation)
    }
    func function<Signature>(_ name: String) throws(LedgerError) -> Signature {
      guard let address = dlsym(handle, name) else {
        throw LedgerError(
          .unreachable, "the installed libpq lacks the function \(name)",
          hint: "install libpq of PostgreSQL 9.3 or later: \(Self.installation)")
      }
      // A symbol has no type: the properties above have those in libpq-fe.h, which have not changed since PostgreSQL 9.3.
      return unsafeBitCast(address, to: Signature.self)
    }
    try self.init(
      connect: function("PQconnectdbParams"), finish: function("PQfinish"), status: function("PQstatus"),
      transactionStatus: function("PQtransactionStatus"), errorMessage: function("PQerrorMessage"),
      parameterStatus: function("PQparameterStatus"), serverVersion: function("PQserverVersion"),
      socket: function("PQsocket"), password: function("PQpass"),
      neededPassword: function("PQconnectionNeedsPassword"), usedPassword: function("PQconnectionUsedPassword"),
      parseOptions: function("PQconninfoParse"), defaultOptions: function("PQconndefaults"),
      connectionOptions: function("PQconninfo"), freeOptions: function("PQconninfoFree"),
      freeMemory: function("PQfreemem"), setNonblocking: function("PQsetnonblocking"), send: function("PQsendQuery"),
      sendWithParameters: function("PQsendQueryParams"), setSingleRowMode: function("PQsetSingleRowMode"),
      flush: function("PQflush"), consumeInput: function("PQconsumeInput"), isBusy: function("PQisBusy"),
      nextResult: function("PQgetResult"), clear: function("PQclear"), resultStatus: function("PQresultStatus"),
      errorField: function("PQresultErrorField"), resultError: function("PQresultErrorMessage"),
      commandStatus: function("PQcmdStatus"), rowCount: function("PQntuples"), columnCount: function("PQnfields"),
      columnType: function("PQftype"), isNull: function("PQgetisnull"), length: function("PQgetlength"),
      value: function("PQgetvalue"), setNoticeProcessor: function("PQsetNoticeProcessor"))
  }
}

/// `ExecStatusType` (libpq-fe.h), without those for copying and pipelines.
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
  /// The server determines the type.
  static let unspecified: UInt32 = 0
}
