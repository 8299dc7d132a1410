import LuaRuntime
import Testing

/// Sources built to break out, or to break the parser. Each ends cleanly, and the state goes on.
@Suite("Escapes")
struct EscapeTests {
  private func expectClean(_ source: [UInt8], _ name: String) throws {
    let box = try Sandbox()
    let result = box.run(source)
    switch result {
    case .success: Issue.record("\(name) was accepted")
    case .failure(let failure):
      #expect(failure.kind != .time)
      #expect(failure.message.utf8.count < 4096)
      if failure.kind == .error || failure.kind == .syntax { #expect(!failure.message.isEmpty, "\(name)") }
    }
    #expect(box.text("return 1 + 1") == "2", "\(name)")
  }

  @Test(
    "bytecode is refused in every disguise",
    arguments: [
      [0x1B] + Array("Lua".utf8), [0x1B] + Array("LuaT\0\u{19}".utf8), [0x1B],
      Array("#!shebang\n".utf8) + [0x1B] + Array("LuaT".utf8),
      [0xEF, 0xBB, 0xBF, 0x1B] + Array("Lua".utf8), [0x1B, 0x4C, 0x4A], [0x1B] + [UInt8](repeating: 0, count: 4096),
    ])
  func bytecode(source: [UInt8]) throws { try expectClean(source, "bytecode") }

  static let bombs: [(name: String, source: String)] = {
    func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    return [
      ("parentheses", "return " + times("(", 200) + "1" + times(")", 200)),
      ("thousands of parentheses", "return " + times("(", 20_000)),
      ("braces", times("{", 1_000_000)), ("tables", "return " + times("{", 1_000_000)),
      ("assignments", times("a=", 500_000)),
      ("functions", times("function f() ", 70_000)),
      ("nested functions", "return " + times("function() return ", 50_000)),
      ("locals", (1...300).map { "local a\($0) = \($0)\n" }.joined()),
      (
        "upvalues",
        (1...2).map { f in (1...190).map { "local u\(f)_\($0)\n" }.joined() + "local function f\(f)()\n" }.joined()
          + "return " + (1...2).flatMap { f in (1...190).map { "u\(f)_\($0)" } }.joined(separator: "+") + " end end"
      ),
      ("escapes", "return '" + times("\\120", 262_000)), ("bad escape", "return '\\999'"),
      ("unicode", "return '\\u{FFFFFFFFF}'"),
      ("long bracket", "return [" + times("=", 900_000) + "["),
      ("comment", "--[" + times("=", 1000) + "[" + times("x", 900_000)),
      ("too large", times(" ", (1 << 20) + 1)), ("operators", "return " + times("- ", 300_000) + "1"),
      ("not", "return " + times("not ", 200_000) + "1"), ("powers", "return " + times("2^", 300_000) + "2"),
      ("concatenation", "return " + times("'a'..", 100_000) + "'a'"), ("if", times("if x then ", 90_000)),
      ("or", "return x" + times(" or x", 209_000)), ("and", "return x" + times(" and x", 174_000)),
      ("or and", "return 1" + times(" or x and x", 90_000)),
      ("else if", "if x then " + times("elseif y then ", 60_000)), ("do", times("do ", 300_000)),
      ("repeat", times("repeat ", 140_000)),
      ("for", times("for i=1,1 do ", 70_000)), ("calls", "return f" + times("(f", 300_000)),
      ("indexing", "x" + times("[x", 300_000)),
      ("gotos", times("goto x ", 100_000)), ("labels", (1...60_000).map { "::l\($0)::" }.joined() + " break"),
      ("strings", "x = " + times("'a' ", 100_000)), ("arguments", "emit(" + times("1,", 400_000) + "1)"),
      ("zero bytes", times("\0", 10_000)), ("unfinished", "return \"" + times("x", 900_000)),
      ("number", "return " + times("1", 900_000) + "x"),
      ("attributes", times("local x <close> = nil ", 300)), ("varargs", "return " + times("...", 100_000)),
    ]
  }()

  @Test("parser bombs", arguments: bombs.map(\.name))
  func parser(name: String) throws {
    let bomb = try #require(Self.bombs.first { $0.name == name })
    try expectClean(Array(bomb.source.utf8), name)
  }

  @Test("large but honest sources run")
  func honest() throws {
    let box = try Sandbox()
    #expect(box.text("return {" + String(repeating: "1,", count: 400_000) + "}").count > 400_000)
    #expect(box.text("return #{" + (1...30_000).map { "'text \($0)'" }.joined(separator: ",") + "}") == "30000")
    #expect(box.text("return " + String(repeating: "1+", count: 200_000) + "1") == "200001")
    #expect(box.text("return #'" + String(repeating: "\\120", count: 200_000) + "'") == "200000")
  }

  @Test(
    "errors carry nothing internal to the policy",
    arguments: [
      "local ok, e = pcall(string.rep) return type(e)", "local ok, e = pcall(host.fail, 'x') return type(e)",
      "local ok, e = pcall(function() return nope end) return type(e)",
      "local ok, e = pcall(function() emit.x = 1 end) return type(e)",
      "local ok, e = xpcall(function() error('x') end, function(m) return m end) return type(e)",
      "local e local x <close> = setmetatable({}, {__close = function(_, m) e = m end}) do local y <close> = x end return e and 'none' or 'string'",
    ])
  func errorValues(source: String) throws { #expect(try Sandbox().text(source) == "string") }

  @Test("a limit gives the policy nothing, neither a call nor a value")
  func limitValues() throws {
    let box = try Sandbox()
    for attack in [
      "while true do end", "local s = 'x' while true do s = s .. s end", "string.rep('x', 1 << 40)",
      "host.echo(('x'):rep(1 << 26))",
    ] {
      let source = """
        pcall(xpcall, function()
          local guard <close> = setmetatable({}, {__close = function(_, e) emit("closed", e) end})
          pcall(function() \(attack) end)
          emit("went on")
        end, function(e) emit("handled", e) return e end)
        emit("survived")
        """
      let text = box.text(source)
      #expect(text.hasPrefix("fuel ") || text.hasPrefix("memory "), "\(attack): \(text)")
    }
    #expect(box.host.emitted.isEmpty, "\(box.host.emitted)")
    #expect(box.text("return 'next'") == "next")
  }

  @Test("an error in __close cannot hide that memory ran out")
  func hiddenMemory() throws {
    for attack in [
      "local t = {} for i = 1, 1e9 do t[i] = {} end", "string.rep('x', 1 << 40)",
      "local s = 'x' while true do s = s .. s end",
    ] {
      let text = try Sandbox().text(
        """
        local ok = pcall(function()
          local guard <close> = setmetatable({}, {__close = function() error("hidden") end})
          \(attack)
        end)
        return "survived"
        """, fuel: 50_000_000)
      #expect(text.hasPrefix("memory test.lua:3"), "\(attack): \(text)")
    }
  }
}
