// Why a bundle has no digest.
extension LedgerError {
  static func contentUnread(_ file: String, _ reason: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle can't be computed: \(reason)", file: file,
      hint: "make every file of the bundle readable, and let nothing write to it meanwhile")
  }

  static func contentName(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle can't be computed: a name in it is not UTF-8", file: file,
      hint: "rename the file or leave it out; names of bundles' files are UTF-8")
  }

  static func contentLink(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle can't be computed: what the symbolic link says is not UTF-8", file: file,
      hint: "make the link anew or leave it out")
  }

  static func contentType(_ file: String) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle can't be computed: this is a named pipe, socket or device", file: file,
      hint: "leave it out; a bundle holds files, directories and symbolic links")
  }

  static func contentTooMany(_ file: String, limit: Int) -> LedgerError {
    LedgerError(.refused, "the digest of the bundle can't be computed: it holds more than \(limit) files", file: file)
  }

  static func contentTooDeep(_ file: String, limit: Int) -> LedgerError {
    LedgerError(
      .refused, "the digest of the bundle can't be computed: more than \(limit) directories lie inside one another",
      file: file)
  }

  static func contentTooLarge(_ bundle: String, limit: Int, file: String) -> LedgerError {
    LedgerError(
      .refused,
      "the digest of the bundle can't be computed: with this file, those of \(bundle) have more than \(limit) bytes together",
      file: file)
  }
}
