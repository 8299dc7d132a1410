import PolicyTestSupport
import Testing

@testable import bundlepolicy

/// Rules that compare the bundles of a run, without and with shards.
@Suite struct AcrossCommandTests {
  private static let bundles = ["a.app", "b.app", "c.app", "d.app", "e.app"]
  private static let formats = ["json", "jsonl", "text", "sarif", "junit", "gitlab", "tap", "github", "markdown"]

  private static func suite() throws -> TemporaryFolder {
    func info(_ name: String, _ version: String, _ text: String = "") -> String {
      PropertyListText.document(
        """
        <key>CFBundleIdentifier</key><string>com.x.\(name)</string>
        <key>CFBundleShortVersionString</key><string>\(version)</string>
        \(text)
        """)
    }
    return try TemporaryFolder([
      "policy.lua": """
      policy "test" { summary = "for a test" }
      local wanted = parameter "wanted" { default = "1.0" }
      rule "bad" { summary = "No bad keys", forbid = "Bad" }
      rule "version" {
        summary = "One version",
        collect = function(bundle) return { version = bundle.info.CFBundleShortVersionString, list = { 1, 2.0, "\\u{202E}" } } end,
        across = function(bundles, report)
          for _, b in ipairs(bundles) do
            if b.facts.version ~= wanted or math.type(b.facts.list[2]) ~= "float" then
              report:at(b, "CFBundleShortVersionString", "%s has %s (of %d bundles on %s)", b.name, b.facts.version, #bundles, as_of.text)
            end
          end
        end,
      }
      rule "kits" {
        summary = "Kits", severity = "warning", applies = { kind = "framework" },
        across = function(bundles, report) for _, b in ipairs(bundles) do report:at(b, "Kit", "no kit in %s", b.outer_path) end end,
      }

      """,
      "waivers.lua": """
      waive "test/version" { bundle = "com.x.c", because = "c", owner = "o", expires = "2099-01-01" }
      waive "test/version" { bundle = "none", because = "n", owner = "o", expires = "2099-01-01" }

      """,
      "a.app/Contents/Info.plist": info("a", "1.0", "<key>Bad</key><true/>"),
      "b.app/Contents/Info.plist": info("b", "2.0"),
      "b.app/Contents/Frameworks/K.framework/Info.plist": info("k", "1.0"),
      "c.app/Contents/Info.plist": info("c", "3.0"), "d.app/Contents/Info.plist": info("d", "1.0"),
      "e.app/Contents/Info.plist": info("e", "1.0", "<key>A</key><string>&lt;script&gt;::error::</string>"),
    ])
  }

  private static let options = ["--policy", "policy.lua", "--waivers", "waivers.lua"]
  private static let day = ["--as-of", "2026-06-15"]

  private static func shards(
    _ count: Int, in folder: TemporaryFolder, _ options: [String] = [], bundles: [String] = bundles
  ) throws -> [String] {
    try (1...count).map { number in
      let file = "shard-\(number).json"
      let part = try Program.run(
        ["check", "--shard", "\(number)/\(count)", "--format", "json=\(file)"] + Self.options + day + options + bundles,
        in: folder.path)
      #expect(part.status < 2, "\(part.errorText)")
      return file
    }
  }

  @Test(arguments: [1, 2, 5], [[], ["--explain"]])
  func shardsOfARunAreTheRun(_ count: Int, _ options: [String]) throws {
    let folder = try Self.suite()
    for jobs in ["1", "4"] {
      let whole = try Program.run(
        ["check", "--jobs", jobs] + Self.options + Self.day + options
          + Self.formats.flatMap { ["--format", "\($0)=whole.\($0)"] } + Self.bundles, in: folder.path)
      #expect(whole.status == 1, "\(whole.errorText)")
      let shards = try Self.shards(count, in: folder, options)
      let merged = try Program.run(
        ["report"] + Self.options + Self.formats.flatMap { ["--format", "\($0)=merged.\($0)"] } + shards.reversed(),
        in: folder.path)
      #expect(merged.status == 1, "\(merged.errorText)")
      for format in Self.formats {
        let (one, other) = (try folder.bytes("whole.\(format)"), try folder.bytes("merged.\(format)"))
        #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self), "\(format)")
      }
    }
    let text = String(decoding: try folder.bytes("whole.text"), as: UTF8.self)
    for part in ["b.app has 2.0 (of 6 bundles on 2026-06-15)", "no kit in b.app", "matched no finding"] {
      #expect(text.contains(part), "the run has \(part): \(text)")
    }
    #expect(text.ranges(of: "matched no finding").count == 1)
    // Excerpts of a value and, in the framework, of a dictionary without the key.
    #expect(text.contains("<string>2.0</string>") && text.contains("Kit"), "\(text)")
    let json = String(decoding: try folder.bytes("whole.json"), as: UTF8.self)
    #expect(json.ranges(of: "\"excerpt\"").count >= 3, "\(json)")
  }

  @Test(arguments: [1, 2, 5], [[], ["--strict-baseline"]])
  func theBaselineOfARunIsThatOfTheMergedReports(_ count: Int, _ strict: [String]) throws {
    let folder = try Self.suite()
    // Two bundles with the same identifier; the baseline has one of the findings.
    for name in ["f", "g"] {
      try folder.write(
        "\(name).app/Contents/Info.plist",
        PropertyListText.document(
          """
          <key>CFBundleIdentifier</key><string>com.x.same</string>
          <key>CFBundleShortVersionString</key><string>\(name == "f" ? "5.0" : "1.0")</string><key>Bad</key><true/>
          """))
    }
    let bundles = Self.bundles + ["f.app", "g.app"]
    let written = try Program.run(
      ["check", "--write-baseline", "base.txt"] + Self.options + Self.day + bundles, in: folder.path)
    #expect(written.status == 0, "\(written.errorText)")
    // Findings that are new, changed or gone.
    var lines = String(decoding: try folder.bytes("base.txt"), as: UTF8.self).split(separator: "\n").map(String.init)
    lines.removeAll { $0.contains("\tcom.x.a\t") }
    let same = try #require(lines.firstIndex { $0.contains("\tcom.x.same\t") && $0.contains("test/bad") })
    lines[same] = lines[same].replacing("\t2\t", with: "\t1\t")
    try folder.write("base.txt", lines.joined(separator: "\n") + "\n")
    let original = String(decoding: try folder.bytes("b.app/Contents/Info.plist"), as: UTF8.self)
    try folder.write("b.app/Contents/Info.plist", original.replacing("2.0", with: "4.0"))
    let baseline = ["--baseline", "base.txt"] + strict
    let whole = try Program.run(
      ["check"] + Self.options + Self.day + baseline + Self.formats.flatMap { ["--format", "\($0)=whole.\($0)"] }
        + bundles, in: folder.path)
    #expect(whole.status == 1, "\(whole.errorText)")
    let shards = try Self.shards(count, in: folder, bundles: bundles)
    let merged = try Program.run(
      ["report"] + Self.options + baseline + Self.formats.flatMap { ["--format", "\($0)=merged.\($0)"] } + shards,
      in: folder.path)
    #expect(merged.status == 1, "\(merged.errorText)")
    for format in Self.formats {
      let (one, other) = (try folder.bytes("whole.\(format)"), try folder.bytes("merged.\(format)"))
      #expect(String(decoding: one, as: UTF8.self) == String(decoding: other, as: UTF8.self), "\(format)")
    }
    let text = String(decoding: try folder.bytes("whole.text"), as: UTF8.self)
    #expect(text.contains("it has a different value now"), "\(text)")
  }

  /// The baseline of the merge replaces the baselines of the shards.
  @Test(arguments: [[], ["--strict-baseline"]])
  func aBaselineWithoutSuchRules(_ strict: [String]) throws {
    let folder = try Self.suite()
    let options = ["--skip", "version", "--skip", "kits"] + Self.options + Self.day
    let writing = ["check", "--write-baseline", "base.txt"] + Self.options + Self.day
    try #require(try Program.run(writing + Self.bundles, in: folder.path).status == 0)
    let baseline = ["--baseline", "base.txt"] + strict
    let whole = try Program.run(
      ["check", "--format", "json=whole.json"] + options + baseline + Self.bundles, in: folder.path)
    // With only some of the rules, it is unknown which findings are gone.
    #expect(whole.status == 0, "\(whole.errorText)")
    for given in [[], baseline] {
      let shards = try Self.shards(3, in: folder, ["--skip", "version", "--skip", "kits"] + given)
      let merged = try Program.run(
        ["report", "--format", "json=merged.json"] + baseline + shards, in: folder.path)
      #expect(merged.status == 0, "\(merged.errorText)")
      #expect(try folder.bytes("whole.json") == folder.bytes("merged.json"))
    }
    let usage = try Program.run(["report", "--strict-baseline", "shard-1.json"], in: folder.path)
    #expect(usage.status == 64 && usage.errorText.contains("--strict-baseline needs a --baseline FILE"))
    let malformed = try Program.run(["report", "--baseline", "policy.lua", "shard-1.json"], in: folder.path)
    #expect(malformed.status == 2 && malformed.errorText.contains("policy.lua:1: error: this is not a baseline"))
  }

  @Test func withoutThePolicyNothingPasses() throws {
    let folder = try Self.suite()
    let shards = try Self.shards(2, in: folder)
    let text = try Program.run(
      ["check", "--shard", "1/2"] + Self.options + Self.day + Self.bundles, in: folder.path)
    #expect(text.outputText.contains("note: rule"), "\(text.outputText)")
    #expect(text.outputText.contains("waiting"))
    for words in [shards, [shards[0]], [shards[1], "--format", "json"]] {
      let merged = try Program.run(["report"] + words, in: folder.path)
      #expect(merged.status == 2)
      #expect(merged.errorText.contains("not evaluated yet: test/"), "\(merged.errorText)")
    }
  }

  @Test func anotherPolicyIsRefused() throws {
    let folder = try Self.suite()
    let shards = try Self.shards(2, in: folder)
    func merge(_ options: [String]) throws -> String {
      let merged = try Program.run(["report"] + options + shards, in: folder.path)
      #expect(merged.status == 2)
      return merged.errorText
    }
    #expect(try merge(Self.options + ["--param", "wanted=2.0"]).contains("the values of parameters are not those"))
    #expect(try merge(["--policy", "policy.lua"]).contains("the waivers files are not those"))
    #expect(
      try merge(Self.options + ["--policy", "apple.strict"]).contains("is given, but the reports were made without it"))
    #expect(try merge(["--policy", "apple.strict"]).contains("is given, but the reports were made without it"))
    #expect(try merge(Self.options + ["--param", "wnated=2.0"]).contains("wnated"))
    let source = String(decoding: try folder.bytes("policy.lua"), as: UTF8.self)
    try folder.write("policy.lua", source + "-- changed\n")
    #expect(try merge(Self.options).contains("policy 'test' has changed since the reports were made"))
    let usage = try Program.run(["report", "--param", "a=b"] + shards, in: folder.path)
    #expect(usage.status == 64 && usage.errorText.contains("--param needs a --policy"))
  }

  /// The data for excerpts must be valid; without it, findings have no excerpts.
  @Test func damagedSourcesAreRefused() throws {
    let folder = try Self.suite()
    let shards = try Self.shards(1, in: folder)
    let text = String(decoding: try folder.bytes(shards[0]), as: UTF8.self)
    try folder.write(shards[0], text.replacing(#""source": "PD94"#, with: #""source": "PD9"#))
    let damaged = try Program.run(["report"] + Self.options + shards, in: folder.path)
    #expect(damaged.status == 2 && damaged.errorText.contains("'source' is not Base64"), "\(damaged.errorText)")
    try folder.write(shards[0], text.replacing(#""source": "PD94"#, with: #""source": "AD94"#))
    let unreadable = try Program.run(["report"] + Self.options + shards, in: folder.path)
    #expect(unreadable.status == 1 && unreadable.outputText.contains("b.app has 2.0"), "\(unreadable.errorText)")
    #expect(!unreadable.outputText.contains("<string>2.0</string>"), "\(unreadable.outputText)")
  }

  @Test func missingPartsStopTheRules() throws {
    let folder = try Self.suite()
    let shards = try Self.shards(2, in: folder)
    let partial = try Program.run(["report"] + Self.options + [shards[0]], in: folder.path)
    #expect(partial.status == 2)
    #expect(partial.outputText.contains("was not evaluated across bundles"), "\(partial.outputText)")
    let bundles = Self.bundles + ["gone.app"]
    let whole = try Program.run(
      ["check", "--format", "json=whole.json"] + Self.options + Self.day + bundles, in: folder.path)
    #expect(whole.status == 2)
    var files: [String] = []
    for number in 1...2 {
      files.append("part-\(number).json")
      _ = try Program.run(
        ["check", "--shard", "\(number)/2", "--format", "json=part-\(number).json"] + Self.options + Self.day + bundles,
        in: folder.path)
    }
    let merged = try Program.run(["report", "--format", "json=merged.json"] + Self.options + files, in: folder.path)
    #expect(merged.status == 2)
    #expect(try folder.bytes("whole.json") == folder.bytes("merged.json"))
    let text = String(decoding: try folder.bytes("merged.json"), as: UTF8.self)
    #expect(text.contains("gone.app could not be checked completely") && !text.contains("pending"))
  }

  @Test func whatAShardCannotDoIsRefused() throws {
    let folder = try Self.suite()
    try folder.write("base.txt", "# bundlepolicy baseline 2\n")
    for (words, instead) in [
      (["--record", "--ledger", "builds.db"], "record builds in one run on all bundles"),
      (["--baseline", "base.txt"], "report --policy FILE --baseline FILE"),
    ] {
      let run = try Program.run(
        ["check", "--shard", "1/2"] + Self.options + words + Self.bundles, in: folder.path)
      #expect(run.status == 2)
      #expect(
        run.errorText.contains("\(words[0]) cannot be combined with --shard, because rule 'test/version' compares"),
        "\(run.errorText)")
      #expect(run.errorText.contains(instead), "\(run.errorText)")
      let skipped = try Program.run(
        ["check", "--shard", "1/2", "--skip", "version", "--skip", "kits", "--baseline", "base.txt"] + Self.options
          + Self.bundles, in: folder.path)
      #expect(skipped.status < 2, "\(skipped.errorText)")
    }
  }

  @Test func aBuildThatFailsIsNotRecorded() throws {
    let folder = try Self.suite()
    try #require(try Program.run(["ledger", "init", "--ledger", "builds.db"], in: folder.path).status == 0)
    let words = ["--record", "--ledger", "builds.db", "--policy", "policy.lua", "--fail-on", "warning"]
    let failed = try Program.run(["check"] + words + ["b.app", "d.app"], in: folder.path)
    #expect(failed.status == 1, "\(failed.errorText)")
    let log = try Program.run(["ledger", "log", "--ledger", "builds.db"], in: folder.path)
    #expect(!log.outputText.contains("com.x.d"), "\(log.outputText)")
    let passed = try Program.run(["check"] + words + ["d.app", "e.app"], in: folder.path)
    #expect(passed.status == 0, "\(passed.errorText)\(passed.outputText)")
  }

  /// `diff --against` evaluates such rules on all bundles.
  @Test(arguments: ["1", "4"]) func policiesAreComparedByIt(_ jobs: String) throws {
    let folder = try Self.suite()
    func diff(_ bundles: [String], _ options: [String] = []) throws -> ChildProcess {
      try Program.run(
        ["diff", "--policy", "policy.lua", "--against", "new.lua", "--jobs", jobs] + options + bundles, in: folder.path)
    }
    let source = String(decoding: try folder.bytes("policy.lua"), as: UTF8.self)
    try folder.write("new.lua", source)
    let same = try diff(Self.bundles)
    #expect(same.status == 0 && same.outputText.contains("SAME"), "\(same.outputText)\(same.errorText)")
    try folder.write("new.lua", source.replacing("~= wanted", with: "~= bundles[2].facts.version"))
    let changed = try diff(["a.app", "b.app", "c.app", "d.app"])
    #expect(changed.status == 1, "\(changed.outputText)\(changed.errorText)")
    for part in [
      "a.app has 1.0 (of 5 bundles on", "WORSE: 1 of 4 bundles newly fails", "d.app has 1.0 (of 5 bundles on",
    ] {
      #expect(changed.outputText.contains(part), "\(part): \(changed.outputText)")
    }
    let incomplete = try diff(["a.app", "gone.app"])
    #expect(incomplete.status == 2)
    #expect(incomplete.outputText.contains("gone.app could not be checked completely"), "\(incomplete.outputText)")
  }

  @Test func lists() throws {
    let folder = try Self.suite()
    try folder.write(
      "policy_test.lua",
      """
      test "of two versions one is wrong" {
        given = {
          fixture.application { info = { CFBundleShortVersionString = "1.0" } },
          { info = { CFBundleShortVersionString = "2.0" } },
        },
        expect = { version = { findings = 1, key = "CFBundleShortVersionString" } },
      }
      test "one version is fine" {
        given = { { info = { CFBundleShortVersionString = "1.0" } }, { info = { CFBundleShortVersionString = "1.0" } } },
        params = { wanted = "1.0" },
        expect = "pass",
      }
      """)
    let run = try Program.run(["test", "policy.lua"], in: folder.path)
    #expect(run.status == 0 && run.outputText.contains("2 passed"), "\(run.outputText)\(run.errorText)")
    try folder.write(
      "policy_test.lua",
      "test \"t\" { given = { {}, { info = { CFBundleShortVersionString = \"2.0\" } } }, expect = \"pass\" }\n")
    let failed = try Program.run(["test", "policy.lua"], in: folder.path)
    #expect(failed.status == 1, "\(failed.outputText)")
    #expect(failed.outputText.contains("the verdict is 'fail', expected 'pass'"), "\(failed.outputText)")
  }
}
