import LuaRuntime
import Testing

/// Which lines of functions have run.
@Suite("Coverage of lines")
struct LineCoverageTests {
  /// `FUNCTION:LINE=RUNS` for every line with code, in order.
  private static func coverage(_ source: String, modules: [String: String] = [:]) throws -> String {
    let box = try Sandbox()
    try box.state.coverLines()
    box.host.modules = modules
    _ = box.run(source)
    let lines = try #require(box.state.coveredLines)
    return lines.map { ($0.file == "test.lua" ? "" : $0.file + " ") + "\($0.function):\($0.line)=\($0.runs)" }
      .joined(separator: " ")
  }

  @Test(
    "lines with code of functions, and how often they ran",
    arguments: [
      ("local x = 1\nx = 2", ""), ("local function f()\n  return 1\nend", "1:2=0"),
      ("local function f()\n  return 1\nend\nf()\nf()", "1:2=2"),
      // `end` holds no code of the author's.
      ("local function f(x)\n  if x then\n    x = 1\n  end\nend\nf()", "1:2=1 1:3=0"),
      ("local function f(x)\n  if x then\n    return 1\n  else\n    return 2\n  end\nend\nf()", "1:2=1 1:3=0 1:5=1"),
      // A function on the line of another counts apart.
      ("local function f() return function() return 1 end end\nf()", "1:1=1"),
      ("local function f()\n  return function() return 1 end\nend\nf()", "1:2=1 2:2=0"),
      ("local function f()\n  return function() return 1 end\nend\nf()()", "1:2=1 2:2=1"),
      // Of functions that are never made, too.
      (
        "local function f(x)\n  if x then\n    local function g()\n      return 1\n    end\n    g()\n  end\nend",
        "1:2=0 1:5=0 1:6=0 3:4=0"
      ),
      ("local function f(...)\n  return ...\nend\nf(1)", "1:2=1"),
      ("local function f()\n  for i = 1, 3 do\n    local x = i\n  end\nend\nf()", "1:2=4 1:3=3"),
      ("local function f()\n  local t = {\n    1,\n    2,\n  }\n  return t\nend\nf()", "1:2=1 1:3=1 1:5=1 1:6=1"),
      ("local function f()\n  error('x')\n  return 1\nend\npcall(f)", "1:2=1 1:3=0"),
      // Lines far apart are kept in another form than lines close together.
      ("local function f(x)\n  x = 1" + String(repeating: "\n", count: 300) + "return x\nend\nf()", "1:2=1 1:302=1"),
      (
        "local function f(x)\n" + String(repeating: "x = 1 ", count: 400) + "\n  return x\nend\nf()", "1:2=1 1:3=1"
      ),
      (
        "local function f()\n  return 1.5, 2^53, 'text', \("'" + String(repeating: "x", count: 60) + "'"), nil, true, false\nend\nf()",
        "1:2=1"
      ),
      ("import 'm'", "m.lua 1:1=1"),
    ])
  func lines(source: String, expected: String) throws {
    #expect(try Self.coverage(source, modules: ["m": "local function f() return 1 end f() return f"]) == expected)
  }

  @Test("what runs and what it costs is the same with and without")
  func changesNothing() throws {
    let source = """
      local function f(n)
        local s = 0
        for i = 1, n do s = s + i % 7 end
        return s
      end
      return f(200000)
      """
    let plain = try Sandbox()
    let covering = try Sandbox()
    try covering.state.coverLines()
    #expect(plain.text(source) == covering.text(source))
    #expect(plain.state.fuelUsed == covering.state.fuelUsed && plain.state.fuelUsed > 100_000)
    #expect(covering.text("local function f() while true do end end f()", fuel: 10_000) == "fuel test.lua:1: ")
    #expect(covering.text("return ('x'):rep(1e9)") == "memory test.lua:1: ")
    #expect(plain.state.coveredLines == nil)
  }
}
