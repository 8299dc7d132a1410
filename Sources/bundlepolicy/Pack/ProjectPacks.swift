import Basics
import CheckerPlugIns
import PolicyEngine
import PolicyPacks

/// The packs that policies may name, as the manifests of their projects ask for them, and their checkers.
struct ProjectPacks {
  /// For `PolicyProgram.Options`.
  private(set) var table: [String: Result<PolicyPack, EngineError>] = [:]
  /// Where their native checkers are.
  private(set) var checkers: [CheckerSource] = []

  /// The manifests and lock files that were read.
  private(set) var files: [String] = []

  /// Of the manifests nearest to the policies. With `isLocked`, throws for whatever a pack's lock does not say the digest of.
  init(policies: [String], isNamed: Bool, isLocked: Bool) throws(EngineError) {
    if isLocked {
      do throws(PackError) {
        try Self.checkLocks(policies)
      } catch {
        throw EngineError(error)
      }
    }
    var seen: Set<String> = []
    for policy in policies where !DefaultPolicy.isStandard(policy) {
      let project: PackProject?
      do throws(PackError) {
        project = try PackProject.nearest(
          to: Self.isPath(policy) ? CheckerSource.repositoryRoot(ofPolicy: policy) : "")
        guard let project, seen.insert(Self.identity(project.root)).inserted else { continue }
        try add(project, isNamed: isNamed)
      } catch {
        throw EngineError(error)
      }
    }
  }

  /// Throws for what `--locked` refuses: a project without a manifest, anything in one that its lock file does not pin, and a name
  /// that is not a pack's.
  private static func checkLocks(_ policies: [String]) throws(PackError) {
    // Whatever is named: the whole project is to be as it was committed.
    let here = try PackProject.nearest(to: "")
    var projects = here.map { [$0] } ?? []
    for policy in policies where !DefaultPolicy.isStandard(policy) {
      let isName = !policy.contains("/") && PackName.problem(in: String(policy.prefix { $0 != "." })) == nil
      if isName, !policy.hasSuffix(".lua") {
        // A folder of the checkout must not stand in for a pack that was taken out of both files.
        if here?.manifest.packs[String(policy.prefix { $0 != "." })] != nil { continue }
        throw PackError(
          .drift, "'\(policy)' is not a pack of \(here?.manifestFile ?? PackManifest.fileName)",
          hint: "with --locked a name stands for a pack; write ./\(policy) for a file or folder")
      }
      if let project = try PackProject.nearest(to: CheckerSource.repositoryRoot(ofPolicy: policy)) {
        projects.append(project)
      }
    }
    if projects.isEmpty {
      throw PackError(
        .drift, "there is no \(PackManifest.fileName) in the working directory or above it, so that no pack is locked",
        hint: "take the version that was committed, or check without --locked")
    }
    for project in projects { if let error = project.unlocked().first { throw error } }
  }

  /// Whether a word of `--policy` is a path, and not the name of a pack's module.
  private static func isPath(_ word: String) -> Bool {
    var status = stat()
    return word.contains("/") || word.hasSuffix(".lua") || lstat(word, &status) == 0
  }

  /// Whether a word of `--policy` names a module of a pack.
  func names(_ word: String) -> Bool {
    table[String(word.prefix { $0 != "." })] != nil && !word.contains("/") && !word.hasSuffix(".lua")
  }

  private mutating func add(_ project: PackProject, isNamed: Bool) throws(PackError) {
    files += [project.manifestFile, project.lockFile]
    let names = Set(project.manifest.packs.keys).union((project.lock?.packs ?? [:]).keys)
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let resolved = Result { () throws(PackError) in
        // Folders need no cache, wherever it would be.
        if case .path? = project.manifest.packs[name]?.source { return try project.resolve(name, PackCache(root: "")) }
        return try project.resolve(name, try PackCache.standard())
      }
      if case .success(let pack) = resolved { addCheckers(of: pack, isNamed: isNamed) }
      let pack = resolved.map(Self.policyPack).mapError { error in
        var error = EngineError(error)
        // Where the cache is differs from machine to machine; the message says which file of it is meant.
        if error.code.rawValue == PackCode.cache.rawValue { error.file = nil }
        return error
      }
      if let other = table[name], other != pack {
        table[name] = .failure(
          EngineError(
            code: "pack.ambiguous", message: "the policies are of two projects that mean different packs by '\(name)'",
            hint: "name them in two runs, or make the manifests agree"))
      } else {
        table[name] = pack
      }
    }
  }

  private mutating func addCheckers(of pack: ResolvedPack, isNamed: Bool) {
    let source: CheckerSource =
      switch pack.place {
      case .folder(let path): isNamed ? .repository(path) : .found(path)
      case .locked(_, let folder):
        .pack(
          PackCheckers(
            name: pack.name, root: folder, displayRoot: pack.displayRoot, digests: pack.locked?.checkers ?? [:],
            isNamed: isNamed))
      }
    if !checkers.contains(source) { checkers.append(source) }
  }

  private static func policyPack(_ pack: ResolvedPack) -> PolicyPack {
    switch pack.place {
    case .folder(let path): PolicyPack(name: pack.name, displayRoot: pack.displayRoot, contents: .folder(path))
    case .locked(let sources, _):
      PolicyPack(name: pack.name, displayRoot: pack.displayRoot, contents: .files(sources))
    }
  }

  private static func identity(_ root: String) -> String {
    FileSystem.realPath(root.isEmpty ? "." : root) ?? root
  }
}

extension ProjectPacks {
  /// Those of each policy that was found below the paths that were named, by the policy; and all their checkers.
  static func below(
    _ policies: [String], isNamed: Bool, isLocked: Bool
  ) throws(EngineError) -> (tables: [String: [String: Result<PolicyPack, EngineError>]], checkers: [CheckerSource]) {
    var tables: [String: [String: Result<PolicyPack, EngineError>]] = [:]
    var checkers: [CheckerSource] = []
    for policy in policies {
      let packs = try ProjectPacks(policies: [policy], isNamed: isNamed, isLocked: isLocked)
      if !packs.table.isEmpty { tables[policy] = packs.table }
      for source in packs.checkers where !checkers.contains(source) { checkers.append(source) }
    }
    return (tables, checkers)
  }
}
