import ArgumentParser
import Basics
import CheckerPlugIns
import PolicyPacks
import PolicyTesting
import Reports

struct PackAdd: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a pack, locked to a version",
    discussion: """
      Examples:
        bundlepolicy pack add git+https://github.com/acme/policies.git@v2
        bundlepolicy pack add 'git+https://github.com/acme/policies.git@^1.2'
        bundlepolicy pack add oci://ghcr.io/acme/policies:v2
        bundlepolicy pack add https://example.com/policies-2.0.0.tar.gz
        bundlepolicy pack add --name acme ../policies

      A SOURCE is a git repository (git+https://…, git+ssh://…, git+file:///…), an OCI artifact (oci://HOST/NAME, or \
      oci-layout:FOLDER), an archive (an https address or a path that ends in .tar.gz, .tgz or .tar) or the path of a \
      folder. A REF is a tag, a branch, a commit, the digest of an artifact, or a range of versions such as ^1.2, \
      ~1.2.3 or '>=1.2 <2', which selects the highest tag in it.
      """)

  @Argument("a repository, an artifact, an archive or a folder", value: "SOURCE[@REF][#PATH]", completion: .file())
  var source: String

  @Option(
    "name", "the name of the pack in this project (default: the repository's name)", value: "NAME", transform: checked)
  var name: String?

  enum SignedObject: String, Word { case tag, commit }

  @Option("signed", "require a signature of the tag, or of the commit", value: "WHAT") var signed: SignedObject?

  @Option("signers", "the project's file of allowed signers (ssh-keygen(1))", value: "FILE", completion: .file())
  var signers: String?

  @Flag("with-checkers", "also lock the pack's native checkers; review them first") var areCheckersReviewed = false

  @OptionGroup var git: GitOptions

  private static func checked(_ text: String) throws -> String {
    if let problem = PackName.problem(in: text) { throw ValidationError(problem) }
    return text
  }

  func validate() throws {
    if signed == nil, signers != nil { throw ValidationError("--signers needs --signed tag or --signed commit") }
    if signed != nil, signers == nil { throw ValidationError("--signed needs --signers FILE") }
  }

  func execute() throws -> ExitStatus {
    var request = try PackRequest(locator: source)
    let source = request.source
    let old = try PackProject.nearest(to: "")
    let project = old ?? PackProject(root: "")
    guard let name = name ?? PackName.suggested(by: source) else { throw ValidationError("choose a name with --name") }
    try Self.checkName(name, in: project)
    request.requiredSignature = try requiredSignature(in: project)
    if request.requiredSignature != nil, case .git = source {
    } else if request.requiredSignature != nil {
      throw ValidationError("--signed and --signers are only for git repositories; this is \(source.words)")
    }
    let lines: [String]
    var locked: LockedPack?
    if case .path(let path) = source {
      if areCheckersReviewed {
        throw ValidationError("a folder is not locked, so --with-checkers does not apply to it")
      }
      request.source = .path(try project.relative(path))
      try Self.checkFolder(path, name)
      lines = ["  added     \(name): the folder \(path), not locked"]
    } else {
      request.source = try source.mappingPath { try project.relative($0) }
      (locked, lines) = try lock(name, request, project)
    }
    let written = try PackCommand.change(project.root) { project in
      try Self.checkName(name, in: project)
      project.manifest.packs[name] = request
      if locked == nil, project.lock == nil { return }
      var lock = project.lock ?? PolicyLock()
      lock.packs[name] = locked
      project.lock = lock
    }
    let module = "include = { \"\(name)\" }, or --policy \(name)"
    try Output.print(lines + written + ["  use it    \(module)"])
    return .passed
  }

  private static func checkName(_ name: String, in project: PackProject) throws(PackError) {
    if project.manifest.packs[name] == nil { return }
    throw PackError(
      .manifest, "a pack '\(name)' already exists", file: project.manifestFile,
      hint: "edit it and run 'bundlepolicy pack update \(name)', or choose another name with --name")
  }

  private func requiredSignature(in project: PackProject) throws -> PackRequest.RequiredSignature? {
    guard let signed, let signers else { return nil }
    return PackRequest.RequiredSignature(
      object: signed == .tag ? .tag : .commit, signers: try project.relative(signers))
  }

  private static func checkFolder(_ path: String, _ name: String) throws {
    guard FileSystem.isDirectory(path) else {
      throw PackError(
        .source, "no folder at '\(path)'",
        hint: "check the path, or name a repository as git+https://…, git+ssh://… or git+file:///…")
    }
    do throws(EngineError) {
      if try !PolicyTestSuite.discover(path).isEmpty { return }
    } catch {
      // Tests of other files do not test the policies.
      if error.code == "test.no-policy" { return }
      throw error
    }
    try PackCommand.checkPolicies(of: name, [:], path: path)
  }

  private func lock(
    _ name: String, _ request: PackRequest, _ project: PackProject
  ) throws -> (LockedPack?, [String]) {
    var extended = project
    extended.manifest.packs[name] = request
    // An edited lock file may have an entry of this name without a pack.
    extended.lock?.packs[name] = nil
    var locking = PackLocking(extended, try git.fetcher())
    locking.areCheckersReviewed = areCheckersReviewed
    try locking.lock(name)
    try locking.check()
    guard let locked = locking.lock.packs[name] else { return (nil, []) }
    let signed = locked.signature.map { "  signed    the \($0.object.rawValue), by \($0.principal) (\($0.key))" }
    return (
      locked,
      ["  added     \(name): \(locked.source) \(locked.phrase)"] + [signed].compactMap { $0 }
        + locking.lines(of: name).dropFirst()
    )
  }
}

struct PackRemove: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a pack",
    discussion: """
      Examples:
        bundlepolicy pack remove acme
      """)

  @Argument("the pack's name", value: "NAME") var name: String

  func execute() throws -> ExitStatus {
    let written = try PackCommand.change(try PackCommand.project().root) { project in
      let asked = project.manifest.packs.removeValue(forKey: name) != nil
      let locked = project.lock?.packs.removeValue(forKey: name) != nil
      if !asked, !locked {
        throw PackError(.unknown, "there is no pack '\(name)'", file: project.manifestFile)
      }
    }
    try Output.print(["  removed   \(name)"] + written)
    return .passed
  }
}
