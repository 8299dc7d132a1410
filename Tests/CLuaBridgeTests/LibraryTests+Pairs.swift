import Testing

/// The order of `pairs` and `next`, which in the system's Lua depends on hash seeds and addresses.
@Suite("Order of keys")
struct PairsTests {
  @Test(
    "order and errors",
    arguments: [
      LibraryTests.Example(
        """
        local t = { 10, 20, [true] = 1, [false] = 2, b = 3, a = 4, ab = 5, [''] = 6, [2.5] = 7, [-1] = 8, [1e300] = 9,
          [math.mininteger] = 10, [math.maxinteger] = 11, [2^63] = 12, ['\\0'] = 13, ['\\200'] = 14, [-1e300] = 15,
          [1/0] = 16, [2.0] = 'two', [3.25] = 17 }
        local keys = {}
        for k in pairs(t) do keys[#keys + 1] = tostring(k) end
        return serialize(table.concat(keys, ' '))
        """,
        "\"false true -1e+300 -9223372036854775808 -1 1 2 2.5 3.25 9223372036854775807 9.2233720368548e+18 1e+300 inf"
          + "  \\000 a ab b \\200\""),
      LibraryTests.Example("return next({})", "nil"),
      LibraryTests.Example("return next({ b = 1, a = 2 })", #""a",2"#),
      LibraryTests.Example("return next(freeze({ b = 1, a = 2 }))", #""a",2"#),
      LibraryTests.Example("local s = '' for k in next, freeze({ 'x', 'y', a = 1 }) do s = s .. k end return s", "12a"),
      LibraryTests.Example(
        "local s = '' for k in pairs(freeze({ 'x', 'y', a = 1 })) do s = s .. k end return s", "12a"),
      LibraryTests.Example("return next(freeze({}))", "nil"),
      LibraryTests.Example("return next({ b = 1, a = 2 }, 'a')", #""b",1"#),
      LibraryTests.Example("return next({ b = 1, a = 2 }, 'b')", "nil"),
      LibraryTests.Example("return next({ 'x', 'y' }, 1.0)", #"2,"y""#),
      LibraryTests.Example("next({ 1 }, 'x')", "error: case:1: invalid key to 'next'"),
      LibraryTests.Example("next({ 1 }, 0.0 / 0.0)", "error: case:1: invalid key to 'next'"),
      LibraryTests.Example("next({ 1 }, {})", "error: case:1: invalid key to 'next'"),
      LibraryTests.Example("next(5)", "error: case:1: bad argument #1 to 'next' (table expected, got number)"),
      LibraryTests.Example("pairs(nil)", "error: case:1: bad argument #1 to 'pairs' (table expected, got nil)"),
      LibraryTests.Example(
        "next(setmetatable({}, nil), nil) next(object())",
        "error: case:1: bad argument #1 to 'next' (table expected, got userdata)"),
      LibraryTests.Example(
        "pairs({ [{}] = 1, [print] = 2, a = 3 })",
        "error: case:1: pairs: a key of type 'table' has no order; use strings or numbers as keys"),
      LibraryTests.Example(
        "pairs({ [print] = 2 })",
        "error: case:1: pairs: a key of type 'function' has no order; use strings or numbers as keys"),
      LibraryTests.Example(
        "next({ [print] = 2 })",
        "error: case:1: next: a key of type 'function' has no order; use strings or numbers as keys"),
      LibraryTests.Example(
        "pairs({ [object()] = 1, [object()] = 2 })",
        "error: case:1: pairs: a key of type 'userdata' has no order; use strings or numbers as keys"),
      LibraryTests.Example(
        "local o = object() for k, v in pairs({ [o] = 1, z = 2 }) do if v == 1 then return k == o end end", "true"),
      LibraryTests.Example(
        "local t = setmetatable({}, { __pairs = function(t) return 'f', t, 3, 4 end }) local f, s, c, x = pairs(t) return f, s == t, c, x",
        #""f",true,3,nil"#),
    ])
  func examples(example: LibraryTests.Example) throws {
    let twins = try #require(LuaTwins())
    #expect(twins.runOurs(example.source) == example.result)
  }

  /// Changes of the table during traversals with `pairs` and `next`.
  @Test("removing and changing fields during a traversal", arguments: ["pairs(t)", "next, t"])
  func changes(traversal: String) throws {
    let twins = try #require(LuaTwins())
    let outcome = twins.run(
      """
      local t = {}
      for i = 1, 40 do t['k' .. i] = i t[i] = i end
      local seen = {}
      for k, v in \(traversal) do
        seen[#seen + 1] = k
        t[k] = nil
        if k == 5 then t[7] = nil t.k3 = nil end
        if k == 6 then t[8] = 'changed' end
        if k == 8 then seen[#seen + 1] = v end
      end
      return #seen, seen[7], seen[8], seen[41], next(t) == nil
      """)
    #expect(outcome.ours == #"79,8,"changed","k1",true"#)
  }

  @Test("traversals by next inside one another, left early, and over changed tables")
  func nestedTraversals() throws {
    let twins = try #require(LuaTwins())
    let outcome = twins.run(
      """
      local t, u = { a = 1, b = 2, c = 3 }, { x = 1, y = 2 }
      local log = {}
      for k in next, t do
        for l in next, u do log[#log + 1] = k .. l end
        for l in next, t do log[#log + 1] = k .. l break end
        for l in next, t do log[#log + 1] = l end
        if next(t) == nil then error('empty') end
      end
      -- A traversal that was left is forgotten when the next begins.
      for k in next, t do if k == 'b' then break end end
      t.a, t.bb = nil, 4
      for k in next, t do log[#log + 1] = k end
      return table.concat(log, ' ')
      """)
    #expect(outcome.ours == "ax ay aa a b c bx by ba a b c cx cy ca a b c b bb c")
  }

  @Test("pairs and next agree with a sort of the keys, for random tables")
  func agreementWithSort() throws {
    let twins = try #require(LuaTwins())
    for seed in 1...40 {
      let outcome = twins.run(
        LibraryCases.prelude + """

          local t, keys = {}, {}
          for _ = 1, random(200) do
            local kind, key = random(4)
            if kind == 1 then key = random(50) - 10 end
            if kind == 2 then key = some({ 'a', 'b', '\\0', '\\255', 'long text of many bytes' }, 4) end
            if kind == 3 then key = (random(200) - 100) / 4 end
            if kind == 4 then key = #t + 1 end
            t[key] = true
          end
          for key in stock.next, t do keys[#keys + 1] = key end
          T.sort(keys, function(a, b)
            if type(a) ~= type(b) then return type(a) == 'number' end
            return a < b
          end)
          local first, second = {}, {}
          for key in pairs(t) do first[#first + 1] = key end
          for key in next, t do second[#second + 1] = key end
          if not ours then first, second = keys, keys end
          return serialize(keys, first, second)
          """, Int64(seed), 0)
      #expect(outcome.agree, "seed \(seed)\nstock: \(outcome.stock)\nours: \(outcome.ours)")
    }
  }
}
