import PolicyTestSupport
import StructuredText
import Testing

@Suite struct InitCommandTests {
  private static let luacheck = ["/usr/bin/luacheck", "/usr/local/bin/luacheck", "/opt/homebrew/bin/luacheck"].first {
    (try? ChildProcess.run($0, ["--version"]).status) == 0
  }
  private static let library = ".bundlepolicy/library/"

  private static func scaffold(_ arguments: [String] = []) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let result = try Program.run(["init"] + arguments, in: folder.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
    return folder
  }

  /// All files below a folder, with their contents.
  private static func contents(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
    let listing = try ChildProcess.run("/usr/bin/find", [".", "-type", "f"], in: folder.path).outputText
    var contents: [String: [UInt8]] = [:]
    for path in listing.split(separator: "\n").map({ String($0.dropFirst(2)) }) {
      contents[path] = try folder.bytes(path)
    }
    return contents
  }

  @Test func everythingPassesRightAway() throws {
    let folder = try Self.scaffold(["--id", "com.example.release"])
    #expect(
      try Self.contents(folder).keys.sorted() == [
        ".bundlepolicy/bundlepolicy.schema.json", ".bundlepolicy/library/bundlepolicy.lua",
        ".bundlepolicy/library/info-plist.lua", ".github/workflows/policy.yml", ".gitignore", ".luacheckrc",
        ".luarc.json", ".vscode/tasks.json", "README.md", "bundlepolicy.yml", "ci/install-bundlepolicy", "ci/policy.sh",
        "policy.lua",
        "policy_test.lua", "shared/hosts.lua",
      ])
    let tests = try Program.run(["test", "--coverage", "--threshold", "100"], in: folder.path)
    #expect(tests.status == 0 && tests.outputText.hasSuffix("9 passed, 0 failed\n"), "\(tests.outputText)")
    let lint = try Program.run(["lint", "--fail-on", "note"], in: folder.path)
    #expect(lint.status == 0 && lint.outputText == "0 warnings, 0 notes\n", "\(lint.outputText)")
    for (app, status) in [("Hello.app", 0), ("Broken.app", 1)] as [(String, Int32)] {
      let check = try Program.run(["check", Program.packageRoot + "/Examples/" + app], in: folder.path)
      #expect(check.status == status, "\(check.outputText)\(check.errorText)")
      #expect(check.outputText.contains("note: settings from bundlepolicy.yml: policies"))
    }
    #expect(try Program.run(["init", "--check"], in: folder.path).status == 0)
    _ = try JSONText(folder.bytes(".vscode/tasks.json"))
    // Some servers split names at periods: then no name may be the start of another.
    guard case .mapping(let entries)? = try JSONReader.read(folder.bytes(".luarc.json"))["runtime.builtin"]?.content
    else {
      Issue.record("no runtime.builtin")
      return
    }
    #expect(entries.allSatisfy { entry in entries.allSatisfy { !$0.key.hasPrefix(entry.key + ".") } })
    #expect(entries.contains { $0.key == "string" })
  }

  @Test func anExampleAppPassesTheStandardPolicies() throws {
    let folder = try Self.scaffold(["--example"])
    #expect(
      try Self.contents(folder).keys.sorted() == [
        "App.app/Contents/Info.plist", "App.app/Contents/MacOS/Hello", "App.app/Contents/PkgInfo",
      ])
    let check = try Program.run(
      ["check", "--fail-on", "note", "--policy", "apple.recommended", "App.app"], in: folder.path)
    #expect(check.status == 0 && check.outputText.contains("PASS: no findings;"), "\(check.outputText)")
    let again = try Program.run(["init", "--example"], in: folder.path)
    #expect(again.status == 2 && again.errorText.contains("App.app/Contents/Info.plist: error: already exists"))
  }

  @Test(.enabled(if: luacheck != nil, "luacheck is not installed")) func luacheckPasses() throws {
    let folder = try Self.scaffold()
    let result = try ChildProcess.run(try #require(Self.luacheck), ["--no-color", "."], in: folder.path)
    #expect(result.status == 0 && result.outputText.contains("in 3 files"), "\(result.outputText)\(result.errorText)")
  }

  @Test func theScriptOfCIRuns() throws {
    let folder = try Self.scaffold()
    let programs = String(
      Program.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
    func run(_ bundles: [String]) throws -> ChildProcess {
      try ChildProcess.run(
        folder("ci/policy.sh"), bundles, in: Program.packageRoot, environment: ["PATH": "\(programs):/usr/bin:/bin"])
    }
    let proven = try run([])
    #expect(proven.status == 0, "\(proven.outputText)\(proven.errorText)")
    #expect(try folder.text("reports/policy-tests.xml").hasPrefix("<?xml"))
    #expect(try run(["Examples/Hello.app"]).status == 0)
    #expect(try run(["Examples/Broken.app"]).status == 1)
    try folder.write(
      "policy.lua", try folder.text("policy.lua") + "rule \"untested\" { summary = \"s\", forbid = \"A\" }\n")
    #expect(try run([]).status == 1)
  }

  @Test(arguments: [("com.acme.apps", "com.acme."), ("acme", "acme."), ("a-b.c", "a-b.")])
  func ids(_ id: String, _ prefix: String) throws {
    let folder = try Self.scaffold(["--id", id])
    let policy = try folder.text("policy.lua")
    #expect(policy.contains("policy \"\(id)\" {") && policy.contains("default = \"\(prefix)\""))
    #expect(try Program.run(["test"], in: folder.path).status == 0)
  }

  @Test func directoriesAreMadeAndNamed() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(["init", "new/it's here"], in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    #expect(result.outputText.hasPrefix("  wrote  new/it's here/bundlepolicy.yml\n  wrote  new/it's here/policy.lua\n"))
    #expect(result.outputText.contains("\n\nNext:\n  cd 'new/it'\\''s here'\n  bundlepolicy test --coverage"))
    #expect(try Program.run(["test", "new/it's here"], in: folder.path).status == 0)
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder(["README.md": "mine", "ci/policy.sh": "mine", ".luacheckrc": "mine"])
    let first = try Program.run(["init", "--id", "com.x.release"], in: folder.path)
    #expect(first.status == 0 && first.outputText.contains("  wrote  bundlepolicy.yml\n  wrote  policy.lua\n"))
    #expect(
      first.outputText.contains("  left  ci/policy.sh  (yours)\n")
        && first.outputText.contains("  left  .luacheckrc  (yours)\n"))
    #expect(first.outputText.contains("no CI service was found"))
    for file in ["README.md", "ci/policy.sh", ".luacheckrc"] { #expect(try folder.text(file) == "mine") }
    let before = try Self.contents(folder)
    let again = try Program.run(["init", "--id", "com.x.release"], in: folder.path)
    #expect(again.status == 0 && !again.outputText.contains("wrote"), "\(again.outputText)")
    #expect(try Self.contents(folder) == before)
  }

  private static let project = """
    // !$*UTF8*$!
    { objects = {
      P = { isa = PBXProject; buildConfigurationList = L; };
      L = { buildConfigurations = (C); };
      C = { name = Release; buildSettings = { PREFIX = com.acme; }; };
      T = { isa = PBXNativeTarget; name = Notes; buildConfigurationList = M; productType = "com.apple.product-type.application"; };
      M = { buildConfigurations = (D); };
      D = { name = Release; buildSettings = {
        PRODUCT_BUNDLE_IDENTIFIER = "$(PREFIX).$(TARGET_NAME)";
        INFOPLIST_FILE = Notes/Info.plist;
      }; };
    }; }
    """

  /// A repository with an app, and each service that it may use.
  @Test(arguments: [
    (".github/dependabot.yml", ".github/workflows/policy.yml", "GitHub Actions: run ci/policy.sh APP"),
    (".gitlab-ci.yml", "ci/bundlepolicy.gitlab-ci.yml", "add include: [{ local: ci/bundlepolicy.gitlab-ci.yml }]"),
    ("ci_scripts/ci_post_clone.sh", "ci_scripts/ci_post_xcodebuild.sh", "in Xcode Cloud to the address"),
    ("bitrise.yml", "", "bitrise.yml: add a Script step"),
    ("fastlane/Fastfile", "fastlane/bundlepolicy.rb", "add import(\"bundlepolicy.rb\")"),
  ])
  func aLivingRepository(_ there: String, _ added: String, _ step: String) throws {
    let folder = try TemporaryFolder([
      "README.md": "mine", "Notes.xcodeproj/project.pbxproj": Self.project, there: "theirs", "Sources/main.swift": "",
      ".gitignore": "x", "Notes/Info.plist": "<plist><dict/></plist>",
    ])
    let run = try Program.run(["init"], in: folder.path)
    #expect(run.status == 0 && run.outputText.contains(step), "\(run.outputText)\(run.errorText)")
    #expect(
      try folder.text(there) == "theirs" && folder.text("README.md") == "mine" && folder.text(".gitignore") == "x")
    let files = try Self.contents(folder)
    #expect(added.isEmpty || files[added] != nil)
    #expect(files["policy_test.lua"] == nil && files["shared/hosts.lua"] == nil)
    // Nothing is left to fill in.
    for (path, bytes) in files where !path.hasPrefix(".bundlepolicy") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("com.example") && !text.contains("OWNER") && !text.contains("TODO"), "\(path)")
    }
    #expect(try folder.text("policy.lua").contains("policy \"com.acme.release\""))
    #expect(run.outputText.contains("  wrote  bundlepolicy.yml  (with the sources of com.acme.Notes)\n"))
    #expect(
      try folder.text("bundlepolicy.yml").hasSuffix(
        "\n  com.acme.Notes:\n    info: Notes/Info.plist\n    settings: [Notes.xcodeproj/project.pbxproj]\n"))
    // The project file is complete.
    let app = Program.packageRoot + "/Examples/Hello.app"
    let check = try Program.run(["check", app], in: folder.path)
    #expect(
      check.status == 1 && check.outputText.contains("warning: 'sources' names none of these bundles"),
      "\(check.outputText)\(check.errorText)")
    #expect(try Program.run(["lint", "--fail-on", "note", "policy.lua"], in: folder.path).status == 0)
    #expect(try Program.run(["test", "--coverage", "--threshold", "100", "policy.lua"], in: folder.path).status == 0)
    #expect(try Program.run(["init", "--check"], in: folder.path).status == 0)
  }

  /// A project file that exists is left alone; the sources to add are shown.
  @Test func sourcesForAnExistingProjectFile() throws {
    let folder = try TemporaryFolder([
      "Notes.xcodeproj/project.pbxproj": Self.project, "Notes/Info.plist": "<plist><dict/></plist>",
      "bundlepolicy.yml": "fail-on: note\n",
    ])
    let run = try Program.run(["init"], in: folder.path)
    #expect(
      run.status == 0 && run.outputText.contains("      sources:\n        com.acme.Notes:\n"), "\(run.outputText)")
    #expect(try folder.text("bundlepolicy.yml") == "fail-on: note\n")
    try folder.write("bundlepolicy.yml", "sources: { a: { info: Notes/Info.plist } }\n")
    #expect(try !Program.run(["init"], in: folder.path).outputText.contains("    sources:"))
  }

  @Test func theServiceCanBeNamed() throws {
    let folder = try TemporaryFolder(["README.md": "mine", ".github/x": ""])
    let run = try Program.run(["init", "--ci", "gitlab"], in: folder.path)
    #expect(run.status == 0, "\(run.outputText)")
    // A repository without an app gives the policy its name.
    #expect(
      try folder.text("policy.lua").contains(".release\" {") && !folder.text("policy.lua").contains("com.example"))
    let files = try Self.contents(folder)
    #expect(files[".gitlab-ci.yml"] != nil && files[".github/workflows/policy.yml"] == nil)
    #expect(try Program.run(["init", "--ci", "gitlb"], in: folder.path).errorText.contains("did you mean 'gitlab'?"))
  }

  /// The same check passes by hand, in CI, and after waivers.
  @Test func waiversCountByHandAndInCI() throws {
    let folder = try Self.scaffold()
    try folder.copy(Program.packageRoot + "/Examples/Broken.app", to: "build/App.app")
    let programs = String(
      Program.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))
    func script() throws -> ChildProcess {
      try ChildProcess.run(
        folder("ci/policy.sh"), ["build/App.app"], in: folder.path, environment: ["PATH": "\(programs):/usr/bin:/bin"])
    }
    let check = ["check", "build/App.app"]
    #expect(try Program.run(check + ["--format", "json=report.json"], in: folder.path).status == 1)
    #expect(try script().status == 1)
    let waive = ["waive", "--from-report", "report.json", "--because", "b", "--owner", "o", "--expires", "2099-12-31"]
    let waived = try Program.run(waive, in: folder.path)
    #expect(waived.status == 0 && waived.outputText.hasPrefix("waivers.lua: "), "\(waived.errorText)")
    #expect(try Program.run(check, in: folder.path).status == 0)
    let inCI = try script()
    #expect(inCI.status == 0, "\(inCI.outputText)\(inCI.errorText)")
    let lint = try Program.run(["lint", "waivers.lua"], in: folder.path)
    #expect(
      lint.status == 0 && lint.outputText.hasSuffix("0 warnings, 0 notes\n"), "\(lint.outputText)\(lint.errorText)")
    let late = try Program.run(["lint", "--as-of", "2100-01-01", "waivers.lua"], in: folder.path)
    #expect(late.status == 1 && late.outputText.contains("expired on 2099-12-31"))
    let soon = try Program.run(check + ["--as-of", "2099-12-29"], in: folder.path)
    #expect(soon.status == 0 && soon.outputText.contains("ends in 2 days, on 2099-12-31"), "\(soon.outputText)")
    try folder.write("waivers.lua", "waive \"no-rule\" { because = \"b\", owner = \"o\", expires = \"2099-12-31\" }\n")
    #expect(try Program.run(["lint", "waivers.lua"], in: folder.path).status == 2)
  }

  @Test func forceKeepsWhatIsNotGenerated() throws {
    let folder = try TemporaryFolder(["README.md": "mine", ".luacheckrc": "std = \"lua54\"\n"])
    try folder.write(Self.library + "info-plist.lua", "---@meta _\n-- Generated by bundlepolicy init: of old.\n")
    let result = try Program.run(["init", "--force"], in: folder.path)
    #expect(result.status == 0, "\(result.errorText)")
    for line in [
      "  wrote  policy.lua\n", "  kept  README.md  (yours)\n", "  kept  .luacheckrc  (yours)\n",
      "  wrote  .bundlepolicy/library/bundlepolicy.lua\n", "  renewed  .bundlepolicy/library/info-plist.lua\n",
    ] { #expect(result.outputText.contains(line), "\(result.outputText)") }
    #expect(try folder.text("README.md") == "mine" && folder.text(".luacheckrc") == "std = \"lua54\"\n")
    #expect(try folder.text(Self.library + "info-plist.lua").contains("CFBundleVersion"))
    #expect(try Program.run(["init", "--force"], in: folder.path).outputText.contains("  same  policy.lua\n"))
  }

  @Test func driftIsToldAndMended() throws {
    let folder = try Self.scaffold()
    let whole = try Self.contents(folder)
    try folder.write(".luacheckrc", try folder.text(".luacheckrc") + "-- more\n")
    try folder.write("policy.lua", try folder.text("policy.lua") + "-- more\n")
    let check = try Program.run(["init", "--check"], in: folder.path)
    #expect(check.status == 1 && check.output.isEmpty)
    #expect(
      check.errorText == """
        .luacheckrc: error: differs from what this version of bundlepolicy generates
            fix       run 'bundlepolicy init --update .' and commit the result

        """)
    let update = try Program.run(["init", "--update"], in: folder.path)
    #expect(
      update.outputText == """
          renewed  .luacheckrc
          same  .bundlepolicy/library/bundlepolicy.lua
          same  .bundlepolicy/library/info-plist.lua
          same  .bundlepolicy/bundlepolicy.schema.json

        """)
    #expect(try Program.run(["init", "--check"], in: folder.path).status == 0)
    #expect(try folder.text(".luacheckrc") == String(decoding: whole[".luacheckrc"] ?? [], as: UTF8.self))
    #expect(try folder.text("policy.lua").hasSuffix("-- more\n"))
  }

  @Test func onlyDefinitions() throws {
    let folder = try TemporaryFolder(["policy.lua": "mine"])
    let result = try Program.run(["init", "--definitions-only"], in: folder.path)
    #expect(
      result.outputText
        == "  wrote  .bundlepolicy/library/bundlepolicy.lua\n  wrote  .bundlepolicy/library/info-plist.lua\n")
    #expect(try Self.contents(folder).count == 3)
    #expect(try Program.run(["init", "--check"], in: folder.path).status == 0)
  }

  /// The program never follows a link out of the repository.
  @Test(arguments: [[], ["--force"], ["--definitions-only"], ["--update"], ["--check"]])
  func linksAreNotFollowed(_ mode: [String]) throws {
    let folder = try TemporaryFolder(["outside/x": ""])
    try folder.makeDirectory("repository")
    try folder.link("repository/.bundlepolicy", to: "../outside")
    let result = try Program.run(["init"] + mode + ["repository"], in: folder.path)
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "repository/.bundlepolicy/library/bundlepolicy.lua: error: '.bundlepolicy' is not a directory, or is a symbolic link; links are not followed\n"
    )
    #expect(try ChildProcess.run("/bin/ls", [folder("outside")]).outputText == "x\n")
    #expect(try ChildProcess.run("/bin/ls", [folder("repository")]).outputText.isEmpty)
  }

  @Test func aLinkForAFile() throws {
    let folder = try TemporaryFolder(["outside.lua": "-- Generated by bundlepolicy init\n"])
    try folder.makeDirectory("repository/" + Self.library)
    try folder.link("repository/\(Self.library)bundlepolicy.lua", to: "../../../outside.lua")
    let result = try Program.run(["init", "--definitions-only", "repository"], in: folder.path)
    #expect(result.status == 2)
    #expect(
      result.errorText
        == "repository/.bundlepolicy/library/bundlepolicy.lua: error: is a symbolic link; links are not followed\n")
    #expect(try folder.text("outside.lua") == "-- Generated by bundlepolicy init\n")
  }

  @Test func refused() throws {
    let folder = try TemporaryFolder(["file": "x", "empty/x": ""])
    for (arguments, status, message) in [
      (["--id", "Com.Example"], 64, "'Com.Example' is not a policy id: use lower-case letters"),
      (["--id", "a\nb"], 64, "'a\\nb' is not a policy id"), (["a", "b"], 64, "Unexpected argument 'b'"),
      (["--force", "--check"], 64, "--force and --check cannot be combined"),
      (["--update", "--id", "a.b"], 64, "--id needs a new repository; --update does not write a policy"),
      (["--print", "reference.m"], 64, "no such generated text; did you mean 'reference.md'?"),
      (["--print", "reference.md", "x"], 64, "--print cannot be combined with other options"),
      ([""], 64, "The value '' is invalid for '<DIRECTORY>': must not be empty"),
      (["file"], 2, "file: error: the directory cannot be opened: Not a directory"),
      (["file/below"], 2, "file/below: error: the directory cannot be created: Not a directory"),
      (["--update", "gone"], 2, "gone: error: the directory cannot be opened: No such file"),
      (
        ["--check", "empty"], 2,
        "empty: error: this directory contains no files that init generated\n    fix       start a repository"
      ),
    ] as [([String], Int32, String)] {
      let result = try Program.run(["init"] + arguments, in: folder.path)
      #expect(result.status == status && result.output.isEmpty, "\(arguments)")
      #expect(result.errorText.contains(message), "\(result.errorText)")
    }
    #expect(try folder.names() == ["empty", "file"])
  }

  @Test(arguments: ["bundlepolicy.lua", "info-plist.lua", ".luacheckrc", "bundlepolicy.schema.json"])
  func printedIsWhatIsWritten(_ name: String) throws {
    let folder = try Self.scaffold()
    let path = name == ".luacheckrc" ? name : (name.hasSuffix(".json") ? ".bundlepolicy/" : Self.library) + name
    #expect(try Program.run(["init", "--print", name], in: folder.path).output == folder.bytes(path))
  }
}
