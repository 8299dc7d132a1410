import LuaRuntime
import Testing

@Suite("Environment")
struct EnvironmentTests {
  static let members: [String: Set<String>] = [
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper",
    ],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
    "math": [
      "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger",
      "min",
      "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type", "ult",
    ],
    "host": ["echo", "fail"],
  ]
  static let base: Set<String> = [
    "assert", "error", "ipairs", "next", "pairs", "pcall", "select", "tonumber", "tostring", "type", "xpcall",
    "setmetatable",
    "getmetatable", "import", "emit",
  ]
  /// Every name that some Lua has had.
  static let absent = [
    "load", "loadstring", "loadfile", "dofile", "require", "package", "io", "os", "debug", "coroutine",
    "collectgarbage", "rawset",
    "rawget", "rawequal", "rawlen", "print", "warn", "_G", "_VERSION", "module", "setfenv", "getfenv", "unpack",
    "newproxy", "bit32",
    "arg", "jit", "ffi", "_LOADED", "_PRELOAD", "gcinfo", "table2", "bit",
  ]
  static let absentMembers: [String: [String]] = [
    "string": ["dump", "pack", "unpack", "packsize", "gfind"],
    "math": ["random", "randomseed", "pow", "ldexp", "frexp", "cosh"],
    "table": ["foreach", "getn", "setn", "maxn"], "utf8": ["pattern"],
  ]

  @Test("the names of the list are there, and no others")
  func whitelist() throws {
    let box = try Sandbox()
    let names = Self.base.union(Self.members.keys).union(Self.absent)
    let found = names.filter { box.text("return type(\($0))").hasPrefix("error") == false }
    #expect(Set(found) == Self.base.union(Self.members.keys))
    for (library, members) in Self.members {
      let listed = box.text(
        "local t = {} for k, v in pairs(\(library)) do t[#t + 1] = k end return table.concat(t, ' ')")
      #expect(Set(listed.split(separator: " ").map(String.init)) == members, "\(library)")
    }
    for (library, members) in Self.absentMembers {
      for member in members {
        #expect(box.text("return \(library).\(member)").hasPrefix("error"), "\(library).\(member)")
      }
    }
    // The environment itself shows nothing, however it is walked.
    #expect(box.text("local n = 0 for k in pairs(_ENV) do n = n + 1 end return n + #_ENV") == "0")
    #expect(box.text("return next(_ENV)") == "nil")
  }

  /// Follows everything reachable from the environment: fields, metatables, results of `pairs` and its iterators.
  static let walk = """
    local seen, count, kinds = {}, 0, {}
    local names = { NAMES }
    local work = {}
    local function add(value, path)
      local kind = type(value)
      kinds[kind] = (kinds[kind] or 0) + 1
      if (kind == "table" or kind == "function" or kind == "userdata") and not seen[value] then
        seen[value] = path
        work[#work + 1] = { value, path }
      end
    end
    for _, name in ipairs(names) do add(_ENV[name], name) end
    add(_ENV, "_ENV") add("", "string")
    while #work > 0 do
      local value, path = table.unpack(table.remove(work))
      count = count + 1
      local metatable = getmetatable(value)
      assert(metatable == nil or metatable == false, path .. ": a metatable can be seen")
      if type(value) == "table" then
        assert(not pcall(function() value.intruder = 1 end), path .. " can be written")
        assert(not pcall(function() value[1] = 1 end), path .. " can be written")
        assert(not pcall(setmetatable, value, {}), path .. " takes a metatable")
        assert(not pcall(table.insert, value, 1), path .. " takes an insert")
        assert(not pcall(table.move, {1}, 1, 1, 1, value), path .. " takes a move")
        for k, v in pairs(value) do add(v, path .. "." .. tostring(k)) end
        local f, s, c = pairs(value)
        add(f, path .. ":iterator") add(s, path .. ":state") add(c, path .. ":control")
        local f, s, c = ipairs(value)
        add(s, path .. ":ipairs")
      end
    end
    for value, path in pairs({}) do end
    assert(kinds.thread == nil)
    return count
    """

  @Test("a walk over all that is reachable meets only locked tables")
  func graph() throws {
    let box = try Sandbox()
    let names = Self.base.union(Self.members.keys).sorted().map { "\"\($0)\"" }.joined(separator: ",")
    let text = box.text(Self.walk.replacing("NAMES", with: names))
    #expect((Int(text) ?? 0) > 70, "\(text)")
  }

  @Test(
    "nothing of the environment can be changed",
    arguments: [
      "string.rep = nil", "string.new = 1", "math.pi = 3", "table.insert(string, 'x')", "table.insert(table, 1, 'x')",
      "table.remove(string)", "table.move({1}, 1, 1, 1, math)", "setmetatable(string, {})",
      "setmetatable(_ENV, nil)", "setmetatable('', {})", "_ENV.x = 1", "_ENV.pairs = nil", "_ENV[1] = 1", "pairs = nil",
      "getmetatable('').__index = nil", "getmetatable('').__index.rep = nil", "('').x = 1", "host.echo = nil",
      "table.insert(_ENV, 1)", "table.move({1}, 1, 1, 1, _ENV)", "setmetatable({}, {__gc = function() end})",
      "setmetatable({}, {__mode = 'k'})", "setmetatable({}, {__metatable = 1})", "setmetatable({}, {__gc = false})",
      "for k in pairs(string) do string[k] = 1 end", "for i in next, string do string[i] = nil end",
      "getmetatable(_ENV).__index = nil",
      "local t = setmetatable({}, {__newindex = string}) t.x = 1",
      "local t = setmetatable({}, {__newindex = _ENV}) t.x = 1",
    ])
  func locked(attempt: String) throws {
    let box = try Sandbox()
    #expect(box.text(attempt).hasPrefix("error test.lua:1: "), "\(box.text(attempt))")
    #expect(
      box.text(
        """
        assert(("x"):rep(2) == "xx" and math.pi > 3.14 and host.echo(1) == 1 and #string == 0 and type(pairs) == "function")
        local n = 0 for k in pairs(string) do n = n + 1 end
        return n
        """) == "13")
  }

  @Test("a file may have its own environment, and shares it with no other")
  func ownEnvironment() throws {
    let box = try Sandbox()
    #expect(box.text("local _ENV = {} x = 1 return x") == "1")
    #expect(box.text("local _ENV <const> = {assert = assert} assert(string == nil)") == "nil")
    #expect(
      box.text("_ENV = setmetatable({}, {__index = _ENV}) y = 5 local function f() return y end return f()") == "5")
    #expect(box.text("return y").hasPrefix("error"))
    #expect(box.text("_ENV = nil return x").hasPrefix("error test.lua:1: "))
    #expect(box.text("local function f(_ENV) return x end return f({x = 3})") == "3")
  }

  @Test(
    "nothing shows an address",
    arguments: [
      "tostring({})", "tostring(print_)", "tostring(pairs)", "tostring(function() end)", "tostring(_ENV)",
      "tostring(string)",
      "string.format('%s', {})", "string.format('%s', pairs)", "string.format('%10s', {})", "'' .. tostring(pairs({}))",
      "tostring(setmetatable({}, {__name = 'N'}))", "select(2, pcall(string.rep, {}))",
      "select(2, pcall(string.format, '%d', {}))",
      "select(2, pcall(function() return {} < {} end))", "select(2, pcall(function() return {} .. '' end))",
      "select(2, pcall(error, {}))", "select(2, pcall(string.format, '%p', {}))", "select(2, pcall(next, {}, {}))",
      "select(2, pcall(function() for k in pairs({[{}] = 1}) do end end))", "select(2, pcall(setmetatable, 1, {}))",
      "tostring(host.echo({})) .. tostring(select(2, pcall(host.fail)))",
      "select(2, pcall(function() local t = {} t() end))",
    ])
  func addresses(expression: String) throws {
    let source = "local print_ = emit local v = \(expression) return type(v) == 'string' and v or type(v)"
    let texts = try (1...3).map { _ in try Sandbox().text(source) }
    #expect(Set(texts).count == 1)
    #expect(!texts[0].contains("0x"), "\(texts[0])")
    #expect(!texts[0].hasPrefix("error"), "\(texts[0])")
  }
}
