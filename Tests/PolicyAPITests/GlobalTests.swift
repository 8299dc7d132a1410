import PolicyTestSupport
import Testing

@testable import PolicyAPI
@testable import PolicyEngine

/// The table's globals and modules against those of the sealed environment.
@Suite struct GlobalTests {
  @Test func globals() throws {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "rule \"r\" { summary = \"s\", require = \"A\" }"
    ])
    let live = try PolicyProgram(.init(policies: [folder("policy.lua")])).globalNames
    #expect(live.count >= 40)
    let advice = TableSource.advice(
      "globals", program: live, table: APITable.globals, entry: "APIFunction, APIModule or APIWord")
    #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
    #expect(Set(APITable.globals).count == APITable.globals.count)
  }

  /// Libraries that can be walked are; the others name what they have when asked for something else.
  @Test(arguments: APITable.modules.map(\.name))
  func modules(_ name: String) throws {
    let module = try #require(APITable.module(name))
    let live: [String]
    if name == "fixture" {
      // It is there in rules, too, but does nothing there.
      live = try LiveEnvironment.messages("for key in pairs(fixture) do report(key) end")
    } else if name == "keys" {
      // Every key of the platform is in it; what is no key can only be asked for.
      #expect(try LiveEnvironment.messages("report(type(keys.is_custom) .. tostring(keys.no_such))") == ["functionnil"])
      live = HostFunction.keyFunctions.map(\.name)
    } else if module.isShape {
      let asked = try LiveEnvironment.messages(
        "local _, e = pcall(function() return \(name).zzzzzzzzzz end) report(tostring(e))")
      live = LiveEnvironment.known(in: asked.first ?? "") ?? []
    } else {
      live = try LiveEnvironment.messages("for key in pairs(\(name)) do report(key) end")
    }
    let advice = TableSource.advice(name, program: live, table: module.names, entry: "APIFunction or APIField")
    #expect(advice.isEmpty, "\(advice.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("string.lowr('a')", "did you mean 'lower'?"), ("math.sine(1)", "did you mean 'sin'?"),
    ("math.cose(1)", "did you mean 'cos'?"),
    ("plist.fnd(bundle)", "did you mean 'find'?"), ("requir_all()", "check its spelling"),
    ("waiv()", "did you mean 'waive'?"),
  ])
  func suggestionsComeFromTheTable(_ expression: String, _ suggestion: String) throws {
    let messages = try LiveEnvironment.messages(expression)
    #expect(messages.count == 1 && messages[0].contains(suggestion), "\(messages)")
  }
}
