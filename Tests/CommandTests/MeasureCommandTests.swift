import PolicyTestSupport
import Testing

/// `measure`, `budget` and `unchanged`, with folders, archives, reports and ledgers.
@Suite struct MeasureCommandTests {
  private static let budget =
    #"rule "size" { summary = "s", applies = { nested = false }, budget = { measure = "install-size", max = "100 KB", growth = "2 %" } }"#

  private static func check(_ shop: LedgerWorkshop, _ arguments: String...) throws -> ChildProcess {
    try Program.run(["check", "--ledger", "builds.db"] + arguments, in: shop.folder.path)
  }

  private static func grow(_ shop: LedgerWorkshop, _ name: String, build: String, bytes: Int) throws {
    try shop.app(name, build: build, content: String(repeating: "x", count: bytes))
  }

  // MARK: Budgets

  @Test func growthNeedsNoEarlierBuild() throws {
    let shop = try LedgerWorkshop(Self.budget)
    try Self.grow(shop, "A.app", build: "1", bytes: 50_000)
    let first = try shop.record("A.app")
    #expect(first.status == 0 && first.outputText.contains("nothing was compared"), "\(first.outputText)")
    try Self.grow(shop, "A.app", build: "2", bytes: 50_900)
    #expect(try shop.record("A.app").status == 0)
    try Self.grow(shop, "A.app", build: "3", bytes: 60_000)
    let large = try shop.record("A.app")
    #expect(large.status == 1)
    #expect(large.outputText.contains("the install size grew from 51.3 KB to 60.4 KB"), "\(large.outputText)")
    #expect(large.outputText.contains("since #2 of builds.db") && large.outputText.contains("above the budget of 2 %"))
    // Once it is approved, the next build is compared with it.
    try shop.folder.write(
      "waivers.lua",
      "waive \"test/size\" { because = \"b\", owner = \"o\", expires = \"2099-01-01\" }\n")
    #expect(try shop.record("A.app", "--waivers", "waivers.lua").status == 0)
    try Self.grow(shop, "A.app", build: "4", bytes: 60_100)
    #expect(try shop.record("A.app").status == 0)
    let log = try shop.run("ledger", "log", "--ledger", "builds.db", "--measure", "install-size")
    #expect(log.status == 0 && log.outputText.contains("+17.7 %"), "\(log.outputText)")
    #expect(log.outputText.split(separator: "\n").filter { $0.hasPrefix("#") || $0.hasPrefix(" #") }.count == 4)
  }

  @Test func aReportKeepsTheMeasures() throws {
    let shop = try LedgerWorkshop(Self.budget)
    try Self.grow(shop, "A.app", build: "1", bytes: 50_000)
    let old = try shop.run("check", "--format", "json", "--output", "old.json", "A.app")
    #expect(old.status == 0)
    try Self.grow(shop, "A.app", build: "2", bytes: 60_000)
    let run = try shop.run("check", "--previous", "old.json", "--format", "json", "A.app")
    #expect(run.status == 1, "\(run.errorText)")
    let bundle = try #require(try JSONText(run.output)["bundles"]?[0])
    let earlier = try #require(bundle["builds"]?[0]?["earlier"])
    #expect(earlier["build"]?.text?.contains("old.json") == true)
    let size = try #require(bundle["measures"]?["install-size"]?.digits)
    #expect(bundle["builds"]?[0]?["measures"]?["install-size"]?.digits == size)
    #expect(Int(size).map { $0 > 60_000 } == true)
    #expect(earlier["measures"]?["install-size"]?.digits.flatMap { Int($0) }.map { $0 < 51_000 } == true)
    // The report of a merge has them, too.
    try shop.folder.write("new.json", run.outputText)
    let merged = try shop.run("report", "new.json", "--format", "json")
    #expect(try JSONText(merged.output)["bundles"]?[0]?["builds"]?[0] == bundle["builds"]?[0])
    let markdown = try shop.run("report", "new.json", "--format", "markdown")
    #expect(markdown.outputText.contains("install-size"), "\(markdown.outputText)")
    let page = try shop.run("report", "new.json", "--format", "html")
    #expect(page.outputText.contains("install-size"))
    let lines = try shop.run("check", "--previous", "old.json", "--format", "jsonl", "A.app")
    #expect(
      lines.outputText.contains(#""measures": {"install-size": "#)
        || lines.outputText.contains(#""measures":{"install-size":"#))
  }

  @Test func whatAReportDoesNotKeepIsAnError() throws {
    let shop = try LedgerWorkshop(Self.budget)
    try Self.grow(shop, "A.app", build: "1", bytes: 50_000)
    try shop.folder.write(
      "other.lua", "policy \"other\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"CFBundleName\" }\n")
    _ = try shop.run("check", "--policy", "other.lua", "--format", "json", "--output", "old.json", "A.app")
    let run = try shop.run("check", "--previous", "old.json", "A.app")
    #expect(
      run.status == 2 && run.outputText.contains("does not contain the measure 'install-size'"), "\(run.outputText)")
  }

  /// A build that was recorded by a policy without the measure passes with a remark: otherwise no build could follow it.
  @Test func aRowWithoutTheMeasureIsARemark() throws {
    let shop = try LedgerWorkshop(Self.budget)
    try Self.grow(shop, "A.app", build: "1", bytes: 50_000)
    try shop.folder.write(
      "other.lua", "policy \"other\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"CFBundleName\" }\n")
    #expect(try shop.record("A.app", "--policy", "other.lua").status == 0)
    try Self.grow(shop, "A.app", build: "2", bytes: 90_000)
    let run = try shop.record("A.app")
    #expect(run.status == 0 && run.outputText.contains("was recorded without 'install-size'"), "\(run.outputText)")
  }

  @Test func measuresAreEqualInArchives() throws {
    let shop = try LedgerWorkshop(
      """
      measure "install-size" {}
      measure "code-size" {}
      measure "largest-file" {}
      measure "compressed-size" {}
      measure "localizations" {}
      measure "strings" { value = function(bundle) return #bundles.files(bundle, "**/*.txt") end }
      rule "r" { summary = "s", require = "CFBundleName" }
      """)
    try shop.app("Payload/A.app", build: "1", content: String(repeating: "x", count: 50_000), extensionBuild: "1")
    let script = """
      import zipfile, tarfile, os
      paths = [os.path.join(d, f) for d, _, fs in os.walk("Payload") for f in fs]
      for name in ("A.ipa", "A.zip"):
          with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as z:
              for p in paths: z.write(p, p if name == "A.ipa" else p[8:])
      for name, mode in (("A.tar", "w"), ("A.tar.gz", "w:gz")):
          with tarfile.open(name, mode) as t: t.add("Payload/A.app", "A.app")
      """
    try shop.folder.write("pack.py", script)
    try #require(try ChildProcess.run("/usr/bin/python3", ["pack.py"], in: shop.folder.path).status == 0)
    func measures(_ path: String) throws -> [String: String] {
      let run = try shop.run("check", "--format", "json", path)
      try #require(run.status == 0, "\(run.errorText)\(run.outputText)")
      let found = try JSONText(run.output)["bundles"]?[0]?["measures"]
      return try #require(found).names.reduce(into: [:]) { $0[$1] = found?[$1]?.digits }
    }
    var folder = try measures("Payload/A.app")
    #expect(folder["compressed-size"] == nil && folder["strings"] == "1" && folder.count == 5)
    for archive in ["A.tar", "A.tar.gz"] { #expect(try measures(archive) == folder) }
    for archive in ["A.ipa", "A.zip"] {
      let packed = try measures(archive)
      folder["compressed-size"] = packed["compressed-size"]
      #expect(packed == folder)
      #expect(packed["compressed-size"].flatMap { Int($0) }.map { 0 < $0 && $0 < 10_000 } == true)
    }
  }

  @Test func aBudgetOnAnUnknownMeasureDoesNotPass() throws {
    let shop = try LedgerWorkshop(
      #"rule "r" { summary = "s", budget = { measure = "compressed-size", max = "1 MB" } }"#)
    try shop.app("A.app", build: "1")
    let run = try shop.run("check", "A.app")
    #expect(run.status == 2 && run.outputText.contains("known only for a bundle in a zip archive"), "\(run.outputText)")
  }

  @Test func ownMeasuresAreInTheHistory() throws {
    let shop = try LedgerWorkshop(
      """
      measure "keys" { value = function(bundle) local n = 0; for _ in pairs(bundle.info) do n = n + 1 end return n end }
      rule "keys-grow-slowly" {
        summary = "s",
        check = function(bundle, report)
          local earlier = bundle.history[1]
          if earlier and bundle.measures.keys > earlier.measures.keys then
            report("%d keys after %d", bundle.measures.keys, earlier.measures.keys)
          end
        end,
      }
      rule "keys-budget" { summary = "s", budget = { measure = "keys", growth = 0 } }
      """)
    try shop.app("A.app", build: "1")
    #expect(try shop.record("A.app").status == 0)
    try shop.app("A.app", build: "2", info: "<key>Own</key><string>x</string>")
    let run = try Self.check(shop, "A.app")
    #expect(run.status == 1 && run.outputText.contains("6 keys after 5"), "\(run.outputText)")
    #expect(run.outputText.contains("the measure 'keys' grew from 5 to 6"), "\(run.outputText)")
    // The function measures an earlier build that is given as a whole.
    try shop.app("Old.app", build: "1")
    let given = try shop.run("check", "--previous", "Old.app", "A.app")
    #expect(given.outputText.contains("the measure 'keys' grew from 5 to 6"), "\(given.outputText)")
  }

  @Test func anEarlierLedgerKeepsNoMeasures() throws {
    let shop = try LedgerWorkshop(Self.budget)
    try Self.grow(shop, "A.app", build: "1", bytes: 5)
    let script = """
      import sqlite3
      c = sqlite3.connect("builds.db")
      c.execute("ALTER TABLE builds DROP COLUMN details"); c.execute("UPDATE ledger SET version = 4"); c.commit()
      """
    try shop.folder.write("old.py", script)
    try #require(try ChildProcess.run("/usr/bin/python3", ["old.py"], in: shop.folder.path).status == 0)
    let run = try shop.record("A.app")
    #expect(run.status == 0 && run.outputText.contains("measures of builds were not recorded"), "\(run.outputText)")
    #expect(try shop.run("ledger", "init", "--ledger", "builds.db").status == 0)
    #expect(try shop.run("ledger", "verify", "--ledger", "builds.db").status == 0)
    try Self.grow(shop, "A.app", build: "2", bytes: 6)
    #expect(try shop.record("A.app").status == 0)
    let show = try shop.run("ledger", "show", "2", "--ledger", "builds.db")
    #expect(show.outputText.contains("install-size = "), "\(show.outputText)")
  }

  // MARK: Drift

  private static let drift =
    #"rule "drift" { summary = "s", applies = { nested = false }, unchanged = { "entitlements", "privacy", "frameworks", "extensions", "url-schemes" } }"#
  private static let schemes =
    "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>mail-x</string></array></dict></array>"

  private static func manifest(_ type: String) -> String {
    PropertyListText.document(
      "<key>NSPrivacyTracking</key><false/><key>NSPrivacyCollectedDataTypes</key><array><dict>"
        + "<key>NSPrivacyCollectedDataType</key><string>\(type)</string><key>NSPrivacyCollectedDataTypeLinked</key><true/>"
        + "</dict></array>")
  }

  private static let manifestPath = "A.app/Contents/Resources/PrivacyInfo.xcprivacy"

  @Test(arguments: ["ledger", "report", "build"]) func driftIsFound(_ source: String) throws {
    let shop = try LedgerWorkshop(Self.drift)
    try shop.app("A.app", build: "1")
    try shop.folder.write(Self.manifestPath, Self.manifest("NSPrivacyCollectedDataTypeName"))
    try shop.folder.write(
      "A.app/Contents/Frameworks/Old.framework/Versions/A/Resources/Info.plist", PropertyListText.document(""))
    let first = try shop.run(
      "check", "--ledger", "builds.db", "--record", "--format", "json", "--output", "old.json", "A.app")
    #expect(first.status == 0, "\(first.errorText)")
    #expect(try ChildProcess.run("/bin/mv", ["A.app", "Old.app"], in: shop.folder.path).status == 0)
    try shop.app("A.app", build: "2", info: Self.schemes, extensionBuild: "2")
    try shop.folder.write(Self.manifestPath, Self.manifest("NSPrivacyCollectedDataTypeEmailAddress"))
    let arguments = [
      "ledger": ["--ledger", "builds.db"], "report": ["--previous", "old.json"], "build": ["--previous", "Old.app"],
    ]
    let run = try Program.run(
      ["check", "--format", "json"] + arguments[source, default: []] + ["A.app"], in: shop.folder.path)
    #expect(run.status == 1, "\(run.errorText)")
    let findings = try JSONText(run.output)["bundles"]?[0]?["findings"]?.elements ?? []
    let told = findings.map { finding in
      let message = finding["message"]?.text ?? ""
      let end = message.range(of: " since ")?.lowerBound ?? message.endIndex
      return "\(finding["file"]?.text ?? "-") \(finding["keyPath"]?.text ?? "-"): \(message[..<end])"
    }
    #expect(
      told.sorted()
        == [
          "- -: the framework or library Old.framework is gone",
          "Contents/Info.plist /CFBundleURLTypes/0/CFBundleURLSchemes/0: the URL scheme mail-x is new",
          "Contents/PlugIns/Share.appex -: the extension or nested application Share.appex is new",
          "Contents/Resources/PrivacyInfo.xcprivacy -: the entry of the privacy manifest collected data NSPrivacyCollectedDataTypeName is gone",
          "Contents/Resources/PrivacyInfo.xcprivacy /NSPrivacyCollectedDataTypes/0: the entry of the privacy manifest collected data NSPrivacyCollectedDataTypeEmailAddress = linked is new",
        ].sorted(), "\(told.joined(separator: "\n"))")
    #expect(Set(findings.compactMap { $0["fingerprint"]?.text }).count == 5)
    // Nothing changed: it passes.
    let same = try Program.run(["check"] + arguments[source, default: []] + ["Old.app"], in: shop.folder.path)
    #expect(same.status == 0, "\(same.outputText)")
  }

  @Test func whatAnEarlierBuildDoesNotSay() throws {
    let shop = try LedgerWorkshop(Self.drift)
    try shop.app("A.app", build: "1")
    try shop.folder.write(
      "other.lua", "policy \"other\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"CFBundleName\" }\n")
    let other = try shop.run(
      "check", "--ledger", "builds.db", "--record", "--policy", "other.lua", "--format", "json", "--output", "old.json",
      "A.app")
    #expect(other.status == 0)
    try shop.app("A.app", build: "2", info: Self.schemes)
    // The row has Info.plist and the entitlements.
    let recorded = try Self.check(shop, "A.app")
    #expect(
      recorded.status == 1 && recorded.outputText.contains("the URL scheme mail-x is new"), "\(recorded.outputText)")
    for name in ["old.json", "A.app/Contents/Info.plist"] {
      let given = try shop.run("check", "--previous", name, "A.app")
      #expect(given.status == 2 && given.outputText.contains("does not contain '"), "\(given.outputText)")
    }
    try shop.app("A.app", build: "3")
    let same = try Self.check(shop, "A.app")
    #expect(
      same.status == 0 && same.outputText.contains("was recorded without 'privacy', 'frameworks', 'extensions'"),
      "\(same.outputText)")
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
