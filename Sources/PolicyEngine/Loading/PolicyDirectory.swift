import Basics
import Bundles
import PolicyPacks

/// A directory that policies lie in.
struct PolicyDirectory {
  /// As it appears in messages; empty for the working directory.
  let displayRoot: String
  private let files: SourceDirectory
  /// Whether it is a pack's that is locked to a version.
  private let isPack: Bool

  init(_ files: SourceDirectory, shown: String, isPack: Bool = false) {
    self.files = files
    displayRoot = shown == "." ? "" : shown
    self.isPack = isPack
  }

  /// A file directly below the root.
  func file(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let path = displayRoot.isEmpty ? name : displayRoot == "/" ? "/\(name)" : "\(displayRoot)/\(name)"
    if !isPack, let mark = [StandardPolicySource.mark, ResolvedPack.mark].first(where: path.hasPrefix) {
      let owner = mark == ResolvedPack.mark ? "packs'" : "the standard policies'"
      throw EngineError(
        code: "policy.unreadable", message: "'\(mark)' is what \(owner) files start with", file: path,
        hint: "name the policy with ./ in front, or rename its directory")
    }
    do throws(StorageError) {
      return (try files.read(name), path)
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
    let names = files.names(in: directory).compactMap { name in
      name.hasSuffix(".lua") ? (parts.dropLast() + [name.dropLast(4)]).joined(separator: ".") : nil
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
