@testable import LuaSyntax
@testable import PolicyLint
import PolicyTestSupport
import Testing

@testable import PolicyEngine

@Suite struct LintTests {
  private static let examples = "rationale = \"r\", examples = { pass = { {} }, fail = { {} } }"

  private static func remarks(_ rules: String, modules: [String: String] = [:]) throws -> [String] {
    let folder = try TemporaryFolder(modules.merging(["policy.lua": PolicyRun.header + rules]) { $1 })
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    // Which bundles rules are for has a test of its own.
    return PolicyLint.remarks(on: program).filter { $0.code != .ruleNested }.map {
      folder.withoutPath(
        "\($0.severity.rawValue) \($0.code.rawValue) \($0.file):\($0.line): \($0.message) [\($0.fix)]")
    }
  }

  @Test(arguments: [
    (
      #"require = { "CFBundleName", "com.x.Host", "/CFBundleURLTypes/0/CFBundelX", "UIMainStoryboardFile~ipad" }"#,
      nil as String?
    ),
    (
      #"require = "CFBundelName""#,
      "'CFBundelName', which the platform does not define [did you mean 'CFBundleName'?]"
    ),
    (
      #"forbid = "/CFBundelName/0""#,
      "'CFBundelName', which the platform does not define [did you mean 'CFBundleName'?]"
    ),
    (
      #"shape = { CFBundelName = text }"#,
      "'CFBundelName', which the platform does not define [did you mean 'CFBundleName'?]"
    ),
    (
      #"increases = "CFBundelVersion""#,
      "'CFBundelVersion', which the platform does not define [did you mean 'CFBundleVersion'?]"
    ),
    (
      #"localize = { keys = "CFBundelName" }"#,
      "'CFBundelName', which the platform does not define [did you mean 'CFBundleName'?]"
    ),
  ])
  func keysOfClauses(_ clause: String, _ problem: String?) throws {
    let found = try Self.remarks("rule \"r\" { summary = \"s\", \(clause), \(Self.examples) }")
    #expect(found == (problem.map { ["warning key.misspelt policy.lua:2: rule 'r' names \($0)"] } ?? []))
  }

  @Test func keysThatFunctionsRead() throws {
    let rules = """
      local helper = import "helper"
      rule "r" { summary = "s", custom_keys = { prefix = "NSMy" }, \(Self.examples), check = function(bundle, report)
        -- info.CFBundelName is a comment, and so is
        --[==[ info.CFBundelName ]] ]==]
        local text = "info.CFBundelName" .. 'info.CFBundelName' .. [[info.CFBundelName]]
        local info = bundle.info
        if info.CFBundleName == nil or info.NSMyKey or info["NSMyMicrophoneUsageDescription"] then report(text) end
        if info.CFBundelName
          or bundle.info [ "CFBundelVersion" ] then report("x") end
        helper(bundle)
      end }
      """
    #expect(
      try Self.remarks(rules, modules: ["helper.lua": "return function(b)\n  return b.info.CFBundelIconFile end"]) == [
        "warning key.misspelt helper.lua:2: the code reads 'CFBundelIconFile', which the platform does not define [did you mean 'CFBundleIconFile'?]",
        "warning key.misspelt policy.lua:9: the code reads 'CFBundelName', which the platform does not define [did you mean 'CFBundleName'?]",
        "warning key.misspelt policy.lua:10: the code reads 'CFBundelVersion', which the platform does not define [did you mean 'CFBundleVersion'?]",
      ])
  }

  @Test func rulesThatNobodyHasShownToWork() throws {
    #expect(
      try Self.remarks("rule \"r\" { summary = \"s\", require = \"K\", examples = { pass = { {} } } }") == [
        "note rule.examples policy.lua:2: rule 'r' has no failing example [add examples = { pass = { … }, fail = { … } }; 'bundlepolicy test' runs them]",
        "note rule.rationale policy.lua:2: rule 'r' has no rationale [add rationale = \"…\"]",
      ])
  }

  @Test(arguments: [
    (
      #"applies = { minimum_os = { from = "13.0", below = "13" } }"#,
      "rule.never-applies policy.lua:2: rule 'r' applies from 13.0 and below 13, so it never applies [swap the two, or remove one]"
    ),
    (
      #"applies = { nested = true, kind = { "archive", "plist" } }"#,
      "rule.never-applies policy.lua:2: rule 'r' is for nested bundles of kinds that are never nested: archive, plist [remove 'nested', or name other kinds]"
    ),
    (
      #"since = "2026-02-01", deny_from = "2026-01-01""#,
      "rule.dates policy.lua:2: rule 'r' becomes an error on 2026-01-01, before it applies (2026-02-01) [set 'deny_from' to a day after 'since', or remove it]"
    ),
  ])
  func rulesThatNeverApply(_ field: String, _ problem: String) throws {
    #expect(
      try Self.remarks("rule \"r\" { summary = \"s\", require = \"K\", \(field), \(Self.examples) }") == [
        "warning " + problem
      ])
  }

  @Test(arguments: [
    (#"local p = parameter "p" { default = "x" } local q = p"#, true),
    (#"local p = parameter "p" { default = "x" }"#, false),
    (#"parameter "p" { default = "x" }"#, false),
    (#"local M = {} M.p = parameter "p" { default = "x" } local x = M["p"]"#, true),
    (#"local M = {} M.p = parameter "p" { default = "x" } local x = M["q"]"#, false),
    (#"local t = { p = parameter "p" { default = "x" } } local u = t.p"#, true),
    (#"local t = { p = parameter "p" { default = "x" } } local u = t.q"#, false),
    (#"local t = { p = parameter "p" { default = "x" } } for k in pairs(t) do local x = k end"#, true),
    (#"local t = { p = parameter "p" { default = "x" } } local k = "p" local x = t[k]"#, true),
    (#"local t = { p = parameter "p" { default = "x" } } local function f() return t end"#, true),
  ])
  func parameters(_ source: String, _ isUsed: Bool) throws {
    let found = try Self.remarks("\(source) rule \"r\" { summary = \"s\", require = \"K\", \(Self.examples) }")
    #expect(found.map { $0.contains("parameter.unused") } == (isUsed ? [] : [true]))
  }

  @Test(arguments: [
    ("local p = import \"params\" local x = p.host", []),
    ("local p = import \"params\" local x = p.port", ["params.lua:1: parameter 'host'"]),
    ("local p = import \"params\" for k in pairs(p) do local x = k end", []),
    ("local x = import(\"params\").port", []),
    ("import \"params\"", []),
    ("local p = import \"params\"", ["params.lua:1: parameter 'host'"]),
    ("local plain = import \"plain\"", ["policy.lua:2: module 'plain' is imported"]),
    ("local plain = import \"plain\" local x = plain", []),
  ])
  func modules(_ source: String, _ problems: [String]) throws {
    let found = try Self.remarks(
      "\(source) rule \"r\" { summary = \"s\", require = \"K\", \(Self.examples) }",
      modules: [
        "params.lua": "local M = {} M.host = parameter \"host\" { default = \"h\" } return M",
        "plain.lua": "return { 1 }",
      ])
    #expect(found.count == problems.count)
    for (line, problem) in zip(found, problems) { #expect(line.contains(problem), "\(line)") }
  }

  @Test func words() {
    let source = "local a<const> = 0x1F .. [==[ ]] ]==] -- x\n--[[ y\n]] b[ [[z]] ] = 'it\\'s' + \"q\\\n\" c"
    #expect(
      LuaTokens(Array(source.utf8)).tokens.map { "\($0.line) \($0.kind) \($0.text)" } == [
        "1 name local", "1 name a", "1 symbol <", "1 name const", "1 symbol >", "1 symbol =", "1 number 0x1F",
        "1 symbol .",
        "1 symbol .", "1 string  ]] ", "3 name b", "3 symbol [", "3 string z", "3 symbol ]", "3 symbol =",
        "3 string it\\'s",
        "3 symbol +", "3 string q\\\n", "4 name c",
      ])
    for cut in 0...source.utf8.count { _ = LuaTokens(Array(source.utf8.prefix(cut))) }
  }
}
