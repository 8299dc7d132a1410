import PolicyTestSupport
import Testing

/// `check --explain`, tracebacks, and `test --lcov`.
@Suite struct ExplainCommandTests {
  @Test func explains() throws {
    let folder = try workshop(
      "rule \"r\" { summary = \"s\", forbid = \"Bad\" }\nrule \"n\" { summary = \"s\", require = \"CFBundleIdentifier\" }"
    )
    let result = try Program.run(["check", "--explain", "Good.app", "Bad.app"], in: folder.path)
    #expect(result.status == 1)
    for text in [
      "  test/r: passed\n    because   forbid: Bad is not present\n    read      Contents/Info.plist: /Bad (absent)\n",
      "  test/n: passed\n    because   require: CFBundleIdentifier is present\n",
      "/CFBundleIdentifier = \"com.x.good\" (line 5)\n",
      "  test/r: failed\n    because   forbid: 1 value that must not",
    ] { #expect(result.outputText.contains(text), "\(text) in \(result.outputText)") }
    let plain = try Program.run(["check", "Good.app", "Bad.app"], in: folder.path)
    #expect(!plain.outputText.contains("because") && plain.status == 1)
  }

  @Test func explainsToPrograms() throws {
    let folder = try workshop()
    let plain = try JSONText(try Program.run(["check", "Good.app", "--format", "json"], in: folder.path).output)
    let result = try JSONText(
      try Program.run(["check", "Good.app", "--format", "json", "--explain"], in: folder.path).output)
    let names = ["id", "status", "findings", "fuel"]
    #expect(plain["bundles"]?[0]?["rules"]?[0]?.names == names)
    #expect(result["bundles"]?[0]?["rules"]?[0]?.names == names + ["explanations"])
    #expect(
      result["bundles"]?[0]?["rules"]?[0]?["explanations"]?[0]?["reads"]?[0]?["name"] == .string("/Bad"))
  }

  @Test func errorsComeWithTheirCalls() throws {
    let folder = try workshop(
      "local function f(b) return b.info.None.x end\nrule \"r\" { summary = \"s\", check = function(b)\n  local x = f(b)\nend }"
    )
    let result = try Program.run(["check", "Good.app"], in: folder.path)
    #expect(result.status == 2)
    let trace = "    trace     policy.lua:2 in function 'f'\n              policy.lua:4 in the function at line 3\n"
    #expect(result.outputText.contains(trace), "\(result.outputText)")
    let loading = try workshop("local function f() error(\"no\") end\nf()")
    let failed = try Program.run(["check", "Good.app"], in: loading.path)
    #expect(
      failed.errorText
        == "policy.lua:2: error: no\n    trace     policy.lua:2 in function 'f'\n              policy.lua:3 in the file itself\n"
    )
    #expect(failed.status == 2)
  }

  @Test func tracefiles() throws {
    let folder = try workshop(
      "rule \"r\" { summary = \"s\", check = function(b)\n  local x = b.info.Bad\nend, examples = { pass = { {} } } }")
    let result = try Program.run(["test", "--coverage", "--lcov", "lines.info", "policy.lua"], in: folder.path)
    #expect(result.status == 0 && result.outputText.contains("    lines     100% (1 of 1 line in functions)\n"))
    #expect(try folder.text("lines.info") == "TN:\nSF:policy.lua\nDA:3,1\nLF:1\nLH:1\nend_of_record\n")
    let plain = try Program.run(["test", "policy.lua"], in: folder.path)
    #expect(plain.outputText == "1 passed, 0 failed\n")
    #expect(try Program.run(["test", "--lcov", "none/x", "policy.lua"], in: folder.path).status == 2)
  }
}
