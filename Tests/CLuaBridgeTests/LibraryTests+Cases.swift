// Lua programs that make random calls and return one line per call. Their own work uses the system's libraries (`stock`), so that faults in
// ours affect only the calls under test.

import Testing

struct LibraryCases: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let batches: Int
  let testDescription: String

  init(_ name: String, _ source: String, batches: Int) {
    self.name = name
    self.source = Self.prelude + "\n" + source
    self.batches = batches
    self.testDescription = name
  }

  /// Calls per batch.
  static let batchSize = 2000

  static let all = [
    LibraryCases("patterns", patterns, batches: 20),
    LibraryCases("complexity", complexity, batches: 1),
    LibraryCases("formats", formats, batches: 12),
    LibraryCases("strings", strings, batches: 10),
    LibraryCases("utf8", utf8, batches: 8),
    LibraryCases("tables", tables, batches: 3),
  ]

  /// Shared by all generators: a random number generator that is the same in both states, and the list of results.
  static let prelude = #"""
    local seed, count = ...
    local S, T = stock.string, stock.table
    local state = seed * 0x9E3779B97F4A7C15
    local function random(n)
      state = state ~ (state << 13); state = state ~ (state >> 7); state = state ~ (state << 17)
      return (state >> 11) % n + 1
    end
    local function pick(list) return list[random(#list)] end
    local function chance(percent) return random(100) <= percent end
    local function keep(...) return ... end
    local function some(list, most)
      local parts = {}
      for index = 1, random(most + 1) - 1 do parts[index] = pick(list) end
      return T.concat(parts)
    end
    local lines = {}
    -- Wording that differs between releases of Lua 5.4.
    local function settle(ok, message, ...)
      if not ok and type(message) == "string" then
        message = S.gsub(message, "#1 to 'remove'", "#2 to 'remove'")
        message = S.gsub(message, "invalid format string to 'format'", "invalid format (too long)")
      end
      return ok, message, ...
    end
    local function try(what, f, ...)
      lines[#lines + 1] = what .. " -> " .. serialize(settle(pcall(f, ...)))
    end
    local function finish() return T.concat(lines, "\n") end
    local integers = {
      0, 1, 2, 3, 4, 5, 7, 10, 20, -1, -2, -3, -4, -7, -20, 100, -100, 255, 256, 12345, 2147483647, 2147483648,
      math.maxinteger, math.mininteger, math.maxinteger - 1, math.mininteger + 1,
    }
    local floats = {
      0.0, -0.0, 0.5, 1.0, -1.0, 1.5, 3.0, -2.5, 1e15, 1e16, 1e100, -1e100, 123.456, 2.0 ^ 53, 2.0 ^ 63, -2.0 ^ 63, 5e-324, 1e308,
      1 / 0, -1 / 0, 0.1, 1e-5, 123456789.0, 0.0001,
    }
    local function position()
      local kind = random(20)
      if kind <= 15 then return random(24) - 12 end
      if kind <= 17 then return pick(integers) end
      return pick({ 2.0, 2.5, "3", "x", "1.0", -1.0, false, 1e300 })
    end
    local function optional_position()
      if chance(50) then return nil end
      return position()
    end
    """#
}
