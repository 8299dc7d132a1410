import PolicyTestSupport
import Testing

@Suite struct PluginCommandTests {
  /// A folder with a bundle, a repository with a policy, and the example's checker in C, built.
  private static func folder() throws -> TemporaryFolder {
    let folder = try workshop(#"rule "r" { summary = "s", checker = "com.example.large-files", with = { limit = 5 } }"#)
    let built = try ChildProcess.run(
      "/bin/bash",
      [
        Program.packageRoot + "/Examples/checkers/LargeFiles/make-checker",
        Program.packageRoot + "/Sources/CheckerABI/include", folder.path,
      ])
    #expect(built.status == 0, "\(built.errorText)")
    return folder
  }

  @Test func aCheckerInCJudgesBundles() throws {
    let folder = try Self.folder()
    for mode in [[], ["--in-process-plugins"]] {
      let run = try Program.run(
        ["check", "--policy", "policy.lua", "--plugins", ".", "Good.app", "Bad.app"] + mode, in: folder.path)
      #expect(run.status == 1)
      #expect(
        run.outputText.contains(
          "Good.app/Contents/Info.plist: error: the file is too large\n    rule      test/r (policy.lua:2)"),
        "\(run.outputText)")
    }
    // A folder or the checker itself, also in the environment variable.
    let one = try Program.run(
      ["check", "--policy", "policy.lua", "--jobs", "2", "Good.app", "Bad.app"], in: folder.path,
      environment: ["BUNDLEPOLICY_PLUGINS": "LargeFiles.checker"])
    #expect(one.status == 1 && one.errors.isEmpty, "\(one.errorText)")
  }

  @Test func aRepositorysCheckerIsWhatItIsLockedTo() throws {
    let folder = try Self.folder()
    try folder.makeDirectory("repository/Plugins")
    _ = try ChildProcess.run(
      "/bin/cp", ["-R", folder("LargeFiles.checker"), folder("policy.lua"), folder("repository/Plugins")])
    _ = try ChildProcess.run("/bin/mv", [folder("repository/Plugins/policy.lua"), folder("repository/policy.lua")])
    let bare = ["check", "--policy", "repository", "Good.app"]
    let check = bare + ["--with-checkers"]
    let unlocked = try Program.run(check, in: folder.path)
    #expect(unlocked.status == 2 && unlocked.all.contains("repository/bundlepolicy.lock does not exist"))
    #expect(try Program.run(["plugin", "lock", "--check", "repository"], in: folder.path).status == 1)
    #expect(try Program.run(["plugin", "lock", "repository"], in: folder.path).status == 0)
    #expect(try Program.run(["plugin", "lock", "--check", "repository/"], in: folder.path).status == 0)
    #expect(try Program.run(check, in: folder.path).status == 1)
    // A lock file comes with a checkout, so each command needs an option to trust it.
    try folder.write(
      "repository/policy_test.lua",
      #"test "t" { given = fixture.application { info = { A = "x" } }, expect = { r = "fail" } }"#)
    for words in [
      bare, ["check", "--policy", "repository", "--jobs", "2", "Good.app", "Bad.app"],
      ["diff", "--policy", "repository", "--against", "repository", "Good.app"],
      ["plugin", "list", "--policy", "repository"],
      ["test", "repository"],
    ] {
      let refused = try Program.run(words, in: folder.path)
      #expect(
        refused.status == 2 && (refused.outputText + refused.errorText).contains("--with-checkers"),
        "\(words): \(refused.status) \(refused.outputText) \(refused.errorText)")
      let trusted = try Program.run(words + ["--with-checkers"], in: folder.path)
      #expect(trusted.status != 2, "\(words): \(trusted.status) \(trusted.outputText) \(trusted.errorText)")
    }
    // The other rules are evaluated.
    let text = try folder.text("repository/policy.lua")
    try folder.write("repository/policy.lua", text + "\nrule \"other\" { summary = \"s\", require = \"Absent\" }\n")
    let rest = try Program.run(bare, in: folder.path)
    #expect(rest.status == 2 && rest.outputText.contains("test/other"), "\(rest.outputText)")
    try folder.write("repository/policy.lua", text)
    // A policy that the user did not name loads nothing, even if it is locked.
    let found = try Program.run(["check", "--with-checkers", "../Good.app"], in: folder("repository"))
    #expect(
      found.status == 2 && found.all.contains("next to a policy are not loaded unless --policy names"), "\(found.all)")
    try folder.write("repository/Plugins/LargeFiles.checker/Contents/extra", "x")
    let changed = try Program.run(check, in: folder.path)
    #expect(changed.status == 2 && changed.all.contains("does not match the lock file"))
    // Checkers that the user names are trusted.
    #expect(try Program.run(bare + ["--plugins", "repository/Plugins"], in: folder.path).status == 1)
  }

  @Test func inspectionAndTrial() throws {
    let folder = try Self.folder()
    let text = try Program.run(["plugin", "inspect", "LargeFiles.checker"], in: folder.path)
    #expect(text.status == 0)
    #expect(
      text.outputText.contains("    with limit  (an integer; required)\n      The largest size of a file, in bytes"))
    let json = try Program.run(["plugin", "inspect", "--format", "json", "LargeFiles.checker"], in: folder.path)
    #expect(json.status == 0 && json.outputText.contains(#""identifier": "com.example.large-files""#))
    let list = try Program.run(["plugin", "list", "--plugins", "."], in: folder.path)
    #expect(list.outputText == "com.example.large-files  1.0.0  No file is too large  (./LargeFiles.checker)\n")
    let trial = try Program.run(
      ["plugin", "test", "--with", "limit=5", "LargeFiles.checker", "Good.app"], in: folder.path)
    #expect(
      trial.status == 1
        && trial.outputText.contains("finding: the file is too large\n    file      Good.app/Contents/Info.plist"))
    let sound = try Program.run(
      ["plugin", "test", "--with", "limit=50000", "LargeFiles.checker", "Good.app"], in: folder.path)
    #expect(sound.status == 0)
    let wrong = try Program.run(
      ["plugin", "test", "--with", "limit=x", "LargeFiles.checker", "Good.app"], in: folder.path)
    #expect(
      wrong.status == 2
        && wrong.errorText.contains("option 'limit' of the checker 'com.example.large-files' must be an integer"))
    let header = try Program.run(["plugin", "header"], in: folder.path)
    #expect(header.output == (try TemporaryFolder.bytes(of: "Sources/CheckerABI/include/CheckerABI.h")))
  }

  @Test func aNewPackageHasAllThatItIsBuiltOn() throws {
    let folder = try TemporaryFolder([:])
    let made = try Program.run(["plugin", "new", "--id", "org.x.sizes", "SizeChecker"], in: folder.path)
    #expect(made.status == 0, "\(made.errorText)")
    for file in [
      "make-checker", "Sources/CheckerABI/include/CheckerABI.h", "Sources/CheckerKit/Checker.swift", "policy.lua",
    ] {
      #expect(try !TemporaryFolder.bytes(of: folder("SizeChecker/" + file)).isEmpty)
    }
    let info = try Program.run(["inspect", "--path", "/CFBundleIdentifier", "SizeChecker/Info.plist"], in: folder.path)
    #expect(info.outputText.contains("org.x.sizes"))
    let again = try Program.run(["plugin", "new", "SizeChecker"], in: folder.path)
    #expect(again.status == 2 && again.errorText.contains("already exists; nothing was written"))
    #expect(
      try Program.run(["plugin", "new", "--update", "SizeChecker"], in: folder.path).outputText
        == "  the kit is up to date\n")
    try folder.write("SizeChecker/Sources/CheckerKit/Checker.swift", "// Part of bundlepolicy's CheckerKit\n")
    try folder.write("SizeChecker/Sources/CheckerKit/Option.swift", "// mine\n")
    let renewed = try Program.run(["plugin", "new", "--update", "SizeChecker"], in: folder.path)
    #expect(
      renewed.outputText
        == "  renewed  SizeChecker/Sources/CheckerKit/Checker.swift\n  kept     SizeChecker/Sources/CheckerKit/Option.swift  (yours)\n"
    )
  }

  @Test(arguments: [
    (["plugin"], 64 as Int32, "name a subcommand"), (["plugin", "inspct"], 64, "did you mean 'inspect'?"),
    (["plugin", "new"], 64, "Missing expected argument '<NAME>"),
    (["plugin", "new", "lower"], 64, "is not a Swift type name"),
    (["plugin", "new", "--with", "a=b", "X"], 64, "Unknown option '--with'"),
    (["plugin", "list"], 64, "name folders of checkers"),
    (["plugin", "inspect"], 64, "Missing expected argument '<CHECKER>"),
    (["plugin", "inspect", "nowhere.checker"], 2, "no such file or directory"),
    (["plugin", "inspect", "Good.app"], 2, "it registers no factory"),
    (["plugin", "list", "--plugins", "nowhere"], 2, "the folder of checkers cannot be read"),
    (["plugin", "lock", "nowhere"], 2, "the folder of checkers cannot be read"),
    (["check", "--policy", "policy.lua", "--plugins", "plain", "Good.app"], 2, "there is no checker in this folder"),
    (
      ["check", "--policy", "policy.lua", "--checker-time", "0", "Good.app"], 64,
      "'--checker-time <SECONDS>': must be a number from 1 to 86400"
    ),
    (
      ["check", "--policy", "policy.lua", "--in-process-plugins", "--checker-memory", "64", "Good.app"], 64,
      "cannot be combined with --in-process-plugins"
    ),
    (["run-checkers"], 64, "uses this argument internally"),
  ])
  func mistakes(_ words: [String], _ status: Int32, _ message: String) throws {
    let folder = try workshop()
    let run = try Program.run(words, in: folder.path)
    #expect(run.status == status && run.errorText.contains(message), "\(run.status) \(run.errorText)")
  }
}

extension ChildProcess {
  /// All output, because errors of rules are in the report.
  fileprivate var all: String { outputText + errorText }
}
