import Basics

/// Reads files that a command line names.
package enum InputFile {
  package static let limit = 64 << 20
  /// The maximum size of a report, in bytes: 1 GiB.
  package static let reportLimit = 1 << 30

  /// Returns the text of a UTF-8 file. `what` names the file in messages.
  package static func text(_ path: String, what: String) throws(EngineError) -> String {
    guard let text = String(validating: try bytes(path, what: what), as: UTF8.self) else {
      throw EngineError(code: "input.unreadable", message: "\(what) is not UTF-8", file: path)
    }
    return text
  }

  /// Returns the bytes of a file to append to, or nil if it does not exist or is a pipe or device. With `isFound`, the user did not name
  /// the file, so it must be a regular file.
  package static func existing(
    _ path: String, what: String, limit: Int = limit, isFound: Bool = false
  ) throws(EngineError) -> [UInt8]? {
    var status = stat()
    if !isFound, stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return nil }
    do throws(EngineError) {
      return try bytes(path, what: what, limit: limit, isFound: true)
    } catch {
      if error.code == "input.not-found" { return nil }
      throw error
    }
  }

  /// Returns the bytes of a file, or of a pipe up to its end.
  package static func bytes(
    _ path: String, what: String, limit: Int = limit, isFound: Bool = false
  ) throws(EngineError) -> [UInt8] {
    do throws(NamedFile.Failure) {
      return try NamedFile.bytes(path, limit: limit, isFound: isFound)
    } catch {
      throw EngineError(
        code: error.isMissing ? "input.not-found" : "input.unreadable",
        message: "\(what) cannot be read: \(error.reason)", file: path)
    }
  }
}
