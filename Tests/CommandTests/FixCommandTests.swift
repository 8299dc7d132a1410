import PolicyTestSupport
import Testing

/// `check --fix` and `--dry-run`, and fixes in reports.
@Suite struct FixCommandTests {
  private static let rules = """
    rule "own-keys" { summary = "s", check = function(bundle, report)
      for key in pairs(bundle.info) do
        if key:find("^Host") then report:at(bundle.info, key, "old", { fix = { rename = { [key] = "com.x." .. key } } }) end
      end
    end }
    rule "qualified-keys" { summary = "s", qualified_keys = { default = "present" } }
    rule "shapes" { summary = "s", shape = { LSUIElement = optional(boolean), CFBundlePackageType = optional(one_of { "APPL" }) } }
    """

  private static let document = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    \t<!-- who -->
    \t<key>CFBundleIdentifier</key>
    \t<string>com.x.app</string>
    \t<key>Host</key> <!-- where -->
    \t<string>h</string>
    \t<key>LSUIElement</key>
    \t<string>YES</string>
    \t<key>NSMainNibFile-macos</key>
    \t<string>Main</string>
    </dict>
    </plist>

    """

  private static let fixed =
    document.replacing("<key>Host<", with: "<key>com.x.Host<").replacing("<string>YES</string>", with: "<true/>")
    .replacing(
      "\t<string>Main</string>\n",
      with: "\t<string>Main</string>\n\t<key>NSMainNibFile</key>\n\t<string>Main</string>\n")

  /// The document as a bare property list.
  private static let bare = document.replacing(
    "<dict>\n", with: "<dict>\n\t<key>LSMinimumSystemVersion</key>\n\t<string>13.0</string>\n")
  private static let fixedBare = fixed.replacing(
    "<dict>\n", with: "<dict>\n\t<key>LSMinimumSystemVersion</key>\n\t<string>13.0</string>\n")

  private static func folder(_ rules: String = rules, _ document: String = document) throws -> TemporaryFolder {
    let folder = try workshop(rules)
    try folder.write("App.app/Contents/Info.plist", document)
    return folder
  }

  private static func run(_ folder: TemporaryFolder, _ words: String...) throws -> ChildProcess {
    try Program.run(["check"] + words, in: folder.path)
  }

  private static func text(_ folder: TemporaryFolder, _ path: String = "App.app/Contents/Info.plist") throws -> String {
    String(decoding: try folder.bytes(path), as: UTF8.self)
  }

  /// A change that two findings ask for counts once.
  @Test func oneFileByTwoNames() throws {
    let folder = try Self.folder()
    try folder.write("a.plist", Self.bare)
    try folder.link("b.plist", to: "a.plist")
    let run = try Self.run(folder, "--fix", "a.plist", "b.plist")
    #expect(run.status == 0 && run.errorText == "a.plist: 3 fixes applied\n", "\(run.errorText)")
    #expect(try Self.text(folder, "a.plist") == Self.fixedBare)
  }

  /// Changes made before an error are reported.
  @Test func oneOfTwoCannotBeWritten() throws {
    let folder = try Self.folder()
    // A limit on the file size makes writing fail.
    let large = Self.bare.replacing("</dict>", with: "<!-- \(String(repeating: "x", count: 20_000)) -->\n</dict>")
    try folder.write("a.plist", Self.bare)
    try folder.write("b.plist", large)
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" check --fix a.plist b.plist"
    let run = try ChildProcess.run("/bin/sh", ["-c", script, Program.path], in: folder.path)
    #expect(run.status == 2 && run.errorText.contains("a.plist: 3 fixes applied\n"), "\(run.errorText)")
    #expect(run.errorText.contains("b.plist: error: the file cannot be fixed"), "\(run.errorText)")
    #expect(try Self.text(folder, "a.plist") == Self.fixedBare && Self.text(folder, "b.plist") == large)
    #expect(try folder.names().filter { $0.contains("partial") } == [])
  }

  @Test func repeatedElementsAreRemoved() throws {
    func document(_ elements: String) -> String {
      PropertyListText.document(
        "<key>CFBundleIdentifier</key><string>com.x.app</string>\n<key>L</key>\n<array>\n\(elements)</array>\n")
    }
    let repeated =
      "<string>a</string>\n<string>b</string>\n<string>a</string>\n<string>c</string>\n<string>a</string>\n"
    let rule = #"rule "r" { summary = "s", shape = { L = list_of(text, { unique = true, min_count = 3 }) } }"#
    let folder = try Self.folder(rule, document(repeated))
    let run = try Self.run(folder, "--fix", "App.app")
    #expect(run.status == 0, "\(run.outputText) \(run.errorText)")
    #expect(
      try Self.text(folder) == document("<string>a</string>\n<string>b</string>\n<string>c</string>\n"))
    // Too few values would remain, so a person has to decide.
    let few = try Self.folder(rule, document("<string>a</string>\n<string>b</string>\n<string>a</string>\n"))
    let before = try Self.text(few)
    #expect(try Self.run(few, "--fix", "App.app").status == 1)
    #expect(try Self.text(few) == before)
  }

  @Test func theSecondCheckIsReported() throws {
    let folder = try Self.folder()
    let first = try Self.run(folder, "App.app")
    #expect(first.status == 1 && first.outputText.contains("edit      rename /Host to 'com.x.Host' (--fix)"))
    let result = try Self.run(folder, "--fix", "App.app")
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    #expect(result.outputText.contains("PASS: no findings") && !result.outputText.contains("Host"))
    #expect(result.errorText == "App.app/Contents/Info.plist: 3 fixes applied\n")
    #expect(try Self.text(folder) == Self.fixed)
    let again = try Self.run(folder, "--fix", "--format", "json", "App.app")
    #expect(again.status == 0 && again.errorText == "bundlepolicy: there is nothing to fix automatically\n")
    #expect(try JSONText(again.output)["verdict"]?.text == "pass")
    #expect(try Self.text(folder) == Self.fixed)
  }

  @Test func aDryRunOnlyShows() throws {
    let folder = try Self.folder()
    let result = try Self.run(folder, "--fix", "--dry-run", "App.app")
    #expect(result.status == 1 && result.errorText == "App.app/Contents/Info.plist: 3 fixes to apply\n")
    #expect(try Self.text(folder) == Self.document)
    #expect(
      result.outputText == """
        --- a/App.app/Contents/Info.plist
        +++ b/App.app/Contents/Info.plist
        @@ -4,11 +4,13 @@
         \t<!-- who -->
         \t<key>CFBundleIdentifier</key>
         \t<string>com.x.app</string>
        -\t<key>Host</key> <!-- where -->
        +\t<key>com.x.Host</key> <!-- where -->
         \t<string>h</string>
         \t<key>LSUIElement</key>
        -\t<string>YES</string>
        +\t<true/>
         \t<key>NSMainNibFile-macos</key>
        +\t<string>Main</string>
        +\t<key>NSMainNibFile</key>
         \t<string>Main</string>
         </dict>
         </plist>

        """)
    try folder.write("fix.diff", result.outputText)
    let patched = try ChildProcess.run("/usr/bin/env", ["git", "apply", "--unsafe-paths", "fix.diff"], in: folder.path)
    #expect(patched.status == 0, "\(patched.errorText)")
    #expect(try Self.text(folder) == Self.fixed)
  }

  @Test func keysOfOneFamilyTakeTwoRounds() throws {
    let pad =
      "<key>CFBundleSupportedPlatforms</key><array><string>iPhoneOS</string></array>\n<key>UIDeviceFamily</key><array><integer>2</integer></array>\n"
    let folder = try Self.folder(
      Self.rules, PropertyListText.document("\(pad)<key>Host~ipad</key><string>h</string>"))
    let result = try Self.run(folder, "--fix", "App.app")
    #expect(
      result.status == 0 && result.errorText == "App.app/Contents/Info.plist: 2 fixes applied\n", "\(result.errorText)")
    #expect(
      try Self.text(folder)
        == PropertyListText.document(
          "\(pad)<key>com.x.Host~ipad</key><string>h</string>\n<key>com.x.Host</key>\n<string>h</string>"))
  }

  @Test func contradictionsAreLeftToPeople() throws {
    let folder = try Self.folder(
      """
      rule "a" { summary = "s", shape = { LSUIElement = boolean } }
      rule "b" { summary = "s", forbid = "LSUIElement" }
      rule "c" { summary = "s", check = function(bundle, report)
        if bundle.info.Host then report:at(bundle.info, "Host", "old", { fix = { rename = { Host = "com.x.Host" } } }) end
      end }
      """)
    let result = try Self.run(folder, "--fix", "App.app")
    #expect(result.status == 1)
    #expect(
      result.errorText == """
        App.app/Contents/Info.plist: 1 fix applied
        App.app/Contents/Info.plist: /LSUIElement was not fixed: test/a and test/b ask for different changes of it

        """)
    #expect(try Self.text(folder) == Self.document.replacing("<key>Host<", with: "<key>com.x.Host<"))
  }

  @Test func waivedFindingsAndBaselinesStay() throws {
    let folder = try Self.folder()
    try folder.write(
      "waivers.lua",
      """
      waive "own-keys" { bundle = "com.x.app", because = "b", owner = "o", expires = "2999-01-01" }
      """)
    _ = try Self.run(folder, "--rule", "shapes", "--format", "json", "App.app")
    let result = try Self.run(folder, "--fix", "App.app")
    #expect(result.status == 0)
    #expect(try Self.text(folder) == Self.fixed.replacing("com.x.Host", with: "Host"))
  }

  @Test func aRuleOfItsOwn() throws {
    let folder = try Self.folder(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local info = bundle.info
        if info.Host then
          report:at(info, "Host", "old", { fix = {
            remove = "Host", set = { ["/LSUIElement"] = true, List = { 1, { a = "b" }, 0.5 } },
            add = { Day = { ["$date"] = "2026-01-31T00:00:00Z" }, Copy = info.CFBundleIdentifier },
          } })
        end
        for _, path in ipairs { "en.lproj/InfoPlist.strings" } do
          local strings = bundles.read(bundle, "Contents/Resources/" .. path)
          if strings and strings.Old then report:at(strings, "Old", "old", { fix = { rename = { Old = "New" } } }) end
        end
      end }
      """)
    let strings = "/* \u{E9} */\n\"Old\" = \"x\"; // y\n"
    func utf16(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    }
    try folder.write("App.app/Contents/Resources/en.lproj/InfoPlist.strings", utf16(strings))
    let result = try Self.run(folder, "--fix", "App.app")
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    #expect(
      try folder.bytes("App.app/Contents/Resources/en.lproj/InfoPlist.strings")
        == utf16(strings.replacing("Old", with: "New")))
    let text = try Self.text(folder)
    #expect(
      !text.contains("Host") && text.contains("<!-- where -->") && text.contains("<date>2026-01-31T00:00:00Z</date>"))
    #expect(text.contains("\t<key>List</key>\n\t<array>\n\t\t<integer>1</integer>\n\t\t<dict>\n\t\t\t<key>a</key>"))
  }

  @Test func permissionsStay() throws {
    let folder = try Self.folder()
    let path = folder.path + "/App.app/Contents/Info.plist"
    _ = try ChildProcess.run("/bin/chmod", ["640", path])
    #expect(try Self.run(folder, "--fix", "App.app").status == 0)
    #expect(try ChildProcess.run("/usr/bin/stat", ["-c", "%a", path]).outputText == "640\n")
    #expect(try ChildProcess.run("/bin/ls", ["-A", folder.path + "/App.app/Contents"]).outputText == "Info.plist\n")
  }

  @Test func linksOutOfTheBundleAreNotFollowed() throws {
    let folder = try Self.folder(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local strings = bundles.read(bundle, "Contents/Resources/en.lproj/InfoPlist.strings")
        if strings and strings.Old then report:at(strings, "Old", "old", { fix = { rename = { Old = "New" } } }) end
      end }
      """)
    try folder.write("App.app/Contents/Resources/real/InfoPlist.strings", "Old = x;\n")
    _ = try ChildProcess.run("/bin/ln", ["-s", "real", folder.path + "/App.app/Contents/Resources/en.lproj"])
    #expect(try Self.run(folder, "--fix", "App.app").status == 0)
    #expect(try Self.text(folder, "App.app/Contents/Resources/real/InfoPlist.strings") == "New = x;\n")
    try folder.write("outside/InfoPlist.strings", "Old = x;\n")
    _ = try ChildProcess.run("/bin/rm", [folder.path + "/App.app/Contents/Resources/en.lproj"])
    _ = try ChildProcess.run(
      "/bin/ln", ["-s", "../../../outside", folder.path + "/App.app/Contents/Resources/en.lproj"])
    #expect(try Self.run(folder, "--fix", "App.app").status != 1)
    #expect(try Self.text(folder, "outside/InfoPlist.strings") == "Old = x;\n")
  }

  @Test func signedBundlesAndArchivesAreRefused() throws {
    let folder = try Self.folder()
    try folder.write("App.app/Contents/_CodeSignature/CodeResources", "x")
    func refusal(_ words: String...) throws -> String {
      let result = try Program.run(["check", "--fix"] + words, in: folder.path)
      #expect(result.status == 2, "\(words)")
      return result.errorText.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      try refusal("App.app")
        == "App.app: error: nothing was fixed: the bundle is signed (Contents/_CodeSignature), and a change would break the signature"
    )
    #expect(try refusal("--dry-run", "App.app").contains("the bundle is signed"))
    #expect(try refusal("App.app/Contents/Info.plist").contains("it is in a signed bundle"))
    _ = try ChildProcess.run("/bin/tar", ["-czf", "a.tar.gz", "App.app"], in: folder.path)
    #expect(try refusal("a.tar.gz") == "a.tar.gz: error: files in an archive cannot be fixed")
    #expect(try refusal("-").contains("only what is named on the command line is fixed"))
    #expect(try refusal("/dev/stdin").contains("only files and folders can be fixed"))
    #expect(try Self.text(folder) == Self.document)
  }

  @Test(arguments: [
    ["--dry-run"], ["--fix", "--shard", "1/2"], ["--fix", "--record", "--ledger", "l.db"],
    ["--fix", "--attest", "r.jwt", "--attest-key", "k.pem"], ["--fix", "--dry-run", "--format", "json"],
    ["--fix", "--dry-run", "--write-baseline", "b"],
  ])
  func whatMakesNoSenseIsAUsageError(_ words: [String]) throws {
    let folder = try Self.folder()
    let result = try Program.run(["check"] + words + ["App.app"], in: folder.path)
    #expect(result.status == 64, "\(result.errorText)")
    #expect(try Self.text(folder) == Self.document)
  }

  /// A patch of the file's own bytes, in any encoding, does what `--fix` does.
  @Test(arguments: [
    ("utf-16-le", "git apply"), ("utf-16-be", "git apply"), ("binary", "git apply"), ("utf-16-le", "patch -p1 -i"),
  ])
  func aDryRunApplies(_ encoding: String, _ tool: String) throws {
    let folder = try Self.folder()
    let text = Self.bare.replacing(" encoding=\"UTF-8\"", with: "")
    if encoding == "binary" {
      try folder.write("x.plist", text)
      let script =
        "import plistlib; d = plistlib.load(open('x.plist','rb')); plistlib.dump(d, open('F.plist','wb'), fmt=plistlib.FMT_BINARY)"
      #expect(try ChildProcess.run("/usr/bin/env", ["python3", "-c", script], in: folder.path).status == 0)
    } else {
      let isLittle = encoding.hasSuffix("le")
      try folder.write(
        "F.plist",
        ("\u{FEFF}" + text).utf16.flatMap { unit in
          let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          return isLittle ? bytes.reversed() : bytes
        })
    }
    let before = try folder.bytes("F.plist")
    let dry = try Self.run(folder, "--fix", "--dry-run", "F.plist")
    #expect(dry.status == 1 && dry.errorText.hasSuffix(" to apply\n"), "\(dry.errorText)")
    try folder.write("p.diff", dry.output)
    _ = try Self.run(folder, "--fix", "F.plist")
    let fixed = try folder.bytes("F.plist")
    #expect(fixed != before)
    try folder.write("F.plist", before)
    let applied = try ChildProcess.run("/bin/sh", ["-c", tool + " p.diff"], in: folder.path)
    #expect(applied.status == 0, "\(applied.errorText)")
    #expect(try folder.bytes("F.plist") == fixed)
  }

  @Test func binaryPropertyListsAreWrittenAnew() throws {
    let folder = try Self.folder()
    try folder.write("Info.plist", Self.bare)
    // Python reads what `inspect` does not.
    let made = try ChildProcess.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import plistlib; d = plistlib.load(open('Info.plist','rb')); plistlib.dump(d, open('Binary.plist','wb'), fmt=plistlib.FMT_BINARY, sort_keys=False)",
      ], in: folder.path)
    #expect(made.status == 0, "\(made.errorText)")
    #expect(try Self.run(folder, "--fix", "Binary.plist").status == 0)
    let json = try Program.run(["inspect", "--format", "json", "Binary.plist"], in: folder.path)
    #expect(json.outputText.contains("\"com.x.Host\": \"h\"") && json.outputText.contains("\"LSUIElement\": true"))
    #expect(try folder.bytes("Binary.plist").starts(with: "bplist00".utf8))
  }

  /// Keys that code reads are never renamed or added, because that breaks apps.
  @Test(arguments: [
    (
      #"custom_keys = { prefix = "com.x." }"#,
      ["Host", "FacebookAppID", "SUFeedURL", "io.sentry.dsn", "com.example.Host", "FLTEnableImpeller"]
    ),
    (
      #"qualified_keys = { default = "present" }"#,
      ["K~ipad", "K~ipad~iphone", "K-iphoneos-macos", "K ~ipad", "K~ipad-iphoneos"]
    ),
    (
      #"shape = { CFBundleExecutable = one_of { "B" }, CFPlugInDynamicRegistration = boolean }"#,
      ["CFPlugInDynamicRegistration"]
    ),
  ])
  func nothingThatCodeReadsIsChanged(_ clause: String, _ keys: [String]) throws {
    let document = PropertyListText.document(
      keys.map { "<key>\($0)</key><string>YES</string>\n" }.joined() + "<key>CFBundleExecutable</key><string>A</string>"
    )
    let folder = try Self.folder("rule \"r\" { summary = \"s\", \(clause) }", document)
    let run = try Self.run(folder, "--fix", "App.app")
    #expect(run.status == 1 && run.errorText.contains("there is nothing to fix automatically"), "\(run.errorText)")
    #expect(try Self.text(folder) == document)
  }

  /// The flagship rules, on the example that breaks them.
  @Test func theExamplePolicy() throws {
    let folder = try TemporaryFolder()
    let path = "Examples/Broken.app/Contents/Info.plist"
    let before = String(decoding: try TemporaryFolder.bytes(of: path), as: UTF8.self)
    try folder.write("Info.plist", before)
    let result = try Program.run([
      "check", "--policy", "Policies/org.lua", "--rule", "own-keys", "--rule", "qualified-keys", "--fix",
      folder("Info.plist"),
    ])
    #expect(
      result.status == 1 && result.outputText.contains("custom key APIHost"), "\(result.outputText)\(result.errorText)")
    let last = "\t<key>com.example.HelloChannel</key>\n\t<string>stable</string>\n"
    #expect(
      String(decoding: try folder.bytes("Info.plist"), as: UTF8.self)
        == before.replacing(
          last, with: last + "\t<key>NSUserNotificationAlertStyle</key>\n\t<string>banner</string>\n"))
  }

  // MARK: Reports

  @Test func reportsCarryTheChanges() throws {
    let folder = try Self.folder()
    _ = try Self.run(
      folder, "--format", "json=r.json", "--format", "sarif=r.sarif", "--format", "html=r.html", "--format", "github",
      "App.app")
    let finding = try #require(try JSONText(try folder.bytes("r.json"))["bundles"]?[0]?["findings"]?[0])
    #expect(finding["edits"]?[0]?["operation"]?.text == "rename")
    #expect(finding["edits"]?[0]?["keyPath"]?.text == "/Host")
    #expect(finding["edits"]?[0]?["key"]?.text == "com.x.Host")
    #expect(finding["replacements"]?[0]?["deleted"]?.text == "<key>Host</key>")
    let sarif = String(decoding: try folder.bytes("r.sarif"), as: UTF8.self)
    #expect(
      sarif.contains(
        """
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 7,
                                "startColumn": 2,
                                "endLine": 7,
                                "endColumn": 17
                              },
                              "insertedContent": {
                                "text": "<key>com.x.Host</key>"
        """), "\(sarif)")
    let html = String(decoding: try folder.bytes("r.html"), as: UTF8.self)
    #expect(html.contains("What check --fix changes") && html.contains("<del class=\"row\">"))
    // Merging keeps the fixes.
    _ = try Program.run(
      ["report", "r.json", "--format", "json=m.json", "--format", "sarif=m.sarif", "--format", "html=m.html"],
      in: folder.path)
    #expect(try folder.bytes("m.json") == folder.bytes("r.json"))
    #expect(try folder.bytes("m.sarif") == folder.bytes("r.sarif"))
    #expect(String(decoding: try folder.bytes("m.html"), as: UTF8.self).contains("<del class=\"row\">"))
  }

  @Test func everyKindOfValueSurvivesMerging() throws {
    let folder = try Self.folder(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        report:missing(bundle.info, "X", { fix = { set = {
          A = { 1, -2, 0.5, true, "t\\n", { ["$date"] = "2026-01-31T00:00:00Z" }, { ["$data"] = "AAEC" }, { ["$real"] = "nan" }, 0/0, -(0/0) },
          B = { ["$array"] = true }, C = {}, ["a/b~c"] = { d = { e = "f" } },
        } } })
      end }
      """)
    _ = try Self.run(folder, "--format", "json=r.json", "App.app")
    _ = try Program.run(["report", "r.json", "--format", "json=m.json"], in: folder.path)
    #expect(try folder.bytes("m.json") == folder.bytes("r.json"))
    #expect(String(decoding: try folder.bytes("r.json"), as: UTF8.self).contains("\"keyPath\": \"/a~1b~0c\""))
  }
}
