import PolicyTestSupport
import Testing

/// Snapshots: written, compared, out of date, left over.
@Suite struct SnapshotCommandTests {
  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "p/policy.lua": """
      policy "own" { summary = "s", version = "1.0" }
      rule "named" { summary = "s", require = "CFBundleDisplayName" }
      rule "tv" { summary = "s", applies = { platform = "tvos" }, require = "CFBundleDisplayName" }

      """,
      "p/policy_test.lua": """
      test "An app: nothing added" { given = {}, snapshot = true }
      test "a named one" { given = { info = { CFBundleDisplayName = "It" } }, expect = "pass", snapshot = "named" }

      """,
    ])
  }

  private static func run(_ folder: TemporaryFolder, _ arguments: String, in directory: String = "") throws
    -> ChildProcess
  {
    try Program.run(arguments.split(separator: " ").map(String.init), in: folder(directory))
  }

  @Test func fromMissingToKept() throws {
    let folder = try Self.folder()
    let missing = try Self.run(folder, "test p")
    #expect(missing.status == 1)
    #expect(
      missing.outputText == """
        p/policy_test.lua:1: FAILED: An app: nothing added
            the snapshot p/policy_test.snapshots/an-app-nothing-added.txt does not exist; write it with --update-snapshots
        p/policy_test.lua:2: FAILED: a named one
            the snapshot p/policy_test.snapshots/named.txt does not exist; write it with --update-snapshots

        0 passed, 2 failed

        """)
    #expect(try folder.names() == ["p"], "nothing is written unasked")
    let written = try Self.run(folder, "test p --update-snapshots")
    #expect(
      written.status == 0
        && written.outputText == """
          wrote p/policy_test.snapshots/an-app-nothing-added.txt
          wrote p/policy_test.snapshots/named.txt
          2 passed, 0 failed

          """
    )
    #expect(
      try folder.text("p/policy_test.snapshots/an-app-nothing-added.txt") == """
        # bundlepolicy snapshot 1: 'bundlepolicy test --update-snapshots' rewrites it

        App.app  com.example.app, application, macos
        App.app/Contents/Info.plist: error: CFBundleDisplayName is missing
            key       /CFBundleDisplayName
            expected  a value
            fix       add CFBundleDisplayName
            rule      own/named

        not applicable: 1 rule; --explain says why
        FAIL: 1 error; 1 rule evaluated on 1 bundle

        own/named: fail
        own/tv: not-applicable

        """)
    // Whatever path names the policy, and whichever files have its rules.
    try folder.write(
      "p/policy.lua", try folder.text("p/policy.lua").replacing("rule \"named\"", with: "\n\nrule \"named\""))
    for (arguments, directory) in [
      ("test", "p"), ("test p/policy_test.lua", ""), ("test \(folder("p"))", ""), ("test --jobs 2 --shuffle 4 .", "p"),
    ] {
      let again = try Self.run(folder, arguments, in: directory)
      #expect(again.status == 0, "\(again.outputText)")
    }
    #expect(try Self.run(folder, "test p --update-snapshots").outputText == "2 passed, 0 failed\n")
  }

  @Test func aDifferenceIsShown() throws {
    let folder = try Self.folder()
    #expect(try Self.run(folder, "test p --update-snapshots").status == 0)
    try folder.write(
      "p/policy.lua",
      try folder.text("p/policy.lua").replacing("rule \"named\" { ", with: "rule \"named\" { severity = \"warning\", "))
    let result = try Self.run(folder, "test p --junit r.xml")
    #expect(result.status == 1)
    #expect(
      result.outputText == """
        p/policy_test.lua:1: FAILED: An app: nothing added
            the report differs from p/policy_test.snapshots/an-app-nothing-added.txt; if the report is right, update the snapshot with --update-snapshots
            @@ -2 +2 @@
              
              App.app  com.example.app, application, macos
            - App.app/Contents/Info.plist: error: CFBundleDisplayName is missing
            + App.app/Contents/Info.plist: warning: CFBundleDisplayName is missing
                  key       /CFBundleDisplayName
                  expected  a value
            @@ -9 +9 @@
              
              not applicable: 1 rule; --explain says why
            - FAIL: 1 error; 1 rule evaluated on 1 bundle
            + PASS: 1 warning; 1 rule evaluated on 1 bundle
              
              own/named: fail

        1 passed, 1 failed

        """)
    #expect(try folder.text("r.xml").contains("&#10;- FAIL: 1 error"))
  }

  /// An unused snapshot looks like proof, so it fails, except with a filter.
  @Test func whatNoTestHasFails() throws {
    let folder = try Self.folder()
    #expect(try Self.run(folder, "test p --update-snapshots").status == 0)
    try folder.write(
      "p/policy_test.lua", try folder.text("p/policy_test.lua").replacing("\"named\"", with: "\"renamed\""))
    let stale = try Self.run(folder, "test p --filter nothing")
    #expect(stale.status == 1)
    #expect(
      stale.outputText == """
        p/policy_test.snapshots/named.txt:1: FAILED: snapshot named
            no test in p/policy_test.lua uses this snapshot; remove it with --update-snapshots

        1 passed, 1 failed

        """)
    let removed = try Self.run(folder, "test p --update-snapshots --filter nothing")
    #expect(
      removed.status == 0 && removed.outputText == "removed p/policy_test.snapshots/named.txt\n1 passed, 0 failed\n")
    #expect(try Self.run(folder, "test p --filter nothing").status == 0)
    try folder.write("p/policy_test.snapshots/notes.txt", "of people")
    #expect(try Self.run(folder, "test p --filter nothing").status == 1)
    let kept = try Self.run(folder, "test p --filter nothing --update-snapshots")
    #expect(
      kept.status == 2 && kept.outputText.contains("notes.txt: error: this is not a snapshot, so it was not removed"))
    #expect(try folder.text("p/policy_test.snapshots/notes.txt") == "of people")
  }

  @Test func linksAreRefused() throws {
    let folder = try Self.folder()
    try folder.write("secret.txt", "secret")
    try folder.makeDirectory("p/policy_test.snapshots")
    try folder.link("p/policy_test.snapshots/named.txt", to: "../../secret.txt")
    for arguments in ["test p", "test p --update-snapshots"] {
      let result = try Self.run(folder, arguments)
      #expect(result.status == 2 && result.outputText.contains("p/policy_test.lua:2: ERROR: a named one\n"))
      #expect(result.outputText.contains("    p/policy_test.snapshots/named.txt: the snapshot cannot be read: "))
      #expect(result.outputText.hasSuffix(", 1 could not be run\n"), "\(result.outputText)")
      #expect(try folder.text("secret.txt") == "secret" && !result.outputText.contains("secret\n"))
    }
    // A file in place of the directory is reported once.
    try folder.write("q/policy.lua", try folder.text("p/policy.lua"))
    try folder.write("q/policy_test.lua", try folder.text("p/policy_test.lua"))
    try folder.write("q/policy_test.snapshots", "")
    let result = try Self.run(folder, "test q --filter named --update-snapshots")
    #expect(result.status == 2 && result.outputText.hasSuffix("\n\n0 passed, 0 failed, 1 could not be run\n"))
    #expect(result.outputText.split(separator: "\n").count { $0.contains("is not a directory") } == 1)
  }

  /// The working directory does not affect snapshots.
  @Test func coverageChangesNoSnapshot() throws {
    let folder = try Self.folder()
    #expect(try Self.run(folder, "test p --update-snapshots").status == 0)
    let kept = try folder.text("p/policy_test.snapshots/named.txt")
    #expect(try Self.run(folder, "test p --coverage").outputText.hasSuffix("2 passed, 0 failed\n"))
    #expect(try Self.run(folder, "test p --coverage --update-snapshots").status == 0)
    #expect(try folder.text("p/policy_test.snapshots/named.txt") == kept)
  }

  /// Errors of rules are not recorded in snapshots unless expected.
  @Test func aCheckThatCouldNotBeCompletedIsNotKeptUnasked() throws {
    let broken =
      "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", check = function() error(\"no\") end }\n"
    for (expect, status) in [("", Int32(1)), ("expect = \"error\", ", 0)] {
      let folder = try TemporaryFolder([
        "p/policy.lua": broken, "p/policy_test.lua": "test \"t\" { given = {}, \(expect)snapshot = true }\n",
      ])
      let result = try Self.run(folder, "test p --update-snapshots")
      #expect(result.status == status, "\(result.outputText)")
      if status == 1 {
        #expect(result.outputText.contains("the check could not be completed: no; write expect = \"error\""))
      }
    }
  }

  /// Skipping a linked folder would silently test less.
  @Test(arguments: ["test p", "test p/policy.lua", "lint p"]) func linksAreNotPassedOver(_ command: String) throws {
    let folder = try TemporaryFolder([
      "p/policy.lua": "policy \"own\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", require = \"K\" }\n",
      "elsewhere.lua": "test \"t\" { given = {}, expect = \"pass\" }\n",
    ])
    try folder.link("p/policy_test.lua", to: "../elsewhere.lua")
    let result = try Self.run(folder, command)
    #expect(result.status == 2)
    #expect(
      (result.outputText + result.errorText).contains("policy_test.lua is not a regular file but a symbolic link"))
  }
}
