import PolicyTesting
import Basics
import PolicyEngine
import PolicyLock
import PolicyPacks

/// `bundlepolicy pack add`.
enum PackAdding {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands.dropFirst()
    guard let word = operands.first, operands.count == 1 else {
      throw PackCommand.usage("'pack add' takes one SOURCE[@REF][#PATH]")
    }
    let locator = try PackLocator(word)
    let old = try PackProject.nearest(to: "")
    let project = old ?? PackProject(root: "")
    let name = try name(for: locator, arguments)
    try checkName(name, in: project)
    var request = PackRequest(source: locator.source, ref: locator.ref, path: locator.path)
    request.demand = try demand(arguments, in: project)
    let lines: [String]
    var locked: LockedPack?
    if case .path(let path) = locator.source {
      if request.demand != nil || arguments.has("with-checkers") {
        throw PackCommand.usage("a folder is used as it is: leave --signed, --signers and --with-checkers out")
      }
      request.source = .path(try project.relative(path))
      try checkFolder(path, name)
      lines = ["  added     \(name): the folder \(path), used as it is"]
    } else {
      let (pack, remarks) = try lock(name, request, arguments, root: project.root)
      (locked, lines) = (pack, remarks)
    }
    let written = try PackCommand.change(project.root) { project in
      try checkName(name, in: project)
      project.manifest.packs[name] = request
      if locked == nil, project.lock == nil { return }
      var lock = project.lock ?? PolicyLock()
      lock.packs[name] = locked
      project.lock = lock
    }
    let module = "include = { \"\(name)\" }, or --policy \(name)"
    try PackCommand.say(lines + written + ["  use it    \(module)"])
    return .passed
  }

  private static func checkName(_ name: String, in project: PackProject) throws(PackError) {
    if project.manifest.packs[name] == nil { return }
    throw PackError(
      .manifest, "there is a pack '\(name)' already", file: project.manifestFile,
      hint: "edit it there and run 'bundlepolicy pack update \(name)', or give this one another name with --name")
  }

  private static func name(for locator: PackLocator, _ arguments: Arguments) throws -> String {
    if let name = arguments.first("name") {
      if let problem = PackName.problem(in: name) { throw PackCommand.usage("--name: \(problem)") }
      return name
    }
    guard let name = PackName.suggested(by: locator.source, path: nil) else {
      throw PackCommand.usage("say what to call it: --name NAME")
    }
    return name
  }

  private static func demand(_ arguments: Arguments, in project: PackProject) throws -> PackRequest.Demand? {
    let (signed, signers) = (arguments.first("signed"), arguments.first("signers"))
    guard let signed else {
      if signers != nil { throw PackCommand.usage("--signers needs --signed tag, or --signed commit") }
      return nil
    }
    guard let object = LockedPack.Kind(rawValue: signed), object != .branch else {
      throw PackCommand.usage("--signed is tag or commit, not '\(signed)'")
    }
    guard let signers else { throw PackCommand.usage("--signed needs the file of allowed --signers") }
    return PackRequest.Demand(object: object, signers: try project.relative(signers))
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

  private static func lock(
    _ name: String, _ request: PackRequest, _ arguments: Arguments, root: String
  ) throws -> (LockedPack, [String]) {
    let fetcher = try PackCommand.fetcher(arguments)
    var locked = try fetcher.get(name, request, try fetcher.head(request), root: root)
    try PackCommand.checkPolicies(of: name, try fetcher.sources(name, locked), path: request.path)
    let (checkers, remarks) = try PackCheckerReview.review(
      name, locked, before: [:], isReviewed: arguments.has("with-checkers"), fetcher)
    locked.checkers = checkers
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
