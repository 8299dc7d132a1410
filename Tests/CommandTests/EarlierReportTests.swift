import PolicyTestSupport
import Testing

/// `--previous` with a report of `check --format json`.
@Suite struct EarlierReportTests {
  private static func shop() throws -> LedgerWorkshop {
    let shop = try LedgerWorkshop()
    try shop.app("Old.app", build: "41", info: "<key>Own</key><string>7</string>", extensionBuild: "9")
    try #require(
      try shop.run("check", "--format", "json", "--output", "old.json", "--previous", "Old.app", "Old.app").status == 1)
    return shop
  }

  @Test func isHeldAgainstAsTheBuildItself() throws {
    let shop = try Self.shop()
    for (build, inner, status) in [("42", "10", Int32(0)), ("41", "10", 1), ("42", "9", 1), ("40", "8", 1)] {
      try shop.app("New.app", build: build, extensionBuild: inner)
      let given = try shop.run("check", "--previous", "Old.app", "New.app", "--format", "json")
      let reported = try shop.run("check", "--previous", "old.json", "New.app", "--format", "json")
      #expect(given.status == status && reported.status == status, "\(build) \(inner): \(reported.errorText)")
      func fingerprints(_ run: ChildProcess) throws -> [String] {
        try JSONText(run.output)["bundles"]?[0]?["findings"]?.elements.compactMap { $0["fingerprint"]?.text } ?? []
      }
      #expect(try fingerprints(given) == fingerprints(reported))
    }
  }

  @Test func whatItDoesNotTellIsNoPass() throws {
    let shop = try Self.shop()
    try shop.app("New.app", build: "42", extensionBuild: "10")
    for (rule, message) in [
      (#"increases = "Own""#, "does not contain the Own of the earlier build"),
      (
        #"check = function(b, report) if b.history[1].info.Own == "7" then report("x") end end"#,
        "does not contain the Own"
      ),
      (
        #"check = function(b, report) for key in pairs(b.history[1].info) do if key == "Own" then report("x") end end end"#,
        "contains only some keys"
      ),
      (
        #"check = function(b, report) if b.history[1].files["Contents/x"] then report("x") end end"#,
        "does not contain the files of the earlier build"
      ),
      (
        #"check = function(b, report) pcall(function() return b.history[1].entitlements.A end) end"#,
        "does not contain the entitlements"
      ),
      (
        #"check = function(b, report) local ok, n = pcall(plist.find, b.history[1].info, "/*") if ok then report("x") end end"#,
        "contains only some keys"
      ),
      (
        #"applies = { when = function(b) return b.history[1].info.Own == "8" end }, require = "A""#,
        "does not contain the Own"
      ),
    ] {
      try shop.folder.write("own.lua", "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", \(rule) }\n")
      let run = try shop.run("check", "--policy", "own.lua", "--previous", "old.json", "New.app")
      #expect(run.status == 2 && run.outputText.contains(message), "\(rule): \(run.outputText)")
    }
  }

  @Test func oneOfWhatCouldNotBeReadIsRefused() throws {
    let shop = try Self.shop()
    try shop.folder.write("Old.app/Contents/PlugIns/Share.appex/Contents/Info.plist", "<plist><dict><key>")
    try #require(try shop.run("check", "--format", "json", "--output", "broken.json", "Old.app").status == 2)
    let run = try shop.run("check", "--previous", "broken.json", "Old.app")
    #expect(run.status == 2 && run.errorText.contains("was not completely checked"), "\(run.errorText)")
  }

  @Test(arguments: [
    (#"{ "format": "bundlepolicy-report" "#, "old.json:1"),
    (#"{ "format": "bundlepolicy-report", "version": 2 }"#, "it reads version 1"),
    (#"{ "format": "bundlepolicy-report", "version": 1, "bundles": [] }"#, "lists no bundles"),
    (
      #"{ "format": "bundlepolicy-report", "version": 1, "bundles": [{ "path": "A.app" }] }"#,
      "it contains no data about A.app"
    ),
    (
      #"{ "format": "bundlepolicy-report", "version": 1, "bundles": [{ "path": "A.app", "builds": [{ "bundle": "" }] }] }"#,
      "'info' is missing here"
    ),
  ])
  func refusesWhatIsNoReport(_ text: String, _ message: String) throws {
    let shop = try Self.shop()
    try shop.folder.write("old.json", text)
    let run = try shop.run("check", "--previous", "old.json", "Old.app")
    #expect(run.status == 2 && run.errorText.contains(message), "\(run.errorText)")
  }
}
