import CheckerPlugIns
import PolicyTestSupport

@testable import PolicyPacks

/// Repositories of policies, a project and a cache in a temporary folder. Uses the installed git without the user's configuration.
final class PackWorkshop: Sendable {
  let folder: TemporaryFolder

  /// Variables that make git's results reproducible.
  static let variables = [
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com", "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z", "HOME": "/nonexistent",
  ]

  /// Makes a repository `policies` with these files and a tag `v1`, and a folder `project`.
  init(_ files: [String: String] = ["policy.lua": "one", "mobile/ios.lua": "two"]) throws {
    folder = try TemporaryFolder()
    try folder.makeDirectory("project")
    try folder.makeDirectory("policies")
    try git("init", "--quiet", "-b", "main", ".")
    try commit(files)
    try git("tag", "v1")
  }

  var project: String { folder("project") }
  var source: String { "git+file://" + folder("policies") }
  var cache: PackCache { PackCache(root: folder("cache")) }

  func fetcher(seconds: Int = 3600, _ variables: [String: String] = [:]) -> PackFetcher {
    var fetcher = PackFetcher(cache: cache, seconds: seconds)
    fetcher.variables = Self.variables.merging(variables) { $1 }
    return fetcher
  }

  /// Runs git in a repository and returns the first line of its output.
  @discardableResult func git(_ words: String..., in repository: String = "policies") throws -> String {
    let run = try ChildProcess.run("/usr/bin/env", ["git"] + words, in: folder(repository), environment: Self.variables)
    if run.status != 0 { throw Failure(text: "git \(words): \(run.errorText)") }
    return String(run.outputText.split(separator: "\n").first ?? "")
  }

  struct Failure: Error { let text: String }

  /// Writes files and commits everything; returns the commit.
  @discardableResult func commit(_ files: [String: String]) throws -> String {
    for (name, text) in files { try folder.write("policies/" + name, text) }
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "change")
    return try git("rev-parse", "HEAD")
  }

  func request(_ ref: String? = "v1", path: String? = nil, _ requiredSignature: PackRequest.RequiredSignature? = nil)
    throws -> PackRequest
  {
    PackRequest(source: try PackSource(source), ref: ref, path: path, requiredSignature: requiredSignature)
  }

  /// Locks a pack as `pack add` does.
  func lock(_ request: PackRequest, seconds: Int = 3600) throws(PackError) -> LockedPack {
    let fetcher = fetcher(seconds: seconds)
    return try fetcher.fetch("acme", request, try fetcher.head(request, root: project), root: project)
  }

  /// Returns a project with one pack and its lock.
  func project(_ request: PackRequest, _ locked: LockedPack?) -> PackProject {
    var result = PackProject(root: project)
    result.manifest.packs = ["acme": request]
    result.lock = locked.map { PolicyLock(packs: ["acme": $0]) }
    return result
  }

  /// Makes an SSH key and returns its line for the allowed signers.
  func key(_ name: String, of principal: String) throws -> String {
    let run = try ChildProcess.run(
      "/usr/bin/env", ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", folder(name)])
    if run.status != 0 { throw Failure(text: "ssh-keygen: \(run.errorText)") }
    return "\(principal) \(try folder.text(name + ".pub"))"
  }

  /// Options that make git sign with a key.
  func signing(_ key: String) -> [String] { ["-c", "gpg.format=ssh", "-c", "user.signingKey=\(folder(key))"] }

  @discardableResult func git(_ words: [String]) throws -> String {
    let run = try ChildProcess.run("/usr/bin/env", ["git"] + words, in: folder("policies"), environment: Self.variables)
    if run.status != 0 { throw Failure(text: "git \(words): \(run.errorText)") }
    return String(run.outputText.split(separator: "\n").first ?? "")
  }
}

/// Returns the error thrown, or nil.
func trouble<Result>(_ body: () throws -> Result) -> PackError? {
  do {
    _ = try body()
    return nil
  } catch let error as PackError {
    return error
  } catch {
    return PackError(.git, "another error: \(error)")
  }
}
