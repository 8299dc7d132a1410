import PolicyTestSupport
import Testing

/// Settings of `bundlepolicy.yml`: what they do, which the command line replaces, and which never apply to a policy that it names.
@Suite struct ProjectFileCommandTests {
  private static let rules = """
    local word = parameter "word" { default = "Bad", summary = "s" }
    rule "word" { summary = "s", check = function(bundle, report)
      if bundle.info[word] ~= nil then report:at(bundle.info, word, "has %s", word) end
    end }
    rule "soft" { summary = "s", severity = "warning", require = "Soft" }
    """

  private static func folder(_ settings: String) throws -> TemporaryFolder {
    let folder = try workshop(rules)
    _ = try ChildProcess.run("/bin/mv", [folder("policy.lua"), folder("rules.lua")])
    try folder.write("bundlepolicy.yml", settings)
    try folder.write(
      "waivers.txt",
      "waive \"word\" { bundle = \"Bad.app\", because = \"b\", owner = \"o\", expires = \"2099-12-31\" }\n")
    try folder.makeDirectory("sub/.keep")
    return folder
  }

  private static func run(
    _ words: String, _ folder: TemporaryFolder, in place: String = "", environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try Program.run(
      words.split(separator: " ").map(String.init), in: folder.path + place, environment: environment)
  }

  @Test func everySettingIsUsed() throws {
    let folder = try Self.folder(
      """
      policies: [./rules.lua]
      parameters: { word: Worse }
      waivers: [waivers.txt]
      baseline: accepted.txt
      fail-on: warning
      formats: [text, json=report.json]
      previous: [Good.app]
      ledger: builds.db
      bundles: ["B*.app"]
      """)
    try folder.write("Before.app/Contents/Info.plist", PropertyListText.document("<key>Soft</key><true/>"))
    #expect(try Self.run("ledger init --ledger builds.db", folder).status == 0)
    #expect(
      try Self.run("check --no-project --policy rules.lua --skip word --write-baseline x Bad.app", folder).status == 64)
    #expect(
      try Self.run("check --no-project --policy rules.lua --no-waivers --write-baseline accepted.txt Bad.app", folder)
        .status == 0)
    for place in ["", "/sub"] {
      let run = try Self.run("check --verbose --allow-empty", folder, in: place)
      let path = place.isEmpty ? "" : "../"
      let names = "policies, waivers, baseline, formats, previous, ledger, bundles, fail-on"
      #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
      #expect(run.errorText.contains("note: project file \(path)bundlepolicy.yml\n"))
      #expect(run.outputText.contains("note: settings from \(path)bundlepolicy.yml: "), "\(run.outputText)")
      for name in names.split(separator: ", ") { #expect(run.errorText.contains(name)) }
      #expect(run.outputText.contains("\(path)Bad.app") && run.outputText.contains("\(path)Before.app"))
      let report = try JSONText(try folder.bytes("report.json"))
      #expect(report["project"]?["file"]?.text == path + "bundlepolicy.yml")
      for name in ["parameters", "ledger"] {
        #expect(report["project"]?["settings"]?.elements.contains(.string(name)) == true)
      }
      #expect(report["failOn"]?.text == "warning")
      #expect(report["policies"]?[0]?["source"]?.text == path + "rules.lua")
    }
  }

  @Test func theCommandLineWins() throws {
    let folder = try Self.folder(
      """
      policies: [rules.lua]
      parameters: { word: Worse }
      fail-on: never
      formats: [json]
      bundles: [Good.app]
      ledger: missing/builds.db
      """)
    let words = "check --param word=Bad --fail-on error --format text --ledger x.db Bad.app"
    #expect(try Self.run("ledger init --ledger x.db", folder).status == 0)
    let run = try Self.run(words, folder)
    #expect(run.status == 1 && run.outputText.contains("error: has Bad"), "\(run.outputText)\(run.errorText)")
    #expect(!run.outputText.contains("Good.app") && !run.errorText.contains("missing"))
    // The location of the machine, too.
    let variable = try Self.run(
      "check --fail-on error --param word=Bad --format text Bad.app", folder,
      environment: ["BUNDLEPOLICY_LEDGER": folder("x.db")])
    #expect(variable.status == 1)
    let none = try Self.run("check --no-project --format text Good.app", folder)
    #expect(none.outputText.contains("apple.recommended") && !none.outputText.contains("settings from"))
    #expect(try Self.run("check", folder).status == 2)
    let contrary = try Self.run("check --project bundlepolicy.yml --no-project Good.app", folder)
    #expect(contrary.status == 64 && contrary.errorText.contains("cannot be combined"))
    #expect(try Self.run("check --no-project", folder).errorText.contains("name a bundle to check"))
  }

  /// A pull request may change the file, but not what the pipeline's policy requires.
  @Test(arguments: [
    ("parameters: { word: Other }", "parameters"), ("waivers: [waivers.txt]", "waivers"),
    ("baseline: accepted.txt", "baseline"), ("fail-on: never", "fail-on"),
  ])
  func aNamedPolicyIsNotWeakened(_ setting: String, _ name: String) throws {
    let folder = try Self.folder(setting + "\n")
    #expect(
      try Self.run("check --no-project --policy rules.lua --no-waivers --write-baseline accepted.txt Bad.app", folder)
        .status == 0)
    let named = try Self.run("check --policy rules.lua Bad.app", folder)
    #expect(named.status == 1, "\(named.outputText)")
    #expect(
      named.outputText.contains(
        "bundlepolicy.yml: warning: '\(name)' is not applied because --policy names the policy"))
    let silent = try Self.run("check --policy rules.lua --no-project Bad.app", folder)
    #expect(silent.status == 1 && !silent.outputText.contains("warning: '"))
    let trusted = try Self.run("check --policy rules.lua --project bundlepolicy.yml Bad.app", folder)
    #expect(trusted.status == 0 && !trusted.outputText.contains("is not applied"), "\(trusted.outputText)")
    // The project's own policy is the project's to change.
    try folder.write("bundlepolicy.yml", setting + "\npolicies: [rules.lua]\n")
    #expect(try Self.run("check Bad.app", folder).status == 0)
  }

  @Test func aStricterThresholdAlwaysCounts() throws {
    let folder = try Self.folder("fail-on: warning\n")
    #expect(try Self.run("check --policy rules.lua Good.app", folder).status == 1)
    try folder.write("bundlepolicy.yml", "fail-on: error\n")
    #expect(try Self.run("check --policy rules.lua Good.app", folder).status == 0)
    #expect(try Self.run("check --policy rules.lua --fail-on warning Good.app", folder).status == 1)
  }

  /// Native code runs only if the command line names the file and allows checkers.
  @Test func plugInsNeedTheirFlag() throws {
    let folder = try Self.folder("policies: [rules.lua]\nplugins: [Native]\n")
    let warning = "bundlepolicy.yml:2:10: warning: 'plugins' are native code, and were not loaded"
    for words in ["check Good.app", "check --with-checkers Good.app", "check --project bundlepolicy.yml Good.app"] {
      let run = try Self.run(words, folder)
      #expect(run.status == 0 && run.outputText.contains(warning), "\(run.outputText)\(run.errorText)")
    }
    let loaded = try Self.run("check --project bundlepolicy.yml --with-checkers Good.app", folder)
    #expect(loaded.status == 2 && !loaded.outputText.contains("were not loaded"))
    #expect((loaded.outputText + loaded.errorText).contains("Native"))
  }

  @Test func whatIsWrongEndsTheCheckAndReplacesReports() throws {
    let folder = try Self.folder("polices: [rules.lua]\n")
    try folder.write("report.json", "earlier")
    let run = try Self.run("check --format json=report.json Good.app", folder)
    #expect(run.status == 2)
    #expect(
      run.errorText.contains("bundlepolicy.yml:1:1: error: unknown setting 'polices'; did you mean 'policies'?"))
    #expect(try JSONText(try folder.bytes("report.json"))["verdict"]?.text == "error")
    for (setting, message) in [
      ("formats: [jsn]", ":1:11: error: 'formats' must be one of"), ("fail-on: erorr", "did you mean 'error'?"),
      ("ledger: postgres://u:secret@h/x", "which everyone who reads the repository can see"),
      ("parameters: { word: [1] }", "is a list of strings"),
      ("parameters: { wrod: x }", "no policy has a parameter 'wrod'"),
      ("packs: { Bad: { source: x } }", "is not a pack name"),
    ] {
      try folder.write("bundlepolicy.yml", setting + "\npolicies: [rules.lua]\n")
      let run = try Self.run("check Good.app", folder)
      let text = run.outputText + run.errorText
      #expect(run.status == 2 && text.contains(message) && text.contains("bundlepolicy.yml:1:"), "\(text)")
      #expect(!text.contains("secret"))
    }
    let missing = try Self.run("check --project gone.yml Good.app", folder)
    #expect(missing.status == 2 && missing.errorText.contains("gone.yml: error: the project file cannot be read"))
    try folder.write("ci.yml", "packs: { a: { source: x } }\n")
    let named = try Self.run("check --project ci.yml Good.app", folder)
    #expect(named.status == 2 && named.errorText.contains("must be in a file named bundlepolicy.yml"))
  }

  @Test func otherCommandsFollowIt() throws {
    let folder = try Self.folder(
      "policies: [rules.lua]\nparameters: { word: Worse }\nledger: builds.db\nwaivers: [kept/waivers.lua]\n")
    #expect(try Self.run("rules", folder, in: "/sub").outputText.contains("test/word"))
    #expect(try Self.run("explain soft", folder).outputText.contains("test/soft"))
    #expect(try Self.run("rules --policy apple.framework", folder).status == 0)
    #expect(try Self.run("ledger init --ledger builds.db", folder).status == 0)
    #expect(try Self.run("ledger log", folder, in: "/sub").status == 0)
    try folder.makeDirectory("kept")
    let report = try Self.run("check --format json=r.json --no-project --policy rules.lua Bad.app", folder)
    #expect(report.status == 1)
    let waived = try Self.run("waive --from-report r.json --because b --owner o --expires 2099-12-31", folder)
    #expect(waived.outputText.hasPrefix("kept/waivers.lua: 2 waivers added"), "\(waived.outputText)\(waived.errorText)")
    let check = try Self.run("check --param word=Bad --fail-on warning Bad.app", folder)
    #expect(check.status == 0 && check.outputText.contains("2 waived"), "\(check.outputText)")
  }

  /// Editors and the program accept and refuse the same files.
  @Test(.enabled(if: ChildProcess.canImport("jsonschema"), "python3 has no module jsonschema"))
  func theSchemaAgrees() throws {
    let good = [
      "{}", #"{"policies": ["a.lua"], "fail-on": "never", "formats": ["text", "sarif=x"]}"#,
      #"{"parameters": {"a": 1, "b": ["x"], "c": {"d": true, "e": ["y"]}}}"#,
      #"{"sources": {"com.x.*": {"info": "a.plist", "strings": ["b"], "settings": ["c.xcconfig"]}}}"#,
      #"{"packs": {"a-b": {"source": "git+https://h/x", "version": "^1", "signed": "tag", "signers": "s"}}}"#,
    ]
    let bad = [
      "[]", #"{"polices": ["a"]}"#, #"{"policies": "a"}"#, #"{"policies": []}"#, #"{"bundles": [1]}"#,
      #"{"bundles": [""]}"#,
      #"{"fail-on": "fatal"}"#, #"{"formats": ["jsn"]}"#, #"{"formats": ["json="]}"#, #"{"parameters": {"a": [1]}}"#,
      #"{"parameters": {"a": {"b": {"c": 1}}}}"#, #"{"packs": {"A": {"source": "x"}}}"#, #"{"packs": {"a": {}}}"#,
      #"{"packs": {"a": {"source": "x", "branch": "y"}}}"#, #"{"sources": {}}"#, #"{"sources": {"a": {}}}"#,
      #"{"sources": {"a": {"inof": "x"}}}"#, #"{"sources": {"a": {"info": ["x"]}}}"#,
      #"{"sources": {"a": {"strings": "x"}}}"#, #"{"sources": {"": {"info": "x"}}}"#,
      #"{"baseline": ["a"]}"#,
      #"{"packs": {"a": {"source": "git+https://h/x", "signed": "branch", "signers": "s"}}}"#,
    ]
    let folder = try workshop(#"rule "r" { summary = "s", forbid = "Bad" }"#)
    let schema = try Program.run(["init", "--print", "bundlepolicy.schema.json"])
    try folder.write("schema.json", schema.output)
    var files: [String] = []
    for (number, text) in (good + bad).enumerated() {
      try folder.write("\(number)/bundlepolicy.yml", text)
      files.append(folder("\(number)/bundlepolicy.yml"))
      let run = try Program.run(["check", folder("Good.app")], in: folder("\(number)"))
      // Good files may name what is missing here.
      let isRefused = (run.errorText + run.outputText).contains("bundlepolicy.yml:1:")
      #expect(
        isRefused == (number >= good.count) || text.contains("parameters")
          || text.contains("a.plist") || text.contains("a.lua"), "\(text): \(run.errorText)\(run.outputText)"
      )
    }
    let judged = try ChildProcess.run(
      "/usr/bin/env", ["python3", Program.packageRoot + "/Scripts/tests/project-schema", folder("schema.json")] + files)
    let words = good.map { _ in "valid" } + bad.map { _ in "invalid" }
    #expect(
      judged.status == 0 && judged.outputText == words.map { $0 + "\n" }.joined(),
      "\(judged.outputText)\(judged.errorText)")
  }
}

extension ChildProcess {
  fileprivate static func canImport(_ module: String) -> Bool {
    (try? ChildProcess.run("/usr/bin/env", ["python3", "-c", "import \(module)"]))?.status == 0
  }
}
