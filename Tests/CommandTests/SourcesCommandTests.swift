import PolicyTestSupport
import Testing

/// `sources` in `bundlepolicy.yml`: findings name the files in the project, and `--fix` changes them.
@Suite struct SourcesCommandTests {
  private static let rules = """
    rule "host" { summary = "s", forbid = "Host" }
    rule "types" { summary = "s", shape = { LSUIElement = optional(boolean), LSBackgroundOnly = optional(boolean) } }
    rule "needs" { summary = "s", require = "NSHumanReadableCopyright" }
    """

  private static let project = """
    policies: [policy.lua]
    bundles: [build/App.app]
    sources:
      com.x.app:
        info: App/Info.plist
        settings: [App.xcconfig]

    """

  /// A project whose application is built from sources.
  private static func folder() throws -> TemporaryFolder {
    let folder = try workshop(rules)
    try folder.write("bundlepolicy.yml", project)
    try folder.write(
      "App/Info.plist",
      PropertyListText.document(
        "\n<key>Host</key>\n<string>h</string>\n<key>LSUIElement</key>\n<string>YES</string>\n"
          + "<key>LSBackgroundOnly</key>\n<string>$(ONLY)</string>\n"))
    try folder.write("App.xcconfig", "// settings\nONLY = NO\n")
    try folder.write(
      "build/App.app/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.app</string><key>Host</key><string>h</string>"
          + "<key>LSUIElement</key><string>YES</string><key>LSBackgroundOnly</key><string>NO</string>"))
    try folder.makeDirectory("sub")
    return folder
  }

  private static func run(_ words: String, _ folder: TemporaryFolder, in place: String = "") throws -> ChildProcess {
    try Program.run(words.split(separator: " ").map(String.init), in: folder.path + place)
  }

  private static func line(of text: String, in folder: TemporaryFolder) throws -> Int {
    let lines = String(decoding: try folder.bytes("App/Info.plist"), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return try #require(lines.firstIndex { $0.contains(text) }) + 1
  }

  @Test func findingsNameTheProject() throws {
    let folder = try Self.folder()
    let host = try Self.line(of: "Host", in: folder)
    for (place, up) in [("", ""), ("/sub", "../")] {
      let run = try Self.run("check", folder, in: place)
      #expect(run.status == 1)
      for text in [
        "\n\(up)App/Info.plist:\(host):1: error:", "\(host) | <key>Host</key>\n",
        "    built     \(up)build/App.app/Contents/Info.plist:", "\n\(up)App.xcconfig:2:1: error:", " 2 | ONLY = NO\n",
        "    setting   ONLY, used at \(up)App/Info.plist:",
        "note: settings from \(up)bundlepolicy.yml: policies, bundles, sources\n",
      ] { #expect(run.outputText.contains(text), "\(text)\n\(run.outputText)\(run.errorText)") }
    }
    let github = try Self.run("check --format github", folder)
    #expect(github.outputText.contains("::error file=App/Info.plist,line=\(host),col=1,"), "\(github.outputText)")
  }

  /// Positions mean the same elements only in equal lists: a source that was corrected by hand, or fixed before, stays as it is.
  @Test(arguments: ["<string>z</string><string>x</string><string>y</string>", "<string>x</string>"])
  func aListThatDiffersIsLeft(_ elements: String) throws {
    let folder = try Self.folder()
    try folder.write(
      "policy.lua",
      """
      policy "test" { summary = "for a test" }
      rule "r" { summary = "s", check = function(bundle, report)
        report:at(bundle.info.L, 1, "once is enough", { fix = { remove = { 1 } } })
      end }
      """)
    try folder.write(
      "build/App.app/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.app</string>"
          + "<key>L</key><array><string>x</string><string>x</string><string>y</string></array>"))
    try folder.write("App/Info.plist", PropertyListText.document("<key>L</key><array>\(elements)</array>"))
    let before = try folder.bytes("App/Info.plist")
    let run = try Self.run("check --fix", folder)
    #expect(run.status == 1, "\(run.errorText)")
    #expect(try folder.bytes("App/Info.plist") == before)
  }

  /// A pattern finds files, and enters folders.
  @Test func patternsFindFiles() throws {
    let folder = try Self.folder()
    try folder.write("bundlepolicy.yml", Self.project + "    files: [\"App/**\"]\n")
    try folder.write("App/sub/a.json", "{}")
    #expect(try Self.run("check", folder).status == 1)
  }

  @Test func aByteOrderMarkIsNotPartOfASetting() throws {
    let folder = try Self.folder()
    try folder.write("App.xcconfig", "\u{FEFF}ONLY = NO\n")
    let run = try Self.run("check", folder)
    #expect(run.outputText.contains("\nApp.xcconfig:1:1: error:"), "\(run.outputText)")
  }

  @Test func verdictAndFingerprintsAreTheSame() throws {
    let folder = try Self.folder()
    #expect(
      try Self.run("check --no-project --policy policy.lua --write-baseline base.txt build/App.app", folder).status == 0
    )
    let plain = try folder.bytes("base.txt")
    #expect(try Self.run("check --write-baseline base2.txt", folder).status == 0)
    #expect(try folder.bytes("base2.txt") == plain)
    #expect(try Self.run("check --baseline base.txt", folder).status == 0)
    // A merged report equals the report of one run.
    #expect(try Self.run("check --format json=r.json --format text=one.txt", folder).status == 1)
    #expect(try Self.run("report --format text=two.txt --format json=again.json r.json", folder).status == 1)
    #expect(try folder.bytes("one.txt") == folder.bytes("two.txt"))
    #expect(try folder.bytes("r.json") == folder.bytes("again.json"))
  }

  @Test func sourcesAreFixed() throws {
    let folder = try Self.folder()
    // The bundle is signed, and stays as it is.
    try folder.write("build/App.app/Contents/_CodeSignature/CodeResources", "x")
    let built = try folder.bytes("build/App.app/Contents/Info.plist")
    let before = try folder.bytes("App/Info.plist")
    let dry = try Self.run("check --fix --dry-run", folder)
    #expect(
      dry.status == 1 && dry.outputText.hasPrefix("--- a/App/Info.plist\n+++ b/App/Info.plist\n"), "\(dry.outputText)")
    #expect(try folder.bytes("App/Info.plist") == before)
    let run = try Self.run("check --fix", folder)
    #expect(run.status == 1, "\(run.errorText)")
    #expect(run.errorText.contains("App/Info.plist: 2 fixes applied\n"), "\(run.errorText)")
    #expect(
      run.errorText.contains(
        "App.xcconfig: /LSBackgroundOnly was not fixed: the value comes from the build setting ONLY\n"))
    #expect(run.errorText.contains("sources were changed; build again"))
    let after = String(decoding: try folder.bytes("App/Info.plist"), as: UTF8.self)
    #expect(after.contains("<key>LSUIElement</key>\n<true/>") && !after.contains("Host") && after.contains("$(ONLY)"))
    #expect(try folder.bytes("build/App.app/Contents/Info.plist") == built)
    // The report is about the old bundle, and says so.
    #expect(
      run.outputText.contains("--fix leaves it, because App/Info.plist is newer than the bundle: build it again\n"))
    #expect(run.outputText.contains(" (built before the source was changed)\n"))
    #expect(!run.outputText.contains("the build adds this value"), "\(run.outputText)")
    // Findings without a source are left, because the bundle is signed.
    try folder.write(
      "build/App.app/Contents/PlugIns/B.bundle/Contents/Info.plist",
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.b</string><key>Host</key><string>h</string>"))
    let nested = try Self.run("check --fix", folder)
    #expect(
      nested.errorText.contains(
        "build/App.app/Contents/PlugIns/B.bundle/Contents/Info.plist: /Host was not fixed: it has no source, and the bundle is signed\n"
      ),
      "\(nested.errorText)")
    // Until the bundle is built again, there is nothing more to do.
    let again = try Self.run("check --fix", folder)
    #expect(again.errorText.contains("nothing to fix automatically"), "\(again.errorText)")
    #expect(
      again.errorText.contains(
        "App/Info.plist: /LSUIElement was not fixed: App/Info.plist has another value than the bundle\n"))
    #expect(again.errorText.contains("App/Info.plist: /Host was not fixed: App/Info.plist does not have this key\n"))
    #expect(String(decoding: try folder.bytes("App/Info.plist"), as: UTF8.self) == after)
  }

  @Test func aSourceThatCannotBeReadEndsTheCheck() throws {
    let folder = try Self.folder()
    try folder.write("bundlepolicy.yml", Self.project.replacing("App/Info.plist", with: "App/Infos.plist"))
    let run = try Self.run("check --format text --format json=r.json", folder)
    #expect(run.status == 2)
    let text =
      "bundlepolicy.yml:5:11: error: 'info' of 'com.x.app' in 'sources' names App/Infos.plist, which does not exist\n"
    #expect((run.outputText + run.errorText).contains(text), "\(run.outputText)\(run.errorText)")
    #expect(try JSONText(try folder.bytes("r.json"))["verdict"]?.text == "error")
    #expect(try Self.run("check --no-project --policy policy.lua build/App.app", folder).status == 1)
  }

  /// A result must not replace a source, also not a file in an asset catalog.
  @Test func sourcesAreNotOverwritten() throws {
    let folder = try Self.folder()
    try folder.write("bundlepolicy.yml", Self.project + "    assets: [App/Assets.xcassets]\n")
    try folder.write("App/Assets.xcassets/Contents.json", "{}")
    try folder.makeDirectory("App/Assets.xcassets/AppIcon.appiconset")
    for (file, message) in [
      ("App/Info.plist", "would overwrite a file that 'sources' reads; name another file"),
      ("App.xcconfig", "would overwrite a file that 'sources' reads; name another file"),
      ("bundlepolicy.yml", "would overwrite a file that --policy reads; name another file"),
      ("App/Assets.xcassets/Contents.json", "would write into App/Assets.xcassets, which 'sources' reads"),
      (
        "App/Assets.xcassets/AppIcon.appiconset/new.json", "would write into App/Assets.xcassets, which 'sources' reads"
      ),
    ] {
      let before = try? folder.bytes(file)
      for option in ["--format json=", "--write-baseline "] {
        let run = try Self.run("check " + option + file, folder)
        #expect(run.status == 64 && run.errorText.contains(message), "\(file): \(run.errorText)")
      }
      #expect((try? folder.bytes(file)) == before)
    }
  }

  @Test func sourcesOfNoBundleAreAWarning() throws {
    let folder = try Self.folder()
    try folder.write("bundlepolicy.yml", Self.project.replacing("com.x.app", with: "com.x.ap"))
    let run = try Self.run("check", folder)
    #expect(
      run.status == 1 && run.outputText.contains("bundlepolicy.yml:4:3: warning: 'sources' names none"),
      "\(run.outputText)")
    #expect(run.outputText.contains("\nbuild/App.app/Contents/Info.plist:"))
  }

  /// A file that a setting names and that does not exist is reported with the place of the setting.
  @Test(arguments: [
    ("policies: [gone.lua]", "1:12", "'policies' names gone.lua: no policy file at this path"),
    ("baseline: gone.txt", "1:11", "'baseline' names gone.txt: the baseline cannot be read"),
    ("waivers: [gone.lua]", "1:11", "'waivers' names gone.lua: no such waiver file"),
    ("ledger: gone.db", "1:9", "'ledger' names gone.db: "),
    ("previous: [Gone.app]", "1:12", "'previous' names Gone.app: "),
    ("bundles: [Good.app, Gone.app]", "1:21", "'bundles' names Gone.app: no such file"),
    ("bundles: ['gone/*.app', Good.app]", "1:11", "'bundles' names gone/*.app: no file matches this pattern"),
  ]) func whatIsMissingHasAPlace(_ setting: String, _ place: String, _ message: String) throws {
    let folder = try workshop()
    try folder.write("bundlepolicy.yml", setting + "\n")
    let bundle = setting.hasPrefix("bundles") ? "" : " Good.app"
    let policy = setting.hasPrefix("ledger") ? " --policy apple.recommended" : ""
    let run = try Self.run("check" + policy + bundle, folder)
    let text = run.outputText + run.errorText
    #expect(run.status == 2 && text.contains("bundlepolicy.yml:\(place): error: \(message)"), "\(text)")
    // The bundle that exists is checked.
    #expect(!setting.hasPrefix("bundles") || run.outputText.contains("Good.app"))
  }

  @Test func initRefusesABrokenProjectFile() throws {
    let folder = try TemporaryFolder(["bundlepolicy.yml": "polices: [a.lua]\n", "README.md": "x"])
    let run = try Program.run(["init"], in: folder.path)
    #expect(run.status == 2 && run.errorText.contains("bundlepolicy.yml:1:1: error: unknown setting 'polices'"))
    #expect(try ChildProcess.run("/bin/ls", ["-A", folder.path]).outputText == "README.md\nbundlepolicy.yml\n")
    try folder.write("bundlepolicy.yml", "packs: { Bad: { source: x } }\n")
    #expect(try Program.run(["init", folder.path]).status == 2)
  }

  /// The old policies are those that a check would use.
  @Test func diffFollowsTheProject() throws {
    let folder = try workshop(
      #"rule "r" { summary = "s", forbid = parameter "word" { default = "Bad", summary = "s" } }"#)
    _ = try ChildProcess.run("/bin/mv", [folder("policy.lua"), folder("rules.lua")])
    try folder.write(
      "new.lua", "policy \"test\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
    try folder.write("bundlepolicy.yml", "policies: [rules.lua]\nparameters: { word: Worse }\n")
    let run = try Self.run("diff --against new.lua Bad.app", folder)
    #expect(run.status == 1, "\(run.outputText)\(run.errorText)")
    let none = try Self.run("diff --no-project --policy rules.lua --against new.lua Bad.app", folder)
    #expect(none.status == 0, "\(none.outputText)\(none.errorText)")
    let usage = try Self.run("diff --project bundlepolicy.yml Good.app Bad.app", folder)
    #expect(usage.status == 64 && usage.errorText.contains("--project needs --against"), "\(usage.errorText)")
  }
}
