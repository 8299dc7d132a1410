import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// `import` and `include`: modules below the policy's own directory, and nothing else.
@Suite struct ModuleTests {
  private static let rule = "rule \"r\" { summary = \"s\", require = { \"K\" } }\n"

  struct Case: CustomTestStringConvertible {
    let source: String
    let error: String?
    var testDescription: String { source }

    init(_ source: String, _ error: String?) {
      self.source = source
      self.error = error
    }
  }

  @Test(arguments: [
    Case(
      "import \"acme.missing\"\n",
      "policy.invalid policies/policy.lua:2: there is no module 'acme.missing': policies/acme/missing.lua does not exist"
    ),
    Case(
      "import \"\"\n",
      #"policy.invalid policies/policy.lua:2: '' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"Acme\"\n",
      #"policy.invalid policies/policy.lua:2: 'Acme' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"a..b\"\n",
      #"policy.invalid policies/policy.lua:2: 'a..b' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"../outside\"\n",
      #"policy.invalid policies/policy.lua:2: '../outside' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"/etc/passwd\"\n",
      #"policy.invalid policies/policy.lua:2: '/etc/passwd' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"a/b\"\n",
      #"policy.invalid policies/policy.lua:2: 'a/b' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import \"a.b.\"\n",
      #"policy.invalid policies/policy.lua:2: 'a.b.' is not a module name: write lower-case words joined by '.', like "acme.bundle_ids" for acme/bundle_ids.lua"#
    ),
    Case(
      "import(7)\n",
      "policy.invalid policies/policy.lua:2: import needs the name of a module: import \"name\", found integer"),
    Case(
      "import()\n",
      "policy.invalid policies/policy.lua:2: import needs the name of a module: import \"name\", found nil"),
    Case(
      "import \"ring.a\"\n",
      "policy.invalid policies/ring/c.lua:3: module 'ring.a' imports itself: ring.a → ring.b → ring.c → ring.a"),
    Case(
      "import \"ring.self\"\n",
      "policy.invalid policies/ring/self.lua:1: module 'ring.self' imports itself: ring.self → ring.self"),
    Case(
      "import \"broken.syntax\"\n",
      "policy.syntax policies/broken/syntax.lua:2: unexpected symbol near <eof>"),
    Case("import \"broken.fails\"\n", "policy.invalid policies/broken/fails.lua:2: it fails"),
    Case(
      "import \"broken.global\"\n",
      "policy.invalid policies/broken/global.lua:3: cannot assign to the global 'x'; write 'local x = …'"),
    Case(
      "import \"broken.rule\"\n",
      "policy.invalid policies/broken/rule.lua:2: rule 'r': unknown field 'sumary'; did you mean 'summary'?"),
    Case(
      "import \"leaving\"\n",
      "policy.invalid policies/policy.lua:2: the policy cannot be read: the symbolic link leaving.lua -> outside.lua is absolute; links inside a bundle must be relative"
    ),
    Case(
      "import \"leaving.inside\"\n",
      "policy.invalid policies/policy.lua:2: the policy cannot be read: the symbolic link leaving -> ../elsewhere points outside the bundle; it was not followed"
    ),
    Case(
      "import \"folder\"\n",
      "policy.invalid policies/policy.lua:2: the policy cannot be read: folder.lua is not a regular file but a directory; it was not opened"
    ),
    Case(
      "import(\"acme.names\").prefix = \"x\"\n",
      "policy.invalid policies/policy.lua:2: a value from another module is read-only: cannot set 'prefix'"),
    Case("local x = import(\"acme.names\").prefxi\n" + rule, nil),
    Case("import \"acme.rules\"\n", nil),
    Case(
      "local m = import \"acme.names\"; assert(m.prefix == \"com.acme.\" and m == import \"acme.names\")\n" + rule, nil),
    Case("import \"acme.rules\"; import \"acme.rules\"\n", nil), Case("import \"diamond.top\"\n" + rule, nil),
  ])
  func imports(_ tested: Case) throws {
    let outside = try TemporaryFolder(["outside.lua": "return 'outside'"])
    let folder = try TemporaryFolder([
      "policies/policy.lua": PolicyRun.header + tested.source,
      "elsewhere/inside.lua": "return 'outside'",
      "policies/acme/names.lua": "return { prefix = \"com.acme.\" }",
      "policies/acme/rules.lua": Self.rule,
      "policies/ring/a.lua": "\nimport \"ring.b\"", "policies/ring/b.lua": "import \"ring.c\"",
      "policies/ring/c.lua": "\n\nimport \"ring.a\"", "policies/ring/self.lua": "import \"ring.self\"",
      "policies/broken/syntax.lua": "return {\n", "policies/broken/fails.lua": "\nerror(\"it fails\")",
      "policies/broken/global.lua": "\n\nx = 1", "policies/broken/rule.lua": "\nrule \"r\" { sumary = \"s\" }",
      "policies/diamond/top.lua": "import \"diamond.left\"; import \"diamond.right\"",
      "policies/diamond/left.lua": "return import \"acme.names\"",
      "policies/diamond/right.lua": "return import \"acme.names\"",
    ])
    try folder.makeDirectory("policies/folder.lua")
    try folder.link("policies/leaving.lua", to: outside("outside.lua"))
    try folder.link("policies/leaving", to: "../elsewhere")
    var found: String?
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: [folder("policies/policy.lua")]))
    } catch {
      found = outside.withoutPath(folder.withoutPath(PolicyRun.describe(error)))
    }
    #expect(found == tested.error)
  }

  @Test func rulesOfModulesStandAtTheirOwnPlace() throws {
    let run = try PolicyRun("import \"acme.rules\"\n", modules: ["acme/rules.lua": "\n\n" + Self.rule])
    let report = try run.report(.app(["L": "1"]))
    #expect(
      report.bundles[0].findings.map { run.folder.withoutPath("\($0.declared.file):\($0.declared.line) \($0.rule)") }
        == ["acme/rules.lua:3 test/r"])
    let other = try PolicyRun("import \"acme.rules\"\n", modules: ["acme/rules.lua": "\n" + Self.rule])
    let digests = [report, try other.report(.app(["L": "1"]))].flatMap(\.policies).map(\.digest)
    #expect(digests.count == 2 && digests[0] != digests[1], "a module is part of what the digest covers")
  }

  /// Two policies may each have a module of one name.
  @Test func modulesBelongToTheirPolicy() throws {
    func policy(_ id: String) -> String {
      "policy \"\(id)\" { summary = \"s\" }\nlocal name = import \"name\"\n"
        + "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"%s\", name) end }\n"
    }
    let folder = try TemporaryFolder([
      "a/policy.lua": policy("a"), "a/name.lua": "return \"first\"", "b/policy.lua": policy("b"),
      "b/name.lua": "return \"second\"",
    ])
    let program = try PolicyProgram(.init(policies: [folder("a"), folder("b")]))
    var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app(""), path: "App.app")
    let report = check.report()
    #expect(report.bundles[0].findings.map { "\($0.rule) \($0.message)" } == ["a/r first", "b/r second"])
    let alone = try ["a", "b"].map { try PolicyProgram(.init(policies: [folder($0)])).policies[0].digest }
    #expect(report.policies.map(\.digest) == alone)
  }

  @Test func included() throws {
    let other =
      "policy \"other\" { summary = \"s\", version = \"2\" }\nrule \"o\" { summary = \"s\", require = { \"L\" } }\n"
    let folder = try TemporaryFolder([
      "policy.lua": "policy \"p\" { summary = \"s\", include = { \"acme.other\" } }\n" + Self.rule,
      "acme/other.lua": other,
    ])
    let program = try PolicyProgram(.init(policies: [folder.path]))
    #expect(program.ruleIDs == ["p/r", "other/o"])
    #expect(
      program.policies.map { "\($0.id) \($0.version ?? "-") \(folder.withoutPath($0.source))" }
        == ["p - policy.lua", "other 2 acme/other.lua"])
  }

  @Test func aPolicyNamedTwiceIsLoadedOnce() throws {
    let folder = try TemporaryFolder(["file.lua": PolicyRun.header + Self.rule])
    let program = try PolicyProgram(.init(policies: [folder("file.lua"), folder("file.lua")]))
    #expect(program.policies.count == 1)
    #expect(program.ruleIDs.count == 1)
  }

  @Test(arguments: [
    (
      ["no.lua"],
      "policy.not-found no.lua: no policy file at this path [--policy takes a Lua file, or a directory with a policy.lua]"
    ), (["empty"], "policy.not-found empty/policy.lua: no such policy file"),
    (["a/b"], "policy.not-found a/b/policy.lua: no such policy file"),
  ])
  func paths(_ policies: [String], _ expected: String) throws {
    let folder = try TemporaryFolder([
      "file.lua": PolicyRun.header + Self.rule, "empty/README": "nothing", "a/b/policy.txt": "",
    ])
    var found: String?
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: policies.map { folder($0) }))
    } catch {
      found = folder.withoutPath(PolicyRun.describe(error))
    }
    #expect(found == expected)
  }

  /// A program that embeds the library has the packs that the command has.
  @Test func packsOfTheProjectAreFound() throws {
    let folder = try TemporaryFolder([
      "bundlepolicy.yml": """
      { "packs": { "acme": { "source": "shared" } } }
      """,
      "shared/policy.lua": "policy \"com.example.shared\" { summary = \"s\" }\n" + Self.rule,
      "policy.lua": "policy \"test\" { summary = \"s\", include = { \"acme\" } }\n",
      "Info.plist": PropertyListText.document("<key>K</key><true/>"),
    ])
    let policies = [folder("policy.lua")]
    let report = try Check.report(on: [folder("Info.plist")], policies: policies)
    #expect(report.verdict == .pass && report.policies.map(\.id) == ["test", "com.example.shared"])
    var options = PolicyProgram.Options(policies: policies)
    #expect(throws: EngineError.self) { try PolicyProgram(options) }
    try options.findPacks()
    #expect(try PolicyProgram(options).moduleUses.map(\.file) == [folder("shared/policy.lua")])
    let error = #expect(throws: EngineError.self) { try options.findPacks(isLocked: true) }
    #expect(error?.code == "pack.drift")
  }

  @Test(arguments: [1 << 20, (1 << 20) + 1]) func sourceSize(_ size: Int) throws {
    var text = PolicyRun.header + Self.rule + "--"
    text += String(repeating: "x", count: size - text.utf8.count)
    let error = try PolicyRun.loadingError(["policy.lua": text])
    #expect(
      error
        == (size > 1 << 20
          ? "limit.call policy.lua: loading the policy reached a limit: a policy file may have at most 1048576 bytes; this one has more"
          : nil))
  }

  @Test func aSourceThatIsMuchTooLarge() throws {
    let error = try PolicyRun.loadingError(["policy.lua": String(repeating: "-", count: (1 << 20) + 2)])
    #expect(
      error == "policy.unreadable policy.lua: the policy cannot be read: policy.lua is larger than 1048576 bytes")
  }

  @Test func memoryWhileLoading() throws {
    let error = try PolicyRun.loadingError(
      ["policy.lua": PolicyRun.header + "local t = {}\nfor i = 1, 1e9 do t[i] = i end\n"],
      limits: .init(memory: 4 << 20))
    #expect(
      error
        == "limit.memory policy.lua:3: loading the policy exceeded the memory limit [look for a string or table that grows without end, or endless recursion]"
    )
  }
}
