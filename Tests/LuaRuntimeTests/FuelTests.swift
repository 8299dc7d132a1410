import LuaRuntime
import Testing

/// A script always uses the same fuel, independent of earlier scripts and of the state's seed.
@Suite("Fuel")
struct FuelTests {
  static let scripts: [(source: String, fails: Bool)] = [
    ("return 1", false), ("for i = 1, 12345 do end", false),
    ("local s = '' for i = 1, 500 do s = s .. i end return s", false),
    (
      "local t = {} for i = 1, 3000 do t['k' .. i] = i end local n = 0 for k, v in pairs(t) do n = n + v end return n",
      false
    ),
    (
      "local t = {} for i = 1, 3000 do t['k' .. i] = i if i > 100 then t['k' .. i - 100] = nil end end for k in pairs(t) do t[k] = nil end return next(t)",
      false
    ),
    (
      "local s = ('abc '):rep(5000) local n = 0 for w in s:gmatch('%a+') do n = n + #w end return n .. #s:gsub('b', 'xx')",
      false
    ),
    (
      "local t = {} for i = 1, 2000 do t[i] = (i * 7919) % 2003 end table.sort(t, function(a, b) return a > b end) return t[1]",
      false
    ),
    ("for i = 1, 300 do pcall(error, 'x' .. i) pcall(host.fail, 'no') emit(i, {a = i}) end", false),
    (
      "local x = thing.a for i = 1, 100 do x = thing.a .. tostring(thing) end for k in pairs(thing) do end return thing.b",
      false
    ),
    ("for i = 1, 200 do local s = ('x'):rep(i * 100) local u = s:upper() local r = s:reverse() .. s end", false),
    ("local s = ('x'):rep(3 << 20) return #(s .. 'y'):sub(2)", false),
    ("local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end for i = 1, 5 do f(10000) end", false),
    ("local keys = {} for i = 1, 400 do keys[{}] = 1 keys[function() end] = 2 end return 1", false),
    ("return import 'm'.x", false), ("return string.format('%s %5.2f %q', {}, 1/3, 'x'):rep(100)", false),
    ("error('x')", true), ("nothing()", true), ("local t = {} t.x.y = 1", true), ("while true do end", true),
    ("('a'):rep(300):find('.-.-.-.-b')", true), ("local s = 'x' while true do s = s .. 'y' end", true),
  ]

  private func box() throws -> Sandbox {
    let thing = LuaNode(kind: 1, owner: 0, index: 0)
    let box = try Sandbox(things: ["thing": thing])
    box.host.things[thing] = .init(
      description: "<thing>", fields: [(.string("a"), .string("A")), (.string("b"), .integer(2))])
    box.host.modules["m"] = "return {x = 5}"
    return box
  }

  private func fuel(_ source: String, in box: Sandbox) -> (UInt64, String) {
    let text = box.text(source, fuel: 3_000_000)
    return (box.state.fuelUsed, text)
  }

  @Test("in fresh states", arguments: scripts.indices)
  func fresh(index: Int) throws {
    let script = Self.scripts[index]
    let first = fuel(script.source, in: try box())
    #expect(first.1.contains("test.lua") == script.fails, "\(first.1.prefix(200))")
    #expect(first.0 > 0)
    for _ in 1...20 {
      let again = fuel(script.source, in: try box())
      #expect(again == first, "\(script.source)")
    }
  }

  @Test("in a state that has seen other work")
  func used() throws {
    let used = try box()
    _ = used.text("import 'm'")
    // In fresh states they always take the same: see `fresh(index:)`.
    let scripts = try Self.scripts.map(\.source).filter { !$0.contains("import") }.map { source in
      (source: source, expected: fuel(source, in: try box()))
    }
    for noise in Self.scripts {
      for script in scripts {
        _ = fuel(noise.source, in: used)
        #expect(fuel(script.source, in: used) == script.expected, "\(script.source) after \(noise.source)")
      }
    }
  }

  @Test("a text that the host has to mend costs what that takes")
  func brokenText() throws {
    func cost(_ unit: String) throws -> UInt64 {
      let box = try Sandbox([.init(name: "mark") { _, _, _ in }])
      return fuel("local s = ('\(unit)'):rep(1000) local before = 0 mark(s)", in: box).0
    }
    #expect(try cost("\\xF0\\x9F") >= cost("ab") + 2000)
  }

  @Test("long runs end at the same place")
  func endings() throws {
    let source = "local n = 0 while true do n = n + 1 if n % 1000 == 0 then mark(n) end end"
    var marks: [[LuaValue]] = []
    for _ in 1...10 {
      let box = try Sandbox([.init(name: "mark") { host, call, _ in host.emitted = [call.arguments] }])
      #expect(box.text(source, fuel: 1_000_000) == "fuel test.lua:1: ")
      marks.append(box.host.emitted[0])
    }
    #expect(Set(marks).count == 1)
  }
}
