import Basics

/// Creates the file of a new ledger. The file gets its name once it is complete, so that nobody ever finds a part of
/// one.
enum SQLiteCreation {
  /// Creates the file with the tables that `fill` makes. Throws if there is a file at the path.
  static func create(path: String, shown: String, _ fill: (SQLiteDatabase) throws(LedgerError) -> Void)
    throws(LedgerError)
  {
    guard !path.isEmpty, !path.utf8.contains(0), path.last != "/" else {
      throw LedgerError(
        .failed, "the name of the ledger is not a file name", file: shown, hint: "name a file such as builds.db")
    }
    guard !FileSystem.exists(path) else { throw taken(shown) }
    guard errno == ENOENT else { throw failure(errno, shown) }
    SQLiteLeftovers(of: path).clear()
    var template = Array(SQLiteLeftovers.template(for: path).utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw errno == ENOENT ? folderMissing(path, shown) : failure(errno, shown) }
    let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? path }
    defer {
      for name in [temporary, temporary + "-journal"] { unlink(name) }
    }
    // The permissions of a new file instead of a temporary file's.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
    close(descriptor)
    do {
      let database = try SQLiteDatabase(path: temporary, shown: shown, isWritable: true, isNew: true)
      try database.execute("PRAGMA application_id = \(SQLiteHeader.application)")
      try fill(database)
    }
    try name(temporary, path, shown)
    synchronize(folderOf: path)
  }

  /// Gives the file its name, if that is free.
  private static func name(_ temporary: String, _ path: String, _ shown: String) throws(LedgerError) {
    if link(temporary, path) == 0 { return }
    switch errno {
    case EEXIST: throw taken(shown)
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without hard links, such as on a memory stick. A process that takes the name at this moment
      // loses it.
      guard !FileSystem.exists(path) else { throw taken(shown) }
      guard rename(temporary, path) == 0 else { throw failure(errno, shown) }
    case let number: throw failure(number, shown)
    }
  }

  private static func synchronize(folderOf path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }

  private static func folderMissing(_ path: String, _ shown: String) -> LedgerError {
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return LedgerError(
      .unwritable, "the ledger cannot be created: the folder \(folder) does not exist", file: shown,
      hint: "create the folder, or check the path")
  }

  private static func taken(_ shown: String) -> LedgerError {
    LedgerError(
      .foreign, "a file already exists at this path", file: shown,
      hint: "name another file; if this is a ledger, show it with 'bundlepolicy ledger log'")
  }

  private static func failure(_ number: Int32, _ shown: String) -> LedgerError {
    LedgerError(
      .unwritable, "the ledger cannot be created: \(SystemError(number).text)", file: shown,
      hint: "check the folder's permissions and the free disk space")
  }
}
