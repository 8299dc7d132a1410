import PolicyTestSupport
import Testing

/// Unused earlier builds: `--previous` is an error, a ledger leads to a note in every format.
@Suite struct PreviousCommandTests {
  private static let grows = #"rule "grows" { summary = "s", increases = "CFBundleVersion" }"#

  private static func write(
    _ name: String, build: String, identifier: String = "com.x.app", title: String = "App",
    platform: String = "MacOSX", kit: String = "7", _ folder: TemporaryFolder
  ) throws {
    func info(_ identifier: String, _ build: String, _ title: String) -> String {
      PropertyListText.document(
        """
        <key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleName</key><string>\(title)</string>
        <key>CFBundleVersion</key><string>\(build)</string><key>CFBundleShortVersionString</key><string>1.\(build)</string>
        <key>CFBundleSupportedPlatforms</key><array><string>\(platform)</string></array>
        """)
    }
    try folder.write("\(name)/Contents/Info.plist", info(identifier, build, title))
    try folder.write(
      "\(name)/Contents/Frameworks/Kit.framework/Resources/Info.plist", info("org.vendor.kit", kit, "Kit"))
  }

  private static func folder(_ rules: String = grows) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(["policy.lua": "policy \"test\" { summary = \"s\" }\n\(rules)\n"])
    try write("New.app", build: "42", kit: "8", folder)
    try write("Old.app", build: "41", folder)
    try write("Staging.app", build: "41", identifier: "com.x.app.staging", folder)
    try write("Other.app", build: "41", identifier: "com.y.other", title: "Other", folder)
    try write("Phone.app", build: "41", platform: "iPhoneOS", folder)
    return folder
  }

  private static let namesake = """
    rule "kept" { summary = "s", check = function(bundle, report)
      local old = bundle.namesake
      if old and old.identifier ~= bundle.identifier then report("renamed") end
    end }
    """
  private static let previous = """
    rule "kept" { summary = "s", check = function(bundle, report)
      for _, old in ipairs(bundle.previous) do if old.info.Bad then report("bad") end end
    end }
    """
  private static func reading(_ expression: String) -> String {
    "rule \"read\" { summary = \"s\", check = function(bundle, report) if \(expression) == 'x' then report(\"x\") end end }"
  }

  @Test(arguments: [
    (grows, "Old.app", 0), (grows, "Staging.app", 2), (grows, "Other.app", 2), (grows, "Phone.app", 2),
    (grows, "Old.app/Contents/Info.plist", 0), (grows, "Other.app/Contents/Info.plist", 2),
    // A shared vendor framework does not make them builds of one product.
    (
      #"rule "grows" { summary = "s", applies = { kind = "framework" }, increases = "CFBundleVersion" }"#,
      "Staging.app", 2
    ),
    (#"rule "grows" { summary = "s", applies = { kind = "framework" }, increases = "CFBundleVersion" }"#, "Old.app", 0),
    (#"rule "grows" { summary = "s", increases = { key = "CFBundleVersion", scope = "identifier" } }"#, "Phone.app", 0),
    // Another release of the product, which this rule ignores.
    (
      #"rule "grows" { summary = "s", increases = { key = "CFBundleVersion", scope = "identifier+platform+short-version" } }"#,
      "Old.app", 0
    ),
    (#"rule "r" { summary = "s", forbid = "Bad" }"#, "Old.app", 2),
    (namesake, "Staging.app", 1), (namesake, "Other.app", 2), (previous, "Staging.app", 0), (previous, "Other.app", 2),
    (reading("bundle.history[1]"), "Old.app", 0), (reading("bundle.history[1]"), "Other.app", 2),
    (reading("#bundle.history"), "Old.app", 0), (reading("#bundle.history"), "Staging.app", 2),
    (reading("bundle.history:highest('CFBundleVersion')"), "Old.app", 0),
    (reading("bundle.history:highest('CFBundleVersion')"), "Phone.app", 2),
    (reading("bundle.history:highest('CFBundleVersion', { scope = 'identifier' })"), "Phone.app", 0),
  ])
  func comparedWithNothing(_ rules: String, _ old: String, _ status: Int32) throws {
    let folder = try Self.folder(rules)
    for options in [[], ["-q"], ["--explain"]] {
      let run = try Program.run(["check", "--previous", old, "New.app"] + options, in: folder.path)
      #expect(run.status == status, "\(run.outputText)")
      #expect(
        run.outputText.contains("\(old): error: no bundle was compared with this earlier build") == (status == 2),
        "\(run.outputText)")
    }
    let empty = try Program.run(["check", "--previous", old, "--allow-empty", "New.app"], in: folder.path)
    #expect(empty.status == (status == 2 ? 0 : status))
    #expect(empty.outputText.contains("warning: no bundle was compared") == (status == 2))
  }

  /// Each named build must be used by one of the bundles. A report has several builds.
  @Test func severalBundlesAndBuilds() throws {
    let folder = try Self.folder()
    try #require(
      try Program.run(["check", "--allow-empty", "-f", "json=old.json", "Old.app", "Other.app"], in: folder.path).status
        == 0)
    for jobs in ["1", "2"] {
      func check(_ words: String...) throws -> ChildProcess {
        try Program.run(["check", "--jobs", jobs, "New.app", "Phone.app"] + words, in: folder.path)
      }
      try Self.write("Phone.app", build: "43", platform: "iPhoneOS", kit: "8", folder)
      #expect(try check("--previous", "Old.app", "--previous", "old.json").status == 0)
      let run = try check("--previous", "Old.app", "--previous", "Other.app", "--format", "json")
      #expect(run.status == 2)
      let errors = try JSONText(run.output)["errors"]?.elements ?? []
      #expect(errors.map { $0["code"]?.text } == ["previous.unused"] && errors[0]["file"]?.text == "Other.app")
    }
  }

  @Test(arguments: [("Old.app", 0), ("Other.app", 2)])
  func shards(_ old: String, _ status: Int32) throws {
    let folder = try Self.folder()
    try Self.write("A.app", build: "1", identifier: "com.x.a", title: "A", kit: "8", folder)
    try Self.write("B.app", build: "1", identifier: "com.x.b", title: "B", kit: "8", folder)
    let bundles = ["A.app", "B.app", "New.app"]
    for shard in 1...3 {
      let run = try Program.run(
        ["check", "--previous", old, "--shard", "\(shard)/3", "-f", "json=\(shard).json"] + bundles, in: folder.path)
      #expect(run.status == 0, "\(run.errorText)")
    }
    let merged = try Program.run(["report", "-f", "json", "1.json", "2.json", "3.json"], in: folder.path)
    let whole = try Program.run(["check", "--previous", old, "-f", "json"] + bundles, in: folder.path)
    #expect(merged.status == status && whole.status == status)
    #expect(merged.output == whole.output)
  }

  private static let formats = [
    "text", "json", "jsonl", "sarif", "junit", "gitlab", "tap", "github", "markdown", "html",
  ]

  /// The first build of a product passes, and every format says that nothing was compared.
  @Test(arguments: [
    (grows, "no earlier build of"), (namesake, "no earlier build of"),
    (reading("bundle.history[1]"), "no earlier build of"),
    (
      "rule \"one\" { summary = \"s\", applies = { nested = false }, across = function(bundles, report) end }",
      "the rule applies to only one of the bundles checked"
    ),
  ])
  func everyFormatSaysSo(_ rules: String, _ reason: String) throws {
    let folder = try Self.folder(rules)
    try #require(try Program.run(["ledger", "init", "--ledger", "builds.db"], in: folder.path).status == 0)
    for format in Self.formats {
      let run = try Program.run(
        ["check", "--ledger", "builds.db", "--quiet", "--format", format, "New.app"], in: folder.path)
      #expect(run.status == 0, "\(format): \(run.outputText)")
      #expect(
        run.outputText.contains(reason) && run.outputText.contains("so nothing was compared"),
        "\(format): \(run.outputText)")
    }
    // Merged reports also say it.
    try #require(
      try Program.run(["check", "--ledger", "builds.db", "-f", "json=r.json", "New.app"], in: folder.path).status == 0)
    for format in Self.formats where format != "json" {
      let run = try Program.run(["report", "--quiet", "--format", format, "r.json"], in: folder.path)
      #expect(run.status == 0 && run.outputText.contains(reason), "\(format): \(run.outputText)")
    }
  }

  /// Without that, the note is absent.
  @Test(arguments: [grows, namesake, reading("bundle.history[1]")])
  func noFormatSaysSoOfLaterBuilds(_ rules: String) throws {
    let folder = try Self.folder(rules)
    for format in Self.formats {
      let run = try Program.run(
        ["check", "--previous", "Old.app", "--quiet", "--format", format, "New.app"], in: folder.path)
      #expect(run.status == 0 && !run.outputText.contains("nothing was compared"), "\(format): \(run.outputText)")
    }
  }

  // MARK: The documents' first policies

  /// The first policy in Lua after a heading of a document.
  private static func policy(in document: String, after heading: String) throws -> String {
    let text = String(decoding: try TemporaryFolder.bytes(of: Program.packageRoot + "/" + document), as: UTF8.self)
    let rest = text[try #require(text.firstRange(of: heading)).upperBound...]
    let start = try #require(rest.firstRange(of: "```lua\n")).upperBound
    let end = try #require(rest[start...].firstRange(of: "```\n")).lowerBound
    return String(rest[start..<end])
  }

  @Test(arguments: [
    ("README.md", "## Write a first policy"), ("docs/ledger.md", "## What rules see"), ("Policies/org.lua", ""),
  ])
  func updatesWithFrameworksFromVendors(_ document: String, _ heading: String) throws {
    let folder = try TemporaryFolder([:])
    var policy =
      heading.isEmpty
      ? String(decoding: try TemporaryFolder.bytes(of: Program.packageRoot + "/" + document), as: UTF8.self)
      : try Self.policy(in: document, after: heading)
    if !policy.contains("policy \"") { policy = "policy \"test\" { summary = \"s\" }\n" + policy }
    try folder.write("policy.lua", policy)
    func app(_ name: String, build: String, kit: String, kitKeys: String = "") throws {
      func info(_ identifier: String, _ build: String, _ more: String) -> String {
        PropertyListText.document(
          """
          <key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleExecutable</key><string>x</string>
          <key>CFBundleVersion</key><string>\(build)</string><key>CFBundleShortVersionString</key><string>1.0</string>
          <key>CFBundleSupportedPlatforms</key><array><string>MacOSX</string></array>\(more)
          """)
      }
      try folder.write(
        "\(name)/Contents/Info.plist",
        info(
          "com.example.app", build,
          "<key>CFBundleName</key><string>App</string><key>com.example.APIHost</key><string>api.example.com</string>"))
      try folder.write(
        "\(name)/Contents/Frameworks/Kit.framework/Resources/Info.plist",
        info("org.vendor.kit", kit, "<key>KitFlag</key><true/><key>NSSupport~ipad</key><true/>" + kitKeys))
    }
    try app("Old.app", build: "41", kit: "7")
    for kit in ["7", "6", "not a version"] {
      try app("New.app", build: "42", kit: kit)
      let run = try Program.run(["check", "--previous", "Old.app", "New.app"], in: folder.path)
      #expect(run.status == 0, "\(kit): \(run.outputText)")
    }
    try app("New.app", build: "41", kit: "8")
    let run = try Program.run(["check", "--previous", "Old.app", "New.app"], in: folder.path)
    #expect(run.status == 1 && run.outputText.contains("CFBundleVersion 41 equals"), "\(run.outputText)")
  }
}
