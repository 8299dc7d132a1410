import Basics
import Bundles
import PolicyPacks
import Reports
import StandardPolicies

/// The places where a policy's modules are found: in its own directory, in packs, and among the standard policies.
package struct PolicyFiles {
  let sources: PolicySources
  /// The directory of the policy; nil for a standard policy.
  var own: PolicyDirectory?
  var pack: String?

  func isStandard(_ file: String) -> Bool {
    StandardPolicies.carries(file) || sources.options.standardPolicies != nil && !ResolvedPack.carries(file)
  }

  /// Whether a file is maintained elsewhere: it is built into the program, or is in a pack that is locked to a version.
  package static func isForeign(_ file: String) -> Bool { StandardPolicies.carries(file) || ResolvedPack.carries(file) }

  /// The file of a module. Names that start with `apple.` are always standard modules, so that a file in the policy's directory cannot
  /// change a policy's meaning. A name that both a pack and the directory have is an error.
  func module(_ name: String) throws(EngineError) -> PolicySource {
    if StandardPolicies.has(name) { return sources.source(try sources.standardModule(name), self) }
    guard let own else {
      throw EngineError(
        code: "policy.not-found", message: "the standard policies have no module '\(name)'",
        hint: "standard policies cannot include other policies; include the standard policy in yours instead")
    }
    guard let reference = sources.pack(ofModule: name) else { return sources.source(try ownModule(name, own), self) }
    if let (_, path) = try present(name, own) {
      throw EngineError(
        code: "pack.ambiguous",
        message: "'\(name)' is ambiguous: it is a module of the pack '\(reference.pack)', and the file \(path) exists",
        hint: "rename the file, or rename the pack in bundlepolicy.yml")
    }
    return try module(reference.module, ofPack: reference.pack)
  }

  /// The file of a module of a pack, which looks up its own modules in the pack.
  func module(_ name: String, ofPack pack: String) throws(EngineError) -> PolicySource {
    let own = try sources.directory(ofPack: pack)
    let files = PolicyFiles(sources: sources, own: own, pack: pack)
    return sources.source(try files.ownModule(name, own), files)
  }

  private func ownModule(_ name: String, _ own: PolicyDirectory) throws(EngineError) -> (bytes: [UInt8], path: String) {
    do throws(EngineError) {
      return try own.module(name)
    } catch {
      guard error.code == "policy.not-found", let pack else { throw error }
      let other = name.prefix { $0 != "." }
      throw EngineError(
        code: "pack.not-found", message: "pack '\(pack)': \(error.message)",
        hint:
          "if '\(other)' is a pack that '\(pack)' needs, add it to the project: bundlepolicy pack add … --name \(other)"
      )
    }
  }

  private func present(_ name: String, _ own: PolicyDirectory) throws(EngineError) -> (bytes: [UInt8], path: String)? {
    do throws(EngineError) {
      return try own.module(name)
    } catch {
      if error.code == "policy.not-found" { return nil }
      throw error
    }
  }
}

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

  func file(_ name: String) throws(EngineError) -> (bytes: [UInt8], path: String) {
    let path = displayRoot.isEmpty ? name : displayRoot == "/" ? "/\(name)" : "\(displayRoot)/\(name)"
    if !isPack, let mark = [StandardPolicies.mark, ResolvedPack.mark].first(where: path.hasPrefix) {
      let owner = mark == ResolvedPack.mark ? "packs'" : "the standard policies'"
      throw EngineError(
        code: "policy.unreadable", message: "'\(mark)' is what \(owner) files start with", file: path,
        hint: "name the policy with ./ in front, or rename its directory")
    }
    do throws(StorageError) {
      return (try files.read(name), path)
    } catch {
      if error.code == .notFound {
        throw EngineError(code: "policy.not-found", message: "no such policy file", file: path)
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
          name.hasSuffix(".lua")
          ? "there is no module '\(name)': modules are named without '.lua'; write \"\(name.dropLast(4))\""
          : "there is no module '\(name)': \(error.file ?? "the file") does not exist" + suggestion(for: name)
      }
      throw error
    }
  }

  private func suggestion(for module: String) -> String {
    let parts = module.split(separator: ".")
    let directory = parts.dropLast().joined(separator: "/")
    let names = files.names(in: directory).compactMap { name in
      name.hasSuffix(".lua") ? (parts.dropLast() + [name.dropLast(4)]).joined(separator: ".") : nil
    }
    return SpellingCorrector.suggestion(for: module, among: names)
  }

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
        message:
          "'\(module)' is not a module name: write lower-case words joined by '.', like \"acme.bundle_ids\" for acme/bundle_ids.lua"
      )
    }
    return String(decoding: path, as: UTF8.self) + ".lua"
  }
}
