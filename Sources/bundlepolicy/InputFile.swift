import Bundles
import PolicyEngine

/// Files that options name.
enum InputFile {
  /// Largest file that is read, in bytes.
  static let limit = 64 << 20

  /// The text of a regular file, in UTF-8. `what` is how messages call it.
  static func text(_ path: String, what: String) throws(EngineError) -> String {
    guard let text = String(validating: try bytes(path, what: what), as: UTF8.self) else {
      throw EngineError(code: "input.unreadable", message: "\(what) is not UTF-8", file: path)
    }
    return text
  }

  /// The bytes of a regular file, nil when nothing is there.
  static func existing(_ path: String, what: String, limit: Int = limit) throws(EngineError) -> [UInt8]? {
    do throws(EngineError) {
      return try bytes(path, what: what, limit: limit)
    } catch {
      if error.code == "input.not-found" { return nil }
      throw error
    }
  }

  /// The bytes of a regular file.
  static func bytes(_ path: String, what: String, limit: Int = limit) throws(EngineError) -> [UInt8] {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    do throws(StorageError) {
      return try DirectoryStorage(path: directory).read(name, limit: limit)
    } catch {
      throw EngineError(
        code: error.code == .notFound ? "input.not-found" : "input.unreadable",
        message: "\(what) can't be read: \(error.description)", file: path)
    }
  }
}
