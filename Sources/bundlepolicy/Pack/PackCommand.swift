import PolicyTesting
import PolicyEngine
import PolicyPacks
import Reporting

/// `bundlepolicy pack`.
enum PackCommand {
  static let command = Command(
    name: "pack", summary: "Use policies of other repositories, locked to a version and verified",
    options: [
      Option(name: "name", value: "NAME", help: "add: what the project calls it (default: after the repository)"),
      Option(
        name: "signed", value: "WHAT", help: "add: demand a signature of the tag, or of the commit",
        completes: .words { ["tag", "commit"] }),
      Option(name: "signers", value: "FILE", help: "add: the file of allowed signers, in the project (ssh-keygen(1))"),
      Option(name: "with-checkers", help: "add, update: lock the pack's native checkers, which you have reviewed"),
      Option(name: "allow-moved-tag", help: "update: take a tag that is not where it was"),
      Option(name: "remote", help: "verify: also ask whether refs still name what is locked"),
      .policies,
      Option(
        name: "format", value: "FORMAT", help: "list: text (the default) or json",
        completes: .words { ["text", "json"] }),
      Option(
        name: "timeout", value: "SECONDS",
        help: "add, update, fetch, verify: how long git may take for a pack (default: \(PackFetcher.usualSeconds))"),
    ],
    operands: "add|update|fetch|list|verify|why|remove …",
    discussion: """
      add SOURCE[@REF][#PATH]   git+https://…, git+ssh://…, git+file:///… or the path of a folder; REF is a tag, branch or commit
      update [NAME…]            lock what the refs name now, and tell what changed
      fetch                     fill the cache with what is locked, and change nothing: for CI
      list                      the packs, and what they are locked to
      verify                    hold manifest, lock and cache against each other
      why MODULE-OR-PACK        which policy names it, and where it comes from
      remove NAME               ask for it no more

      What is asked for stands in bundlepolicy.json, what that was in bundlepolicy.lock: keep both in version control. A policy uses
      a pack by its name: include = { "acme", "acme.ios" }. So does --policy acme. Checks ask no network: they read the cache,
      BUNDLEPOLICY_CACHE or where the system keeps caches, and hold what is there against the lock.
      """,
    verbs: { table.verbs },
    run: run)

  private static let table = VerbTable(entries: [
    ("add", ["name", "signed", "signers", "with-checkers", "timeout"], PackAdding.run),
    ("update", ["with-checkers", "allow-moved-tag", "timeout"], PackUpdating.run),
    ("fetch", ["timeout"], PackFetching.run),
    ("list", ["format"], PackListing.run),
    ("verify", ["remote", "timeout"], PackVerifying.run),
    ("why", ["policy"], PackReasons.run),
    ("remove", [], PackRemoving.run),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus { try table.run(arguments, of: command) }

  static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "pack") }

  static func say(_ lines: [String]) throws {
    try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
  }

  static func complain(_ error: PackError) {
    let error = EngineError(error)
    Output.complain(TerminalText.escape(DiagnosticLine.render(error)))
    if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
  }

  /// The project of the working directory, or above it. Throws when there is none.
  static func project() throws(PackError) -> PackProject {
    if let project = try PackProject.nearest(to: "") { return project }
    throw PackError(
      .manifest, "there is no \(PackManifest.fileName) in the working directory or above it",
      hint: "add a pack with 'bundlepolicy pack add', which writes it")
  }

  /// What `git` may take, by `--timeout`.
  static func fetcher(_ arguments: Arguments) throws -> PackFetcher {
    var seconds = PackFetcher.usualSeconds
    if let text = arguments.first("timeout") {
      guard let number = Int(text), (1...86_400).contains(number) else {
        throw usage("--timeout is a number from 1 to 86400, not '\(text)'")
      }
      seconds = number
    }
    return PackFetcher(cache: try PackCache.standard(), seconds: seconds)
  }

  /// Changes the files of a project as they are now, alone; returns what to say of it. What takes long is done before.
  static func change(_ root: String, _ body: (inout PackProject) throws -> Void) throws -> [String] {
    let turn = try ProjectLock(root)
    return try withExtendedLifetime(turn) {
      let old = try PackProject.open(root)
      var project = old ?? PackProject(root: root)
      // Checkers of the project's own may be locked already.
      if old == nil { project.lock = try PackProject.lock(in: root) }
      let oldLock = project.lock
      try body(&project)
      var writes: [(file: String, bytes: [UInt8])] = []
      if project.manifest != old?.manifest {
        writes.append((project.manifestFile, Array(project.manifest.text.utf8)))
      }
      if let lock = project.lock, lock != oldLock { writes.append((project.lockFile, Array(lock.text.utf8))) }
      if writes.isEmpty { return [] }
      // Should this process end between the two, the lock file has a pack too many, and what was asked for still works.
      let isRemoved = oldLock?.packs.keys.contains { project.lock?.packs[$0] == nil } ?? false
      for (file, bytes) in isRemoved ? writes : writes.reversed() {
        try Output.write(bytes, toFile: file, isFound: true)
      }
      return ["  wrote     " + writes.map(\.file).joined(separator: ", ")]
    }
  }

  /// Throws unless one of a pack's files declares a policy; `sources` are its Lua files.
  static func checkPolicies(of name: String, _ sources: [String: [UInt8]], path: String?) throws(PackError) {
    let hasPolicy = sources.contains { file, bytes in
      !file.hasSuffix(PolicyTestSuite.suffix) && PolicyTestSuite.declaresPolicy(bytes)
    }
    if hasPolicy { return }
    throw PackError(
      .content, "pack '\(name)' has no policy: none of its Lua files declares one",
      hint: path == nil
        ? "see that this is the repository that is meant, or name the folder with policies: SOURCE@REF#PATH"
        : "see that this is the folder that is meant")
  }
}
