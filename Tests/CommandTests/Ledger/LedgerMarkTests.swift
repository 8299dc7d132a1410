import Basics
import PolicyTestSupport
import Testing

@Suite struct LedgerMarkTests {
  private static func ledger(_ shop: LedgerWorkshop, _ words: String...) throws -> ChildProcess {
    try Program.run(["ledger"] + words, in: shop.folder.path, environment: ["BUNDLEPOLICY_LEDGER": "builds.db"])
  }

  /// Builds 41 and 42, each with an extension.
  private static func shop(_ rules: String = LedgerWorkshop.rules) throws -> LedgerWorkshop {
    let shop = try LedgerWorkshop(rules)
    for build in ["41", "42"] {
      try shop.app("App\(build).app", build: build, content: build, extensionBuild: build)
      try #require(try shop.record("App\(build).app").status == 0)
    }
    return shop
  }

  @Test func withdraws() throws {
    let shop = try Self.shop()
    let run = try Self.ledger(shop, "withdraw", "com.x.app@42", "--because", "crashes at launch")
    #expect(
      run.status == 0
        && run.outputText == "withdrew com.x.app 1.0 (42), row #3; recorded as row #5, with 1 nested bundle\n",
      "\(run.outputText) \(run.errorText)")
    let again = try Self.ledger(shop, "withdraw", "3", "--because", "other")
    #expect(
      again.status == 0
        && again.outputText == "already withdrawn: com.x.app 1.0 (42), row #3 by row #5, because: crashes at launch\n")
    #expect(try Self.ledger(shop, "next", "com.x.app").outputText == "43\n")
    let log = try Self.ledger(shop, "log")
    #expect(log.outputText.contains("pass, withdrawn") && log.outputText.contains(", row #5: crashes at launch\n"))
    #expect(try Self.ledger(shop, "show", "3").outputText.contains("because         crashes at launch"))
    #expect(try Self.ledger(shop, "show", "5").outputText.contains("withdraws       row #3"))
    #expect(try Self.ledger(shop, "show", "com.x.app").outputText.hasPrefix("#1  com.x.app"))
    #expect(try Self.ledger(shop, "verify").outputText.contains("is intact: 6 rows"))
    // It is no longer compared with, but its number stays taken.
    try shop.app("Other.app", build: "42", content: "other", extensionBuild: "42")
    #expect(try shop.run("check", "--ledger", "builds.db", "Other.app").status == 0)
    for name in ["Other.app", "App42.app"] {
      let refused = try shop.record(name)
      #expect(refused.status == 2 && refused.outputText.contains("withdrawn"), "\(refused.outputText)")
    }
    #expect(try Self.ledger(shop, "withdraw", "3", "--because", "never uploaded", "--free-number").status == 0)
    #expect(try Self.ledger(shop, "next", "com.x.app").outputText == "42\n")
    #expect(try shop.record("Other.app").status == 0)
    // The name now means the build that is not withdrawn.
    #expect(try Self.ledger(shop, "ship", "com.x.app@42").outputText.contains("row #8"))
  }

  @Test func shipsAndLabels() throws {
    let shop = try Self.shop()
    let shipped = try Self.ledger(shop, "ship", "com.x.app@41", "--label", "store=app")
    #expect(shipped.outputText == "shipped com.x.app 1.0 (41), row #1; recorded as row #5, with 1 nested bundle\n")
    #expect(try Self.ledger(shop, "ship", "1").outputText == "already shipped: com.x.app 1.0 (41), row #1 by row #5\n")
    #expect(
      try Self.ledger(shop, "ship", "1", "--label", "store=b").outputText.contains(
        "; its labels are recorded as row #7"))
    let refused = try Self.ledger(shop, "withdraw", "1", "--because", "x")
    #expect(refused.status == 2 && refused.errorText.contains("was marked as shipped by row #5"))
    let labeled = try Self.ledger(shop, "label", "4", "a=1", "b=")
    #expect(
      labeled.outputText == "labeled com.x.app.share 1.0 (42), row #4; recorded as row #8\n", "\(labeled.errorText)")
    #expect(
      try Self.ledger(shop, "label", "4", "b=").outputText
        == "nothing to add: com.x.app.share 1.0 (42), row #4 has these labels\n")
    #expect(
      try shop.log("--parts", "--label", "a=1") == ["#4 pass com.x.app.share 1.0 (42) in Contents/PlugIns/Share.appex"])
    #expect(try Self.ledger(shop, "log").outputText.contains("store=b"))
  }

  @Test func aShipmentIsTakenBack() throws {
    let shop = try Self.shop()
    #expect(
      try Self.ledger(shop, "ship", "1", "--undo", "--because", "x").errorText.contains("is not marked as shipped"))
    try #require(try Self.ledger(shop, "ship", "com.x.app@41").status == 0)
    let undone = try Self.ledger(shop, "ship", "com.x.app@41", "--undo", "--because", "meant 42")
    #expect(
      undone.outputText == "no longer shipped: com.x.app 1.0 (41), row #1; recorded as row #7, with 1 nested bundle\n",
      "\(undone.outputText) \(undone.errorText)")
    let again = try Self.ledger(shop, "ship", "1", "--undo", "--because", "x")
    #expect(
      again.status == 0
        && again.outputText == "already undone: com.x.app 1.0 (41), row #1 by row #7, because: meant 42\n")
    let log = try Self.ledger(shop, "log").outputText
    #expect(!log.contains("pass, shipped") && log.contains("shipment taken back ") && log.contains("row #7: meant 42"))
    let show = try Self.ledger(shop, "show", "1").outputText
    #expect(show.contains("not shipped     taken back ") && show.contains("because         meant 42"), "\(show)")
    #expect(
      try Self.ledger(shop, "show", "7").outputText.contains("takes back      row #1, which was marked as shipped"))
    let json = try JSONText(try Self.ledger(shop, "show", "1", "--format", "json").output)
    #expect("\(json)".contains("meant 42"))
    #expect(try Self.ledger(shop, "log", "--format", "html").outputText.contains("shipment taken back"))
    #expect(try Self.ledger(shop, "verify").outputText.contains("is intact: 8 rows"))
    #expect(try Self.ledger(shop, "withdraw", "1", "--because", "crashes").status == 0)
  }

  @Test func aDroppedNestedBundleIsTold() throws {
    let shop = try Self.shop()
    try shop.app("App43.app", build: "43")
    try #require(try shop.record("App43.app").status == 0)
    let show = try Self.ledger(shop, "show", "4").outputText
    #expect(show.contains("dropped         ") && show.contains("row #6"), "\(show)")
    #expect(
      try Self.ledger(shop, "show", "6").outputText.contains(
        "drops           row #4, which the build recorded before does not contain"))
    // Withdrawing the build without the extension does not withdraw it; withdrawing the build with it does.
    #expect(
      try Self.ledger(shop, "withdraw", "com.x.app@43", "--because", "x").outputText
        == "withdrew com.x.app 1.0 (43), row #5; recorded as row #7\n")
    #expect(
      try Self.ledger(shop, "withdraw", "com.x.app@42", "--because", "x").outputText
        == "withdrew com.x.app 1.0 (42), row #3; recorded as row #8, with 1 nested bundle\n")
  }

  @Test func rulesSeeWhatIsShipped() throws {
    let rules = """
      rule "history" { summary = "s", severity = "note", check = function(bundle, report)
        if bundle.parent then return end
        for _, earlier in ipairs(bundle.history) do
          report("%s %s", earlier.info.CFBundleVersion, earlier.shipped)
        end
        local highest = bundle.history:highest("CFBundleVersion", { shipped = true })
        report("highest %s, own %s", highest and highest.info.CFBundleVersion, bundle.shipped)
      end }
      """
    let shop = try Self.shop(rules)
    try shop.app("App43.app", build: "43")
    try #require(try shop.record("App43.app").status == 0)
    #expect(try Self.ledger(shop, "ship", "1").status == 0)
    #expect(try Self.ledger(shop, "withdraw", "com.x.app@43", "--because", "x").status == 0)
    try shop.app("App44.app", build: "44")
    let run = try shop.run("check", "--ledger", "builds.db", "App44.app", "--format", "json")
    let findings = try JSONText(run.output)["bundles"]?[0]?["findings"]?.elements ?? []
    #expect(
      Set(findings.compactMap { $0["message"]?.text }) == ["42 false", "41 true", "highest 41, own nil"], "\(findings)")
  }

  @Test func namesMustLeaveNoChoice() throws {
    let shop = try Self.shop()
    for words in [
      ["withdraw", "com.x.app", "--because", "x"], ["ship", "com.x.app@1.0"], ["label", "com.x.app", "a=b"],
    ] {
      let run = try Program.run(["ledger"] + words + ["--ledger", "builds.db"], in: shop.folder.path)
      #expect(
        run.status == 2 && run.errorText.contains("matches several rows: #3 com.x.app 1.0 (42); #1 com.x.app 1.0 (41)"))
      #expect(run.errorText.contains("'bundlepolicy ledger \(words[0]) 3'"))
    }
    for word in ["9", "com.x.nobody", "com.x.app@43", "abcdef0123"] {
      let run = try Self.ledger(shop, "withdraw", word, "--because", "x")
      #expect(run.status == 2 && run.errorText.contains("the ledger has no "), "\(run.errorText)")
    }
    #expect(try Self.ledger(shop, "verify").outputText.contains("is intact: 4 rows"))
  }

  @Test(arguments: [
    (["withdraw", "1"], "Missing expected argument '--because <TEXT>"),
    (["withdraw", "--because", "x"], "Missing expected argument '<ROW>"),
    (["withdraw", "1", "--because", " "], "must not be blank"), (["ship"], "Missing expected argument '<ROW>"),
    (["ship", "1", "--label", "x"], "must be NAME=VALUE"), (["label", "1"], "NAME=VALUE"),
    (["label", "1", "x"], "'x': NAME=VALUE is expected"), (["ship", "1", "--undo"], "--undo needs --because TEXT"),
    (["ship", "1", "--because", "x"], "--because needs --undo"),
    (["ship", "1", "--undo", "--because", "x", "--label", "a=b"], "cannot be combined with --label"),
    (["label", "1", "a=1", "a=2"], "'a' is given more than once"),
  ])
  func refusesWhatIsNotMeant(_ words: [String], _ message: String) throws {
    let run = try Program.run(["ledger"] + words, environment: ["BUNDLEPOLICY_LEDGER": "/nonexistent/builds.db"])
    #expect(run.status == 64 && run.errorText.contains(message), "\(run.errorText)")
  }
}
