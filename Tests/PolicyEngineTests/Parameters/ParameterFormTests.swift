import Parameters
import LuaRuntime
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Allowed values and maps, from every side that gives them.
@Suite struct ParameterFormTests {
  private static let policy =
    PolicyRun.header + """
      parameter "channel" { allowed = { "beta", "release" }, default = "beta", summary = "where it is published" }
      parameter "level" { type = "number", allowed = { 1, 2.5 }, default = 1 }
      parameter "archs" { allowed = { "arm64", "x86_64" }, default = { "arm64" } }
      parameter "limits" { default = { ["Share.appex"] = 3, Kit = 4 } }
      parameter "sizes" { default = { a = 1, b = 2.5 } }
      parameter "hosts" { type = "map", values = "list", default = {} }
      parameter "ranks" { type = "map", values = "string", allowed = { "low", "high" } , default = { x = "low" } }
      rule "r" { summary = "s", forbid = "X" }

      """

  private static func outcome(
    _ texts: [String: String] = [:], file: (String, String)? = nil, _ names: String...
  ) throws -> String {
    let folder = try TemporaryFolder(["policy.lua": policy])
    do throws(EngineError) {
      var given = PolicyParameters(texts: texts)
      if let (name, text) = file { given.files.append(try ParameterFile(Array(text.utf8), file: name)) }
      let program = try PolicyProgram(.init(policies: [folder("policy.lua")], parameters: given))
      if let error = program.errors.first { throw error }
      return names.compactMap { name in
        program.parameters.first { $0.name == name }.map { LuaValueText($0.value).text }
      }.joined(separator: " ")
    } catch {
      let column = error.column.map { ":\($0)" } ?? ""
      return folder.withoutPath(
        "\(error.file ?? "")\(error.line.map { ":\($0)" } ?? "")\(column): \(error.message)"
          + (error.hint.map { " [\($0)]" } ?? ""))
    }
  }

  @Test func defaults() throws {
    #expect(
      try Self.outcome([:], "channel", "level", "archs", "limits", "sizes", "hosts", "ranks")
        == "beta 1.0 [arm64] {Kit=4,Share.appex=3} {a=1.0,b=2.5} [] {x=low}")
  }

  @Test(arguments: [
    ("channel", "release", "release"), ("level", "2.5", "2.5"), ("level", "1", "1.0"),
    ("archs", "x86_64,arm64", "[x86_64,arm64]"),
    ("archs", #"["x86_64", "arm64"]"#, "[x86_64,arm64]"), ("archs", #"["arm64"]"#, "[arm64]"), ("archs", "[]", "[]"),
    ("archs", "", "[]"), ("limits", "Share.appex=3", "{Share.appex=3}"), ("limits", "b=2,a=1", "{a=1,b=2}"),
    ("limits", "", "[]"),
    ("limits", #"{"a=b,c": 3}"#, "{a=b,c=3}"), ("limits", "{}", "[]"), ("sizes", "a=1e3", "{a=1000.0}"),
    ("hosts", "a=x=y", "{a=[x=y]}"), ("hosts", #"{"a": ["x", "y"]}"#, "{a=[x,y]}"), ("ranks", "a=high", "{a=high}"),
  ])
  func commandLine(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try Self.outcome([name: text], name) == expected)
  }

  @Test(arguments: [
    (
      "channel", "relase",
      "does not allow 'relase'; did you mean 'release'? [allowed values: 'beta', 'release'; policy.lua:2 declares it]"
    ), ("level", "2", "does not allow 2.0 [allowed values: 1.0, 2.5; policy.lua:3 declares it]"),
    ("archs", "arm64,i386", "does not allow 'i386' [allowed values: 'arm64', 'x86_64'; policy.lua:4 declares it]"),
    ("limits", "a=x", "is a map of integers, found 'x' for 'a' [policy.lua:5 declares it]"),
    (
      "limits", "3",
      "is a map of integers, found '3' [write KEY=VALUE,KEY=VALUE or a JSON object; policy.lua:5 declares it]"
    ),
    (
      "limits", "=3",
      "is a map of integers, found '=3' [write KEY=VALUE,KEY=VALUE or a JSON object; policy.lua:5 declares it]"
    ),
    (
      "limits", "a=1,",
      "is a map of integers, found '' [write KEY=VALUE,KEY=VALUE or a JSON object; policy.lua:5 declares it]"
    ), ("limits", "a=1,a=2", "has 'a' twice [policy.lua:5 declares it]"),
    (
      "limits", #"{"a": 1,}"#,
      "is malformed JSON at 1:9: trailing comma after the last member [remove the comma; policy.lua:5 declares it]"
    ),
    (
      "limits", #"{"a": "1"}"#,
      "is a map of integers, found the string '1' for 'a' [write it without quotes; policy.lua:5 declares it]"
    ),
    ("limits", #"{"a": {}}"#, "is a map of integers, found a mapping for 'a' [policy.lua:5 declares it]"),
    ("limits", #"{"a": null}"#, "is a map of integers, found null for 'a' [policy.lua:5 declares it]"),
    (
      "archs", "[arm64]",
      #"is malformed JSON at 1:2: expected a value, found 'a' [write a list in brackets as JSON, such as ["a", "b"], or its elements as a,b; policy.lua:4 declares it]"#
    ),
    ("archs", #"["arm64", 1]"#, "is a list of strings, found the number 1 in it [policy.lua:4 declares it]"),
    ("archs", #"["sparc"]"#, "does not allow 'sparc' [allowed values: 'arm64', 'x86_64'; policy.lua:4 declares it]"),
    (
      "hosts", #"a=["x"]"#,
      #"is a map of lists of strings, found '["x"]' for 'a' [write the whole map as a JSON object to give lists in brackets; policy.lua:7 declares it]"#
    ),
    ("ranks", "a=hi", "does not allow 'hi' [allowed values: 'low', 'high'; policy.lua:8 declares it]"),
  ])
  func refusedOnTheCommandLine(_ name: String, _ text: String, _ message: String) throws {
    #expect(try Self.outcome([name: text], name) == ": parameter '\(name)' " + message)
  }

  @Test(arguments: [
    ("p.yaml", "limits: {a: 1}\nhosts: {b: [x]}\n", "{a=1} {b=[x]}"),
    ("p.json", #"{"limits": {"b": 2, "a": 1}, "hosts": {}}"#, "{a=1,b=2} []"),
    (
      "p.plist", "<plist><dict><key>limits</key><dict><key>a</key><integer>1</integer></dict></dict></plist>",
      "{a=1} []"
    ), ("p.yaml", "limits: [a]", "p.yaml:1:9: parameter 'limits' (policy.lua:5) is a map of integers, found a list"),
    (
      "p.yaml", "limits:\n  a: x\n",
      "p.yaml:2:6: parameter 'limits' (policy.lua:5) is a map of integers, found the string 'x' for 'a'"
    ),
    (
      "p.yaml", "limits:\n  a: {}\n",
      "p.yaml:2:6: 'a' is a mapping; a value in a map is a string, a number, true or false, or a list of strings"
    ),
    ("p.yaml", "limits:\n  a:\n", "p.yaml:2:5: 'a' has no value [remove the name]"),
    (
      "p.yaml", "limits:\n  a: 1\n  a: 2\n",
      "p.yaml:3:3: 'a' is a duplicate; the first is at 2:3 [remove one of the two]"
    ),
    (
      "p.yaml", "ranks:\n  a: low\n  b: hgih\n",
      "p.yaml:3:6: parameter 'ranks' (policy.lua:8) does not allow 'hgih'; did you mean 'high'? [allowed values: 'low', 'high']"
    ),
    (
      "p.json", #"{"channel": "x"}"#,
      "p.json:1:13: parameter 'channel' (policy.lua:2) does not allow 'x' [allowed values: 'beta', 'release']"
    ),
  ])
  func files(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try Self.outcome(file: (name, text), "limits", "hosts") == expected)
  }

  @Test func descriptions() throws {
    let folder = try TemporaryFolder(["policy.lua": Self.policy + "parameter \"must\" { type = \"boolean\" }"])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], parameters: ["must": "true"]))
    let rule = try #require(try program.descriptions.first)
    #expect(
      rule.parameters.map(\.text) == [
        #"channel: string, one of "beta", "release", default "beta"; where it is published"#,
        "level: number, one of 1.0, 2.5, default 1.0", #"archs: list, one of "arm64", "x86_64", default ["arm64"]"#,
        #"limits: map of integer, default {"Kit":4,"Share.appex":3}"#,
        #"sizes: map of number, default {"a":1.0,"b":2.5}"#,
        "hosts: map of list, default {}", #"ranks: map of string, one of "low", "high", default {"x":"low"}"#,
        "must: boolean, required",
      ])
  }
}

/// A value of Lua in short.
struct LuaValueText {
  let text: String

  init(_ value: LuaValue) {
    switch value {
    case .string(let string): text = string
    case .integer(let number): text = "\(number)"
    case .number(let number): text = "\(number)"
    case .boolean(let truth): text = "\(truth)"
    case .table(let table):
      if let list = table.list {
        text = "[" + list.map { LuaValueText($0).text }.joined(separator: ",") + "]"
      } else {
        let entries = table.entries.map { "\($0.key.string ?? "?")=\(LuaValueText($0.value).text)" }
        text = "{" + entries.joined(separator: ",") + "}"
      }
    default: text = value.typeName
    }
  }
}
