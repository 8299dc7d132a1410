// Random patterns, and patterns at the limits of the matcher.

extension LibraryCases {
  /// `find`, `match`, `gmatch` and `gsub` with mostly well-formed patterns.
  static let patterns = #"""
    local alphabet = { "a", "a", "a", "b", "b", "c", "x", "1", "2", " ", "(", ")", "-", "]", "[", "^", "$", ".", "%", "\0", "\n", "\200", "A", "_" }
    local classes = { "%a", "%d", "%s", "%w", "%p", "%l", "%u", "%x", "%c", "%g", "%z", "%A", "%D", "%S", "%W", "%P", "%G", "%X" }
    local escapes = { "%.", "%%", "%(", "%)", "%[", "%]", "%-", "%$", "%^", "%\0" }
    local members = { "a", "b", "c", "a-c", "0-9", "%a", "%d", "%S", "%]", "-", "^", "x-a", ".", "\0", "\128-\255", "%-", "a-", "]" }
    local suffixes = { "", "", "", "*", "+", "-", "?" }
    local junk = { "(", ")", "%", ".", "[", "]", "*", "+", "-", "?", "^", "$", "a", "b", "1", "f", "\0" }
    local function set()
      return "[" .. (chance(30) and "^" or "") .. some(members, 4) .. (chance(97) and "]" or "")
    end
    local function item()
      local kind = random(40)
      if kind <= 12 then return pick({ "a", "b", "c", "1", "x", " " }) .. pick(suffixes) end
      if kind <= 19 then return pick(classes) .. pick(suffixes) end
      if kind <= 24 then return "." .. pick(suffixes) end
      if kind <= 28 then return set() .. pick(suffixes) end
      if kind <= 30 then return pick(escapes) .. pick(suffixes) end
      if kind == 31 then return "%b" .. pick({ "()", "ab", "aa", "[]", "x", "" }) end
      if kind == 32 then return "%f" .. (chance(90) and set() or "a") end
      if kind == 33 then return "%" .. random(4) end
      if kind == 34 then return "()" end
      if kind <= 37 then return "(" end
      if kind <= 39 then return ")" end
      return pick(junk)
    end
    local function pattern()
      if chance(10) then return some(junk, 6) end
      local parts, open = { chance(15) and "^" or "" }, 0
      for index = 2, random(6) + 1 do
        local part = item()
        if part == "(" then open = open + 1 end
        if part == ")" then
          if open == 0 and chance(85) then part = "(a)" else open = open - 1 end
        end
        parts[index] = part
      end
      if chance(90) then
        for _ = 1, open do parts[#parts + 1] = ")" end
      end
      if chance(15) then parts[#parts + 1] = "$" end
      return T.concat(parts)
    end
    local templates = { "<%0>", "%1", "%2", "%%", "x", "", "[%1|%0]", "%", "%a", "%9", "%1%2%3", "\0%0", "%0%" }
    local function subject()
      if chance(2) then return random(1000) end
      return some(alphabet, 14)
    end
    local objects = { "a", true, 1, 2.5, false }
    local function replacement()
      local kind = random(10)
      if kind <= 5 then return pick(templates) end
      if kind == 6 then return random(9) end
      if kind == 7 then return { a = "1", b = 2, c = false, [1] = "one", ["a"] = "A", [" "] = 1.5, x = kind == 7 and chance(10) and {} or "X" } end
      if kind == 8 then
        local answer = chance(10) and {} or pick(objects)
        if answer == true then answer = nil end
        return function() return answer end
      end
      if kind == 9 then return function(...) return serialize(...) end end
      return pick({ true, setmetatable({}, { __index = function(_, key) return key == "a" and "from index" or false end }) })
    end
    for _ = 1, count do
      local s, p = subject(), pattern()
      local what = serialize(s, p)
      local kind = random(10)
      if kind <= 3 then
        local init, plain = optional_position(), chance(10)
        try("find " .. what .. serialize(init, plain), function() return keep(string.find(s, p, init, plain)) end)
      elseif kind <= 5 then
        local init = optional_position()
        try("match " .. what .. serialize(init), function() return keep(string.match(s, p, init)) end)
      elseif kind <= 7 then
        local init = optional_position()
        try("gmatch " .. what .. serialize(init), function()
          local found = {}
          for a, b, c in string.gmatch(s, p, init) do
            found[#found + 1] = serialize(a, b, c)
            if #found > 30 then break end
          end
          return found
        end)
      else
        local r, n = replacement(), chance(30) and position() or nil
        try("gsub " .. what .. serialize(r, n), function() return keep(string.gsub(s, p, r, n)) end)
      end
    end
    return finish()
    """#

  /// Patterns near the maximum depth, and near the maximum number of captures.
  static let complexity = #"""
    for n = 195, 203 do
      local s = S.rep("a", n)
      for _, unit in ipairs({ "a?", "a-", "a*", "(a)", "()", ".-", "%w", "[a]?", "b?", "b*", "%1" }) do
        local p = S.rep(unit, n)
        try(unit .. n, function() return keep(string.find(s, p)) end)
        try(unit .. n, function() return keep(string.gsub(s, p, "%1")) end)
      end
      for _, k in ipairs({ 31, 32, 33 }) do
        try("captures " .. k, function() return keep(string.find(s, S.rep("(a)", k))) end)
        try("captures " .. k, function() return keep(string.gsub(s, S.rep("()", k), "%9")) end)
      end
    end
    return finish()
    """#
}
