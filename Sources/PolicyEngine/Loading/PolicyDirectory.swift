import Basics
import Bundles

/// A directory that policies lie in.
struct PolicyDirectory {
  /// As it appears in messages; empty for the working directory.
  let displayRoot: String
  private let storage: any BundleStorage
  private let limit: Int
  private let replacements: [String: [UInt8]]
  /// Whether it is a pack's that is locked to a version.
  private let isPack: Bool

  /// `root` is where the files lie, `displayRoot` how messages call it. Throws when the directory can't be opened.
  init(
    root: String, displayRoot: String, limit: Int, replacements: [String: [UInt8]] = [:]
  ) throws(EngineError) {
    self.replacements = replacements
    self.displayRoot = displayRoot == "." ? "" : displayRoot
    self.limit = limit
    isPack = false
    do throws(StorageError) {
      storage = try DirectoryStorage(path: root)
    } catch {
      throw EngineError(code: "policy.unreadable", message: error.description, file: displayRoot)
    }
  }

  /// The files of a pack, in memory.
  init(
    files: [String: [UInt8]], displayRoot: String, limit: Int, replacements: [String: [UInt8]]
  ) throws(EngineError) {
    self.replacements = replacements
    self.displayRoot = displayRoot
    self.limit = limit
    isPack = true
    do throws(StorageError) {
      storage = try MemoryStorage(files.map { (path: $0.key, node: .file($0.value)) })
    } catch {
      throw EngineError(code: "pack.content", message: error.description, file: displayRoot)
    }
  }

  /// A file directly below the root.
  func file(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let path = displayRoot.isEmpty ? name : displayRoot == "/" ? "/\(name)" : "\(displayRoot)/\(name)"
    if !isPack, let mark = [StandardPolicySource.mark, PolicyPack.mark].first(where: path.hasPrefix) {
      let owner = mark == PolicyPack.mark ? "packs'" : "the standard policies'"
      throw EngineError(
        code: "policy.unreadable", message: "'\(mark)' is what \(owner) files start with", file: path,
        hint: "name the policy with ./ in front, or rename its directory")
    }
    if let bytes = replacements[path] { return (bytes, path) }
    do throws(StorageError) {
      var bytes = try storage.read(name, limit: limit)
      // Editors on other systems put a byte order mark first; Lua's own loader passes over it too.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      return (bytes, path)
    } catch {
      if error.code == .notFound {
        throw EngineError(code: "policy.not-found", message: "there is no such policy file", file: path)
      }
      throw EngineError(
        code: "policy.unreadable", message: "the policy cannot be read: \(error.description)", file: path)
    }
  }

  /// `acme.bundle_ids` is `acme/bundle_ids.lua` below the root.
  func module(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    do throws(EngineError) {
      return try file(Self.path(of: name))
    } catch {
      var error = error
      if error.code == "policy.not-found" {
        error.message =
          "there is no module '\(name)': \(error.file ?? "the file") does not exist" + suggestion(for: name)
      }
      throw error
    }
  }

  /// The module beside the one asked for whose name is nearest.
  private func suggestion(for module: String) -> String {
    let parts = module.split(separator: ".")
    let directory = parts.dropLast().joined(separator: "/")
    let names = ((try? storage.list(directory)) ?? []).compactMap { entry in
      entry.name.hasSuffix(".lua") ? (parts.dropLast() + [entry.name.dropLast(4)]).joined(separator: ".") : nil
    }
    return SpellingCorrector.suggestion(for: module, among: names)
  }

  /// The path of a module below whatever root it has.
  static func path(of module: String) throws(EngineError) -> String {
    var path: [UInt8] = []
    var isName = true
    for byte in module.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        isName = isName && path.last.map { $0 != UInt8(ascii: "/") } ?? false
        path.append(UInt8(ascii: "/"))
      case 0x61...0x7A, 0x30...0x39, 0x5F, 0x2D: path.append(byte)
      default: isName = false
      }
    }
    guard isName, let last = path.last, last != UInt8(ascii: "/") else {
      throw EngineError(
        code: "policy.module",
        message: "'\(module)' is not a module name: write lower-case words joined by '.', like \"acme.bundle_ids\"")
    }
    return String(decoding: path, as: UTF8.self) + ".lua"
  }
}
