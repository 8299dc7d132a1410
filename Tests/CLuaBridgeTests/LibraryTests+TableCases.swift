// Random calls of the `table` library.

extension LibraryCases {
  /// Plain tables, and tables whose metamethods log every access.
  static let tables = #"""
    local function element()
      local kind = random(10)
      if kind <= 5 then return random(20) end
      if kind <= 7 then return some({ "a", "b", "c" }, 3) end
      if kind == 8 then return random(40) / 4 end
      if kind == 9 then return pick({ true, false }) end
      return 1e15 + random(9)
    end
    local function array(make, most)
      local list = {}
      for index = 1, random(most + 1) - 1 do list[index] = make() end
      return list
    end
    local function logged(list, log, length)
      return setmetatable({}, {
        __index = function(_, key) log[#log + 1] = "get " .. stock.tostring(key) return list[key] end,
        __newindex = function(_, key, value) log[#log + 1] = "set " .. serialize(key, value) list[key] = value end,
        __len = function() log[#log + 1] = "len" if length then return length end return #list end,
      })
    end
    local function target()
      local log, list = {}, array(element, 8)
      local kind = random(20)
      if kind <= 12 then return list, list, log end
      if kind <= 17 then return logged(list, log), list, log end
      if kind == 18 then return logged(list, log, pick({ 3, -1, 0, 5, 2.0, 2.5, "4", "x", 6, true })), list, log end
      if kind == 19 then return pick({ 5, "abc", true }), list, log end
      local partial = setmetatable({}, { __index = list, __len = chance(50) and function() return 3 end or nil })
      return partial, list, log
    end
    local function fewer() return random(14) - 4 end
    local function sortable()
      local kind = random(6)
      if kind == 1 then return array(function() return random(10) end, 40) end
      if kind == 2 then return array(function() return some({ "a", "b", "\0", "\200", "ab" }, 4) end, 40) end
      if kind == 3 then return array(function() return chance(50) and random(100) or random(400) / 4 end, 60) end
      if kind == 4 then return array(function() return pick(integers) + 0 end, 30) end
      if kind == 5 then return array(function() return chance(50) and pick(floats) or pick(integers) end, 30) end
      return array(function() return random(1000000) end, 150)
    end
    -- Equal values have no order among themselves: 2 and 2.0, or what one text stands for.
    local function plain(value) return math.tointeger(value) or value end
    local orders = {
      false, function(a, b) return a > b end, function(a, b) return stock.tostring(a) < stock.tostring(b) end, function(a, b) return b < a end,
    }
    for _ = 1, count do
      local t, list, log = target()
      local kind = random(16)
      local function shown(...) return list, log, ... end
      if kind <= 3 then
        local n, p, v = random(12), fewer(), element()
        try("insert " .. serialize(t, list, n, p, v), function()
          if n <= 6 then return shown(keep(table.insert(t, p, v))) end
          if n <= 10 then return shown(keep(table.insert(t, v))) end
          if n == 11 then return shown(keep(table.insert(t, p, v, 1))) end
          return shown(keep(table.insert(t)))
        end)
      elseif kind <= 5 then
        local p = chance(60) and (chance(90) and fewer() or position()) or nil
        try("remove " .. serialize(t, list, p), function()
          if p == nil then return shown(keep(table.remove(t))) end
          return shown(keep(table.remove(t, p)))
        end)
        try("after", function() return list, log end)
      elseif kind <= 8 then
        local f, e, p = fewer(), fewer(), fewer()
        if chance(5) then f, e, p = pick(integers), pick(integers), pick(integers) end
        local small = e < f or (e - f >= 0 and e - f < 100)
        if not small then e = f end
        local other = chance(40) and array(element, 5) or nil
        try("move " .. serialize(t, list, f, e, p, other), function() return shown(keep(table.move(t, f, e, p, other))) end)
        try("after", function() return list, log, other end)
      elseif kind <= 10 then
        local separator, i, j = pick({ ",", "", "--", 1, nil, {} }), chance(40) and fewer() or nil, chance(40) and fewer() or nil
        if chance(5) then i, j = math.maxinteger, math.maxinteger end
        try("concat " .. serialize(t, list, separator, i, j), function() return shown(keep(table.concat(t, separator, i, j))) end)
      elseif kind == 11 then
        local i, j = chance(60) and fewer() or nil, chance(60) and fewer() or nil
        if chance(5) then i, j = pick(integers), pick(integers) end
        if not i or not j or j < i or j - i < 0 or j - i < 100 or j - i > 100000000 then
          try("unpack " .. serialize(t, list, i, j), function() return shown(keep(table.unpack(t, i, j))) end)
        end
      elseif kind == 12 then
        local packed = array(element, 6)
        try("pack " .. serialize(packed), function() return keep(table.pack(T.unpack(packed, 1, #packed + 1))) end)
      elseif kind == 13 then
        local values = chance(50) and list or { 3, "x", 1 }
        local ok = pcall(function() table.sort(values, function(a, b) error("own " .. #values) end) end)
        try("failing sort", function() return ok or #values < 2 end)
        try("no function", function() return keep(table.sort({ 2, 1 }, pick({ 1, "x", {}, true }))) end)
      elseif kind == 14 then
        local values = logged(sortable(), {})
        try("proxy sort", function()
          table.sort(values)
          local result = {}
          for index = 1, #values do result[index] = plain(values[index]) end
          return result
        end)
      else
        local values, order = sortable(), pick(orders) or nil
        local same = order == orders[3]
        try("sort " .. serialize(values), function()
          table.sort(values, order)
          for index, value in ipairs(values) do values[index] = same and stock.tostring(value) or plain(value) end
          return keep(values)
        end)
      end
    end
    return finish()
    """#
}
