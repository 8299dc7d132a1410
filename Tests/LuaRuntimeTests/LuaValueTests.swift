import LuaRuntime
import Testing

@Suite("Values")
struct LuaValueTests {
  @Test(
    "results come back",
    arguments: [
      ("return nil", "nil"), ("return true", "true"), ("return -7", "-7"), ("return 1.5", "1.5"),
      ("return 2^53", "9007199254740992.0"),
      ("return math.mininteger", "-9223372036854775808"), ("return 'a\\0b'", "a\0b"), ("return '\\xFF'", "\u{FFFD}"),
      ("return {3, 1, x = {true}, [2.5] = 'f', a = 1}", "{1=3,2=1,2.5=f,a=1,x={1=true}}"),
      ("return {}", "{}"), ("return print == nil and 1 or 2", "error test.lua:1: there is no global 'print'"),
      ("return function() end", "opaque function"), ("return host", nil), ("", "nil"), ("return 1, 2, 3", "1"),
    ])
  func results(source: String, expected: String?) throws {
    let box = try Sandbox()
    let text = box.text(source)
    if let expected {
      #expect(text == expected)
    } else {
      #expect(text == "{echo=opaque function,fail=opaque function}")
    }
  }

  @Test("values survive the way to the host and back")
  func roundTrip() throws {
    let box = try Sandbox()
    let source = """
      local big = ("x"):rep(300000)
      local list = {}
      for i = 1, 2000 do list[i] = i end
      for _, value in ipairs { 0, -1, 1.5, "", "ä", true, false, big, math.maxinteger, -0.0 } do
        assert(host.echo(value) == value)
        assert(math.type(host.echo(value)) == (type(value) == "number" and math.type(value) or nil) or type(value) ~= "number")
      end
      assert(host.echo() == nil and host.echo(nil) == nil)
      local copy = host.echo { list = list, deep = { { { "x" } } } }
      assert(#copy.list == 2000 and copy.list[2000] == 2000 and copy.deep[1][1][1] == "x")
      copy.list[1] = "mine"
      return list[1]
      """
    #expect(box.text(source) == "1")
  }

  @Test("arguments of calls into Lua arrive whole, small and large")
  func arguments() throws {
    var kept: LuaFunction?
    let box = try Sandbox([
      .init(name: "keep", traits: .captures) { _, call, _ in
        if case .function(let function) = call[0] { kept = function }
      }
    ])
    _ = box.run("keep(function(a, b, c) return { #a, b, c and #c, a:sub(1, 1), a:sub(-1) } end)")
    let function = try #require(kept)
    for size in [0, 1, 1000, 16_000, 17_000, 40_000, 3_000_000] {
      box.state.begin(fuel: Sandbox.fuel)
      let list = LuaTable(entries: (1...2000).map { .init(key: .integer($0), value: .string("entry \($0)")) })
      let text = String(repeating: "a", count: size) + "z"
      let result = try box.state.call(function, [.string(text), .integer(5), .table(list)])
      #expect(result.text == "{1=\(size + 1),2=5,3=2000,4=\(size == 0 ? "z" : "a"),5=z}")
    }
  }

  @Test(
    "a table too deep, in a circle or without an order is refused at its line",
    arguments: [
      ("local t = {} t.t = t\nemit(t)", "limit test.lua:2: a table is nested more than 64 levels deep"),
      (
        "local t = {} for i = 1, 100 do t = {t} end\nemit(t)",
        "limit test.lua:2: a table is nested more than 64 levels deep"
      ),
      ("emit {[{}] = 1}", "error test.lua:1: a key of type 'table' has no order; use strings or numbers as keys"),
      ("emit {[emit] = 1}", "error test.lua:1: a key of type 'function' has no order; use strings or numbers as keys"),
    ])
  func refusedTables(source: String, expected: String) throws {
    let box = try Sandbox()
    #expect(box.text(source) == expected)
    #expect(box.host.emitted.isEmpty)
  }

  @Test("a table that contains itself many times over ends in a limit")
  func wideTable() throws {
    let box = try Sandbox()
    let failure = box.text("local t = {1} for i = 1, 60 do t = {t, t} end emit(t)", fuel: 50_000_000)
    #expect(failure.hasPrefix("memory test.lua:1") || failure.hasPrefix("fuel test.lua:1"), "\(failure)")
    #expect(box.text("return 1") == "1")
  }

  @Test("what the host cannot get across is never replaced by something empty")
  func lostAnswers() throws {
    let huge = String(repeating: "x", count: 2 << 20)
    let box = try Sandbox(
      limits: LuaLimits(memory: 1 << 20, seconds: 600, sourceSize: 1 << 20),
      [
        .init(name: "huge") { _, _, answer in answer.set(huge) },
        .init(name: "hugeTable") { _, _, answer in
          answer.set(.table(LuaTable(entries: (1...50_000).map { .init(key: .integer($0), value: .string("entry")) })))
        },
        .init(name: "hugeError") { _, _, answer in answer.fail(huge) },
        .init(name: "keep", traits: .captures) { host, call, _ in host.emitted.append(call.arguments) },
      ])
    for name in ["huge", "hugeTable", "hugeError"] {
      #expect(box.text("local ok, v = pcall(\(name)) return v == '' and 'lost' or 'kept'") == "memory test.lua:1: ")
    }
    _ = box.run("keep(function(text) return #text end)")
    guard case .function(let function) = try #require(box.host.emitted.first?.first) else { throw Missing() }
    box.state.begin(fuel: Sandbox.fuel)
    #expect(throws: LuaFailure(kind: .memory, message: "", file: nil, line: nil)) {
      try box.state.call(function, [.string(huge)])
    }
    box.state.begin(fuel: Sandbox.fuel)
    #expect(try box.state.call(function, [.string("four")]) == .integer(4))
  }

  struct Missing: Error {}

  @Test("thousands of short answers do not use the scratch memory up")
  func manyAnswers() throws {
    let thing = LuaNode(kind: 1, owner: 0, index: 0)
    let limits = LuaLimits(memory: 1 << 20, seconds: 600, sourceSize: 1 << 20)
    let box = try Sandbox(limits: limits, things: ["thing": thing])
    box.host.things[thing] = .init(
      description: String(repeating: "d", count: 200),
      fields: [(.string("k"), .string(String(repeating: "v", count: 200)))])
    let source = """
      for i = 1, 20000 do
        assert(#tostring(thing) == 200)
        for k, v in pairs(thing) do assert(k == "k" and #v == 200) end
        assert(thing.absent == nil and #host.echo("0123456789") == 10)
        assert(not pcall(host.fail, "no") and not pcall(emit, {[{}] = ("x"):rep(500)}))
      end
      return "done"
      """
    #expect(box.text(source, fuel: 100_000_000) == "done")
  }

  @Test("curried declarations hand over the name, then the token and the table")
  func curried() throws {
    let box = try Sandbox([
      .init(name: "rule", traits: [.curried, .captures]) { _, call, answer in
        switch call[0] {
        case .string: answer.set(Int64(40))
        case .integer(let token): answer.set(LuaValue.string("token \(token)"))
        default: answer.fail("rule needs a name")
        }
      }
    ])
    let result = box.text("\nreturn rule \"a\"\n{ b = 1, f = function() end }")
    #expect(result == "token 40")
    #expect(box.host.calls.map { $0.arguments.map(\.text) } == [["a"], ["40", "{b=1,f=function}"]])
    #expect(box.host.calls.map(\.line) == [2, 3] || box.host.calls.map(\.line) == [2, 2])
    #expect(box.host.calls.allSatisfy { $0.file == "test.lua" })
    #expect(box.text("rule {}") == "error test.lua:1: rule needs a name")
    let calls = box.host.calls.count
    #expect(box.text("rule(40, {})").contains("a name in quotation marks is expected"))
    #expect(box.host.calls.count == calls, "a token can't be forged")
  }

  @Test("captured functions live until they are let go, once")
  func captured() throws {
    var kept: [LuaFunction] = []
    let box = try Sandbox([
      .init(name: "keep", traits: .captures) { _, call, _ in
        for argument in call.arguments { if case .function(let function) = argument { kept.append(function) } }
      }
    ])
    _ = box.run("local n = 0 keep(function(by) n = n + by return n end, function() error('boom') end)")
    try #require(kept.count == 2)
    box.state.begin(fuel: Sandbox.fuel)
    #expect(try box.state.call(kept[0], [.integer(2)]) == .integer(2))
    #expect(try box.state.call(kept[0], [.integer(3)]) == .integer(5))
    #expect(throws: LuaFailure(kind: .error, message: "boom", file: "test.lua", line: 1)) {
      try box.state.call(kept[1], [])
    }
    for _ in 1...3 { box.state.release(kept[0]) }
    #expect(throws: LuaFailure.self) { try box.state.call(kept[0], []) }
    _ = box.run("keep(function() return 'first' end, function() return 'second' end, function() return 'third' end)")
    box.state.begin(fuel: Sandbox.fuel)
    let results = try kept.dropFirst(2).map { try box.state.call($0, []).text }
    #expect(results == ["first", "second", "third"])
    #expect(throws: LuaFailure(kind: .error, message: "boom", file: "test.lua", line: 1)) {
      try box.state.call(kept[1], [])
    }
  }

  @Test("letting functions go gives their memory back")
  func releasedMemory() throws {
    var kept: LuaFunction?
    let box = try Sandbox([
      .init(name: "keep", traits: .captures) { _, call, _ in
        if case .function(let function) = call[0] { kept = function }
      }
    ])
    for _ in 1...300 {
      #expect(box.text("local big = ('x'):rep(1 << 20) keep(function() return big end)") == "nil")
      box.state.release(try #require(kept))
    }
  }

  @Test("messages are formatted before the host is called")
  func formatting() throws {
    let box = try Sandbox([
      .init(name: "say", formatAt: 1) { host, call, _ in host.emitted.append(call.arguments) },
      .init(name: "at", formatAt: 3) { host, call, _ in host.emitted.append(call.arguments) },
    ])
    #expect(
      box.text(
        """
        say("%d of %s", 3, "four", { fix = "x" })
        say("100%")
        say("plain", { fix = "y" })
        at("node", "key", "%5.1f|%q", 2.25, "z")
        at("node", "key")
        say(7, 8)
        """) == "nil")
    #expect(
      box.host.emitted.map { $0.map(\.text).joined(separator: ";") } == [
        "3 of four;{fix=x}", "100%", "plain;{fix=y}", "node;key;  2.2|\"z\"", "node;key", "7;8",
      ])
    #expect(box.text("\nsay('%d', 'x')").hasPrefix("error test.lua:2: bad argument #2 to"))
    #expect(box.text("\nsay('%p', 1)").hasPrefix("error test.lua:2: "))
  }
}
