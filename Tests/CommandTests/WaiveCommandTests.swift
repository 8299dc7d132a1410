import PolicyTestSupport
import Testing

/// `bundlepolicy waive`, and `check` with the files that it writes.
@Suite struct WaiveCommandTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try workshop(
      """
      rule "r" { summary = "s", forbid = { "Bad", "Worse" } }
      rule "own-keys" { summary = "s", check = function(bundle, report)
        report("the bundle") report:file("Contents/PkgInfo", "a file") report:at(bundle.info, "Worse", "once") report:at(bundle.info, "Worse", "twice")
      end }
      """)
    try folder.write(
      "Bad.app/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.bad</string><key>Bad</key><true/><key>Worse</key><true/>"))
    try folder.write(
      "Bad.app/Contents/PlugIns/B.appex/Contents/Info.plist",
      PropertyListText.document("<key>Bad</key><true/><key>Worse</key><true/>"))
    return folder
  }

  private static let words = [
    "waive", "--from-report", "r.json", "--expires", "2026-12-31", "--because", "later", "--owner", "jo", "--as-of",
    "2026-06-15",
  ]

  private static func check(_ folder: TemporaryFolder, _ more: String...) throws -> ChildProcess {
    try Program.run(["check", "--as-of", "2026-06-15"] + more + ["Bad.app"], in: folder.path)
  }

  @Test func theNextCheckReportsThemWaived() throws {
    let folder = try Self.folder()
    #expect(try Self.check(folder, "--format", "json", "--output", "r.json").status == 1)
    let made = try Program.run(Self.words, in: folder.path)
    #expect(made.status == 0 && made.outputText == "waivers.lua: 10 waivers added\n" && made.errors.isEmpty)
    let second = try Self.check(folder)
    #expect(second.status == 0)
    #expect(
      second.outputText.hasSuffix(
        "PASS: 12 waived; 2 rules evaluated on 1 bundle by test (policy.lua), waivers from waivers.lua\n"),
      "\(second.outputText)")
    #expect(try Self.check(folder, "--no-waivers").status == 1)
    #expect(try Self.check(folder, "--waivers", "waivers.lua").status == 0)
    // Waived findings are skipped.
    _ = try Self.check(folder, "--format", "json", "--output", "r.json")
    let again = try Program.run(Self.words, in: folder.path)
    #expect(again.status == 0 && again.outputText == "waivers.lua: 0 waivers added\n")
    let report = try JSONText(try folder.bytes("r.json"))
    #expect(report["waivers"]?[0]?["source"]?.text == "waivers.lua")
    #expect(report["waivers"]?[0]?["digest"]?.text?.hasPrefix("sha256:") == true)
  }

  @Test func noMoreThanThese() throws {
    let folder = try Self.folder()
    _ = try Self.check(folder, "--format", "json", "--output", "r.json")
    _ = try Program.run(Self.words + ["--rule", "r", "--output", "w.lua"], in: folder.path)
    let result = try Self.check(folder, "--waivers", "w.lua")
    #expect(result.status == 1 && result.outputText.contains("FAIL: 8 errors, 4 waived"), "\(result.outputText)")
    try folder.write(
      "Bad.app/Contents/Info.plist",
      PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.other</string><key>Bad</key><true/>"))
    let other = try Self.check(folder, "--waivers", "w.lua", "--rule", "r")
    #expect(other.status == 1 && other.outputText.contains("FAIL: 1 error, 2 waived"), "\(other.outputText)")
  }

  @Test func aForbiddenOneIsAnErrorInTheReportToo() throws {
    let folder = try Self.folder()
    try folder.write(
      "policy.lua",
      "policy \"test\" { summary = \"s\", local_waivers = false }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
    try folder.write("waivers.lua", "\nwaive \"r\" { because = \"b\", owner = \"o\", expires = \"2026-12-31\" }\n")
    let result = try Self.check(folder, "--format", "json")
    #expect(
      result.errorText
        == "waivers.lua:2: error: waive 'test/r': policy 'test' does not allow local waivers (policy.lua:1)\n    fix       fix the bundle, or ask the policy's owner to waive the rule there\n"
    )
    #expect(result.status == 2 && result.outputText.contains("\"verdict\": \"error\""))
  }

  /// The waivers of the project do not apply to a named policy.
  @Test func aNamedPolicyIsNotOpenedByTheProject() throws {
    let folder = try Self.folder()
    try folder.write("waivers.lua", "waive \"r\" { because = \"b\", owner = \"o\", expires = \"2026-12-31\" }\n")
    let warning =
      "waivers.lua: warning: waivers.lua is not applied because --policy names the policy\n    fix       to apply it, add --waivers waivers.lua; to silence this warning, add --no-waivers\n"
    let found = try Self.check(folder, "--rule", "r")
    #expect(found.status == 0 && !found.outputText.contains("not applied"), "\(found.outputText)")
    for policy in ["policy.lua", "./policy.lua", "."] {
      let named = try Self.check(folder, "--rule", "r", "--policy", policy)
      #expect(named.status == 1 && named.outputText.contains("\n" + warning), "\(named.outputText)")
    }
    let coded = try Self.check(folder, "--policy", "policy.lua", "--format", "sarif")
    #expect(coded.status == 1 && coded.outputText.contains("\"id\": \"waivers.not-applied\""))
    let both = try Self.check(folder, "--rule", "r", "--policy", "policy.lua", "--waivers", "waivers.lua")
    #expect(both.status == 0 && !both.outputText.contains("not applied"))
    let neither = try Self.check(folder, "--rule", "r", "--policy", "policy.lua", "--no-waivers")
    #expect(neither.status == 1 && !neither.outputText.contains("not applied"))
    let words = ["diff", "--as-of", "2026-06-15", "--against", "policy.lua", "--rule", "r", "Bad.app"]
    #expect(try Program.run(words, in: folder.path).errors.isEmpty)
    let compared = try Program.run(words + ["--policy", "policy.lua"], in: folder.path)
    #expect(compared.status == 0 && compared.errorText == warning, "\(compared.errorText)")
  }

  @Test func aLinkThatLeadsNowhereIsNotPassedOver() throws {
    let folder = try Self.folder()
    try folder.link("waivers.lua", to: "gone.lua")
    #expect(try Self.check(folder).status == 2)
  }

  @Test(arguments: [
    ("waive", 64, "Missing expected argument '--from-report <FILE>"),
    ("waive --from-report r.json --because b --owner o", 64, "Missing expected argument '--expires <DATE>"),
    (
      "waive --from-report r.json --because b --owner o --expires soon", 64,
      "The value 'soon' is invalid for '--expires <DATE>': must be a date, YYYY-MM-DD"
    ),
    (
      "waive --from-report r.json --because b --owner o --expires 2026-06-14 --as-of 2026-06-15", 64,
      "--expires 2026-06-14 is in the past, so the waivers would cover nothing"
    ),
    (
      "waive --from-report r.json --because b --expires 2026-12-31 --as-of 2026-06-15", 64,
      "Missing expected argument '--owner <WHO>"
    ),
    (
      "waive --from-report r.json --because= --owner o --expires 2026-12-31", 64,
      "The value '' is invalid for '--because <TEXT>': must not be blank"
    ),
    ("waive r.json", 64, "--from-report"),
    (
      "waive --from-report gone.json --because b --owner o --expires 2099-12-31", 2,
      "gone.json: error: the report cannot be read: there is no such file\n"
    ),
    (
      "waive --from-report text.txt --because b --owner o --expires 2099-12-31", 2,
      "text.txt:1:1: error: expected a value, found 'n'\n"
    ),
    (
      "waive --from-report text.txt --because b --owner o --expires 2099-12-31 --output plain", 2,
      "plain: error: the waivers cannot be read: it is a directory\n"
    ),
    ("check --waivers gone.lua Good.app", 2, "gone.lua: error: no such waiver file\n"),
    ("check --waivers plain Good.app", 2, "plain: error: the waivers cannot be read: it is a directory\n"),
    ("check --waivers a.lua --no-waivers Good.app", 64, "--waivers and --no-waivers cannot be combined"),
  ])
  func refused(_ arguments: String, _ status: Int32, _ errors: String) throws {
    let folder = try workshop()
    let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == status && result.errorText.contains(errors), "\(result.errorText)")
    #expect(try !folder.names().contains("waivers.lua"))
  }
}
