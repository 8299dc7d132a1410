import Basics
package import CheckerPlugIns
import StandardPolicies

package struct ProjectPacks: Sendable {
  /// Packs by name. An unusable pack is an error only where it is used.
  package typealias Table = [String: Result<ResolvedPack, PackError>]

  package private(set) var table: Table = [:]
  package private(set) var checkers: [CheckerSource] = []
  package private(set) var files: [String] = []

  private init() {}

  /// Reads the project files nearest to the policies.
  /// - Parameters:
  ///   - isNamed: Whether the user named the policies, which implies trust in the checkers they lock.
  ///   - isLocked: Whether to throw for packs without a digest in the lock.
  ///   - folder: Where the search for the packs of policies that are named by pack begins; empty for the working directory.
  ///   - other: Replaces the project in its folder. Throws if no policy belongs to it.
  package init(
    policies: [String], isNamed: Bool, isLocked: Bool, from folder: String = "", instead other: PackProject? = nil
  ) throws(PackError) {
    if isLocked { try Self.checkLocks(policies, folder) }
    var seen: Set<String> = []
    for policy in policies {
      guard let project = try Self.project(of: policy, folder) else { continue }
      let identity = Self.identity(project)
      let isOther = other.map(Self.identity) == identity
      if seen.insert(identity).inserted { add(isOther ? other ?? project : project, isNamed: isNamed) }
    }
    if let other, !seen.contains(Self.identity(other)) {
      throw PackError(
        .unknown, "no policy among \(policies.joined(separator: ", ")) belongs to the project of \(other.manifestFile)",
        hint: "name a policy of this project with --policy")
    }
  }

  private static func identity(_ project: PackProject) -> String {
    FileSystem.realPath(project.root.isEmpty ? "." : project.root) ?? project.root
  }

  private static func project(of policy: String, _ folder: String = "") throws(PackError) -> PackProject? {
    if StandardPolicies.has(policy) { return nil }
    guard isPath(policy) else { return try PackProject.nearest(to: folder) }
    if let own = try PackProject.nearest(to: CheckerSource.repositoryRoot(ofPolicy: policy)) { return own }
    // A word may name both a pack and a folder, even one that is a repository of its own: the engine refuses that.
    guard isWord(policy) else { return nil }
    let here = try PackProject.nearest(to: folder)
    return here?.manifest.packs[String(policy.prefix { $0 != "." })] != nil ? here : nil
  }

  /// Throws for what `--locked` refuses: a project without a manifest, anything in a project that its lock file does not pin, and a name
  /// that is not a pack.
  private static func checkLocks(_ policies: [String], _ folder: String = "") throws(PackError) {
    // Applies to any policy: the whole project must be as committed.
    let here = try PackProject.nearest(to: folder)
    var projects = here.map { [$0] } ?? []
    for policy in policies where !StandardPolicies.has(policy) {
      let name = String(policy.prefix { $0 != "." })
      if isWord(policy), PackName.problem(in: name) == nil {
        // A folder in the checkout must not replace a pack that was removed from both files.
        if here?.manifest.packs[name] != nil { continue }
        throw PackError(
          .drift, "'\(policy)' is not a pack of \(here?.manifestFile ?? PackManifest.fileName)",
          hint: "with --locked, a name means a pack; write ./\(policy) for a file or folder")
      }
      if let project = try PackProject.nearest(to: CheckerSource.repositoryRoot(ofPolicy: policy)) {
        projects.append(project)
      }
    }
    if projects.isEmpty {
      throw PackError(
        .drift,
        "there is no \(PackManifest.fileName) in the working directory or above it, up to the top of the repository, so no pack is locked",
        hint: "restore the committed version, or check without --locked")
    }
    for project in projects { if let error = project.unlocked().first { throw error } }
  }

  /// Whether an argument of `--policy` is a path rather than the name of a pack's module.
  private static func isPath(_ word: String) -> Bool { !isWord(word) || FileSystem.exists(word) }

  private static func isWord(_ argument: String) -> Bool { !argument.contains("/") && !argument.hasSuffix(".lua") }

  package func names(_ word: String) -> Bool { table[String(word.prefix { $0 != "." })] != nil && Self.isWord(word) }

  private mutating func add(_ project: PackProject, isNamed: Bool) {
    files += [project.manifestFile, project.lockFile]
    let names = Set(project.manifest.packs.keys).union((project.lock?.packs ?? [:]).keys)
    for name in names.sortedByBytes() {
      let pack = Self.resolve(name, of: project)
      if case .success(let pack) = pack { addCheckers(of: pack, isNamed: isNamed) }
      if let other = table[name], !Self.isSame(other, pack) {
        table[name] = .failure(
          PackError(
            .ambiguous, "the policies belong to two projects with different packs named '\(name)'",
            hint: "check them in separate runs, or make the manifests agree"))
      } else {
        table[name] = pack
      }
    }
  }

  private static func resolve(_ name: String, of project: PackProject) -> Result<ResolvedPack, PackError> {
    Result { () throws(PackError) in
      // Folders do not need the cache, so it need not have a location.
      if case .path? = project.manifest.packs[name]?.source { return try project.resolve(name, PackCache(root: "")) }
      return try project.resolve(name, try PackCache.standard())
    }.mapError { error in
      var error = error
      // The cache's location depends on the machine; the message names the file in the cache.
      if error.code == .cache { error.file = nil }
      return error
    }
  }

  /// Whether a name has the same policies in two projects, even if the rest of the lock differs.
  private static func isSame(_ one: Result<ResolvedPack, PackError>, _ other: Result<ResolvedPack, PackError>) -> Bool {
    switch (one, other) {
    case (.success(let one), .success(let other)):
      one.displayRoot == other.displayRoot && one.sources == other.sources
    case (.failure(let one), .failure(let other)): one == other
    default: false
    }
  }

  private mutating func addCheckers(of pack: ResolvedPack, isNamed: Bool) {
    let source: CheckerSource =
      if let locked = pack.locked {
        .pack(
          PackCheckers(
            name: pack.name, root: pack.folder, displayRoot: pack.displayRoot, digests: locked.checkers,
            isNamed: isNamed))
      } else {
        isNamed ? .repository(pack.folder) : .found(pack.folder)
      }
    if !checkers.contains(source) { checkers.append(source) }
  }

  package static func below(
    _ policies: [String], isNamed: Bool, isLocked: Bool
  ) throws(PackError) -> (tables: [String: Table], checkers: [CheckerSource]) {
    var tables: [String: Table] = [:]
    var checkers: [CheckerSource] = []
    // Each project's packs are read and verified once, for all its policies.
    var known: [String: ProjectPacks] = [:]
    for policy in policies {
      if isLocked { try checkLocks([policy]) }
      guard let project = try project(of: policy) else { continue }
      var packs = known[project.root] ?? ProjectPacks()
      if known[project.root] == nil { packs.add(project, isNamed: isNamed) }
      known[project.root] = packs
      if !packs.table.isEmpty { tables[policy] = packs.table }
      for source in packs.checkers where !checkers.contains(source) { checkers.append(source) }
    }
    return (tables, checkers)
  }
}
