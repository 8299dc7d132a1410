import LuaRuntime
import Testing

/// The calls that led to a failure.
@Suite("Tracebacks")
struct LuaTracebackTests {
  /// `LINE:NAME@DEFINED` of each call, innermost first; none without a traceback.
  private static func chain(_ failure: LuaFailure) -> String {
    guard let trace = failure.trace else { return "none" }
    func text(_ frame: LuaTraceback.Frame) -> String {
      (frame.file == "test.lua" ? "" : frame.file + " ") + "\(frame.line):\(frame.function ?? "")@\(frame.defined ?? 0)"
    }
    let gap = trace.omitted > 0 ? ["…\(trace.omitted)…"] : []
    return (trace.inner.map(text) + gap + trace.outer.map(text)).joined(separator: " < ")
  }

  private static func failure(_ box: Sandbox, _ source: String, fuel: UInt64 = Sandbox.fuel) throws -> LuaFailure {
    guard case .failure(let failure) = box.run(source, fuel: fuel) else { throw Unexpected() }
    return failure
  }

  private struct Unexpected: Error {}

  @Test(
    "the lines of policies, with the names that callers use",
    arguments: [
      ("error('one line tells itself')", "none"),
      ("local function f()\n  error('boom')\nend\nf()", "2:f@1 < 4:@0"),
      ("local function f()\n  error('boom', 2)\nend\nf()", "2:f@1 < 4:@0"),
      ("local t = { g = function() return nil + 1 end }\nlocal x = t.g()", "1:g@1 < 2:@0"),
      ("local t = {}\nfunction t:go() error('x') end\nt:go()", "2:go@2 < 3:@0"),
      // Calls of C functions have no line in a policy.
      ("table.sort({ 3, 2, 1 }, function(a, b)\n  error('x')\nend)", "2:@1 < 1:@0"),
      ("local function f() host.fail('x') end\nf()", "1:f@1 < 2:@0"),
      ("local function f() return missing_global end\nlocal x = f()", "1:f@1 < 2:@0"),
      // A call at the end of a function leaves nothing behind.
      ("local function f() error('x') end\nlocal function g()\n  return f()\nend\ng()", "1:@1 < 5:@0"),
      ("local t = setmetatable({}, { __index = function() error('x') end })\nlocal x = t.y", "1:index@1 < 2:@0"),
      // A caught error is over; the next one has its own traceback.
      ("local function f() error('in') end\npcall(f)\nlocal function g() error('out') end\ng()", "3:g@3 < 4:@0"),
      ("local function f() error('in') end\nlocal _, e = pcall(f)\nerror(e)", "none"),
      ("import 'broken'", "broken.lua 2:f@1 < broken.lua 4:@0 < 1:@0"),
    ])
  func chains(source: String, expected: String) throws {
    let box = try Sandbox()
    box.host.modules = ["broken": "local function f()\n  error('x')\nend\nf()"]
    #expect(Self.chain(try Self.failure(box, source)) == expected)
  }

  @Test("an evaluation that succeeds leaves nothing for the next one")
  func fresh() throws {
    let box = try Sandbox()
    _ = box.run("local function f() error('x') end f()")
    #expect(box.text("return 1") == "1")
    #expect(Self.chain(try Self.failure(box, "error('x')")) == "none")
    // A source that is no Lua has no calls.
    #expect(Self.chain(try Self.failure(box, "local = 1")) == "none")
  }

  @Test(
    "limits tell the chain of where they were hit",
    arguments: [
      ("local function spin()\n  while true do end\nend\nspin()", LuaFailure.Kind.fuel, "2:spin@1 < 4:@0"),
      // Caught over and over, but for good.
      ("local function spin()\n  while true do end\nend\nwhile true do pcall(spin) end", .fuel, "2:@1 < 4:@0"),
      ("local function grow(s)\n  while true do s = s .. s end\nend\ngrow('xx')", .memory, "2:grow@1 < 4:@0"),
      ("local function f()\n  return ('x'):rep(1e9)\nend\nlocal x = f()", .memory, "2:f@1 < 4:@0"),
      ("local function f() return (('a'):rep(3000):find('.-.-.-.-b')) end\nlocal x = f()", .fuel, "1:f@1 < 2:@0"),
    ])
  func limits(source: String, kind: LuaFailure.Kind, expected: String) throws {
    let failure = try Self.failure(try Sandbox(), source)
    #expect(failure.kind == kind)
    #expect(Self.chain(failure) == expected)
  }

  @Test("a long chain keeps its two ends")
  func longChain() throws {
    let source = "local function deep(n)\n  if n == 0 then error('x') end\n  return 1 + deep(n - 1)\nend\nreturn deep("
    let box = try Sandbox()
    let trace = try #require(try Self.failure(box, source + "100) + 0").trace)
    #expect(trace.inner.map(\.line) == [2] + Array(repeating: 3, count: 9))
    #expect(trace.outer.map(\.line) == [3, 3, 3, 3, 5])
    // 101 calls of deep, one of the file, and the C function that runs it.
    #expect(trace.omitted == 87)
    let short = try #require(try Self.failure(box, source + "12) + 0").trace)
    #expect(short.inner.count == 10 && short.omitted == 0 && short.outer.map(\.line) == [3, 3, 3, 5])
    let endless = try Self.failure(box, "local function f(n) return f(n + 1) + 1 end\nlocal x = f(1)")
    let ends = try #require(endless.trace)
    #expect(ends.inner.count == 10 && ends.outer.count == 5 && ends.omitted > 1000)
    #expect(ends.outer.last?.line == 2 && ends.outer.last?.function == nil)
  }

  /// The handler runs where Lua may have no memory left: it must neither need any nor lose the error.
  @Test("an error is told whole however little memory is left", arguments: [0, 100, 300, 1_000, 3_000, 10_000, 40_000])
  func littleMemory(spare: Int) throws {
    let source = """
      local function fail(t) local x = t.a.b end
      local function fill(n)
        local kept = {}
        for i = 1, n do kept[i] = { i } end
        fail({})
      end
      fill(N)
      """
    // How many tables fit is searched for, so that the error comes at the very edge.
    let limits = LuaLimits(memory: 400_000 + spare, seconds: 600, sourceSize: 1 << 20)
    var kinds: Set<LuaFailure.Kind> = []
    for count in stride(from: 1_000, through: 6_000, by: 250) {
      let box = try Sandbox(limits: limits)
      let failure = try Self.failure(box, source.replacing("N)", with: "\(count))"))
      kinds.insert(failure.kind)
      let trace = try #require(failure.trace)
      if failure.kind == .error {
        #expect(failure.message == "attempt to index a nil value (field 'a')")
        #expect(trace.inner.map(\.line) == [1, 5, 7])
      } else {
        #expect(failure.kind == .memory && trace.inner.map(\.line) == [4, 7])
      }
    }
    #expect(kinds == [.error, .memory], "neither end of the range was reached")
  }
}
