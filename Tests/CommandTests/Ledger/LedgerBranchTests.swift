import Basics
import PolicyTestSupport
import Testing

/// Commands with a ledger in a branch of a git repository.
@Suite struct LedgerBranchTests {
  /// A workshop with a repository `builds.git` and a ledger in it.
  private struct Shop {
    let shop: LedgerWorkshop
    var url: String { "git+file://" + shop.folder("builds.git") }

    init() throws {
      shop = try LedgerWorkshop()
      let made = try ChildProcess.run(
        "/usr/bin/env", ["git", "init", "--quiet", "--bare", "builds.git"], in: shop.folder.path)
      try #require(made.status == 0, "\(made.errorText)")
      let ledger = try run("ledger", "init")
      try #require(ledger.status == 0, "\(ledger.errorText)")
    }

    func environment(cache: String) -> [String: String] {
      [
        "BUNDLEPOLICY_LEDGER": url, "BUNDLEPOLICY_CACHE": shop.folder(cache), "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_SYSTEM": "/dev/null",
      ]
    }

    func run(_ words: String..., cache: String = "cache") throws -> ChildProcess {
      try Program.run(words, in: shop.folder.path, environment: environment(cache: cache))
    }

    func hook(_ script: String) throws {
      try shop.folder.write("builds.git/hooks/pre-receive", Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755)
    }
  }

  @Test func recordsAndCompares() throws {
    let shop = try Shop()
    try shop.shop.app("A.app", build: "41", extensionBuild: "41")
    try shop.shop.app("B.app", build: "41", content: "b")
    let first = try shop.run("check", "--record", "A.app")
    #expect(
      first.status == 0
        && first.outputText.contains("recorded: com.x.app 1.0 (41) as #1 of \(shop.url)#bundlepolicy-ledger"))
    // Another machine sees the build.
    let second = try shop.run("check", "--record", "B.app", cache: "other")
    #expect(second.status == 1 && second.outputText.contains("CFBundleVersion 41 equals that of the earlier build"))
    #expect(try shop.run("check", "--record", "A.app", cache: "other").outputText.contains("already in the ledger"))
    #expect(try shop.run("ledger", "next", "com.x.app").outputText == "42\n")
    #expect(try shop.run("ledger", "show", "1").outputText.contains("com.x.app"))
    #expect(try shop.run("ledger", "verify").outputText.contains("is intact: 2 rows"))
    #expect(try shop.run("ledger", "export", "builds.jsonl").status == 0)
    #expect(
      try Program.run(["ledger", "import", "--ledger", "copy.db", "builds.jsonl"], in: shop.shop.folder.path).status
        == 0)
  }

  /// If another build is recorded during the push, the bundle is checked again and fails.
  @Test func whoLosesARaceIsJudgedAgain() throws {
    let shop = try Shop()
    try shop.shop.app("A.app", build: "41")
    try shop.shop.app("B.app", build: "42", content: "b")
    let folder = shop.shop.folder
    let variables = shop.environment(cache: "other").map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    try shop.hook(
      "[ -e raced ] && exit 0; touch raced; cd '\(folder.path)'; "
        + "env -i PATH=/usr/bin:/bin \(variables) '\(Program.path)' check --record B.app > other.log 2>&1")
    let run = try shop.run("check", "--record", "A.app")
    #expect(try folder.text("other.log").contains("recorded: com.x.app 1.0 (42) as #1"))
    #expect(run.status == 1, "\(run.outputText) \(run.errorText)")
    #expect(run.outputText.contains("CFBundleVersion 41 is below that of the earlier build, 42"))
    #expect(try shop.run("ledger", "verify").outputText.contains("is intact: 1 row"))
  }

  @Test func withoutTheServer() throws {
    let shop = try Shop()
    try shop.shop.app("A.app", build: "41")
    try shop.shop.app("B.app", build: "42", content: "b")
    #expect(try shop.run("check", "--record", "A.app").status == 0)
    #expect(rename(shop.shop.folder("builds.git"), shop.shop.folder("away")) == 0)
    let reads = try shop.run("check", "--format", "json", "B.app")
    #expect(reads.status == 0)
    #expect(try JSONText(reads.output)["warnings"]?.elements.first?["code"]?.text == "ledger.unreachable")
    let log = try shop.run("ledger", "log")
    #expect(log.status == 0 && log.outputText.contains("com.x.app"))
    #expect(log.errorText.contains("warning: ") && log.errorText.contains("was read instead"))
    let records = try shop.run("check", "--record", "B.app")
    #expect(records.status == 2 && records.outputText.contains("the repository cannot be reached"))
    #expect(try shop.run("ledger", "log", cache: "other").status == 2)
    #expect(try shop.run("ledger", "init", cache: "other").status == 2)
  }

  @Test func aProtectedBranch() throws {
    let shop = try Shop()
    try shop.shop.app("A.app", build: "41")
    try shop.hook("echo 'protected by the release team' >&2; exit 1")
    let run = try shop.run("check", "--record", "A.app")
    #expect(run.status == 2 && run.outputText.contains("the repository refused the push"))
    #expect(run.outputText.contains("protected by the release team"))
    #expect(try shop.run("ledger", "verify").outputText.contains("is intact: 0 rows"))
  }

  @Test func addresses() throws {
    let shop = try LedgerWorkshop()
    let token = try shop.run("ledger", "log", "--ledger", "git+https://ci:sesame@h.example/r.git")
    #expect(token.status == 64 && token.errorText.contains("git+https://h.example/r.git"))
    #expect(token.errorText.contains("process list") && !token.errorText.contains("sesame"))
    let other = try shop.run("ledger", "log", "--ledger", "git+http://h.example/r.git")
    #expect(other.status == 64 && other.errorText.contains("use git+https://, git+ssh:// or git+file://"))
  }
}
