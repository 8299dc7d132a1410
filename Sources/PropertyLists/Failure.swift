/// An error inside a reader, where only the source offset is known. `PropertyList.parse` gives it file, line and column.
struct Failure: Error {
  var code: String
  var message: String
  /// Offset in the text (text formats) or file (binary); nil for the file as a whole.
  var offset: Int?
  var hint: String?

  init(_ code: String, _ message: String, at offset: Int?, hint: String? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
    self.hint = hint
  }
}

extension Failure {
  static func empty() -> Failure {
    Failure("file.empty", "the file is empty; expected a property list", at: nil)
  }

  static func unreadable(_ reason: ByteSourceError) -> Failure {
    Failure("file.unreadable", "the file can't be read: \(reason)", at: nil)
  }

  static func tooLarge(_ size: Int, limit: Int) -> Failure {
    Failure("limit.file-size", "the file has \(size) bytes; at most \(limit) are read", at: nil)
  }

  static func tooDeep(_ limit: Int, at offset: Int) -> Failure {
    Failure("limit.depth", "more than \(limit) containers inside each other", at: offset)
  }

  static func tooManyNodes(_ limit: Int, at offset: Int) -> Failure {
    Failure("limit.nodes", "more than \(limit) values", at: offset)
  }
}
