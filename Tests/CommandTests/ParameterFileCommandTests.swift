import PolicyTestSupport
import Testing

/// `--params FILE` in every command that has `--param`.
@Suite struct ParameterFileCommandTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try workshop(
      """
      local keys = parameter "keys" { type = "list" }
      rule "r" { summary = "s", rationale = "w", forbid = keys, examples = { pass = { {} }, fail = { { info = { Bad = true } } } } }
      """)
    try folder.write("p.yaml", "keys: [Bad]\n")
    try folder.write("q.json", "{ \"keys\": [\"Worse\", \"Worst\"] }")
    try folder.write("wrong.yaml", "keys: 7\n")
    try folder.write("unknown.yaml", "keys: [Bad]\nkeis: []\n")
    return folder
  }

  @Test(arguments: [
    ("check --params p.yaml Good.app", 0, "PASS"), ("check --params p.yaml Bad.app", 1, "Bad is not allowed"),
    ("check --params p.yaml --params q.json Bad.app", 0, "PASS"),
    ("check --params q.json --params p.yaml Bad.app", 1, "FAIL"),
    ("check --params q.json --param keys=Bad Bad.app", 1, "FAIL"), ("test --params p.yaml policy.lua", 0, "2 passed"),
    ("lint --params p.yaml policy.lua", 0, "0 warnings"), ("rules --params q.json", 0, "forbids Worse, Worst"),
    ("explain r --params q.json", 0, "forbids Worse, Worst"),
  ])
  func given(_ arguments: String, _ status: Int32, _ output: String) throws {
    let folder = try Self.folder()
    let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == status && result.outputText.contains(output), "\(result.outputText)\(result.errorText)")
  }

  @Test(arguments: ["check Good.app", "test policy.lua", "lint policy.lua", "rules", "explain r"])
  func refused(_ arguments: String) throws {
    let folder = try Self.folder()
    func run(_ file: String) throws -> ChildProcess {
      try Program.run(arguments.split(separator: " ").map(String.init) + ["--params", file], in: folder.path)
    }
    let wrong = try run("wrong.yaml")
    #expect(wrong.status == 2)
    #expect(
      (wrong.outputText + wrong.errorText).contains(
        "wrong.yaml:1:7: error: parameter 'keys' (policy.lua:2) is a list of strings, found the number 7"),
      "\(wrong.errorText)")
    let unknown = try run("unknown.yaml")
    #expect(unknown.status == 2)
    #expect(
      (unknown.outputText + unknown.errorText).contains(
        "unknown.yaml:2:1: error: no policy has a parameter 'keis'; did you mean 'keys'?"), "\(unknown.errorText)")
    let gone = try run("gone.yaml")
    #expect(
      gone.status == 2 && (gone.outputText + gone.errorText).contains("gone.yaml: error: the parameters cannot be read")
    )
  }

  @Test func theReportOfAFailureIsWrittenToo() throws {
    let folder = try Self.folder()
    let result = try Program.run(
      ["check", "--format", "json", "--params", "wrong.yaml", "Good.app"], in: folder.path)
    #expect(result.status == 2 && result.outputText.contains("\"code\": \"parameters.type\""))
  }
}
