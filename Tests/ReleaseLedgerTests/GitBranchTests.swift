import Basics
import BuildRecords
import PolicyTestSupport
import Testing

@testable import ReleaseLedger

/// A ledger in a branch: who wins, what is refused, and what a server that does not answer changes.
@Suite struct GitBranchTests {
  private static func made() throws -> (repository: TestRepository, ledger: Ledger) {
    let repository = try TestRepository(in: TemporaryFolder())
    return (repository, try Ledger.prepare(try repository.location(cache: "cache"), id: TestLedger.id, time: 1).0)
  }

  private static func record(_ ledger: Ledger, _ entries: [BuildEntry]) throws -> LedgerRecording {
    try ledger.record(entries, unlessChangedSince: try ledger.snapshot(of: entries.map(\.subject), names: []), time: 1)
  }

  @Test func theFilesAreWhatIsExported() throws {
    let (repository, ledger) = try Self.made()
    for portion in [1...1, 2...150, 151...200, 201...201] {
      _ = try Self.record(ledger, portion.map { .sample(build: "\($0)") })
    }
    let branch = GitLedgerAddress.usualBranch
    #expect(
      try repository.git("ls-tree", "-r", "--name-only", branch)
        == "README.md\nbegin.jsonl\nend.jsonl\nrows/000000000001.jsonl\nrows/000000000101.jsonl\nrows/000000000201.jsonl"
    )
    var exported: [UInt8] = []
    #expect(try Ledger.open(try repository.location(cache: "other")).export { exported += $0 } == 201)
    let names = ["begin.jsonl"] + (0...2).map { GitLedgerFiles.name($0) } + ["end.jsonl"]
    let files = try names.map { try repository.git("show", "\(branch):\($0)") + "\n" }.joined()
    #expect(files == String(decoding: exported, as: UTF8.self))
    // One commit for each transaction, and one for the creation.
    #expect(try repository.git("rev-list", "--count", branch) == "5")
    #expect(
      try repository.git("log", "--format=%an %s|%b", "-1", branch).hasPrefix(
        "A Record com.example.app 1.0 (201)|Row #201\nTransaction: "))
  }

  @Test func whoLosesARaceJudgesAgain() throws {
    let (repository, first) = try Self.made()
    let second = try Ledger.open(try repository.location(cache: "other"))
    let entry = BuildEntry.sample(build: "1", contents: "b")
    let snapshot = try second.snapshot(of: [entry.subject], names: [])
    // Neither knows of the other when it begins.
    try repository.hook(
      "pre-receive",
      "if [ -e lost ]; then exit 0; fi; touch lost; cd '\(repository.folder.path)'; sh race.sh")
    let racer = try #require(FileSystem.realPath(RecorderProcess.program))
    try repository.folder.write(
      "race.sh",
      "env -i PATH=/usr/bin:/bin BUNDLEPOLICY_CACHE='\(repository.folder("third"))' '\(racer)' "
        + "'git+file://\(repository.folder("builds.git"))' app 1 1 a >/dev/null 2>&1 || true")
    // The recorder of the hook is `com.example.app` too: its number is taken when this one gets there.
    #expect(try second.record([entry], unlessChangedSince: snapshot, time: 1) == .outdated)
    #expect(code { _ = try Self.record(second, [entry]) } == .refused)
    // Nothing was checked against another product's builds, so its build is appended.
    try repository.git("update-ref", "-d", "refs/heads/none")
    unlink(repository.folder("builds.git/lost"))
    let other = try Self.record(first, [.sample("com.example.other")])
    guard case .recorded(let receipts) = other else { throw TestRepository.Failure(text: "\(other)") }
    #expect(receipts.map(\.sequence) == [3])
    #expect(try Ledger.open(try repository.location(cache: "cache")).complaints() == [])
  }

  @Test func anImportThatLosesARaceIsRefused() throws {
    let (repository, first) = try Self.made()
    let lines = try TestLedger(.file)
    try lines.record([.sample(build: "5")])
    try repository.hook("pre-receive", "if [ -e lost ]; then exit 0; fi; touch lost; exit 1")
    let racing = try Ledger.open(try repository.location(cache: "other"))
    var exported = try lines.exported()[...]
    let error = failure {
      _ = try Ledger.importing(
        { () throws(LedgerError) in
          if exported.count == 1 {
            do { _ = try Self.record(racing, [.sample("com.example.other")]) } catch {
              throw (error as? LedgerError) ?? LedgerError(.failed, "\(error)")
            }
          }
          return exported.popFirst()
        }, file: "x.jsonl", into: first.location, time: 1)
    }
    #expect(error?.code == .raced && error?.hint == "run the command again")
    #expect(try racing.verify().count == 1)
  }

  @Test func aHookThatRefusesIsAnError() throws {
    let (repository, ledger) = try Self.made()
    try repository.hook("pre-receive", "echo 'the branch is protected' >&2; exit 1")
    let error = failure { _ = try Self.record(ledger, [.sample()]) }
    #expect(error?.code == .unwritable && error?.message.contains("the branch is protected") == true)
    #expect(error?.hint?.contains("branch protection") == true)
    // Nothing of it stays.
    #expect(try ledger.verify().count == 0)
    unlink(repository.folder("builds.git/hooks/pre-receive"))
    #expect(try Self.record(ledger, [.sample()]) != .outdated)
    #expect(try Ledger.open(ledger.location).verify().count == 1)
  }

  @Test func withoutTheServerTheCopyAnswers() throws {
    let (repository, ledger) = try Self.made()
    _ = try Self.record(ledger, [.sample(build: "1")])
    #expect(ledger.notice == nil)
    let place = repository.folder("builds.git")
    #expect(rename(place, place + ".away") == 0)
    let offline = try Ledger.open(ledger.location)
    #expect(offline.notice?.code == .unreachable)
    #expect(offline.notice?.message.contains("was read instead") == true)
    try offline.checkEnd()
    #expect(
      try offline.highest(
        VersionQuestion(BuildEntry.sample().subject, field: .build, dialect: .apple, scope: .identifier))?.sequence == 1
    )
    // But nothing is recorded, by those who opened it before, either.
    #expect(code { _ = try Self.record(offline, [.sample(build: "2")]) } == .unreachable)
    #expect(code { _ = try Self.record(ledger, [.sample(build: "2")]) } == .unreachable)
    // Where nothing was read before, nothing answers.
    #expect(code { _ = try Ledger.open(try repository.location(cache: "other")) } == .unreachable)
    #expect(code { _ = try Ledger.prepare(try repository.location(cache: "other"), time: 1) } == .unreachable)
    #expect(rename(place + ".away", place) == 0)
    #expect(try Self.record(offline, [.sample(build: "2")]) != .outdated)
    #expect(try Ledger.open(ledger.location).verify().count == 2)
  }

  @Test func withoutGit() throws {
    let (repository, _) = try Self.made()
    var address = try repository.address
    address.variables["PATH"] = "/nonexistent"
    let error = failure { _ = try Ledger.open(LedgerLocation(.branch(address))) }
    #expect(error?.code == .unreachable && error?.message == "git is not in PATH")
  }

  /// By ssh, here a script that runs the server's command: with nobody to ask, and no option taken for a host.
  @Test func bySSH() throws {
    let (repository, ledger) = try Self.made()
    _ = try Self.record(ledger, [.sample(build: "1")])
    let script = """
      #!/bin/sh
      echo "$*" >> '\(repository.folder("ssh.log"))'
      for last; do :; done
      eval "exec $last"

      """
    try repository.folder.write("ssh", Array(script.utf8), mode: 0o755)
    var address = try GitLedgerAddress("git+ssh://git@host.example" + repository.folder("builds.git"))
    address.cache = repository.folder("ssh-cache")
    address.variables = TestRepository.variables.merging(["GIT_CONFIG_COUNT": "1"]) { $1 }
    address.variables["GIT_CONFIG_KEY_0"] = "core.sshCommand"
    address.variables["GIT_CONFIG_VALUE_0"] = repository.folder("ssh")
    let remote = try Ledger.open(LedgerLocation(.branch(address)))
    #expect(try Self.record(remote, [.sample(build: "2")]) != .outdated)
    #expect(try Ledger.open(ledger.location).verify().count == 2)
    let log = try repository.folder.text("ssh.log").split(separator: "\n")
    #expect(log.allSatisfy { $0.hasPrefix("-oBatchMode=yes -oConnectTimeout=15 ") })
    #expect(log.allSatisfy { $0.contains(" git@host.example git-") })
    #expect(log.contains { $0.contains("git-receive-pack") })
    // A key that is not accepted, and a host that is not there.
    address.variables["GIT_CONFIG_VALUE_0"] = "echo 'Permission denied (publickey).' >&2; false"
    address.cache = repository.folder("third")
    let error = failure { _ = try Ledger.open(LedgerLocation(.branch(address))) }
    #expect(error?.code == .unreachable && error?.message.contains("Permission denied") == true)
  }

  /// A token reaches git by its environment, for this server alone, and is in no message.
  @Test func theTokenIsASecret() throws {
    let folder = try TemporaryFolder()
    let script = """
      #!/bin/sh
      echo "$*" >> '\(folder("words"))'
      env >> '\(folder("env"))'
      echo fatal: no >&2
      exit 128

      """
    try folder.write("bin/git", Array(script.utf8), mode: 0o755)
    var address = try GitLedgerAddress("git+https://ci:ses%40me@host.example/r.git")
    address.cache = folder("cache")
    address.variables = ["PATH": folder("bin") + ":/usr/bin:/bin", "GIT_CONFIG_COUNT": "2"]
    let error = failure { _ = try Ledger.open(LedgerLocation(.branch(address))) }
    #expect(error?.code == .unreachable && error.map { "\($0)".contains("ses") } == false)
    let (words, variables) = (try folder.text("words"), try folder.text("env"))
    #expect(words.contains("https://host.example/r.git") && !words.contains("ses"))
    #expect(variables.contains("GIT_CONFIG_COUNT=3\n"))
    #expect(variables.contains("GIT_CONFIG_KEY_2=http.https://host.example/.extraHeader\n"))
    #expect(variables.contains("GIT_CONFIG_VALUE_2=Authorization: Basic Y2k6c2VzQG1l\n"))
    #expect(variables.contains("GIT_TERMINAL_PROMPT=0\n"))
  }

  @Test func aCacheThatOthersMayChange() throws {
    let (repository, _) = try Self.made()
    #expect(chmod(repository.folder("cache"), 0o777) == 0)
    let error = failure { _ = try Ledger.open(try repository.location(cache: "cache")) }
    #expect(error?.code == .unwritable && error?.message == "other users may write to the cache")
  }

  @Test func repositoriesWithOtherIDs() throws {
    let folder = try TemporaryFolder()
    let made = try ChildProcess.run(
      "/usr/bin/env", ["git", "init", "--quiet", "--bare", "--object-format=sha256", folder("builds.git")],
      environment: TestRepository.variables)
    #expect(made.status == 0)
    let repository = try TestRepository(in: folder)
    let ledger = try Ledger.prepare(try repository.location(cache: "cache"), time: 1).0
    #expect(try Self.record(ledger, [.sample()]) != .outdated)
    #expect(try Ledger.open(try repository.location(cache: "other")).verify().count == 1)
  }

  /// Lock files in the copy after git was killed.
  @Test func locksOfTheDead() throws {
    let (repository, ledger) = try Self.made()
    let copies = try FileNames.all(in: repository.folder("cache/ledgers"))
    let lock = "cache/ledgers/\(try #require(copies.first))/git/refs/bundlepolicy/seen.lock"
    try repository.folder.write(lock, "")
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    #expect(utimes(repository.folder(lock), &times) == 0)
    #expect(try Self.record(ledger, [.sample()]) != .outdated)
    #expect(try Ledger.open(ledger.location).verify().count == 1)
    #expect(access(repository.folder(lock), F_OK) != 0)
  }

  /// Only new rows are transferred.
  @Test func fetchesAreSmall() throws {
    let (repository, ledger) = try Self.made()
    var random = RandomNumbers(seed: 7)
    func entries(_ numbers: ClosedRange<Int>) -> [BuildEntry] {
      numbers.map { number in
        BuildEntry.sample(build: "\(number)").with {
          $0.info = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
      }
    }
    _ = try Self.record(ledger, entries(1...301))
    let reader = try repository.location(cache: "reader")
    _ = try Ledger.open(reader)
    func size() throws -> Int {
      let words = try ChildProcess.run("/usr/bin/du", ["-sk", repository.folder("reader")]).outputText.split(
        separator: "\t")
      return Int(words.first ?? "") ?? 0
    }
    let before = try size()
    for number in 302...304 { _ = try Self.record(ledger, entries(number...number)) }
    #expect(try Ledger.open(reader).verify().count == 304)
    let after = try size()
    #expect(before > 200 && after - before < 120, "\(before) KiB, then \(after) KiB")
    // The history of commits stays where it is.
    let copies = try FileNames.all(in: repository.folder("reader/ledgers"))
    let copy = "reader/ledgers/\(try #require(copies.first))"
    #expect(try repository.git("--git-dir=git", "rev-list", "--count", "refs/bundlepolicy/seen", in: copy) == "1")
  }

  /// A branch that is served by this machine is read without anything being run that its configuration names.
  @Test func theRepositoryRunsNothingWhenItIsRead() throws {
    let (repository, _) = try Self.made()
    let touch = "touch '\(repository.folder("ran"))'; false"
    for key in [
      "core.fsmonitor", "core.sshCommand", "core.editor", "core.pager", "core.alternateRefsCommand",
      "uploadpack.packObjectsHook", "diff.external", "credential.helper", "filter.x.smudge", "core.gitProxy",
    ] { try repository.git("config", key, touch) }
    for hook in ["post-checkout", "pre-auto-gc", "reference-transaction", "post-rewrite", "fsmonitor-watchman"] {
      try repository.hook(hook, touch)
    }
    _ = try Ledger.open(try repository.location(cache: "other")).verify()
    #expect(access(repository.folder("ran"), F_OK) != 0)
  }
}

private enum FileNames {
  static func all(in folder: String) throws -> [String] {
    try ChildProcess.run("/bin/ls", [folder]).outputText.split(separator: "\n").map(String.init)
  }
}
