/// What a policy's modules are found in: its own directory, packs, and the standard policies.
package struct PolicyFiles {
  /// The directory of the policy; nil for a standard policy, which has nothing of its own.
  let own: PolicyDirectory?
  let standard: StandardPolicySource
  let packs: PackDirectories
  /// The pack that the policy is of; nil for none.
  var pack: String?

  /// A source, and what the modules that it names are found in.
  typealias Source = (bytes: [UInt8], path: String, files: PolicyFiles)

  /// Whether a file is one of the standard policies, as the program carries them or as they are read in place of those.
  func isStandard(_ file: String) -> Bool {
    StandardPolicySource.carries(file) || standard.replacement != nil && !PolicyPack.carries(file)
  }

  /// Whether a file is tested and mended elsewhere: the program carries it, or it is of a pack that is locked to a version.
  package static func isForeign(_ file: String) -> Bool {
    StandardPolicySource.carries(file) || PolicyPack.carries(file)
  }

  /// The file of a module. What starts with `apple.` is standard, whatever lies in the policy's directory, so that a policy
  /// can't be made to mean something else by a file beside it. What may be a pack's and the directory's own is an error.
  func module(_ name: String) throws(EngineError) -> Source {
    if StandardPolicySource.has(name) {
      let (bytes, path) = try standard.module(name)
      return (bytes, path, self)
    }
    guard let own else {
      throw EngineError(
        code: "policy.not-found", message: "the standard policies have no module '\(name)'",
        hint: "a policy of one's own includes standard ones, not the other way round")
    }
    guard let reference = packs.reference(name) else {
      let (bytes, path) = try ownModule(name, own)
      return (bytes, path, self)
    }
    if let (_, path) = try present(name, own) {
      throw EngineError(
        code: "pack.ambiguous", message: "'\(name)' is of the pack '\(reference.pack)', and there is a file \(path)",
        hint: "rename the file, or the pack in bundlepolicy.json: what packs are called is up to the project")
    }
    return try module(reference.module, ofPack: reference.pack)
  }

  /// The file of a module of a pack; the modules that it names are looked for in the pack.
  func module(_ name: String, ofPack pack: String) throws(EngineError) -> Source {
    var files = PolicyFiles(own: try packs.directory(of: pack), standard: standard, packs: packs)
    files.pack = pack
    let (bytes, path) = try files.ownModule(name, files.own)
    return (bytes, path, files)
  }

  private func ownModule(
    _ name: String, _ own: PolicyDirectory?
  ) throws(EngineError) -> (bytes: [UInt8], path: String) {
    do throws(EngineError) {
      guard let own else { throw EngineError(code: "policy.not-found", message: "there is no module '\(name)'") }
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

  /// The directory's own file of a name; nil when there is none.
  private func present(
    _ name: String, _ own: PolicyDirectory
  ) throws(EngineError) -> (bytes: [UInt8], path: String)? {
    do throws(EngineError) {
      return try own.module(name)
    } catch {
      if error.code == "policy.not-found" { return nil }
      throw error
    }
  }
}
