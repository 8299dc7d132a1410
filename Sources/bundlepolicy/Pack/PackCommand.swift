import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks
import PolicyTesting

struct PackCommand: CommandGroup {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Use policies from repositories, archives and registries, locked to a version and verified",
    discussion: """
      Examples:
        bundlepolicy pack add git+https://github.com/acme/policies.git@v2
        bundlepolicy pack outdated
        bundlepolicy pack update --preview builds/*.app
        bundlepolicy pack update
        bundlepolicy pack fetch

      bundlepolicy.yml lists the packs that a project uses; bundlepolicy.lock records exactly which version of each. \
      Keep both in version control. A policy uses a pack by name, as in include = { "acme", "acme.ios" }, and so does \
      --policy acme. Checks never use the network: they read the cache (BUNDLEPOLICY_CACHE, or the system's cache \
      folder) and verify its files against the lock.
      """,
    subcommands: [
      PackAdd.self, PackUpdate.self, PackOutdated.self, PackFetch.self, PackList.self, PackVerify.self, PackWhy.self,
      PackRemove.self, PackNew.self,
    ])

  static func project() throws(PackError) -> PackProject {
    if let project = try PackProject.nearest(to: "") { return project }
    throw PackError(
      .manifest, "no \(PackManifest.fileName) in the working directory or above it, up to the top of the repository",
      hint: "create it by adding a pack with 'bundlepolicy pack add'")
  }

  /// Changes the files of a project under its lock, and returns lines to print. Do slow work before.
  static func change(_ root: String, _ body: (inout PackProject) throws -> Void) throws -> [String] {
    let turn = try ProjectLock(root)
    return try withExtendedLifetime(turn) {
      let old = try PackProject.open(root)
      var project = old ?? PackProject(root: root)
      // The lock file may exist already, for the project's own checkers.
      if old == nil { project.lock = try PackProject.lock(in: root) }
      let oldLock = project.lock
      try body(&project)
      var writes: [(file: String, bytes: [UInt8])] = []
      if project.manifest != old?.manifest {
        let text = try project.manifest.text(
          changing: old?.text ?? "", of: old?.manifest ?? PackManifest(), file: project.manifestFile)
        writes.append((project.manifestFile, Array(text.utf8)))
      }
      if let lock = project.lock, lock != oldLock { writes.append((project.lockFile, Array(lock.text.utf8))) }
      if writes.isEmpty { return [] }
      // If the process ends between the two writes, the lock file has one pack too many, which is harmless.
      let isRemoved = oldLock?.packs.keys.contains { project.lock?.packs[$0] == nil } ?? false
      for (file, bytes) in isRemoved ? writes : writes.reversed() {
        try Output.write(bytes, toFile: file, isFound: true)
      }
      return ["  wrote     " + writes.map(\.file).joined(separator: ", ")]
    }
  }

  /// Accepts a fetched pack; throws if it has no policy. Locks its native checkers if they were reviewed or have not changed. Returns
  /// lines about the checkers to print.
  static func accept(
    _ locked: inout LockedPack, _ name: String, before: [String: String], areCheckersReviewed: Bool,
    _ fetcher: PackFetcher
  ) throws(PackError) -> [String] {
    try checkPolicies(of: name, try fetcher.sources(name, locked), path: locked.path)
    let found = try fetcher.checkers(name, locked).sorted(byBytesOf: \.key)
    var remarks: [String] = []
    for (path, digest) in found {
      if areCheckersReviewed || before[path] == digest {
        locked.checkers[path] = digest
        if before[path] != digest { remarks.append("  locked    \(path), native code: \(digest)") }
      } else {
        let what = before[path] == nil ? "native code" : "native code, which was changed"
        remarks.append(
          "  left out  \(path), \(what); after a review run 'bundlepolicy pack update \(name) --with-checkers'")
      }
    }
    for path in before.keys.sorted() where !found.contains(where: { $0.key == path }) {
      remarks.append("  gone      \(path), native code")
    }
    return remarks
  }

  static func checkPolicies(of name: String, _ sources: [String: [UInt8]], path: String?) throws(PackError) {
    let hasPolicy = sources.contains { file, bytes in
      !file.hasSuffix(PolicyTestSuite.suffix) && PolicyTestSuite.declaresPolicy(bytes)
    }
    if hasPolicy { return }
    throw PackError(
      .content, "pack '\(name)' has no policy: none of its Lua files declares one",
      hint: path == nil
        ? "check that this is the right repository, or name the folder with policies: SOURCE@REF#PATH"
        : "check that this is the right folder")
  }
}

struct GitOptions: ParsableArguments {
  @Option(
    "timeout", "the time limit for fetching a pack, in seconds (default: \(PackFetcher.defaultSeconds))",
    value: "SECONDS",
    transform: OptionValue.number(1...86_400))
  var seconds: Int?

  func fetcher() throws -> PackFetcher {
    PackFetcher(cache: try PackCache.standard(), seconds: seconds ?? PackFetcher.defaultSeconds)
  }
}
