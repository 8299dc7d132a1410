@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The names, locations and contents of snapshots.
@Suite struct PolicyTestSnapshotTests {
  @Test(
    arguments: [
      ("a sound bundle", "a-sound-bundle"), ("What? It's 3 %!", "what-it-s-3"), ("  x  ", "x"), ("A.B/../c", "a-b-c"),
      ("café au lait", "caf-au-lait"), ("日本", nil), ("…", nil),
      (String(repeating: "a", count: 100), String(repeating: "a", count: 100)),
      (String(repeating: "a", count: 101), nil), ("CON", "con"), ("a\\b:c*d|e\"<f>", "a-b-c-d-e-f"),
    ] as [(String, String?)])
  func namesOfTests(_ test: String, _ name: String?) {
    #expect(SnapshotName.made(of: test) == name)
  }

  @Test(
    arguments: [
      ("a", true), ("a-1", true), ("", false), ("-a", false), ("a-", false), ("a--b", false), ("A", false),
      ("a.b", false),
      ("../a", false), ("a/b", false), ("a\0", false), ("é", false), (".", false),
    ])
  func names(_ name: String, _ isValid: Bool) {
    #expect(SnapshotName.isValid(name) == isValid)
  }

  @Test func liesBesideTheTests() {
    #expect(SnapshotFolder(testFile: "org_test.lua").path(of: "a") == "org_test.snapshots/a.txt")
    #expect(SnapshotFolder(testFile: "p/org_test.lua").path(of: "a") == "p/org_test.snapshots/a.txt")
    #expect(SnapshotFolder(testFile: "/org_test.lua").path(of: "a") == "/org_test.snapshots/a.txt")
  }

  private static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? EngineError).map { "\($0.file ?? ""): \($0.message)" }
    }
  }

  @Test func writesAndReads() throws {
    let folder = try TemporaryFolder()
    let snapshots = SnapshotFolder(testFile: folder("org_test.lua"))
    #expect(try snapshots.text(of: "a") == nil && snapshots.names() == [])
    try snapshots.write(SnapshotFolder.header + "one\n", as: "a")
    try snapshots.write(SnapshotFolder.header + "two\n", as: "a")
    try snapshots.write("x", as: "b")
    #expect(try snapshots.text(of: "a") == SnapshotFolder.header + "two\n" && snapshots.names() == ["a", "b"])
    #expect(try folder.names() == ["org_test.snapshots"])
    try folder.write("org_test.snapshots/c.txt", "one\r\ntwo\r\n")
    try folder.write("org_test.snapshots/.hidden.txt", "")
    try folder.write("org_test.snapshots/notes.md", "")
    #expect(try snapshots.text(of: "c") == "one\ntwo\n" && snapshots.names() == ["a", "b", "c"])
    try snapshots.remove("a")
    #expect(try snapshots.text(of: "a") == nil)
    // The program removes only files that it wrote.
    #expect(
      Self.message { try snapshots.remove("b") }.map(folder.withoutPath)
        == "org_test.snapshots/b.txt: this is not a snapshot, so it was not removed")
    #expect(try snapshots.text(of: "b") == "x")
    try folder.write("org_test.snapshots/d.txt", [0xFF])
    #expect(
      Self.message { _ = try snapshots.text(of: "d") }.map(folder.withoutPath)
        == "org_test.snapshots/d.txt: the snapshot is not UTF-8")
  }

  /// Neither the folder nor a file in it may lead elsewhere, for reading, writing or removing.
  @Test func linksAreNotFollowed() throws {
    let folder = try TemporaryFolder(["elsewhere/a.txt": SnapshotFolder.header + "secret", "x": SnapshotFolder.header])
    try folder.link("linked_test.snapshots", to: "elsewhere")
    let linked = SnapshotFolder(testFile: folder("linked_test.lua"))
    for body: () throws -> Void in [
      { _ = try linked.text(of: "a") }, { _ = try linked.names() },
      { try linked.write("new", as: "a") }, { try linked.remove("a") },
    ] {
      #expect(Self.message(body) != nil)
    }
    try folder.makeDirectory("org_test.snapshots")
    try folder.link("org_test.snapshots/a.txt", to: "../x")
    try folder.makeDirectory("org_test.snapshots/b.txt")
    let snapshots = SnapshotFolder(testFile: folder("org_test.lua"))
    for name in ["a", "b"] {
      #expect(Self.message { _ = try snapshots.text(of: name) } != nil)
      #expect(Self.message { try snapshots.write("new", as: name) } != nil)
      #expect(Self.message { try snapshots.remove(name) } != nil)
    }
    #expect(
      try folder.text("elsewhere/a.txt") == SnapshotFolder.header + "secret"
        && folder.text("x") == SnapshotFolder.header)
    #expect(try folder.names().count == 4)
  }

  private static func report(_ rules: String, _ test: String, in folder: TemporaryFolder) throws -> Report {
    try folder.write("policy.lua", PolicyRun.header + rules)
    try folder.write("policy_test.lua", test)
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    let result = PolicyTestRun(program, asOf: try #require(CalendarDate("2026-06-15"))).run(0)
    // Some are about errors, which a test would have to expect.
    #expect(
      result.testCase.name == "t" && result.problems.allSatisfy { $0.hasPrefix("the check could not be completed") })
    return try #require(result.snapshot).report
  }

  /// Nothing that moves when policies are edited, or are named by another path.
  @Test func placesInPoliciesAreNotKept() throws {
    let rules = """
      rule "r" { summary = "s", require = "K", check = function(b, report)
        local _, message = pcall(function() error("caught") end)
        report(message)
      end }
      rule "e" { summary = "s", check = function() error("thrown") end }
      waive "e" { because = "b", owner = "o", expires = "2026-01-01" }

      """
    let test = #"test "t" { given = fixture.application { info = { A = 1 } }, snapshot = true }"#
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    let report = try Self.report(rules, test, in: one)
    #expect(try Self.report("\n\n\n" + rules, "\n" + test, in: other) == report)
    #expect(report.policies == [] && report.warnings.map(\.code.rawValue) == ["waiver.unused"])
    #expect(report.warnings.allSatisfy { $0.file == nil && $0.line == nil })
    let bundle = try #require(report.bundles.first)
    #expect(bundle.findings.map(\.message) == ["policy.lua: caught", "K is missing"])
    #expect(bundle.findings.allSatisfy { $0.line == nil && $0.declared.file.isEmpty })
    #expect(bundle.errors.map(\.message) == ["thrown"] && bundle.errors.allSatisfy { $0.file == nil })
  }
}
