import PolicyTestSupport

@testable import ReleaseLedger

/// A git repository for a ledger, on this machine, and caches of copies. Git is the installed one, with nobody's configuration.
struct TestRepository {
  let folder: TemporaryFolder

  static let variables = [
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "HOME": "/nonexistent",
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
  ]

  /// Makes `builds.git` in a folder, where it is missing.
  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    if try !folder.names().contains("builds.git") {
      try git("init", "--quiet", "--bare", "--template=", "builds.git", in: ".")
    }
  }

  /// The ledger, with a copy in one of several caches.
  var address: GitLedgerAddress { get throws { try address(cache: "cache") } }

  func address(cache: String) throws -> GitLedgerAddress {
    var address = try GitLedgerAddress("git+file://" + folder("builds.git"))
    address.cache = folder(cache)
    address.variables = Self.variables
    return address
  }

  func location(cache: String) throws -> LedgerLocation { LedgerLocation(.branch(try address(cache: cache))) }

  struct Failure: Error { let text: String }

  /// Runs git in the repository; returns what it says, without the end of the last line.
  @discardableResult func git(_ words: String..., in directory: String = "builds.git") throws -> String {
    try git(words: words, in: directory)
  }

  /// The same.
  @discardableResult func git(words: [String], in directory: String = "builds.git") throws -> String {
    let run = try ChildProcess.run("/usr/bin/env", ["git"] + words, in: folder(directory), environment: Self.variables)
    if run.status != 0 { throw Failure(text: "git \(words): \(run.errorText)") }
    return run.outputText.last == "\n" ? String(run.outputText.dropLast()) : run.outputText
  }

  /// Changes files of the branch as somebody does who pushes to it by force, or behind what is there.
  func tamper(isForced: Bool = false, _ change: (_ folder: String) throws -> Void) throws {
    let clone = "clone-\(UInt32.random(in: 0...(.max)))"
    try git("clone", "--quiet", "--branch", GitLedgerAddress.usualBranch, "builds.git", clone, in: ".")
    try change(clone)
    try git("add", "--all", in: clone)
    try git("commit", "--quiet", "--allow-empty", "--message", "tamper", in: clone)
    try git("push", "--quiet", isForced ? "--force" : "--quiet", "origin", GitLedgerAddress.usualBranch, in: clone)
  }

  /// A hook of the server's.
  func hook(_ name: String, _ script: String) throws {
    try folder.write("builds.git/hooks/" + name, Array(("#!/bin/sh\n" + script + "\n").utf8), mode: 0o755)
  }
}
