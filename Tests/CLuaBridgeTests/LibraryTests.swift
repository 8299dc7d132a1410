import Testing

/// Compares our string, table and utf8 libraries with the libraries of the system's Lua.
@Suite("Libraries")
struct LibraryTests {
  @Test("random calls give what the system's Lua gives", arguments: LibraryCases.all)
  func agreement(cases: LibraryCases) throws {
    let twins = try #require(LuaTwins())
    for batch in 1...cases.batches {
      let outcome = twins.run(cases.source, Int64(batch), Int64(LibraryCases.batchSize))
      try #require(!outcome.stock.hasPrefix("error: "), "the generator fails: \(outcome.stock.prefix(500))")
      guard !outcome.agree else { continue }
      let differing = zip(Self.lines(outcome.stock), Self.lines(outcome.ours)).first { $0 != $1 }
      let (stock, ours) = differing ?? ("", "")
      Issue.record("\(cases.name), batch \(batch)\nstock: \(stock.prefix(800))\nours:  \(ours.prefix(800))")
      return
    }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("a generator makes as many calls as it says, and they don't all fail")
  func generatorsWork() throws {
    let twins = try #require(LuaTwins())
    for cases in LibraryCases.all where cases.name != "complexity" {
      let lines = Self.lines(twins.run(cases.source, 1, Int64(LibraryCases.batchSize)).stock)
      #expect(lines.count > LibraryCases.batchSize * 9 / 10, "\(cases.name)")
      let successes = lines.filter { $0.contains("-> true") }.count
      #expect(successes > lines.count / 5 && successes < lines.count, "\(cases.name): \(successes) of \(lines.count)")
    }
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    let result: String
    var testDescription: String { source }

    init(_ source: String, _ result: String) {
      self.source = source
      self.result = result
    }
  }

  /// Deliberate differences from the system's Lua.
  @Test(
    "what is deliberately different",
    arguments: [
      Example("return string.format('%p', {})", #"error: case:1: '%p' is not available"#),
      Example("return string.format('%s %s', {}, print)", "table function"),
      Example("return string.format('%s', setmetatable({}, { __name = 'Place' }))", "Place"),
      Example("return tostring({}) .. tostring(print) .. tostring(object())", "tablefunctionuserdata"),
      Example("return tostring(setmetatable({}, { __tostring = function() return 7 end }))", "7"),
      Example(
        "return tostring(setmetatable({}, { __tostring = function() return {} end }))",
        "error: case:1: '__tostring' must return a string"),
      Example(
        "local z = 0.0 return tostring(z / z) .. tostring(-(z / z)) .. string.format('%+.1f', z / z)", "nannan+nan"),
      Example("return string.format('%q', 0.0 / 0.0)", "(0/0)"),
      Example("return #string.rep('', 1000000000000000)", "0"),
      Example("return pcall(utf8.codes, '\\xBF')", #"false,"bad argument #1 to 'utf8.codes' (invalid UTF-8 code)""#),
      Example("table.remove({ 1 }, 5)", "error: case:1: bad argument #2 to 'remove' (position out of bounds)"),
    ])
  func differences(example: Example) throws {
    let twins = try #require(LuaTwins())
    #expect(twins.runOurs(example.source) == example.result)
  }

  @Test(
    "sort",
    arguments: [
      // Stable: equal elements keep their order.
      Example(
        """
        local t = { { 2, 'a' }, { 1, 'b' }, { 2, 'c' }, { 1, 'd' }, { 2, 'e' } }
        table.sort(t, function(x, y) return x[1] < y[1] end)
        local s = '' for _, e in ipairs(t) do s = s .. e[2] end
        return s
        """, "bdace"),
      Example(
        "table.sort({ 1, 1 }, function(x, y) return x <= y end)", "error: case:1: invalid order function for sorting"),
      Example(
        "local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() return true end)",
        "error: case:1: invalid order function for sorting"),
      // An error in the comparison leaves the table unchanged.
      Example(
        "local t = { 3, 1, 2 } local ok = pcall(table.sort, t, function() error('no') end) return ok, t",
        "false,{1=3;2=1;3=2;}"),
      Example("table.sort({ 1, 'x' })", "error: attempt to compare string with number"),
      Example(
        "local t = { 2.5, 1, -1e300, 1 << 62, 2 } table.sort(t) return t[1] == -1e300 and t[5] == 1 << 62", "true"),
    ])
  func sorting(example: Example) throws {
    let twins = try #require(LuaTwins())
    #expect(twins.runOurs(example.source) == example.result)
  }

  @Test("lengths that only __len claims")
  func claimedLengths() throws {
    let twins = try #require(LuaTwins())
    let outcome = twins.run(
      """
      local claimed = setmetatable({}, { __len = function() return math.maxinteger end })
      local a = { pcall(table.insert, claimed, 1) }
      local b = { pcall(table.insert, claimed, 5, 1) }
      local c = { pcall(table.sort, claimed) }
      local d = { pcall(table.unpack, claimed) }
      local e = { pcall(table.concat, claimed) }
      return a, b, c, d, e, claimed
      """)
    #expect(outcome.agree, "stock: \(outcome.stock)\nours: \(outcome.ours)")
  }
}
