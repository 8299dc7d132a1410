import PolicyEngine
import PolicyLock
import PolicyPacks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `bundlepolicy pack add`.
enum PackAdding {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands.dropFirst()
    guard let word = operands.first, operands.count == 1 else {
      throw PackCommand.usage("'pack add' takes one SOURCE[@REF][#PATH]")
    }
    let locator = try PackLocator(word)
    let old = try PackProject.nearest(to: "")
    var project = old ?? PackProject(root: "")
    // Checkers of the project's own may be locked already.
    if old == nil { project.lock = try PackProject.lock(in: "") }
    let name = try name(for: locator, arguments)
    if project.manifest.packs[name] != nil {
      throw PackError(
        .manifest, "there is a pack '\(name)' already", file: project.manifestFile,
        hint: "edit it there and run 'bundlepolicy pack update \(name)', or give this one another name with --name")
    }
    var request = PackRequest(source: locator.source, ref: locator.ref, path: locator.path)
    request.demand = try demand(arguments, in: project)
    let lines: [String]
    if case .path(let path) = locator.source {
      if request.demand != nil || arguments.has("with-checkers") {
        throw PackCommand.usage("a folder is used as it is: leave --signed, --signers and --with-checkers out")
      }
      request.source = .path(try project.relative(path))
      try checkFolder(path)
      lines = ["  added     \(name): the folder \(path), used as it is"]
    } else {
      lines = try lock(name, request, arguments, &project)
    }
    project.manifest.packs[name] = request
    let module = "include = { \"\(name)\" }, or --policy \(name)"
    try PackCommand.say(lines + (try PackCommand.write(project, was: old)) + ["  use it    \(module)"])
    return .passed
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

  private static func checkFolder(_ path: String) throws(PackError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw PackError(
        .source, "there is no folder '\(path)'",
        hint: "a repository is named as git+https://…, git+ssh://… or git+file:///…")
    }
  }

  private static func lock(
    _ name: String, _ request: PackRequest, _ arguments: Arguments, _ project: inout PackProject
  ) throws -> [String] {
    let fetcher = try PackCommand.fetcher(arguments)
    var locked = try fetcher.get(name, request, try fetcher.head(request), root: project.root)
    let (checkers, remarks) = try PackCheckerReview.review(
      name, locked, before: [:], isReviewed: arguments.has("with-checkers"), fetcher)
    locked.checkers = checkers
    var lock = project.lock ?? PolicyLock()
    lock.packs[name] = locked
    project.lock = lock
    return ["  added     \(name): \(locked.source) \(locked.phrase)"]
      + (locked.signature.map { ["  signed    the \($0.object.rawValue), by \($0.principal) (\($0.key))"] } ?? [])
      + remarks
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
