import Basics
import LuaRuntime
import PolicyTestSupport
import Testing

@Suite("Limits", .largeStack)
struct LimitTests {
  /// Enough to distinguish an end by fuel from an end by chance; the default budget can be tried manually, and the default time, too, where
  /// nothing else runs.
  static let fuel: UInt64 = getenv("LUA_RUNTIME_TESTS_FUEL").flatMap { UInt64(String(cString: $0)) } ?? 6_000_000
  static let seconds = getenv("LUA_RUNTIME_TESTS_SECONDS").flatMap { Double(String(cString: $0)) } ?? 600

  private func hold(_ attack: Attack, seconds: Double) throws {
    let box = try Sandbox(limits: LuaLimits(memory: 64 << 20, seconds: seconds, sourceSize: 1 << 20))
    let start = LuaState.processorSeconds
    let result = box.run(attack.source, fuel: Self.fuel)
    let elapsed = LuaState.processorSeconds - start
    if getenv("LUA_RUNTIME_TESTS_FUEL") != nil {
      let end =
        switch result {
        case .success(let value): value.text.prefix(20).description;
        case .failure(let f): f.kind.rawValue
        }
      print("attack \(elapsed)  \(end)  \(attack.source.suffix(90))")
    }
    // Processor time: a single instruction may take a few seconds of it on the slowest machines, and none takes minutes.
    #expect(elapsed < seconds + 20, "took \(elapsed)")
    switch (attack.end, result) {
    case (.value(let expected), .success(let value)): #expect(value.text == expected)
    case (_, .success(let value)): Issue.record("went through and returned \(value.text.prefix(100))")
    case (.fuel, .failure(let failure)): #expect(failure.kind == .fuel, "\(failure.text)")
    case (.memory, .failure(let failure)): #expect(failure.kind == .memory, "\(failure.text)")
    case (.limit, .failure(let failure)): #expect([.fuel, .memory].contains(failure.kind), "\(failure.text)")
    case (.clock, .failure(let failure)): #expect([.fuel, .memory, .time].contains(failure.kind), "\(failure.text)")
    case (.call, .failure(let failure)):
      #expect(failure.kind == .limit && !failure.message.isEmpty, "\(failure.text)")
      #expect(failure.file == "test.lua" && failure.line == 1, "\(failure.text)")
    case (.error, .failure(let failure)):
      #expect(failure.kind == .error && !failure.message.isEmpty, "\(failure.text)")
      #expect(failure.file == "test.lua" && failure.line == 1, "\(failure.text)")
    case (.value, .failure(let failure)): Issue.record("\(failure.text)")
    }
    #expect(
      box.text("local t = {} for i = 1, 1000 do t[i] = 'x' .. i end return #table.concat(t)", fuel: 1_000_000) == "3893"
    )
    #expect(box.state.memoryUsed < 24 << 20, "after the next evaluation \(box.state.memoryUsed) bytes are held")
  }

  @Test("the library", arguments: Attack.library)
  func library(attack: Attack) throws { try hold(attack, seconds: Self.seconds) }

  @Test("numbers as long texts", arguments: Attack.numerals)
  func numerals(attack: Attack) throws { try hold(attack, seconds: Self.seconds) }

  /// A limit is not an error that a policy can handle, wherever it is met.
  @Test(
    "no pcall hides a limit",
    arguments: [
      "string.rep, 'x', 1 << 40", "string.rep, 'xy', 1 << 30, 'z'", "('x'):rep(50 << 20).upper, ('x'):rep(30 << 20)",
      "string.lower, ('x'):rep(40 << 20)", "string.reverse, ('x'):rep(40 << 20)",
      "table.concat, { ('x'):rep(25 << 20), ('y'):rep(25 << 20) }",
      "string.gsub, ('x'):rep(20 << 20), 'x', 'yyyy'",
      "string.format, '%s%s%s', ('x'):rep(20 << 20), ('y'):rep(20 << 20), ''",
      "utf8.char, table.unpack({}, 1, 1)", "setmetatable({}, { __call = function() return ('x'):rep(1 << 40) end })",
    ])
  func hiding(call: String) throws {
    for source in [
      "pcall(\(call)) return 'passed'",
      "local function call() return pcall(\(call)) end xpcall(call, function() return 1 end) return 'passed'",
      "local t <close> = setmetatable({}, { __close = function() pcall(\(call)) end }) return 'passed'",
    ] {
      let text = try Sandbox().text(source, fuel: 500_000_000)
      let isOrdinary = call.hasPrefix("utf8.char")
      #expect(isOrdinary || text.hasPrefix("memory "), "\(source): \(text)")
    }
  }

  /// Too much for one call is a limit as well, no matter which part detects it: the bridge, Lua itself or the host.
  @Test(
    "no pcall hides that a call asks for too much",
    arguments: [
      ("table.unpack({}, 1, 1e7)", "too many results to unpack"),
      ("table.unpack({}, math.mininteger, math.maxinteger)", "too many results to unpack"),
      (
        "table.sort(setmetatable({}, { __len = function() return 1 << 60 end, __index = math.max, __newindex = math.max }))",
        "sort"
      ),
      ("table.move({}, math.mininteger, math.maxinteger, 1)", "too many elements to move"),
      ("('x'):rep(2 << 20):byte(1, -1)", "too long"), ("utf8.codepoint(('x'):rep(2 << 20), 1, -1)", "too long"),
      ("('xx'):rep(math.maxinteger)", "too large"), ("('x'):find(('('):rep(100))", "captures"),
      ("('x'):rep(400):find(('x*'):rep(300) .. 'y')", "the pattern is too complex"),
      ("emit(deep(100))", "nested more than 64 levels deep"), ("import 'deep'", "nested more than"),
      ("import 'large'", "a policy file may have at most"),
      (
        "(function() local t = {} for i = 1, 3000 do t = setmetatable({}, { __index = t }) end return t.x end)()",
        "chain"
      ),
      (
        "(function() local t = {} for i = 1, 3000 do t = setmetatable({}, { __newindex = t }) end t.x = 1 end)()",
        "chain"
      ),
      (
        "(function() local function f() return tostring(setmetatable({}, { __tostring = f })) end f() end)()",
        "overflow"
      ),
      ("(function() local function f(x) return (x:gsub('x', f)) end f('x') end)()", "overflow"),
      ("(function() local function f() return pcall(f) end return f() end)()", "overflow"),
      ("xpcall(error, function() error() end)", "overflow"), ("host.exceed('far too much')", "far too much"),
    ])
  func hidingCalls(call: String, message: String) throws {
    let deep = "local function deep(n) local t = {} for i = 1, n do t = { t } end return t end "
    for source in [
      "pcall(function() \(call) end) emit('survived')",
      "xpcall(function() \(call) end, function() emit('survived') end) emit('survived')",
      "pcall(function() local t <close> = setmetatable({}, { __close = function() error('other') end }); \(call) end) emit('survived')",
      "local t <close> = setmetatable({}, { __close = function() pcall(function() \(call) end) emit('survived') end })",
    ] {
      let box = try Sandbox(
        limits: LuaLimits(memory: 64 << 20, seconds: 600, sourceSize: 1 << 16),
        [.init(library: "host", name: "exceed") { _, call, answer in answer.exceed(call[0].string ?? "") }])
      box.host.modules = [
        "deep": "local t = {} for i = 1, 300 do t = { t } end return t",
        "large": String(repeating: " ", count: 1 << 17),
      ]
      let text = box.text(deep + source, fuel: 500_000_000)
      // The room for very many values is memory.
      let isLimit =
        text.hasPrefix("limit test.lua:1: ") || text.hasPrefix("limit deep.lua")
        || message == "too long" && text.hasPrefix("memory ")
      #expect(isLimit, "\(source): \(text)")
      #expect(text.contains(message) || text.hasPrefix("memory "), "\(source): \(text)")
      #expect(box.host.emitted.isEmpty, "\(source)")
      #expect(box.text("return 'next'") == "next")
    }
  }

  @Test("what is wrong with an argument may be caught")
  func ordinaryErrors() throws {
    for call in [
      "('x'):rep({})", "('x'):find('[')", "string.format('%d', 'x')", "table.concat({ {} })", "table.insert({}, 5, 1)",
      "table.move({}, 1, 2, math.maxinteger)", "utf8.char(-1)", "host.fail('wrong')",
      "error('C stack')",
      "error('a stack overflow in words')",
    ] {
      #expect(try Sandbox().text("pcall(function() \(call) end) return 'caught'") == "caught", "\(call)")
    }
  }

  /// A message that speaks of a quantity is one of a limit.
  @Test("the bridge raises every limit as one")
  func bridge() throws {
    let words = [
      "too many", "too long", "too large", "too big", "too deep", "too complex", "nested more", "at most", "more than",
    ]
    var count = 0
    for (file, lines) in try BridgeSources.lines() {
      for line in lines where line.contains("luaL_") {
        count += 1
        #expect(!line.contains("luaL_checkstack"), "\(file): \(line)")
        let isRaised = ["luaL_error", "luaL_argerror", "luaL_argcheck"].contains { line.contains($0) }
        // Of a format only its syntax is meant.
        let isLimit = words.contains { line.contains($0) } && !line.contains("invalid format (too long)")
        #expect(!(isRaised && isLimit), "\(file): \(line)")
      }
    }
    #expect(count > 50)
  }

  @Test("control flow", arguments: Attack.control)
  func control(attack: Attack) throws { try hold(attack, seconds: Self.seconds) }

  @Test("memory", arguments: Attack.memory)
  func memory(attack: Attack) throws { try hold(attack, seconds: Self.seconds) }

  @Test("what only the clock can end", arguments: Attack.clock)
  func clock(attack: Attack) throws { try hold(attack, seconds: min(1, Self.seconds)) }

  @Test(
    "a callback that calls back in meets the same limits",
    arguments: [
      "while true do end", "('a'):rep(3000):find('.-.-.-.-b')", "again(function() while true do end end)",
      "pcall(again, function() while true do end end) emit('survived')", "local s = 'x' while true do s = s .. s end",
    ])
  func reentry(inner: String) throws {
    var state: LuaState?
    let box = try Sandbox([
      .init(name: "again", traits: .captures) { _, call, answer in
        guard case .function(let function) = call[0] else { return answer.fail("a function is needed") }
        do throws(LuaFailure) {
          answer.set(try state?.call(function, []) ?? .nil)
        } catch {
          // The callback keeps quiet about it, and the policy must not run on all the same.
          answer.set("quiet")
        }
      }
    ])
    state = box.state
    let text = box.text("pcall(again, function()\n\(inner)\nend) emit('survived')")
    #expect(text.hasPrefix("fuel test.lua:2") || text.hasPrefix("memory test.lua:2"), "\(text)")
    #expect(box.host.emitted.isEmpty)
    #expect(box.text("return again(function() return 7 end)") == "7")
  }

  @Test("callbacks may nest until the C stack's limit, which is an error")
  func nesting() throws {
    var state: LuaState?
    var deepest = 0, depth = 0
    let box = try Sandbox([
      .init(name: "again", traits: .captures) { _, call, answer in
        guard case .function(let function) = call[0] else { return answer.fail("a function is needed") }
        depth += 1
        defer { depth -= 1 }
        deepest = max(deepest, depth)
        do throws(LuaFailure) {
          answer.set(try state?.call(function, []) ?? .nil)
          state?.release(function)
        } catch {
          answer.fail(error.message)
        }
      }
    ])
    state = box.state
    let text = box.text("local function f() return again(f) end return f()")
    #expect(text.hasPrefix("limit test.lua:1: ") && text.contains("overflow"), "\(text)")
    #expect(deepest > 20 && deepest < 250, "\(deepest)")
    #expect(box.text("return 1") == "1")
  }

  @Test("processor time goes forward, and is at most a millisecond more than the system's")
  func processorTime() {
    func ofSystem() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    var last = LuaState.processorSeconds
    for turn in 0..<20_000 {
      // Waiting is not working.
      if turn % 1000 == 0 { usleep(3000) }
      let before = ofSystem()
      let told = LuaState.processorSeconds
      let after = ofSystem()
      guard told >= last, told > before - 1e-4, told < after + 1.1e-3 else {
        Issue.record("\(told) after \(last), between \(before) and \(after)")
        return
      }
      last = told
    }
  }

  @Test("host work counts, and an empty tank stops at once")
  func hostWork() throws {
    let box = try Sandbox([
      .init(name: "costly") { _, _, answer in
        answer.charge(1_000_000); answer.set(true)
      }
    ])
    #expect(box.text("costly() return 1", fuel: 1_100_000) == "1")
    #expect(box.state.fuelUsed > 1_000_000)
    #expect(box.text("costly() return 1", fuel: 900_000) == "fuel test.lua:1: ")
    #expect(box.text("return 1", fuel: 0).hasPrefix("fuel"))
    #expect(box.state.fuelUsed == 0)
    #expect(box.text("return 1", fuel: .max) == "1")
  }

  @Test(
    "no time at all, or a time beyond reckoning",
    arguments: [
      (0.0, "time"), (-1.0, "time"), (-1e300, "time"), (Double.nan, "time"), (1e300, "fuel"), (Double.infinity, "fuel"),
    ])
  func seconds(seconds: Double, kind: String) throws {
    let box = try Sandbox(limits: LuaLimits(memory: 64 << 20, seconds: seconds, sourceSize: 1 << 20))
    #expect(box.text("while true do end").hasPrefix(kind + " "))
  }

  @Test("what one evaluation left lying about takes nothing from the next")
  func leftovers() throws {
    let box = try Sandbox()
    for _ in 1...5 {
      #expect(
        box.text("local s for i = 1, 12 do s = ('x'):rep((4 << 20) + i) end return #s", fuel: 50_000_000)
          == "\((4 << 20) + 12)")
      #expect(box.text("return #('y'):rep(24 << 20)", fuel: 50_000_000) == "\(24 << 20)")
    }
  }
}
