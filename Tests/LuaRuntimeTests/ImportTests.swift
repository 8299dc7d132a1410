import LuaRuntime
import Testing

@Suite("Modules")
struct ImportTests {
  private func sandbox(_ modules: [String: String]) throws -> Sandbox {
    let box = try Sandbox()
    box.host.modules = modules
    return box
  }

  @Test("a module runs once, and every importer gets the same read-only value")
  func once() throws {
    let box = try sandbox([
      "m": "emit('ran') local t = {1, 2, sub = {x = 1}} t.self = t function t.get() return t.sub.x end return t",
      "nothing": "emit('quiet')", "text": "return 'text'",
    ])
    let source = """
      local a, b = import "m", import "m"
      assert(a == b and a[2] == 2 and #a == 2 and a.get() == 1 and a.self == a and a.absent == nil)
      assert(import "nothing" == true and import "nothing" == true and import "text" == "text")
      local keys = {}
      for k, v in pairs(a) do keys[#keys + 1] = tostring(k) end
      for i, v in ipairs(a) do assert(v == i) end
      assert(next(a) == 1 and select("#", table.unpack(a)) == 2 and table.concat(a, "+") == "1+2")
      return table.concat(keys, " ")
      """
    #expect(box.text(source) == "1 2 get self sub")
    #expect(box.host.emitted.map { $0.map(\.text) } == [["ran"], ["quiet"]])
    #expect(box.host.finishedImports == ["m", "m", "nothing", "nothing", "text"])
    #expect(box.text("return import 'm'.sub.x") == "1")
    #expect(box.host.emitted.count == 2, "the cache outlives an evaluation")
  }

  @Test(
    "a module's value cannot be changed",
    arguments: [
      "m.x = 1", "m.sub.x = 2", "m[1] = 9", "table.insert(m, 3)", "table.remove(m)", "table.sort(m)",
      "table.move({1}, 1, 1, 1, m)",
      "setmetatable(m, {})", "for k in pairs(m) do m[k] = nil end", "m.get = nil", "table.insert(m.sub, 1)",
    ])
  func readOnly(attempt: String) throws {
    let box = try sandbox(["m": "return {2, 1, sub = {x = 1}, get = function() end}"])
    let text = box.text("local m = import 'm'\n" + attempt)
    #expect(text.hasPrefix("error test.lua:2: "), "\(text)")
    #expect(text.contains("read-only") || text.contains("protected metatable"), "\(text)")
    #expect(box.text("local m = import 'm' return m[1] .. m[2] .. #m .. m.sub.x") == "2121")
  }

  @Test("iterators of a read-only value hand out no raw table")
  func iterators() throws {
    let box = try sandbox(["m": "return {a = 1, b = {c = 2}}"])
    #expect(
      box.text(
        """
        local m = import "m"
        local f, s, c = pairs(m)
        assert(s == m and c == nil and f({z = 1}, nil) == "a")
        for _, value in ipairs { f, s, select(2, f(m)), m.b } do
          if type(value) == "table" then assert(getmetatable(value) == false and not pcall(function() value.q = 1 end)) end
        end
        local g = pairs(m.b)
        local k, v = g()
        return k .. v
        """) == "c2")
  }

  @Test(
    "errors in modules name the module's place",
    arguments: [
      ("local x = 1\nerror('boom')", "error m.lua:2: boom"),
      ("\n\nlocal x = nil + 1", "error m.lua:3: attempt to perform arithmetic on a nil value"),
      ("\nreturn prnt", "error m.lua:2: there is no global 'prnt'"),
      ("\nhost.fail('no')", "error m.lua:2: no"),
      ("global = 1", "error m.lua:1: cannot assign to the global 'global'; write 'local global = …'"),
      ("import 'gone'", "error m.lua:1: there is no module 'gone'"),
      ("while true do end", "fuel m.lua:1: "),
      ("local t = {} t.t = t t.f = {t} return t", "ok"),
    ])
  func errors(module: String, expected: String) throws {
    let box = try sandbox(["m": module])
    #expect(box.text("\n\n\n\nimport 'm' return 'ok'") == expected)
    #expect(box.text("return 1") == "1")
  }

  @Test("a syntax error in a module names the module's line, and cannot be caught away")
  func syntax() throws {
    let box = try sandbox([
      "m": "local x = 1\nlocal = 2", "big": String(repeating: " ", count: (1 << 20) + 1), "code": "\u{1B}Lua",
    ])
    #expect(box.text("\nimport 'm'") == "syntax m.lua:2: <name> expected near '='")
    #expect(box.text("pcall(import, 'm') return 'went on'") == "syntax m.lua:2: <name> expected near '='")
    #expect(box.text("import 'big'") == "limit test.lua:1: a policy file may have at most 1048576 bytes")
    #expect(box.text("import 'code'").hasPrefix("syntax code.lua:"))
    #expect(box.text("import(5)").hasPrefix("error test.lua:1: ") == true)
    #expect(box.text("import()") == "error test.lua:1: import needs a name")
  }

  @Test("a module that failed can be asked for again")
  func again() throws {
    let box = try sandbox(["m": "emit() error('no')"])
    #expect(box.text("import 'm'") == "error m.lua:1: no")
    #expect(box.text("import 'm'") == "error m.lua:1: no")
    #expect(box.host.emitted.count == 2)
    #expect(box.host.finishedImports.isEmpty)
  }

  @Test(
    "an error in a module cannot be caught away, and nothing runs after it",
    arguments: [
      "pcall(import, 'm')", "xpcall(import, emit, 'm')", "pcall(pcall, import, 'm')", "pcall(import, 'around')",
      "pcall(function() local m = import 'm' end)", "local i = import pcall(i, 'm')",
      "pcall(function() return setmetatable({}, { __index = function(t, name) return import(name) end }).m end)",
      "pcall(string.gsub, 'm', 'm', import)", "pcall(table.sort, { 2, 1 }, function() import 'm' end)",
      "pcall(function() local c <close> = setmetatable({}, { __close = function() error('x') end }) import 'm' end)",
      "pcall(function() local c <close> = setmetatable({}, { __close = function() pcall(import, 'gone') end }) import 'm' end)",
    ])
  func final(_ source: String) throws {
    let box = try sandbox(["m": "local x = 1\n\nerror('no')", "around": "pcall(import, 'm')"])
    #expect(box.text(source + " emit('went on') return 'went on'") == "error m.lua:3: no")
    #expect(box.host.emitted.isEmpty)
    #expect(box.text("return 1") == "1")
  }

  @Test("what a module does about its own errors is its business")
  func caughtInside() throws {
    let box = try sandbox(["m": "local ok = pcall(error, 'x') return ok", "n": "return { import 'm', pcall(error) }"])
    #expect(box.text("local n = import 'n' return tostring(n[1]) .. tostring(n[2])") == "falsefalse")
  }

  @Test("a call that declares or reports something cannot fail unseen")
  func finalFunctions() throws {
    let box = try Sandbox([
      .init(name: "rule", traits: [.curried, .captures]) { _, call, answer in
        if case .string = call[0] { answer.set(Int64(1)) } else { answer.fail("no rule") }
      },
      .init(name: "report", traits: .final, formatAt: 1) { host, call, _ in host.emitted.append(call.arguments) },
    ])
    let cases = [
      ("pcall(rule, 5)", "a name in quotation marks is expected, found a number"),
      ("pcall(rule 'a', {})", "no rule"), ("pcall(rule)", "no rule"),
      (
        "local t = {} t[t] = 1 pcall(rule 'a', t)", "a key of type 'table' has no order; use strings or numbers as keys"
      ),
      ("pcall(report, '%d', 'x')", "bad argument #2 to 'string.format' (number expected, got string)"),
    ]
    for (source, message) in cases { #expect(box.text(source + " return 'went on'") == "error test.lua:1: " + message) }
    #expect(box.host.emitted.isEmpty)
  }
}
