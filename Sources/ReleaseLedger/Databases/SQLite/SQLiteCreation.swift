import Basics

/// Makes the file of a new ledger: it gets its name when it is whole, so that nobody ever finds a part of one.
enum SQLiteCreation {
  /// `fill` makes the tables. Throws when something lies there already.
  static func create(path: String, shown: String, _ fill: (SQLiteDatabase) throws(LedgerError) -> Void)
    throws(LedgerError)
  {
    guard !path.isEmpty, !path.utf8.contains(0), path.last != "/" else {
      throw LedgerError(
        .failed, "the name of the ledger is not a file name", file: shown, hint: "name a file such as builds.db")
    }
    var status = stat()
    guard lstat(path, &status) != 0 else { throw taken(shown) }
    guard errno == ENOENT else { throw failure(errno, shown) }
    SQLiteLeftovers(of: path).clear()
    var template = Array(SQLiteLeftovers.template(for: path).utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw errno == ENOENT ? homeless(path, shown) : failure(errno, shown) }
    let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? path }
    defer {
      for name in [temporary, temporary + "-journal"] { unlink(name) }
    }
    // As any file that programs make, and not for its owner's eyes alone.
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

  /// Gives the file its name, if it is free.
  private static func name(_ temporary: String, _ path: String, _ shown: String) throws(LedgerError) {
    if link(temporary, path) == 0 { return }
    switch errno {
    case EEXIST: throw taken(shown)
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK:
      // A file system without links, such as that of a memory stick. Whoever takes the name at this moment loses it.
      var status = stat()
      guard lstat(path, &status) != 0 else { throw taken(shown) }
      guard rename(temporary, path) == 0 else { throw failure(errno, shown) }
    case let number: throw failure(number, shown)
    }
  }

  /// The name is on the disk too.
  private static func synchronize(folderOf path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// The folder that the file was to lie in is missing.
  private static func homeless(_ path: String, _ shown: String) -> LedgerError {
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
