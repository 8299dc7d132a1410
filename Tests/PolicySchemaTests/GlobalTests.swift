import PolicySchema
import PolicyTestSupport
import PolicyTesting
import Testing

@testable import PolicyEngine

/// The declared globals agree with the sandboxed environment: functions implemented in C cannot declare themselves.
@Suite struct GlobalTests {
  @Test func globals() throws {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "rule \"r\" { summary = \"s\", require = \"A\" }"
    ])
    let live = try PolicyProgram(.init(policies: [folder("policy.lua")])).globalNames
    #expect(live.count >= 40)
    #expect(live == PolicyLanguage.complete.globals)
  }

  @Test(arguments: PolicyLanguage.complete.modules.filter(\.isLua).map(\.name))
  func luaLibraries(_ name: String) throws {
    let module = try #require(PolicyLanguage.complete.module(name))
    #expect(
      try LiveEnvironment.messages("for key in pairs(\(name)) do report(key) end").sorted() == module.names.sorted())
  }

  @Test(arguments: [
    ("string.lowr('a')", "did you mean 'lower'?"), ("math.sine(1)", "did you mean 'sin'?"),
    ("math.cose(1)", "did you mean 'cos'?"),
    ("plist.fnd(bundle)", "did you mean 'find'?"), ("requir_all()", "check its spelling"),
    ("waiv()", "did you mean 'waive'?"),
  ])
  func suggestions(_ expression: String, _ suggestion: String) throws {
    let messages = try LiveEnvironment.messages(expression)
    #expect(messages.count == 1 && messages[0].contains(suggestion), "\(messages)")
  }
}
