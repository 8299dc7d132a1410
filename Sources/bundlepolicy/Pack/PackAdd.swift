import ArgumentParser
import Basics
import PolicyEngine
import CheckerPlugIns
import PolicyPacks
import PolicyTesting

struct PackAdd: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Use a pack, locked to a version",
    discussion: """
      A SOURCE is git+https://…, git+ssh://…, git+file:///… or the path of a folder; a REF a tag, branch or commit.
      """)

  @Argument("what to use", value: "SOURCE[@REF][#PATH]", completion: .file()) var source: String

  @Option("name", "what the project calls it (default: after the repository)", value: "NAME", transform: checked)
  var name: String?

  enum SignedObject: String, CaseIterable, ExpressibleByArgument { case tag, commit }

  @Option("signed", "demand a signature of the tag, or of the commit", value: "WHAT") var signed: SignedObject?

  @Option("signers", "the file of allowed signers, in the project (ssh-keygen(1))", value: "FILE", completion: .file())
  var signers: String?

  @Flag("with-checkers", "lock the pack's native checkers, which you have reviewed") var areCheckersReviewed = false

  @OptionGroup var git: GitOptions

  private static func checked(_ text: String) throws -> String {
    if let problem = PackName.problem(in: text) { throw InvalidValue(problem) }
    return text
  }

  func validate() throws {
    if signed == nil, signers != nil { throw ValidationError("--signers needs --signed tag, or --signed commit") }
    if signed != nil, signers == nil { throw ValidationError("--signed needs the file of allowed --signers") }
  }

  func execute() throws -> ExitStatus {
    let locator = try PackLocator(source)
    let old = try PackProject.nearest(to: "")
    let project = old ?? PackProject(root: "")
    let name = try name(for: locator)
    try Self.checkName(name, in: project)
    var request = PackRequest(source: locator.source, ref: locator.ref, path: locator.path)
    request.demand = try demand(in: project)
    let lines: [String]
    var locked: LockedPack?
    if case .path(let path) = locator.source {
      if request.demand != nil || areCheckersReviewed {
        throw UsageError("a folder is used as it is: leave --signed, --signers and --with-checkers out")
      }
      request.source = .path(try project.relative(path))
      try Self.checkFolder(path, name)
      lines = ["  added     \(name): the folder \(path), used as it is"]
    } else {
      let (pack, remarks) = try lock(name, request, root: project.root)
      (locked, lines) = (pack, remarks)
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
      .manifest, "there is a pack '\(name)' already", file: project.manifestFile,
      hint: "edit it there and run 'bundlepolicy pack update \(name)', or give this one another name with --name")
  }

  private func name(for locator: PackLocator) throws(UsageError) -> String {
    if let name { return name }
    guard let name = PackName.suggested(by: locator.source, path: nil) else {
      throw UsageError("say what to call it: --name NAME")
    }
    return name
  }

  private func demand(in project: PackProject) throws -> PackRequest.Demand? {
    guard let signed, let signers else { return nil }
    return PackRequest.Demand(object: signed == .tag ? .tag : .commit, signers: try project.relative(signers))
  }

  private static func checkFolder(_ path: String, _ name: String) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw PackError(
        .source, "there is no folder '\(path)'",
        hint: "a repository is named as git+https://…, git+ssh://… or git+file:///…")
    }
    do throws(EngineError) {
      if try !PolicyTestSuite.discover(path).isEmpty { return }
    } catch {
      // Tests of something else say nothing about the policies.
      if error.code == "test.no-policy" { return }
      throw error
    }
    try PackCommand.checkPolicies(of: name, [:], path: path)
  }

  private func lock(_ name: String, _ request: PackRequest, root: String) throws -> (LockedPack, [String]) {
    let fetcher = try git.fetcher()
    var locked = try fetcher.get(name, request, try fetcher.head(request), root: root)
    let remarks = try PackCommand.accept(&locked, name, before: [:], areCheckersReviewed: areCheckersReviewed, fetcher)
    let lines =
      ["  added     \(name): \(locked.source) \(locked.phrase)"]
      + (locked.signature.map { ["  signed    the \($0.object.rawValue), by \($0.principal) (\($0.key))"] } ?? [])
      + remarks
    return (locked, lines)
  }
}

extension LockedPack {
  /// The version in words: `v3 (tag) at 1a2b3c4d5e6f`.
  var phrase: String {
    let place = "at \(commit.prefix(12))"
    let what = kind == .commit ? place : "\(ref == nil ? "HEAD" : version) (\(kind.rawValue)) \(place)"
    return what + (path.map { ", folder \($0)" } ?? "")
  }
}

struct PackRemove: Command {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Use a pack no more")

  @Argument("the pack", value: "NAME") var name: String

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
