import Basics
import PolicyTestSupport
import Testing

/// `check --format github`, and the step summary.
@Suite struct StepSummaryTests {
  private static func check(
    _ arguments: [String], in folder: TemporaryFolder, _ environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try Program.run(["check", "--format", "github"] + arguments, in: folder.path, environment: environment)
  }

  @Test func annotations() throws {
    let folder = try workshop()
    let result = try Self.check(["Bad.app", "Good.app"], in: folder)
    #expect(result.status == 1 && result.errors.isEmpty)
    #expect(
      result.outputText == """
        ::error file=Bad.app/Contents/Info.plist,line=5,col=1,title=test/r::Bad is not allowed%0Akey: /Bad%0Avalue: true%0A\
        expected: no Bad%0Afix: remove Bad%0Aedit: remove /Bad (--fix)%0Arule: test/r (policy.lua:2)
        bundlepolicy: FAIL: 1 error; 2 rule evaluations on 2 bundles (1 failed, 1 passed) by test (policy.lua)

        """)
  }

  @Test func pathsFromTheWorkspace() throws {
    let folder = try workshop()
    let result = try Program.run(
      ["check", "--format", "github", "../Bad.app"], in: folder("plain"), environment: ["GITHUB_WORKSPACE": folder.path]
    )
    #expect(result.outputText.hasPrefix("::error file=Bad.app/Contents/Info.plist,"), "\(result.outputText)")
    let absolute = try Self.check([folder("Bad.app")], in: folder, ["GITHUB_WORKSPACE": folder.path])
    #expect(absolute.outputText.hasPrefix("::error file=Bad.app/Contents/Info.plist,"), "\(absolute.outputText)")
  }

  /// Also in GitLab pipelines, for every format with paths relative to the repository.
  @Test(arguments: [("gitlab", "\"path\": \"Bad.app/Contents"), ("sarif", "\"uri\": \"Bad.app/Contents")])
  func pathsFromTheProject(_ format: String, _ expected: String) throws {
    let folder = try workshop()
    let result = try Program.run(
      ["check", "--format", format, "../Bad.app"], in: folder("plain"), environment: ["CI_PROJECT_DIR": folder.path])
    #expect(result.status == 1 && result.outputText.contains(expected), "\(result.outputText)")
  }

  @Test func aPageGetsTheReports() throws {
    let folder = try workshop()
    try folder.write("page.md", "of another tool")
    let environment = ["GITHUB_STEP_SUMMARY": folder("page.md")]
    #expect(try Self.check(["Bad.app"], in: folder, environment).status == 1)
    #expect(try Self.check(["Good.app"], in: folder, environment).status == 0)
    let bad = try Program.run(["check", "--format", "markdown", "Bad.app"], in: folder.path, environment: environment)
    let good = try Program.run(["check", "--format", "markdown", "Good.app"], in: folder.path)
    #expect(
      try folder.text("page.md") == "of another tool\n\n" + bad.outputText + "\n\n" + good.outputText,
      "each is added, and Markdown that was asked for goes where it was asked to")
    #expect(bad.outputText.hasPrefix("## bundlepolicy: FAIL\n") && good.outputText.hasPrefix("## bundlepolicy: PASS\n"))
  }

  @Test func aCheckThatCannotBegin() throws {
    let folder = try workshop("rule \"r\" {")
    let result = try Self.check(["Good.app"], in: folder, ["GITHUB_STEP_SUMMARY": folder("page.md")])
    #expect(result.status == 2 && result.outputText.hasPrefix("::error file=policy.lua,line="), "\(result.outputText)")
    #expect(
      result.outputText.contains("title=check incomplete::") && result.outputText.contains("bundlepolicy: INCOMPLETE: ")
    )
    #expect(try folder.text("page.md").hasPrefix("## bundlepolicy: INCOMPLETE\n"))
  }

  @Test func aPageThatCannotBeWritten() throws {
    let folder = try workshop()
    let result = try Self.check(["Good.app"], in: folder, ["GITHUB_STEP_SUMMARY": "none/page.md"])
    #expect(result.status == 2)
    #expect(
      result.errorText == "GITHUB_STEP_SUMMARY=none/page.md: error: cannot be written: No such file or directory\n")
  }

  @Test func onlyBesideAnnotations() throws {
    let folder = try workshop()
    for format in ["text", "json", "markdown"] {
      let result = try Program.run(
        ["check", "--format", format, "Good.app"], in: folder.path,
        environment: ["GITHUB_STEP_SUMMARY": folder("page.md")])
      #expect(result.status == 0 && access(folder("page.md"), F_OK) != 0, "\(format)")
    }
    #expect(try Self.check(["Good.app"], in: folder, ["GITHUB_STEP_SUMMARY": ""]).status == 0)
  }

  @Test func twoForOneFile() throws {
    let folder = try workshop()
    let result = try Self.check(
      ["--format", "markdown=page.md", "Good.app"], in: folder, ["GITHUB_STEP_SUMMARY": folder("page.md")])
    #expect(
      result.status == 64 && result.errorText.contains("are the same file; name two files"), "\(result.errorText)")
    let policy = try Self.check(["Good.app"], in: folder, ["GITHUB_STEP_SUMMARY": folder("policy.lua")])
    #expect(policy.status == 64 && policy.errorText.contains("GITHUB_STEP_SUMMARY"), "\(policy.errorText)")
    #expect(try folder.text("policy.lua").hasPrefix("policy"))
  }

  /// GitHub does not show summaries of more than 1 MiB.
  @Test func thePageStaysWithinItsLimit() throws {
    func workshop(findings: Int) throws -> TemporaryFolder {
      try CommandTests.workshop(
        """
        rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
          for i = 1, \(findings) do report("finding %d", i, { fix = ("x"):rep(4000) }) end
        end }
        """)
    }
    let folder = try workshop(findings: 400)
    let limit = 1 << 20
    var environment = ["GITHUB_STEP_SUMMARY": folder("page.md")]
    for used in [0, limit - 100_000, limit - 5000] {
      try folder.write("page.md", String(repeating: "x", count: used))
      #expect(try Self.check(["Bad.app"], in: folder, environment).status == 1)
      let page = try folder.text("page.md")
      #expect(page.utf8.count <= limit && page.utf8.count > used, "\(used)")
      #expect(page.contains("FAIL\n\n400 errors; ") && page.contains("omitted to fit"), "\(used)")
    }
    let other = try workshop(findings: 1)
    environment = ["GITHUB_STEP_SUMMARY": other("page.md")]
    for used in [limit - 1000, limit, limit + 1] {
      let page = String(repeating: "x", count: used)
      try other.write("page.md", page)
      let result = try Self.check(["Bad.app"], in: other, environment)
      #expect(result.status == 1 && result.errorText.contains("the summary of this step is full"))
      #expect(try other.text("page.md") == page)
    }
  }
}
