import PolicyTestSupport
import Testing

@testable import bundlepolicy

/// `report` merges the reports of shards.
@Suite struct ReportCommandTests {
  private static let bundles = ["a.app", "b.app", "c.app", "d.app"]

  private static func shop() throws -> TemporaryFolder {
    func info(_ text: String) -> String { PropertyListText.document(text) }
    return try TemporaryFolder([
      "policy.lua": """
      policy "test" { summary = "for a test" }
      rule "bad" { summary = "No bad keys", rationale = "They were ##[bad] once.", forbid = { "Bad", "Worse" } }
      rule "host" { summary = "s", severity = "warning", shape = { Host = one_of { "h" } } }
      rule "kit" { summary = "s", applies = { kind = "framework" }, require = "Kit" }

      """,
      "store.lua": """
      policy "store" { summary = "for another kind" }
      rule "appex" { summary = "s", applies = { kind = "extension" }, require = "X" }

      """,
      "waivers.lua": """
      waive "test/bad" { bundle = "c.app", because = "c", owner = "o", expires = "2099-01-01" }
      waive "test/bad" { bundle = "none", because = "n", owner = "o", expires = "2099-01-01" }
      waive "test/bad" { bundle = "d.app", key = "Worse", because = "d", owner = "o", expires = "2020-01-01" }

      """,
      "a.app/Contents/Info.plist": info("<key>Bad</key><string>::error::x ##[group] &#x202E;</string>"),
      "a.app/Contents/x": "1", "a.app/Contents/X": "2",
      "b.app/Contents/Info.plist": info("<key>Host</key><string>${PRODUCT_NAME} {0}</string>"),
      "b.app/Contents/Resources/x": "1", "b.app/Contents/Resources/X": "2",
      "c.app/Contents/Info.plist": info("<key>Bad</key><true/>"),
      "d.app/Contents/Info.plist": info("<key>Worse</key><array/><key>Host</key><string/>"),
    ])
  }

  private static let options = [
    "--policy", "policy.lua", "--policy", "store.lua", "--waivers", "waivers.lua", "--as-of", "2026-06-15",
  ]

  @Test func partsOfARunAreTheRun() throws {
    let folder = try Self.shop()
    // Accepted findings that no longer occur, for two bundles in two shards.
    try #require(
      try Program.run(["check"] + Self.options + ["--write-baseline", "base.txt"] + Self.bundles, in: folder.path)
        .status == 0)
    try folder.write("a.app/Contents/Info.plist", PropertyListText.document("<key>Worse</key><true/>"))
    try folder.write("d.app/Contents/Info.plist", PropertyListText.document("<key>Bad</key><array/>"))
    let options = Self.options + ["--baseline", "base.txt", "--explain"]
    let formats = ["json", "text", "sarif", "junit", "gitlab", "tap", "github", "markdown"]
    let whole = try Program.run(
      ["check"] + options + formats.flatMap { ["--format", "\($0)=whole.\($0)"] } + Self.bundles, in: folder.path)
    #expect(whole.status == 1, "\(whole.errorText)")
    for (number, part) in [["d.app", "b.app"], ["c.app"], ["a.app"]].enumerated() {
      _ = try Program.run(["check"] + options + ["--format", "json=\(number).json"] + part, in: folder.path)
    }
    for order in [["0.json", "1.json", "2.json"], ["2.json", "0.json", "1.json", "0.json"]] {
      let merged = try Program.run(
        ["report"] + formats.flatMap { ["--format", "\($0)=merged.\($0)"] } + order, in: folder.path)
      #expect(merged.status == 1, "\(merged.errorText)")
      for format in formats {
        let (one, other) = (try folder.bytes("whole.\(format)"), try folder.bytes("merged.\(format)"))
        #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self), "\(format)")
      }
    }
    let text = String(decoding: try folder.bytes("whole.text"), as: UTF8.self)
    for part in ["bundle.", "matched no finding", "of its own", "no longer has", "waived"] where part != "bundle." {
      #expect(text.contains(part), "the run has \(part): \(text)")
    }
  }

  @Test(arguments: [1, 2, 5])
  func shardsOfARunAreTheRun(_ count: Int) throws {
    let folder = try Self.shop()
    let formats = ["json", "text", "sarif", "junit", "gitlab", "tap", "github", "markdown"]
    _ = try Program.run(
      ["check"] + Self.options + formats.flatMap { ["--format", "\($0)=whole.\($0)"] } + Self.bundles, in: folder.path)
    let shards = (1...count).map { "shard-\($0).json" }
    for (number, file) in shards.enumerated() {
      let part = try Program.run(
        ["check", "--shard", "\(number + 1)/\(count)", "--format", "json=\(file)"] + Self.options + Self.bundles,
        in: folder.path)
      // A shard without bundles does not fail.
      #expect(part.status < 2, "\(part.errorText)")
    }
    let merged = try Program.run(
      ["report"] + formats.flatMap { ["--format", "\($0)=merged.\($0)"] } + shards.reversed(), in: folder.path)
    #expect(merged.status == 1, "\(merged.errorText)")
    for format in formats {
      let (one, other) = (try folder.bytes("whole.\(format)"), try folder.bytes("merged.\(format)"))
      #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self), "\(format)")
    }
    guard count > 1 else { return }
    let partial = try Program.run(["report", "--format", "json"] + shards.dropLast(), in: folder.path)
    #expect(partial.status == 2)
    #expect(partial.outputText.contains("1 shard of \(count) missing: \(count)"))
  }

  @Test func shardsOfDifferentRunsAreRefused() throws {
    let folder = try Self.shop()
    func shard(_ words: String, _ file: String) throws {
      _ = try Program.run(
        ["check", "--policy", "policy.lua", "--format", "json=\(file)"] + words.split(separator: " ").map(String.init),
        in: folder.path)
    }
    try shard("--shard 1/2 a.app b.app c.app", "one.json")
    for (words, reason) in [
      ("--shard 2/2 a.app b.app", "the lists of bundles differ"),
      ("--shard 2/3 a.app b.app c.app", "one has 2 shards, the other 3"),
      ("--shard 2/2 --policy apple.history a.app b.app c.app", "the policies differ"),
    ] {
      try shard(words, "two.json")
      let merged = try Program.run(["report", "one.json", "two.json"], in: folder.path)
      #expect(merged.status == 2)
      #expect(
        merged.errorText.contains("two.json: error: one.json and two.json are shards of different runs: \(reason)"))
    }
    let written = try Program.run(["check", "--shard", "1/2", "--write-baseline", "b.txt", "a.app"], in: folder.path)
    #expect(written.status == 64)
    #expect(written.errorText.contains("cannot be combined with --shard"))
  }

  @Test func statusIsThatOfCheck() throws {
    let folder = try Self.shop()
    func status(_ arguments: String..., report: String...) throws -> (Int32, Int32) {
      let check = try Program.run(
        ["check", "--policy", "policy.lua", "--format", "json=r.json"] + arguments, in: folder.path)
      return (check.status, try Program.run(["report", "r.json"] + report, in: folder.path).status)
    }
    #expect(try status("c.app") == (1, 1))
    #expect(try status("b.app") == (0, 0))
    #expect(try status("b.app", "--fail-on", "warning") == (1, 1))
    #expect(try status("b.app", report: "--fail-on", "warning") == (0, 1))
    #expect(try status("c.app", "gone.app") == (2, 2))
    let policy = try Program.run(
      ["check", "--policy", "none.lua", "--format", "json=r.json", "c.app"], in: folder.path)
    #expect(policy.status == 2)
    #expect(try Program.run(["report", "r.json"], in: folder.path).status == 2)
  }

  @Test func standardInputIsRead() throws {
    let folder = try Self.shop()
    _ = try Program.run(["check", "--policy", "policy.lua", "--format", "json=r.json", "c.app"], in: folder.path)
    let line = "'\(Program.path)' report - --format json < r.json > again.json"
    let run = try ChildProcess.run("/bin/sh", ["-c", line], in: folder.path)
    #expect(run.status == 1, "\(run.errorText)")
    #expect(try folder.bytes("r.json") == folder.bytes("again.json"))
    let bad = try ChildProcess.run("/bin/sh", ["-c", "echo '{}' | '\(Program.path)' report -"], in: folder.path)
    #expect(bad.status == 2 && bad.errorText.hasPrefix("standard input:1:1: error: this is not a bundlepolicy report"))
  }

  @Test func anOutputNeverKeepsWhatItSaid() throws {
    let folder = try Self.shop()
    _ = try Program.run(["check", "--policy", "policy.lua", "--format", "json=r.json", "b.app"], in: folder.path)
    try #require(try Program.run(["report", "r.json", "--format", "json=out.json"], in: folder.path).status == 0)
    try folder.write("r.json", Array(try folder.bytes("r.json").dropLast(300)))
    let run = try Program.run(["report", "r.json", "--format", "json=out.json"], in: folder.path)
    #expect(run.status == 2 && run.errorText.hasPrefix("r.json:"), "\(run.errorText)")
    let json = try JSONText(folder.bytes("out.json"))
    #expect(json["verdict"]?.text == "error" && json["errors"]?[0]?["code"]?.text == "report.malformed")
  }

  @Test(arguments: [
    (["report"], Int32(64), "REPORT"), (["report", "-", "-"], 64, "- is given more than once"),
    (["report", "none.json"], 2, "none.json: error: the report cannot be read"),
    (["report", "policy.lua"], 2, "policy.lua:1:1: error: expected a value"),
    (["report", "r.json", "--format", "json=r.json"], 64, "would overwrite a file that REPORT reads"),
    (["report", "r.json", "--format", "text", "--format", "json"], 64, "only one --format"),
  ])
  func refusals(_ line: [String], _ status: Int32, _ message: String) throws {
    let folder = try Self.shop()
    _ = try Program.run(["check", "--policy", "policy.lua", "--format", "json=r.json", "b.app"], in: folder.path)
    let run = try Program.run(line, in: folder.path)
    #expect(run.status == status && run.errorText.contains(message), "\(run.errorText)")
  }

  // MARK: Explaining findings

  @Test func findingsAreExplainedByAnyFingerprint() throws {
    let folder = try Self.shop()
    _ = try Program.run(
      ["check"] + Self.options + ["--format", "json=r.json", "--format", "sarif=r.sarif", "--format", "gitlab=r.gl"]
        + Self.bundles,
      in: folder.path)
    let bundle = try JSONText(folder.bytes("r.json"))["bundles"]?[0]
    let finding = try #require(bundle?["findings"]?[0])
    let print = try #require(finding["fingerprint"]?.text)
    let results = try JSONText(folder.bytes("r.sarif"))["runs"]?[0]?["results"]
    let sarif = try #require(results?[0]?["partialFingerprints"]?["bundlepolicy/v1"]?.text)
    let gitlab = try #require(try JSONText(folder.bytes("r.gl"))[0]?["fingerprint"]?.text)
    for word in [print, String(print.prefix(8)), sarif, gitlab] {
      let run = try Program.run(["explain", word, "--report", "r.json"], in: folder.path)
      #expect(run.status == 0, "\(run.errorText)")
      for part in [
        "a.app/Contents/Info.plist:", ": error: Bad is not allowed", "    key       /Bad\n",
        " > <key>Bad</key><string>",
        "    fix       remove Bad\n", "test/bad  (error)\n", "    why       They were ##[bad] once.\n".replacingBracket,
      ] { #expect(run.outputText.contains(part), "\(part) in \(run.outputText)") }
      #expect(!run.outputText.contains("##["), "nothing is a command to a runner")
    }
    let waived = try #require(
      try JSONText(folder.bytes("r.json"))["bundles"]?[2]?["findings"]?[0]?["fingerprint"]?.text)
    let run = try Program.run(["explain", waived, "CFBundleName", "--report", "r.json"], in: folder.path)
    #expect(run.outputText.contains("    waiver    until 2099-01-01, o: c (waivers.lua:1)\n"), "\(run.outputText)")
    #expect(run.outputText.contains("CFBundleName  (string)"))
  }

  @Test func unknownFingerprintsAreErrors() throws {
    let folder = try Self.shop()
    _ = try Program.run(["check", "--policy", "policy.lua", "--format", "json=r.json", "c.app"], in: folder.path)
    let none = try Program.run(["explain", "0123456789abcdef", "--report", "r.json"], in: folder.path)
    #expect(
      none.status == 2 && none.errorText.hasPrefix("r.json: error: no finding has the fingerprint '0123456789abcdef'"))
    let bare = try Program.run(["explain", "0123456789abcdef"], in: folder.path)
    #expect(bare.status == 2 && bare.errorText.contains("--report REPORT.json"), "\(bare.errorText)")
  }
}

extension String {
  /// As printed, with escaped workflow commands.
  fileprivate var replacingBracket: String {
    split(separator: "##[", omittingEmptySubsequences: false).joined(separator: "##\\u{5b}")
  }
}
