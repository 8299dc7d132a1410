import Basics
import PolicyEngine

/// Files that options name.
enum InputFile {
  /// Largest file that is read, in bytes.
  static let limit = 64 << 20

  /// The text of a file, in UTF-8. `what` is how messages call it.
  static func text(_ path: String, what: String) throws(EngineError) -> String {
    guard let text = String(validating: try bytes(path, what: what), as: UTF8.self) else {
      throw EngineError(code: "input.unreadable", message: "\(what) is not UTF-8", file: path)
    }
    return text
  }

  /// The bytes of a file that is to be added to; nil when nothing is there, and for pipes and devices, which hold nothing.
  /// `isFound`: the user did not name it, and only a regular file will do.
  static func existing(
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

  /// The bytes of a file, or of a pipe to its end.
  static func bytes(
    _ path: String, what: String, limit: Int = limit, isFound: Bool = false
  ) throws(EngineError) -> [UInt8] {
    do throws(NamedFile.Failure) {
      return try NamedFile.bytes(path, limit: limit, isFound: isFound)
    } catch {
      throw EngineError(
        code: error.isMissing ? "input.not-found" : "input.unreadable",
        message: "\(what) can't be read: \(error.reason)", file: path)
    }
  }
}
