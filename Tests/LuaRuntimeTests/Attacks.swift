import Testing

/// Scripts that want to run or grow without end.
struct Attack: Sendable, CustomTestStringConvertible {
  enum End: Sendable {
    /// Fuel, the same in every run.
    case fuel
    case memory
    /// Whichever limit comes first.
    case limit
    /// Work that no count of instructions sees: only the clock ends it.
    case clock
    /// The limit of one call.
    case call
    /// An ordinary error.
    case error
    case value(String)
  }

  let source: String
  let end: End
  var testDescription: String { String(source.prefix(100)) }

  init(_ end: End, _ source: String) {
    self.end = end
    self.source = source
  }

  static let proxy =
    "local proxy = setmetatable({}, {__len = function() return 1 << 60 end, __index = function() return 1 end, __newindex = function() end}) "
  static let silent =
    "local proxy = setmetatable({}, {__len = function() return 1 << 60 end, __index = math.max, __newindex = math.max}) "
  static let million = "local t = {} for i = 1, 1 << 19 do t[i] = i end "

  static let library: [Attack] = [
    .init(.value(""), "return string.rep('', 1e15)"),
    .init(.value(""), "return string.rep('', 1 << 62, '')"),
    .init(.memory, "return string.rep('x', 1e15)"),
    .init(.memory, "return string.rep('', 1e15, 'x')"),
    .init(.call, "return string.rep('xx', math.maxinteger)"),
    .init(.fuel, "return string.find(('a'):rep(28), ('a?'):rep(28) .. ('a'):rep(28) .. 'b')"),
    .init(.fuel, "('a'):rep(3000):find('.-.-.-.-b')"),
    .init(.fuel, "('a'):rep(3000):match('(.-)(.-)(.-)(.-)%4b')"),
    .init(.fuel, "for _ in ('a'):rep(3000):gmatch('.-.-.-b') do end"),
    .init(.fuel, "('a'):rep(3000):gsub('.*.*.*b', '')"),
    .init(.limit, "local a = ('a'):rep(2 << 20) a:find(('a'):rep(1 << 20) .. 'b', 1, true)"),
    .init(.limit, "('a'):rep(1 << 20):find('%b()' .. ('a'):rep(1000)) while true do end"),
    .init(.call, "('a'):rep(1 << 20):find(('('):rep(100))"),
    .init(.call, "('x'):rep(50):find(('(x'):rep(40) .. (')'):rep(40))"),
    .init(.fuel, proxy + "table.insert(proxy, 1, 1)"), .init(.error, silent + "table.insert(proxy, 1, 1)"),
    .init(.fuel, proxy + "table.remove(proxy, 1)"),
    .init(.fuel, silent + "pcall(table.remove, proxy, 1) while true do end"),
    .init(.fuel, proxy + "table.move(proxy, 1, 1 << 60, 2)"),
    .init(.limit, proxy + "table.move(proxy, 1, 1 << 60, 1, {})"),
    .init(.limit, proxy + "table.concat(proxy)"), .init(.call, proxy + "table.unpack(proxy)"),
    .init(.call, proxy + "table.sort(proxy)"),
    .init(
      .limit, "table.sort(setmetatable({}, {__len = function() return 1 << 30 end, __index = function() return 1 end}))"
    ),
    .init(.fuel, "while true do table.concat({}, 'x', 1, 0) table.unpack({}, 1, 0) end"),
    .init(.call, "table.unpack({}, 1, 1e7)"), .init(.call, "table.unpack({}, math.mininteger, math.maxinteger)"),
    .init(.fuel, "table.sort({3, 2, 1}, function() while true do end end)"),
    .init(
      .limit,
      "local t = {} for i = 1, 200000 do t[i] = i % 7 end while true do table.sort(t, function(a, b) return a < b end) end"
    ),
    .init(.fuel, "('x'):gsub('x', function() while true do end end)"),
    .init(.fuel, "while true do ('x'):rep(1000):gsub('', 'yy') end"),
    .init(.fuel, "while true do string.format('%99.99f', 1e308) end"),
    .init(.fuel, "while true do tonumber(('1'):rep(1000)) end"),
    .init(.fuel, "local s = ('1'):rep(1 << 19) while true do tonumber(s) end"),
    .init(.fuel, "local s = ('x'):rep(1 << 20) while true do emit(s) end"),
    .init(.fuel, "local t = {} for i = 1, 10000 do t[i] = i end while true do emit(t) end"),
    .init(.fuel, "while true do pcall(host.fail, 'x') end"), .init(.fuel, "while true do pcall(emit) end"),
    .init(.fuel, "while true do pcall(function() return nothing end) end"),
    .init(.fuel, "local name = ('x'):rep(1 << 20) while true do pcall(function() return _ENV[name] end) end"),
    .init(.fuel, "while true do utf8.len(('ä'):rep(1000)) end"),
    .init(.fuel, million + "while true do for k in pairs(t) do break end end"),
    .init(.fuel, million + "while true do next(t) end"),
    .init(.limit, million + "while true do t.x = 1 for k in next, t do break end end"),
  ]

  static let control: [Attack] = [
    .init(.fuel, "while true do end"), .init(.fuel, "local function f() return f() end f()"),
    .init(.fuel, "::a:: goto a"),
    .init(.fuel, "for i = 1, math.huge do end"), .init(.fuel, "repeat until false"),
    .init(.fuel, "while true do pcall(function() while true do end end) end"),
    .init(
      .fuel, "local function f(n) if n == 0 then while true do end end pcall(f, n - 1) while true do end end f(100)"),
    .init(.fuel, "while true do pcall(error) end"), .init(.fuel, "while true do pcall(pcall) end"),
    .init(.fuel, "xpcall(error, function() while true do end end)"),
    .init(.fuel, "xpcall(function() while true do end end, function() while true do end end)"),
    .init(.call, "while true do xpcall(error, function() error() end) end"),
    .init(.call, "local function h() return xpcall(error, h) end while true do h() end"),
    .init(.error, "setmetatable({}, {__gc = function() while true do end end})"),
    .init(
      .limit,
      "local mt = {} local t = setmetatable({}, mt) mt.__gc = function() while true do end end t = nil while true do local x = {} end"
    ),
    .init(.fuel, "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end"),
    .init(.fuel, "local x <close> = setmetatable({}, {__close = function() while true do end end}) error('x')"),
    .init(
      .fuel, "for i = 1, 100 do local x <close> = setmetatable({}, {__close = function() while true do end end}) end"),
    .init(
      .limit,
      "local c = {__close = function() while true do end end} local function f() local x <close> = setmetatable({}, c) f() end f()"
    ),
    .init(
      .memory,
      "local x <close> = setmetatable({}, {__close = function() while true do end end}) string.rep('x', 1 << 40)"),
    .init(.fuel, "for _ in pairs(setmetatable({}, {__pairs = function() while true do end end})) do end"),
    .init(.fuel, "for _ in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) do end"),
    .init(.fuel, "tostring(setmetatable({}, {__tostring = function() while true do end end}))"),
    .init(.fuel, "string.format('%s', setmetatable({}, {__tostring = function() while true do end end}))"),
    .init(.fuel, "local t = setmetatable({}, {__index = function() while true do end end}) return t.x"),
    .init(.fuel, "local t = setmetatable({}, {__newindex = function() while true do end end}) t.x = 1"),
    .init(.fuel, "local t = setmetatable({}, {__concat = function() while true do end end}) return t .. 1"),
    .init(
      .fuel, "local m = {__eq = function() while true do end end} return setmetatable({}, m) == setmetatable({}, m)"),
    .init(.fuel, "return #setmetatable({}, {__len = function() while true do end end})"),
    .init(.fuel, "return -setmetatable({}, {__unm = function() while true do end end})"),
    .init(.fuel, "return setmetatable({}, {__call = function() while true do end end})()"),
    .init(.call, "local t = {} for i = 1, 3000 do t = setmetatable({}, {__index = t}) end return t.x"),
    .init(.call, "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x"),
    .init(.memory, "local t = setmetatable({}, {}) getmetatable(t).__call = t t()"),
    .init(
      .call, "local t = {} local m = {} m.__index = function(_, k) return t[k + 1] end setmetatable(t, m) return t[1]"),
    .init(.call, "local function f() return tostring(setmetatable({}, {__tostring = f})) end f()"),
    .init(.call, "local s = 'x' local function f(x) return (s:gsub('x', f)) end f()"),
    .init(.limit, "local function f(...) return f(1, ...) end f()"),
    .init(.limit, "local co = {} for i = 1, 1e9 do co[i] = function() return i end end"),
  ]

  static let memory: [Attack] = [
    .init(.limit, "local t = {} while true do t[#t + 1] = {} end"),
    .init(.limit, "local s = 'x' while true do s = s .. s end"),
    .init(.limit, "local s = '' while true do s = s .. 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' end"),
    .init(.limit, "local t = {} while true do t[#t + 1] = ('x'):rep(100000) end"),
    .init(.limit, "local t = {} for i = 1, 1e9 do t[i * 1000003] = i end"),
    .init(.limit, "local t = {} for i = 1, 1e9 do t['k' .. i] = i end"),
    .init(.limit, "local s = '' for i = 1, 1e9 do s = s .. i end"),
    .init(.limit, "local t = {} for i = 1, 1e9 do t = {t} end"),
    .init(.limit, "local f = function() end for i = 1, 1e9 do local g = f f = function() return g end end"),
    .init(.limit, "local t = {('x'):rep(1 << 20)} while true do t[#t + 1] = table.concat(t) end"),
    .init(.limit, "local s = ('x'):rep(1 << 20) while true do s = s:gsub('x', 'xx') end"),
    .init(.limit, "local s = ('x'):rep(1 << 20) while true do s = string.format('%s%s', s, s) end"),
    .init(
      .limit, "local t = table.pack(table.unpack({}, 1, 50000)) while true do t = {t, table.unpack(t, 1, 200000)} end"),
    // Full to the brim, and then garbage: every allocation makes Lua collect all there is.
    .init(
      .limit,
      "local t = {} for i = 1, 580000 do t[i] = {} end local s = ('x'):rep(200) while true do s = ('x'):rep(3000) .. #s end"
    ),
  ]

  /// Numbers as texts of a megabyte, which every function that wants a number reads to their ends.
  static let numerals: [Attack] =
    [
      "string.char(s)", "utf8.char(s, s, s)", "string.format('%d', s)", "string.format('%x%g', s, s)", "math.max(s, s)",
      "math.min(1, s)", "math.floor(s)", "math.tointeger(s)", "math.fmod(s, s)", "math.ult(s, s)", "math.log(s, s)",
      "string.rep('x', s)", "string.sub('x', s, s)", "string.byte('x', s)", "('x'):find('x', s)",
      "('x'):gsub('x', '', s)",
      "('x'):gmatch('x', s)", "table.concat({}, '', s, s)", "table.insert({}, s, 1)", "table.remove({}, s)",
      "table.unpack({}, s, s)", "table.move({}, s, s, s)", "select(s, 1)", "pcall(error, 'x', s)", "tonumber(s)",
      "tonumber('1', s)", "utf8.offset('x', s, s)", "utf8.codepoint('x', s)", "utf8.len('x', s)", "(s + 1)", "(-s)",
      "utf8.codes('x')('x', s)",
    ].map {
      .init(.fuel, "local s = (' '):rep((1 << 20) - 1) .. '1' while true do pcall(function() local x = \($0) end) end")
    }

  static let clock: [Attack] = [
    .init(
      .clock,
      "local t = {} for i = 1, 1 << 20 do t['k' .. i % 1000 + i * 1.5] = i if i > 520000 then break end end for i = 1, 1e9 do local k = 'x' .. i t[k] = 1 t[k] = nil end"
    ),
    .init(
      .clock,
      "local t = {} for i = 1, (1 << 19) - 1 do t[i + 0.5] = i end for i = 1, 1e9 do t[-i - 0.5] = 1 t[-i - 0.5] = nil end"
    ),
    .init(.clock, "local a, b = ('x'):rep(20 << 20), ('x'):rep(20 << 20) while true do local c = a == b end"),
    .init(.clock, "local a, b = ('x'):rep(20 << 20), ('x'):rep(20 << 20) while true do local c = a < b end"),
    .init(.clock, "local function f(...) while true do select(1, ...) end end f(table.unpack({}, 1, 50000))"),
    .init(.clock, "local function f(...) while true do local t = {...} end end f(table.unpack({}, 1, 50000))"),
    .init(
      .clock,
      "local function f(...) while true do math.max(...) end end local t = {} for i = 1, 50000 do t[i] = i end f(table.unpack(t))"
    ),
    .init(.clock, "local function f(...) while true do emit(...) end end f(table.unpack({}, 1, 50000))"),
    .init(.clock, "local s = (' '):rep(30 << 20) .. '1' while true do pcall(function() for i = 1, s do end end) end"),
    .init(
      .clock,
      "local s = (' '):rep(30 << 20) .. '1' local t = setmetatable({}, {__len = function() return s end}) while true do pcall(table.unpack, t) end"
    ),
    // Keys that all fall on one place of the table, once it has grown to that size.
    .init(.clock, "local t, m = {}, (1 << 19) - 1 for i = 1, (1 << 18) + 1 do t[i * m] = i end return 1"),
    .init(.clock, "local t, m = {}, (1 << 19) - 1 for i = 1, (1 << 18) + 1 do t[-i * m] = i end return 1"),
    .init(
      .clock,
      "local t, m = {}, (1 << 12) - 1 for i = 1, 1 << 12 do t[i * m] = i end for i = 1, 1e9 do t[(1 << 40) + i * m] = 1 t[(1 << 40) + i * m] = nil end"
    ),
    .init(
      .clock,
      "local t, m = {}, (1 << 18) - 1 for i = 1, (1 << 17) - 1 do t[i * (1 << 17) - i] = i end for i = 1, 1 << 17 do t[i * m] = i end while true do local x = t[-m] end"
    ),
    .init(.error, "local s = ('1'):rep(1 << 20) while true do local x = s | 0 end"),
  ]
}
