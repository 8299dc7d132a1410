import Bundles
import PolicyEngine

/// Files that options name.
enum InputFile {
  /// Largest file that is read, in bytes.
  static let limit = 64 << 20

  /// The text of a regular file, in UTF-8. `what` is how messages call it.
  static func text(_ path: String, what: String) throws(EngineError) -> String {
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try DirectoryStorage(path: directory).read(name, limit: limit)
    } catch {
      throw EngineError(
        code: "input.unreadable", message: "\(what) can't be read: \(error.description)", file: path)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw EngineError(code: "input.unreadable", message: "\(what) is not UTF-8", file: path)
    }
    return text
  }
}
