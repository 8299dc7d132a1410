import Basics
import Bundles
import Reports

/// Remembers the file system's first answer to each question, so that all programs get the same.
final class SourceFiles: Sendable {
  private let limit: Int
  /// Texts that replace files, by real path.
  private let texts: [String: [UInt8]]
  private let directories = Remembered<Result<SourceDirectory, StorageError>>()
  private let places = Remembered<Result<Place, EngineError>>()
  private let identities = Remembered<String>()
  private let waivers = Remembered<Result<WaiverFile, EngineError>>()
  private let presence = Remembered<Bool>()

  private typealias Place = (root: String, displayRoot: String, name: String)

  init(limit: Int, texts: [String: [UInt8]]) { (self.limit, self.texts) = (limit, texts) }

  /// A folder; messages call it `shown`. Throws if it cannot be opened.
  func directory(_ path: String, shown: String) throws(EngineError) -> PolicyDirectory {
    let root = identity(path)
    let opened = directories.answer(root) {
      Result { () throws(StorageError) in
        SourceDirectory(try DirectoryStorage(path: path), limit: limit, root: root, texts: texts)
      }
    }
    let shown = Self.trimmed(shown)
    return PolicyDirectory(
      try mapError(try opened.get()) { (error: StorageError) in
        EngineError(code: "policy.unreadable", message: error.description, file: shown)
      }, shown: shown)
  }

  func directory(of files: [String: [UInt8]], shown: String) throws(EngineError) -> PolicyDirectory {
    do throws(StorageError) {
      let storage = try MemoryStorage(files.map { (path: $0.key, node: .file($0.value)) })
      return PolicyDirectory(SourceDirectory(storage, limit: limit), shown: shown, isPack: true)
    } catch {
      throw EngineError(code: "pack.content", message: error.description, file: shown)
    }
  }

  func locate(_ path: String) throws(EngineError) -> (directory: PolicyDirectory, name: String) {
    let place = try places.answer(path) { Result { () throws(EngineError) in try self.place(path) } }.get()
    return (try directory(place.root, shown: place.displayRoot), place.name)
  }

  private func place(_ path: String) throws(EngineError) -> Place {
    guard let target = FileSystem.realPath(path) ?? (texts[path] == nil ? nil : path) else {
      throw EngineError(
        code: "policy.not-found",
        message: errno == ENOENT
          ? "no policy file at this path" : "the policy cannot be opened: \(SystemError(errno).text)", file: path,
        hint: "--policy takes a Lua file, or a directory with a policy.lua")
    }
    if FileSystem.isDirectory(target) { return (target, path, "policy.lua") }
    // A link to a policy is resolved first, and modules are looked up beside its target.
    let (shownRoot, shownName) = Self.split(Self.trimmed(path))
    let (root, name) = Self.split(target)
    return (root, name == shownName ? shownRoot : root, name)
  }

  /// One spelling for each existing file, even if several links lead to it.
  func identity(_ path: String) -> String { identities.answer(path) { FileSystem.realPath(path) ?? path } }

  func waivers(_ path: String) throws(EngineError) -> WaiverFile {
    try waivers.answer(path) {
      Result { () throws(EngineError) in
        if let text = texts[identity(path)] { return WaiverFile(source: path, contents: text) }
        return try WaiverFile.read(path, limit: limit)
      }
    }.get()
  }

  func isPresent(_ path: String) -> Bool { presence.answer(path) { FileSystem.exists(path) } }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func split(_ path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}

final class SourceDirectory: Sendable {
  private let storage: any BundleStorage
  private let limit: Int
  private let root: String
  private let texts: [String: [UInt8]]
  private let contents = Remembered<Result<[UInt8], StorageError>>()

  init(_ storage: any BundleStorage, limit: Int, root: String = "", texts: [String: [UInt8]] = [:]) {
    (self.storage, self.limit) = (storage, limit)
    (self.root, self.texts) = (root, texts)
  }

  func read(_ name: String) throws(StorageError) -> [UInt8] {
    try contents.answer(name) {
      Result { () throws(StorageError) in
        let bytes: [UInt8]
        do throws(StorageError) {
          if let text = texts[root + "/" + name] { bytes = text } else { bytes = try storage.read(name, limit: limit) }
        } catch {
          // Lua reports a file that is one byte too large.
          throw error.code == .tooLarge ? StorageError(.tooLarge, path: error.path, limit: limit - 1) : error
        }
        // Some editors put a byte order mark first; Lua's own loader skips it, too.
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      }
    }.get()
  }

  func names(in folder: String) -> [String] { ((try? storage.list(folder)) ?? []).map(\.name) }
}

private final class Remembered<Answer: Sendable>: Sendable {
  private let known = Locked<[ExactText: Answer]>([:])

  func answer(_ path: String, _ find: () -> Answer) -> Answer {
    known.withValue { known in
      if let answer = known[ExactText(path)] { return answer }
      let answer = find()
      known[ExactText(path)] = answer
      return answer
    }
  }
}
