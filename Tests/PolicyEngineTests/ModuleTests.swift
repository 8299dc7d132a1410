import PolicyTestSupport
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
    Case("import \"acme.missing\"\n", "@"),
    Case("import \"\"\n", "@"), Case("import \"Acme\"\n", "@"), Case("import \"a..b\"\n", "@"),
    Case("import \"../outside\"\n", "@"), Case("import \"/etc/passwd\"\n", "@"), Case("import \"a/b\"\n", "@"),
    Case("import \"a.b.\"\n", "@"), Case("import(7)\n", "@"), Case("import()\n", "@"),
    Case("import \"ring.a\"\n", "@"), Case("import \"ring.self\"\n", "@"), Case("import \"broken.syntax\"\n", "@"),
    Case("import \"broken.fails\"\n", "@"), Case("import \"broken.global\"\n", "@"), Case("import \"broken.rule\"\n", "@"),
    Case("import \"leaving\"\n", "@"), Case("import \"leaving.inside\"\n", "@"), Case("import \"folder\"\n", "@"),
    Case("import(\"acme.names\").prefix = \"x\"\n", "@"), Case("local x = import(\"acme.names\").prefxi\n" + rule, nil),
    Case("import \"acme.rules\"\n", nil),
    Case("local m = import \"acme.names\"; assert(m.prefix == \"com.acme.\" and m == import \"acme.names\")\n" + rule, nil),
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
      "policies/diamond/left.lua": "return import \"acme.names\"", "policies/diamond/right.lua": "return import \"acme.names\"",
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
    record(tested.source, found)//R
    #expect(found == tested.error)
  }

  @Test func rulesOfModulesStandAtTheirOwnPlace() throws {
    let run = try PolicyRun("import \"acme.rules\"\n", modules: ["acme/rules.lua": "\n\n" + Self.rule])
    let report = try run.report(.app(["L": "1"]))
    #expect(report.bundles[0].findings.map { run.folder.withoutPath("\($0.declared.file):\($0.declared.line) \($0.rule)") }
      == ["acme/rules.lua:3 test/r"])
    #expect(report.policies.map { $0.contents.count } == [2], "a module is part of what the digest covers")
  }

  @Test func included() throws {
    let other = "policy \"other\" { summary = \"s\", version = \"2\" }\nrule \"o\" { summary = \"s\", require = { \"L\" } }\n"
    let folder = try TemporaryFolder([
      "policy.lua": "policy \"p\" { summary = \"s\", include = { \"acme.other\" } }\n" + Self.rule, "acme/other.lua": other,
    ])
    let program = try PolicyProgram(.init(policies: [folder.path]))
    #expect(program.ruleIDs == ["p/r", "other/o"])
    #expect(program.policies.map { "\($0.id) \($0.version ?? "-") \(folder.withoutPath($0.source))" }
      == ["p - policy.lua", "other 2 acme/other.lua"])
  }

  @Test(arguments: [
    (["no.lua"], "@"), (["empty"], "@"), (["file.lua", "file.lua"], "@"), (["a/b"], "@"),
  ])
  func paths(_ policies: [String], _ expected: String) throws {
    let folder = try TemporaryFolder(["file.lua": PolicyRun.header + Self.rule, "empty/README": "nothing", "a/b/policy.txt": ""])
    var found: String?
    do throws(EngineError) {
      _ = try PolicyProgram(.init(policies: policies.map { folder($0) }))
    } catch {
      found = folder.withoutPath(PolicyRun.describe(error))
    }
    record("paths \(policies)", found)//R
    #expect(found == expected)
  }

  @Test(arguments: [1 << 20, (1 << 20) + 1]) func sourceSize(_ size: Int) throws {
    var text = PolicyRun.header + Self.rule + "--"
    text += String(repeating: "x", count: size - text.utf8.count)
    let error = try PolicyRun.loadingError(["policy.lua": text])
    record("size \(size)", error)//R
    #expect(error == (size > 1 << 20 ? "@" : nil))
  }

  @Test func memoryWhileLoading() throws {
    let error = try PolicyRun.loadingError(
      ["policy.lua": PolicyRun.header + "local t = {}\nfor i = 1, 1e9 do t[i] = i end\n"], limits: .init(memory: 4 << 20))
    record("memory", error)//R
    #expect(error == "@")
  }
}
