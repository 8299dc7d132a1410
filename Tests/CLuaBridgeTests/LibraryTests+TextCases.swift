// Random calls of string functions without patterns.

extension LibraryCases {
  /// `string.format`.
  static let formats = #"""
    local flags, letters = { "-", "+", " ", "#", "0", "0" }, { "d", "i", "u", "o", "x", "X", "c", "s", "s", "q", "a", "A", "e", "E", "f", "f", "g", "G", "F", "y", "%", "d", "x", "" }
    local numbers = { "1", "5", "10", "20", "99", "0", "00", "100", "3", "12" }
    local texts = { "", "a", "abc", "\0", "a\0b", "10", "0x1F", "1e2", "line\nbreak", 'say "x"\\', "\1272", "\1\02", S.rep("long ", 25), "\200", "12.5", "\r9" }
    local objects = {
      setmetatable({}, { __tostring = function() return "object" end }), setmetatable({}, { __tostring = function() return 42 end }),
      setmetatable({}, { __tostring = function() return {} end }), setmetatable({}, { __tostring = function() error("own") end }),
    }
    local function specification()
      if chance(3) then return "%" .. some({ "-", "+", "0", "1", ".", "#", " " }, 24) .. pick(letters) end
      local parts = { "%" }
      if chance(40) then parts[#parts + 1] = some(flags, 2) end
      if chance(40) then parts[#parts + 1] = pick(numbers) end
      if chance(30) then parts[#parts + 1] = "." .. (chance(80) and pick(numbers) or "") end
      parts[#parts + 1] = pick(letters)
      return T.concat(parts)
    end
    local function value()
      local kind = random(20)
      if kind <= 7 then return pick(integers) end
      if kind <= 12 then return pick(floats) end
      if kind == 13 then return random(1 << 40) / 7 end
      if kind == 14 then return random(1 << 50) end
      if kind <= 17 then return pick(texts) end
      if kind == 18 then return pick({ true, false }) end
      if kind == 19 then return pick(objects) end
      return nil
    end
    for _ = 1, count do
      local parts, arguments, n = {}, {}, random(3)
      for index = 1, n do
        parts[#parts + 1] = pick({ "", "", "x", " = ", "\0", "%%" })
        parts[#parts + 1] = specification()
        arguments[index] = value()
      end
      if chance(5) then n = n - 1 end
      local format = T.concat(parts)
      try("format " .. serialize(format, T.unpack(arguments, 1, n)), function()
        return keep(string.format(format, T.unpack(arguments, 1, n)))
      end)
    end
    return finish()
    """#

  /// The other functions of `string`, and arithmetic on strings.
  static let strings = #"""
    local texts = { "", "a", "abc", "Hello, World", "\0x\0", "\200\255", "10", "0x10", " 5 ", "1e2", "0x", "1e", "inf", "nan", "5x", "0x1p4", "-3", "- 3", "9223372036854775807", "9223372036854775808", ".5", "5." }
    local events = { "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm" }
    local metatable = {}
    for _, event in ipairs(events) do metatable[event] = function(a, b) return event .. type(a) .. type(b) end end
    local function operand()
      local kind = random(12)
      if kind <= 7 then return pick(texts) end
      if kind <= 9 then return pick(integers) end
      if kind == 10 then return pick(floats) end
      if kind == 11 then return pick({ {}, true, setmetatable({}, metatable), false }) end
      return nil
    end
    local function any()
      if chance(90) then return pick(texts) end
      return pick({ 12, 1.5, true, {}, -0.0 })
    end
    local operations = {
      function(a, b) return a + b end, function(a, b) return a - b end, function(a, b) return a * b end,
      function(a, b) return a % b end, function(a, b) return a ^ b end, function(a, b) return a / b end,
      function(a, b) return a // b end, function(a) return -a end,
    }
    local calls = {
      function(s, i, j) return keep(string.sub(s, i, j)) end,
      function(s, i, j) return keep(string.byte(s, i, j)) end,
      function(s) return keep(string.len(s)) end,
      function(s) return keep(string.lower(s)) end,
      function(s) return keep(string.upper(s)) end,
      function(s) return keep(string.reverse(s)) end,
      function(s, i, j) return s:sub(i, j), s:byte(i), s:upper() end,
      function() return keep(string.sub()) end,
      function() return keep(string.byte()) end,
      function() return keep(("x"):bad()) end,
      function(s, i) return keep(s:rep(i and i < 50 and i or 2)) end,
      function(s, i) return keep(s:sub({}, i)) end,
    }
    for _ = 1, count do
      local kind = random(10)
      if kind <= 5 then
        local call, s, i, j = random(#calls), any(), optional_position(), optional_position()
        try("call " .. call .. serialize(s, i, j), calls[call], s, i, j)
      elseif kind == 6 then
        local s, separator = any(), pick({ "", ",", "--", "\0", 5, nil, {} })
        local n = pick({ 0, 1, 2, 3, 10, -1, math.mininteger, 2.0, 2.5, "3", nil })
        if chance(5) then n = pick({ 1 << 62, math.maxinteger }) s = "abc" end
        try("rep " .. serialize(s, n, separator), function() return keep(string.rep(s, n, separator)) end)
      elseif kind == 7 then
        local bytes, n = {}, random(5) - 1
        for index = 1, n do bytes[index] = chance(95) and random(256) - 1 or pick({ 256, -1, 1.5, "65", "x", false, 65.0 }) end
        try("char " .. serialize(T.unpack(bytes, 1, n)), function() return keep(string.char(T.unpack(bytes, 1, n))) end)
      else
        local operation, a, b = random(#operations), operand(), operand()
        -- The sign of NaN is shown by none of the libraries compared here, so any result will do.
        try("arithmetic " .. operation .. serialize(a, b), operations[operation], a, b)
      end
    end
    return finish()
    """#

  /// The `utf8` library.
  static let utf8 = #"""
    local pieces = { "a", "z", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{110000}", "\u{7FFFFFFF}", "\u{3FFFFFF}", "\u{200000}", "\u{D800}", "\u{DFFF}", "\x80", "\xBF", "\xC0\x80", "\xC3", "\xE4\xBD", "\xF0\x80\x80\x80", "\xFE", "\xFF", "\0", "\u{E9}", "\u{4F60}", "\xFE\x80\x80\x80\x80\x80\x80" }
    local valid = { "a", "\u{E9}", "\u{4F60}", "\u{1F600}", "\0", "b" }
    for _ = 1, count do
      local s = some(chance(50) and valid or pieces, 7)
      local i, j, lax = optional_position(), optional_position(), chance(40)
      local kind = random(12)
      local what = serialize(s, i, j, lax)
      if kind <= 3 then
        try("len " .. what, function() return keep(utf8.len(s, i, j, lax)) end)
      elseif kind <= 5 then
        try("codepoint " .. what, function() return keep(utf8.codepoint(s, i, j, lax)) end)
      elseif kind <= 8 then
        local n = position()
        try("offset " .. what .. serialize(n), function() return keep(utf8.offset(s, n, i)) end)
      elseif kind <= 10 then
        -- Early releases of Lua 5.4 skip stray continuation bytes; later ones, and ours, refuse them.
        if not stock.utf8.len(s, 1, -1, true) then s = some(valid, 7) end
        local found = {}
        try("codes " .. what, function()
          for p, c in utf8.codes(s, lax) do found[#found + 1] = serialize(p, c) end
          return true
        end)
        try("so far", function() return found end)
      elseif kind == 11 then
        local codes, n = {}, random(5) - 1
        for index = 1, n do codes[index] = chance(90) and random(1 << random(31)) - 1 or pick(integers) end
        if chance(5) then codes[1] = pick({ "65", "x", 1.5, false, 0x80000000, -1 }) end
        try("char " .. serialize(codes), function() return keep(utf8.char(T.unpack(codes, 1, n))) end)
      else
        try("charpattern " .. what, function()
          local found = {}
          for c in string.gmatch(s, utf8.charpattern) do found[#found + 1] = c end
          return found, utf8.charpattern
        end)
      end
    end
    return finish()
    """#
}
