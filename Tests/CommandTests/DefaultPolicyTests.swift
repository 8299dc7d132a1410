import PolicyTestSupport
import Testing

/// Commands without a named policy or a policy.lua.
@Suite struct DefaultPolicyTests {
  private static let because = "there is no policy.lua in the working directory or above it"
  private static let remark = "note: \(because), and --policy is not given: using apple.recommended\n"

  /// A folder without a policy, with the examples' valid and invalid applications.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Program.packageRoot + "/Examples/Hello.app", to: "Hello.app")
    try folder.write("Bad.app/Contents/Info.plist", PropertyListText.document("<key>CFBundleIdentifier</key><true/>"))
    return folder
  }

  private static func run(_ arguments: String, _ folder: TemporaryFolder) throws -> ChildProcess {
    try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
  }

  @Test func aCheckSaysWhatItWentByAndWhy() throws {
    let folder = try Self.folder()
    let sound = try Self.run("check Hello.app", folder)
    #expect(sound.status == 0 && sound.errors.isEmpty, "\(sound.outputText)")
    #expect(sound.outputText.contains("\n" + Self.remark + "\nnot applicable: "))
    #expect(sound.outputText.contains("\nPASS: no findings; "))
    #expect(
      sound.outputText.hasSuffix(
        " by apple.recommended 1.0.0 (built-in:apple/recommended.lua), apple.sdks 1.0.0 (built-in:apple/sdks.lua)\n"))
    let broken = try Self.run("check Bad.app", folder)
    #expect(broken.status == 1 && broken.outputText.contains("(built-in:apple/"))
  }

  @Test func programsAreTold() throws {
    let folder = try Self.folder()
    let report = try JSONText(try Self.run("check --format json Hello.app", folder).output)
    #expect(report["policies"]?.elements.compactMap { $0["id"]?.text } == ["apple.recommended", "apple.sdks"])
    #expect(report["defaultPolicy"]?.names == ["id", "because"])
    #expect(report["defaultPolicy"]?["id"] == .string("apple.recommended"))
    #expect(report["defaultPolicy"]?["because"] == .string(Self.because))
    let named = try JSONText(
      try Self.run("check --format json --policy apple.recommended Hello.app", folder).output)
    #expect(named["policies"] == report["policies"] && named["defaultPolicy"] == nil)
  }

  @Test func aPolicyInReachGoesBefore() throws {
    let folder = try Self.folder()
    try folder.write(
      "policy.lua", "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", forbid = \"Bad\" }\n")
    try folder.makeDirectory("a/b")
    for (place, path) in [("", "policy.lua"), ("/a/b", "../../policy.lua")] {
      let result = try Program.run(["check", folder("Hello.app")], in: folder.path + place)
      #expect(result.status == 0 && result.outputText.hasSuffix("by own (\(path))\n"), "\(result.outputText)")
      #expect(!result.outputText.contains("apple"))
    }
  }

  /// Rules of stores that do not apply to the bundle do not count as passed.
  @Test func aPolicyForOtherBundlesIsNoticed() throws {
    let folder = try Self.folder()
    let other = try Self.run("check --policy apple.app-store.ios Hello.app", folder)
    let warning = /warning: policy 'apple\.app-store\.ios' has \d+ rules of its own, none of which applied/
    #expect(other.outputText.contains(warning) && other.status == 0, "\(other.outputText)")
    let part = try Self.run("check --policy apple.app-store.ios --rule signature Hello.app", folder)
    let right = try Self.run("check --policy apple.app-store.macos Hello.app", folder)
    #expect(!part.outputText.contains("warning:") && !right.outputText.contains("warning: policy"))
  }

  /// An unreadable policy is an error, not a reason to use the standard one.
  @Test func aPolicyThatCannotBeReadIsAnError() throws {
    let folder = try Self.folder()
    try folder.link("policy.lua", to: "gone.lua")
    let result = try Self.run("check Hello.app", folder)
    #expect(
      result.status == 2 && result.errorText.hasPrefix("policy.lua: error: no policy file at this path"),
      "\(result.errorText)")
  }

  /// The note explains why the project's rules are not evaluated.
  @Test func aFailureSaysSoToo() throws {
    let folder = try Self.folder()
    try folder.write(
      "waivers.lua", "waive \"own/r\" { because = \"b\", owner = \"o\", expires = \"2099-01-01\" }\n")
    let result = try Self.run("check --format json Hello.app", folder)
    #expect(result.status == 2)
    #expect(result.errorText.hasPrefix(Self.remark + "waivers.lua:1: error: waive: there is no rule 'own/r'; "))
    #expect(result.errorText.utf8.count < 400, "\(result.errorText)")
    #expect(try JSONText(result.output)["defaultPolicy"]?["id"] == .string("apple.recommended"))
  }

  @Test func sourcesOfOnesOwnStandInItsPlace() throws {
    let folder = try Self.folder()
    let arguments = try Self.standardPolicies(in: folder)
    let result = try Self.run("check \(arguments) Hello.app", folder)
    #expect(result.outputText.hasSuffix("by apple.recommended (own/apple/recommended.lua)\n"), "\(result.outputText)")
  }

  @Test func rulesAreListed() throws {
    let folder = try Self.folder()
    let result = try Self.run("rules", folder)
    #expect(result.status == 0 && result.errorText == Self.remark)
    #expect(result.outputText.contains("\napple.recommended/short-version  ("))
  }

  @Test(arguments: [
    ("short-version", "apple.recommended/short-version  ("),
    ("apple.strict/three-numbers", "apple.strict/three-numbers  ("),
    ("apple.recommended/short-version apple.app-store.ios/icon-name", "apple.recommended/short-version  ("),
  ])
  func rulesAreExplained(_ names: String, _ start: String) throws {
    let result = try Self.run("explain \(names)", try Self.folder())
    #expect(result.status == 0 && result.outputText.hasPrefix(start), "\(result.errorText)")
  }

  @Test(arguments: [
    (
      "explain short-versoin",
      "error: there is no rule, tag or platform key 'short-versoin'; did you mean 'short-version'?\n    fix       list the rules with 'bundlepolicy rules'\n"
    ),
    (
      "explain apple.strikt/three-numbers",
      "error: there is no standard policy 'apple.strikt'; did you mean 'apple.strict'?\n"
    ),
    (
      "check --policy apple.strikt Hello.app",
      "error: there is no standard policy 'apple.strikt'; did you mean 'apple.strict'?\n"
    ),
    ("check --standard-policies gone Hello.app", "gone"), ("rules --standard-policies gone", "gone"),
    ("explain --standard-policies gone r", "gone"),
  ])
  func refused(_ arguments: String, _ message: String) throws {
    let result = try Self.run(arguments, try Self.folder())
    #expect(result.status == 2 && result.output.isEmpty && result.errorText.contains(message), "\(result.errorText)")
  }

  // MARK: --standard-policies

  @Test(arguments: ["rules", "explain low", "repl"])
  func standardPoliciesAreReadFromADirectory(_ command: String) throws {
    let folder = try Self.folder()
    let arguments = try Self.standardPolicies(in: folder)
    let words = "\(command) \(arguments) --policy apple.recommended".split(separator: " ").map(String.init)
    let result =
      command == "repl"
      ? try ChildProcess.run(
        "/bin/sh",
        ["-c", "printf ':rules\\nimport \"apple.kit\"\\n' | \(Program.path) \(words.joined(separator: " "))"],
        in: folder.path)
      : try Program.run(words, in: folder.path)
    #expect(result.status == 0 && result.outputText.contains("apple.recommended/low  (error)"), "\(result.errorText)")
    if command == "repl" { #expect(result.outputText.hasSuffix("\n7\n"), "\(result.outputText)") }
  }

  /// The arguments that name a directory with a standard policy of one rule.
  private static func standardPolicies(in folder: TemporaryFolder) throws -> String {
    try folder.write(
      "own/apple/recommended.lua",
      "policy \"apple.recommended\" { summary = \"s\" }\nrule \"low\" { summary = \"s\", require = \"CFBundleName\" }\n"
    )
    try folder.write("own/apple/kit.lua", "return 7\n")
    return "--standard-policies own"
  }
}
