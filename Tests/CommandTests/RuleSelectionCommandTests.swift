import PolicyTestSupport
import Testing

/// Patterns and tags that select rules, and checks that only report.
@Suite struct RuleSelectionCommandTests {
  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "policy.lua": """
      policy "own.release" { summary = "s" }
      rule "one-key" { summary = "s", tags = { "Privacy" }, require = "One" }
      rule "two-key" { summary = "s", tags = { "names" }, require = "Two", severity = "warning" }
      rule "other" { summary = "s", forbid = "Bad" }
      """,
      "App.app/Contents/Info.plist": PropertyListText.document("<key>CFBundleIdentifier</key><string>a.b</string>"),
    ])
  }

  @Test(arguments: [
    ("--rule *-key", ["one-key", "two-key"]), ("--rule own.*", ["one-key", "two-key", "other"]),
    ("--rule own.*/o*", ["one-key", "other"]), ("--rule other --rule two-*", ["two-key", "other"]),
    ("--skip *-key", ["other"]), ("--tag privacy", ["one-key"]), ("--tag privacy --tag names", ["one-key", "two-key"]),
    ("--tag names --rule *-key", ["two-key"]), ("--rule *-key --skip two-key", ["one-key"]),
  ])
  func selected(_ options: String, _ rules: [String]) throws {
    let words = options.split(separator: " ").map(String.init)
    let folder = try Self.folder()
    let run = try Program.run(["check", "--format", "json", "App.app"] + words, in: folder.path)
    let report = try JSONText(run.output)
    let found = report["bundles"]?.elements.first?["rules"]?.elements.compactMap { $0["id"]?.text }
    #expect(found.map { Set($0) } == Set(rules.map { "own.release/" + $0 }), "\(run.errorText)")
  }

  @Test(arguments: [
    ("--rule thre*-key", "no policy has a rule 'thre*-key'"), ("--skip nothing.*", "no policy has a rule 'nothing.*'"),
    ("--rule own.release", "no policy has a rule 'own.release'; did you mean 'own.release/*'?"),
    ("--rule one-kye", "no policy has a rule 'one-kye'; did you mean 'one-key'?"),
    ("--tag privcy", "no rule has the tag 'privcy'; did you mean 'Privacy'?"),
  ])
  func unmatched(_ options: String, _ message: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let folder = try Self.folder()
    let run = try Program.run(["check", "App.app"] + words, in: folder.path)
    #expect(run.status == 2 && run.outputText.contains(message), "\(run.outputText)")
  }

  @Test func listedAndExplained() throws {
    let folder = try Self.folder()
    let own = ["--policy", "policy.lua"]
    let listed = try Program.run(
      ["rules", "--format", "json", "--rule", "t*", "--tag", "names"] + own, in: folder.path)
    #expect(listed.outputText.contains("two-key") && !listed.outputText.contains("one-key"))
    let store = try Program.run(["rules", "--rule", "apple.app-store.*"], in: folder.path)
    #expect(store.status == 0 && store.outputText.contains("apple.app-store.ios/"))
    #expect(!store.outputText.contains("apple.recommended/"))
    let explained = try Program.run(["explain", "*-key"] + own, in: folder.path)
    #expect(explained.outputText.contains("own.release/one-key") && explained.outputText.contains("two-key"))
    let none = try Program.run(["rules", "--rule", "none-*"] + own, in: folder.path)
    #expect(none.status == 2 && none.errorText.contains("no policy has a rule 'none-*'"))
  }

  private static let remark = "violations do not fail this check (--fail-on never)"

  @Test func aReportOnlyCheckPassesAndSaysSo() throws {
    let folder = try Self.folder()
    let never = ["check", "--fail-on", "never", "App.app"]
    #expect(try Program.run(["check", "App.app"], in: folder.path).status == 1)
    for format in ["text", "junit", "tap", "sarif", "github", "gitlab", "markdown", "html"] {
      let run = try Program.run(never + ["--format", format], in: folder.path)
      #expect(run.status == 0 && run.outputText.contains("violations do not fail this check"), "\(run.outputText)")
      #expect(run.outputText.contains("One"))
    }
    let report = try JSONText(
      try Program.run(never + ["--format", "json=r.json", "--format", "json"], in: folder.path).output)
    #expect(report["verdict"]?.text == "pass" && report["failOn"]?.text == "never")
    #expect(report["summary"]?["errors"] == .number("1"))
    let merged = try Program.run(["report", "r.json"], in: folder.path)
    #expect(merged.status == 0 && merged.outputText.contains(Self.remark))
    #expect(try Program.run(["report", "--fail-on", "error", "r.json"], in: folder.path).status == 1)
  }

  @Test func whatCouldNotBeCheckedStillFails() throws {
    let folder = try Self.folder()
    try folder.write("policy.lua", "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", check = error }")
    for words in [["App.app"], ["App.app", "Missing.app"], ["--rule", "no-*", "App.app"]] {
      #expect(try Program.run(["check", "--fail-on", "never"] + words, in: folder.path).status == 2)
    }
  }

  @Test func aVerdictThatCountsNothingIsNotRecorded() throws {
    let folder = try Self.folder()
    for words in [["--ledger", "x.db", "--record"], ["--attest", "r.json", "--attest-key", "key.pem"]] {
      let run = try Program.run(["check", "--fail-on", "never"] + words + ["App.app"], in: folder.path)
      #expect(run.status == 64 && run.errorText.contains("cannot be combined with --fail-on never"))
    }
  }
}
