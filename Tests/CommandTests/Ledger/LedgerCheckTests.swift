import PolicyTestSupport
import Testing

/// `check --ledger`: recording, refusals, and the history that rules see.
@Suite struct LedgerCheckTests {
  @Test func numbersGrow() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "41")
    try shop.app("B.app", build: "42", content: "b")
    try shop.app("C.app", build: "41", content: "c")
    let first = try shop.record("A.app", "--label", "commit=1a2b", "--label", "branch=main")
    #expect(first.status == 0 && first.outputText.contains("recorded: com.x.app 1.0 (41) as #1 of builds.db"))
    #expect(first.outputText.contains("no earlier build of 'com.x.app' in the ledger, so nothing was compared"))
    #expect(try shop.record("B.app").status == 0)
    let lower = try shop.record("C.app")
    #expect(lower.status == 1)
    #expect(
      lower.outputText.contains("CFBundleVersion 41 is below that of the earlier build, 42")
        && lower.outputText.contains("(#2 of builds.db)"), "\(lower.outputText)")
    // Only builds that passed are recorded.
    #expect(try shop.log() == ["#2 pass com.x.app 1.0 (42)", "#1 pass com.x.app 1.0 (41)"])
    #expect(try shop.log("--label", "commit=1a2b") == ["#1 pass com.x.app 1.0 (41)"])
    // Checking without --record writes nothing.
    let before = try shop.folder.bytes("builds.db")
    #expect(try shop.run("check", "--ledger", "builds.db", "C.app").status == 1)
    #expect(try shop.folder.bytes("builds.db") == before)
  }

  /// Concurrent jobs that record the same build all pass, and record it once.
  @Test func racingChecksOfTheSameBuildPass() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "41", content: "a", extensionBuild: "41")
    let statuses = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "for i in 1 2 3 4 5 6 7 8; do (R=--record; [ $i -gt 5 ] && R=; "
          + "'\(Program.path)' check --ledger builds.db $R A.app > out-$i 2>&1; echo $?) & done; wait",
      ], in: shop.folder.path)
    #expect(statuses.outputText == String(repeating: "0\n", count: 8))
    #expect(try shop.log("--parts").count == 2)
    // One build under two paths is also one row.
    try shop.app("B.app", build: "42", content: "b")
    try shop.folder.copy(shop.folder("B.app"), to: "copy/B.app")
    let both = try shop.record("B.app", "copy/B.app")
    #expect(both.status == 0, "\(both.outputText)")
    #expect(try shop.log() == ["#3 pass com.x.app 1.0 (42)", "#1 pass com.x.app 1.0 (41)"])
  }

  /// If the ledger cannot be read, rules that do not need it are still evaluated.
  @Test(arguments: [
    ("gone.db", "ledger.missing"), ("policy.lua", "ledger.foreign"), ("postgres://127.0.0.1:1/x", ""),
  ])
  func aLedgerThatCannotBeRead(_ name: String, _ code: String) throws {
    let shop = try LedgerWorkshop(LedgerWorkshop.rules + "\nrule \"bad\" { summary = \"s\", forbid = \"Bad\" }")
    try shop.app("A.app", build: "41", info: "<key>Bad</key><true/>")
    for options in [[], ["--record"]] {
      let run = try Program.run(
        ["check", "--ledger", name, "--format", "json"] + options + ["A.app"], in: shop.folder.path)
      #expect(run.status == 2)
      let report = try JSONText(run.output)
      #expect(report["verdict"]?.text == "error")
      let errors = report["errors"]?.elements ?? []
      #expect(errors.count == 1 && errors[0]["code"]?.text?.hasPrefix(code.isEmpty ? "ledger." : code) == true)
      let bundle = try #require(report["bundles"]?.elements.first)
      #expect(
        bundle["rules"]?.elements.map { "\($0["id"]?.text ?? ""): \($0["status"]?.text ?? "")" } == [
          "test/grows: error", "test/bad: fail",
        ])
      #expect(bundle["findings"]?.elements.count == 1)
    }
  }

  @Test func theSameBuildAgainChangesNothing() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "41", content: "a")
    try shop.app("B.app", build: "42", content: "b")
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.record("B.app").status == 0)
    let before = try shop.folder.bytes("builds.db")
    // The same build elsewhere, with other times and after a later build, has the same result.
    try shop.folder.copy(shop.folder("A.app"), to: "elsewhere/A.app")
    let again = try shop.record("elsewhere/A.app")
    #expect(again.status == 0, "\(again.outputText)")
    #expect(again.outputText.contains("already in the ledger: com.x.app 1.0 (41) as #1 of builds.db"))
    #expect(try shop.folder.bytes("builds.db") == before)
  }

  @Test func aNumberIsTakenWhateverThePolicy() throws {
    let shop = try LedgerWorkshop(#"rule "r" { summary = "s", require = "CFBundleIdentifier" }"#)
    try shop.app("A.app", build: "41", content: "a")
    try shop.app("B.app", build: "41", content: "b")
    #expect(try shop.record("A.app").status == 0)
    let other = try shop.record("B.app", "--format", "json", "--output", "report.json")
    #expect(other.status == 2)
    let report = try JSONText(try shop.folder.bytes("report.json"))
    #expect(report["verdict"]?.text == "error")
    let error = report["errors"]?.elements.first
    #expect(error?["code"]?.text == "ledger.refused")
    #expect(
      error?["message"]?.text?.contains(
        "the number 1.0 (41) of 'com.x.app' for macos is already taken: row #1 has different contents")
        == true)
    #expect(try shop.log() == ["#1 pass com.x.app 1.0 (41)"])
  }

  @Test func failuresAreKeptAsSuchWhenAsked() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "41", content: "a")
    try shop.app("B.app", build: "41", content: "b")
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.record("B.app").status == 1)
    #expect(try shop.log().count == 1)
    for _ in 1...2 {
      let failed = try shop.record("B.app", "--record-failures")
      #expect(
        failed.status == 1 && failed.outputText.contains("recorded as failed") || failed.outputText.contains("already"))
    }
    #expect(try shop.log() == ["#2 fail com.x.app 1.0 (41)", "#1 pass com.x.app 1.0 (41)"])
    // A failed build does not take its number and is not an earlier build.
    try shop.app("C.app", build: "99", info: "<key>Bad</key><true/>")
    try shop.folder.write(
      "strict.lua",
      "policy \"strict\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n" + LedgerWorkshop.rules
        + "\n")
    #expect(try shop.record("C.app", "--record-failures", "--policy", "strict.lua").status == 1)
    try shop.app("D.app", build: "42", content: "d")
    #expect(try shop.record("D.app").status == 0)
  }

  @Test func allOrNothing() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1", identifier: "com.x.a")
    try shop.app("B.app", build: "1", identifier: "com.x.b")
    try shop.app("B2.app", build: "1", identifier: "com.x.b", content: "other")
    #expect(try shop.record("B.app").status == 0)
    #expect(try shop.record("A.app", "B2.app").status == 1)
    #expect(try shop.log() == ["#1 pass com.x.b 1.0 (1)"])
    for jobs in ["1", "2"] {
      let both = try shop.record("A.app", "B.app", "--jobs", jobs)
      #expect(both.status == 0)
      #expect(both.outputText.contains("com.x.a 1.0 (1) as #2") && both.outputText.contains("com.x.b 1.0 (1) as #1"))
    }
    // Two builds of one product in one check are not compared with each other.
    try shop.app("C.app", build: "2", identifier: "com.x.b", content: "c")
    try shop.app("D.app", build: "3", identifier: "com.x.b", content: "d")
    let two = try shop.record("C.app", "D.app")
    #expect(two.status == 2 && two.outputText.contains("two builds of 'com.x.b' cannot be recorded in one check"))
    #expect(try shop.log().count == 2)
  }

  @Test func partsAreRecordedWithTheirProduct() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1", extensionBuild: "1")
    try shop.app("B.app", build: "2", content: "b", extensionBuild: "1")
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.log().count == 1)
    // The extension has not changed, so its number may stay.
    #expect(try shop.record("B.app").status == 0)
    #expect(
      try shop.log("--parts") == [
        "#3 pass com.x.app 1.0 (2)", "#2 pass com.x.app.share 1.0 (1) in Contents/PlugIns/Share.appex",
        "#1 pass com.x.app 1.0 (1)",
      ])
    // If it changes, its number must increase.
    try shop.app("C.app", build: "3", extensionBuild: "1")
    try shop.folder.write("C.app/Contents/PlugIns/Share.appex/Contents/Resources/new.txt", "new")
    let changed = try shop.record("C.app")
    #expect(changed.status == 1 && changed.outputText.contains("CFBundleVersion 1 equals that of the earlier build, 1"))
    // In another product, it has another history.
    try shop.app("Other.app", build: "1", identifier: "com.x.other", content: "o")
    try shop.folder.copy(
      shop.folder("C.app/Contents/PlugIns/Share.appex"), to: "Other.app/Contents/PlugIns/Share.appex")
    #expect(try shop.record("Other.app").status == 0)
  }

  @Test func theRuleChoosesTheScope() throws {
    let release =
      #"rule "grows" { summary = "s", increases = { key = "CFBundleVersion", scope = "identifier+platform+short-version" } }"#
    let shop = try LedgerWorkshop(release)
    try shop.app("A.app", build: "7", short: "1.0")
    try shop.app("B.app", build: "1", short: "2.0")
    try shop.app("C.app", build: "7", short: "1.0.0", content: "c")
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.record("B.app").status == 0)
    #expect(try shop.record("C.app").status == 1)
    let misspelt = try TemporaryFolder([
      "policy.lua": "policy \"t\" { summary = \"s\" }\n"
        + #"rule "g" { summary = "s", increases = { key = "CFBundleVersion", scope = "identifier+platfrom" } }"#
    ])
    let refused = try Program.run(["check", shop.folder("A.app")], in: misspelt.path)
    #expect(refused.status == 2 && refused.errorText.contains("identifier+platform"), "\(refused.errorText)")
  }

  @Test func rulesReadTheHistory() throws {
    let shop = try LedgerWorkshop(
      """
      rule "history" {
        summary = "s",
        severity = "note",
        check = function(bundle, report)
          report("%d builds", #bundle.history)
          for number, earlier in ipairs(bundle.history) do
            report("%d: %s %s", number, earlier.info.CFBundleVersion, earlier.identifier)
          end
          local highest = bundle.history:highest("CFBundleVersion")
          report("highest %s", highest and highest.info.CFBundleVersion)
          report("beyond %s", bundle.history[10])
        end,
      }
      """)
    // More rows than the first query returns.
    for build in ["1", "3", "2"] {
      try shop.app("A\(build).app", build: build, content: build)
      #expect(try shop.record("A\(build).app").status == 0)
    }
    try shop.app("B.app", build: "4", content: "b")
    let run = try shop.run("check", "--ledger", "builds.db", "B.app", "--format", "json")
    let findings = try JSONText(run.output)["bundles"]?[0]?["findings"]?.elements ?? []
    #expect(
      findings.compactMap { $0["message"]?.text }.sorted() == [
        "1: 3 com.x.app", "2: 2 com.x.app", "3 builds", "3: 1 com.x.app", "beyond nil", "highest 3",
      ])
    // For a recorded build, only earlier rows are earlier builds.
    let old = try shop.run("check", "--ledger", "builds.db", "A3.app", "--format", "json")
    #expect(old.outputText.contains("1 builds") && old.outputText.contains("1: 1 com.x.app"))
  }

  @Test func filesOfEarlierBuildsAreNotKept() throws {
    let shop = try LedgerWorkshop(
      """
      rule "files" { summary = "s", check = function(bundle, report)
        local earlier = bundle.history[1]
        if earlier and not earlier.files["Contents/Info.plist"] then report("gone") end
      end }
      """)
    try shop.app("A.app", build: "1")
    try shop.app("B.app", build: "2", content: "b")
    #expect(try shop.record("A.app").status == 0)
    let run = try shop.record("B.app")
    #expect(
      run.status == 2 && run.outputText.contains("does not contain the files of the earlier build"), "\(run.outputText)"
    )
  }

  @Test(arguments: [
    (["--record"], "needs a ledger"), (["--label", "a=b"], "needs a ledger"),
    (["--ledger", "x.db", "--record-failures"], "--record-failures needs --record"),
    (["--ledger", "x.db", "--label", "a=b"], "--label needs --record"),
    (["--ledger", "x.db", "--record", "--label", "ab"], "must be NAME=VALUE"),
    (["--ledger", "x.db", "--record", "--label", "a=1", "--label", "a=2"], "more than once"),
    (["--ledger", "x.db", "--record", "--rule", "grows"], "cannot be combined with --rule"),
    (["--ledger", "x.db", "--record", "--write-baseline", "b"], "cannot be combined with --write-baseline"),
    (["--ledger", "postgres://ci:secret@db/x"], "contains a password"),
    (["--ledger", "postgres://db/x?password=secret"], "contains a password"),
  ])
  func refusesWhatIsNotMeant(_ words: [String], _ message: String) throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1")
    let run = try Program.run(["check"] + words + ["A.app"], in: shop.folder.path)
    #expect(run.status == 64 && run.errorText.contains(message), "\(run.errorText)")
    #expect(!run.errorText.contains("secret"))
  }

  @Test func whatCanNotBeRecorded() throws {
    let shop = try LedgerWorkshop(#"rule "r" { summary = "s", forbid = "Bad" }"#)
    try shop.folder.write("Info.plist", PropertyListText.document("<key>CFBundleIdentifier</key><string>a.b</string>"))
    try shop.folder.write(
      "Anonymous.app/Contents/Info.plist", PropertyListText.document("<key>A</key><string>b</string>"))
    let list = try shop.record("Info.plist")
    #expect(list.status == 2 && list.outputText.contains("a bare property list is not a build"))
    #expect(try shop.run("check", "--ledger", "builds.db", "Info.plist").status == 0)
    let anonymous = try shop.record("Anonymous.app")
    #expect(anonymous.status == 2 && anonymous.outputText.contains("it has no CFBundleIdentifier"))
    let missing = try shop.run("check", "--ledger", "nowhere.db", "--record", "Anonymous.app")
    #expect(missing.status == 2 && missing.outputText.contains("no ledger at this path"))
    #expect(try shop.folder.names().contains("nowhere.db") == false)
    #expect(try shop.log().isEmpty)
  }

  @Test func theVariableNamesTheLedger() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1")
    let run = try shop.run("check", "--record", "A.app", environment: ["BUNDLEPOLICY_LEDGER": "builds.db"])
    #expect(run.status == 0 && run.outputText.contains("as #1 of builds.db"))
  }

  @Test(arguments: [
    ["--output", "builds.db"], ["--output", "./builds.db"], ["--output", "link.db"], ["--write-baseline", "builds.db"],
  ])
  func noResultTakesTheLedgersPlace(_ words: [String]) throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1")
    #expect(try shop.record("A.app").status == 0)
    try shop.folder.link("link.db", to: "builds.db")
    let before = try shop.folder.bytes("builds.db")
    for environment in [["BUNDLEPOLICY_LEDGER": "builds.db"], ["BUNDLEPOLICY_LEDGER": "link.db"]] {
      let run = try Program.run(["check"] + words + ["A.app"], in: shop.folder.path, environment: environment)
      #expect(
        run.status == 64 && run.errorText.contains("would overwrite a file that --ledger reads"),
        "\(run.errorText)")
    }
    for words in [["log", "--output", "builds.db"], ["export", "builds.db"], ["export", "--output", "link.db"]] {
      let run = try Program.run(["ledger"] + words + ["--ledger", "builds.db"], in: shop.folder.path)
      #expect(run.status == 64 && run.errorText.contains("would overwrite"), "\(words): \(run.errorText)")
    }
    #expect(try shop.folder.bytes("builds.db") == before)
  }

  /// A check does not change its input.
  @Test(arguments: ["A.app/l.db", "A.app/Contents/l.db", "./B.app/../A.app/l.db"])
  func noLedgerInTheBundle(_ ledger: String) throws {
    let shop = try LedgerWorkshop()
    for name in ["A.app", "B.app"] { try shop.app(name, build: "1") }
    let words = ["check", "--ledger", ledger, "A.app"]
    let run = try Program.run(words + ["--record"], in: shop.folder.path)
    #expect(run.status == 64 && run.errorText.contains("would write into A.app"), "\(run.errorText)")
    #expect(
      try Program.run(["check", "--recursive", ".", "--ledger", ledger, "--record"], in: shop.folder.path).status == 64)
  }

  @Test func aPartThatGoesBackIsSeen() throws {
    let shop = try LedgerWorkshop()
    try shop.app("A.app", build: "1", extensionBuild: "1")
    try shop.app("B.app", build: "2", extensionBuild: "2")
    try shop.app("C.app", build: "3", extensionBuild: "1")
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.record("B.app").status == 0)
    let back = try shop.record("C.app")
    #expect(back.status == 1 && back.outputText.contains("CFBundleVersion 1 is below that of the earlier build, 2"))
    // Checking the first build again, with its parts, gives the same result.
    #expect(try shop.record("A.app").status == 0)
    #expect(try shop.log("--parts").count == 4)
  }

  @Test func whatIsRecordedTogetherIsNoEarlierBuild() throws {
    let shop = try LedgerWorkshop()
    for slice in ["ios-arm64", "ios-arm64-simulator"] {
      try shop.folder.write(
        "Kit.xcframework/\(slice)/Kit.framework/Info.plist",
        PropertyListText.document(
          "<key>CFBundleIdentifier</key><string>com.x.kit</string><key>CFBundleVersion</key><string>1</string>"
            + "<key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array><key>Slice</key><string>\(slice)</string>"
        ))
    }
    try shop.folder.write(
      "Kit.xcframework/Info.plist",
      PropertyListText.document(
        "<key>CFBundlePackageType</key><string>XFWK</string><key>AvailableLibraries</key><array>"
          + ["ios-arm64", "ios-arm64-simulator"].map {
            "<dict><key>LibraryIdentifier</key><string>\($0)</string><key>LibraryPath</key><string>Kit.framework</string>"
              + "<key>SupportedPlatform</key><string>ios</string></dict>"
          }.joined() + "</array>"))
    for _ in 1...2 {
      let run = try shop.record("Kit.xcframework")
      #expect(run.status == 0, "\(run.outputText) \(run.errorText)")
    }
    #expect(try shop.log().count == 2)
    // Parts with the same identifier in one product have separate histories.
    func product(_ name: String, _ build: String, _ one: String, _ other: String) throws {
      try shop.app(name, build: build, identifier: "com.x.twins")
      for (place, number) in [("One", one), ("Other", other)] {
        try shop.folder.write(
          "\(name)/Contents/PlugIns/\(place).appex/Contents/Info.plist",
          PropertyListText.document(
            "<key>CFBundleIdentifier</key><string>com.x.twins.part</string><key>CFBundleVersion</key><string>\(number)</string>"
          ))
      }
    }
    try product("P.app", "1", "5", "9")
    try product("Q.app", "2", "6", "10")
    #expect(try shop.record("P.app").status == 0)
    #expect(try shop.record("P.app").status == 0)
    #expect(try shop.record("Q.app").status == 0)
  }

  @Test func aNumberIsTakenInAllItsForms() throws {
    let shop = try LedgerWorkshop(#"rule "r" { summary = "s", require = "CFBundleIdentifier" }"#)
    try shop.app("A.app", build: "41", content: "a")
    #expect(try shop.record("A.app").status == 0)
    for (build, short) in [("41", "1.0.0"), ("41.0", "1.0"), ("041", "1")] {
      try shop.app("B.app", build: build, short: short, content: "b")
      #expect(try shop.record("B.app").status == 2, "\(short) (\(build))")
    }
  }

  @Test func whatCanNotBeComparedStandsInTheWayOnce() throws {
    let shop = try LedgerWorkshop()
    try shop.folder.write(
      "lax.lua",
      "policy \"lax\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"CFBundleIdentifier\" }\n")
    try shop.app("Odd.app", build: "r1")
    // A rule that compares builds also reports that for the first build.
    #expect(try shop.record("Odd.app").status == 1)
    #expect(try shop.record("Odd.app", "--policy", "lax.lua").status == 0)
    try shop.app("A.app", build: "2", content: "a")
    let stopped = try shop.record("A.app")
    #expect(
      stopped.status == 1 && stopped.outputText.contains("then waive this finding"), "\(stopped.outputText)")
    try shop.folder.write(
      "waivers.lua",
      "waive \"test/grows\" { because = \"r1 was a mistake\", owner = \"releases\", expires = \"2100-01-01\" }\n")
    #expect(try shop.record("A.app").status == 0)
    try shop.folder.write("waivers.lua", "")
    try shop.app("B.app", build: "3", content: "b")
    #expect(try shop.record("B.app").status == 0)
    #expect(try shop.run("ledger", "show", "2", "--ledger", "builds.db").outputText.contains("r1 was a mistake"))
  }

  @Test func whatABaselineLetsBeIsRecorded() throws {
    let shop = try LedgerWorkshop(#"rule "r" { summary = "s", forbid = "Bad" }"#)
    try shop.app("A.app", build: "1", info: "<key>Bad</key><true/>")
    #expect(try shop.run("check", "--write-baseline", "base.json", "A.app").status == 0)
    #expect(try shop.record("A.app", "--baseline", "base.json").status == 0)
    #expect(
      try shop.run("ledger", "show", "1", "--ledger", "builds.db").outputText.contains(
        "1 finding accepted by a baseline")
    )
    let empty = try shop.record("A.app", "--allow-empty")
    #expect(empty.status == 64 && empty.errorText.contains("cannot be combined with --allow-empty"))
  }
}
