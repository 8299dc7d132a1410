import Bundles
import KeyRegistry

/// The directory that a policy's modules are found in.
struct PolicyFiles {
  /// As it appears in messages; empty for the working directory.
  let displayRoot: String
  private let storage: DirectoryStorage
  private let limit: Int

  /// `root` is where the files lie, `displayRoot` how messages call it. Throws when the directory can't be opened.
  init(root: String, displayRoot: String, limit: Int) throws(EngineError) {
    self.displayRoot = displayRoot == "." ? "" : displayRoot
    self.limit = limit
    do throws(StorageError) {
      storage = try DirectoryStorage(path: root)
    } catch {
      throw EngineError(code: "policy.unreadable", message: error.description, file: displayRoot)
    }
  }

  /// A file directly below the root.
  func file(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let path = displayRoot.isEmpty ? name : displayRoot == "/" ? "/\(name)" : "\(displayRoot)/\(name)"
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

  /// The module beside the one asked for whose name is nearest.
  private func suggestion(for parts: [Substring]) -> String {
    let directory = parts.dropLast().joined(separator: "/")
    let names = ((try? storage.list(directory)) ?? []).compactMap { entry in
      entry.name.hasSuffix(".lua") ? (parts.dropLast() + [entry.name.dropLast(4)]).joined(separator: ".") : nil
    }
    let nearest = SpellingCorrector.nearest(to: parts.joined(separator: "."), among: names)
    return nearest.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// `acme.bundle_ids` is `acme/bundle_ids.lua` below the root.
  func module(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D }
    }
    guard isName, !parts.isEmpty else {
      throw EngineError(
        code: "policy.module",
        message: "'\(name)' is not a module name: write lower-case words joined by '.', like \"acme.bundle_ids\"")
    }
    do throws(EngineError) {
      return try file(parts.joined(separator: "/") + ".lua")
    } catch {
      var error = error
      if error.code == "policy.not-found" {
        error.message =
          "there is no module '\(name)': \(error.file ?? "the file") does not exist" + suggestion(for: parts)
      }
      throw error
    }
  }
}
