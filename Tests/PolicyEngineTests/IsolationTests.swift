import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// No evaluation can observe earlier ones, however a policy tries to remember.
@Suite struct IsolationTests {
  /// File-level code, and the body of a `check` that reports when it remembers an earlier call.
  @Test(
    "what a policy could remember by",
    arguments: [
      ("local count = 0", "count = count + 1 if count > 1 then report('remembers') end"),
      (
        "local count = 0\nlocal function bump() count = count + 1 return count end",
        "if bump() > 1 then report('remembers') end"
      ),
      ("local last", "if last then report('remembers') end last = bundle.name"),
      (
        "local n = 0\nlocal t = setmetatable({}, { __index = function() n = n + 1 return n end })",
        "if t.x > 1 then report('remembers') end"
      ),
      (
        "local n = 0\nlocal t = setmetatable({}, { __call = function() n = n + 1 return n end })",
        "if t() > 1 then report('remembers') end"
      ),
      (
        "local object\ndo local n = 0\nlocal Class = { bump = function() n = n + 1 return n end }\n"
          + "object = setmetatable({}, { __index = Class }) end",
        "if object.bump() > 1 then report('remembers') end"
      ),
      ("local words = ('a b c'):gmatch('%a')", "if words() ~= 'a' then report('remembers') end"),
      (
        "local own = _ENV",
        "if _ENV ~= own then report('remembers') end _ENV = setmetatable({}, { __index = own })"
      ),
      (
        "local own, function_of = _ENV, {}\nfunction function_of.get() return _ENV end\n"
          + "function function_of.set(e) _ENV = e end",
        "if function_of.get() ~= own then report('remembers') end function_of.set({})"
      ),
      (
        "local adder = setmetatable({ n = 0 }, { __call = function(self) self.n = self.n + 1 return self.n end })\n"
          + "local t = setmetatable({}, { __unm = adder })", "if -t > 1 then report('remembers') end"
      ),
      (
        "local inner = setmetatable({ n = 0 }, { __call = function(self) self.n = self.n + 1 return self.n end })\n"
          + "local t = setmetatable({}, setmetatable({ __concat = inner }, { __index = inner }))",
        "if t .. 'x' > 1 then report('remembers') end"
      ),
      (
        "local t = { a = 1, b = 2, c = 3 }\nlocal key = next(t)",
        "key = next(t, key) if key ~= 'b' then report('remembers') end"
      ),
      (
        "local step = setmetatable({}, { __call = (function() local f = ('a b c'):gmatch('%a') return function() return f() end end)() })",
        "if step() ~= 'a' then report('remembers') end"
      ),
      ("local kept", "kept = ('x'):rep(25 << 20)"),
    ])
  func variables(_ preparation: String, _ body: String) throws {
    let run = try PolicyRun(
      "\(preparation)\nrule \"a\" { summary = \"s\", check = function(bundle, report) \(body) end }\n"
        + "rule \"b\" { summary = \"s\", check = function(bundle, report) \(body) end }")
    let report = try run.report(.app([:], "One.app"), .app([:], "Two.app"))
    #expect(run.lines(report) == [])
    #expect(report.verdict == .pass)
  }

  @Test func anIteratorAsACheckBeginsAnewForEveryBundle() throws {
    let run = try PolicyRun("rule \"a\" { summary = \"s\", check = ('a b'):gmatch('%a') }")
    let bundles = try run.report(.app([:], "One.app"), .app([:], "Three.app"), .app([:], "Two.app")).bundles
    #expect(
      bundles.map { $0.errors.map(\.message) }.allSatisfy {
        $0 == ["'check' returned string; a check must not return a value; report findings with report(…)"]
      })
  }

  /// Handles are numbered as rules ask for things; the order of keys does not show it.
  @Test func theOrderOfObjectsDoesNotTellWhoAskedFirst() throws {
    let run = try PolicyRun(
      """
      local function list(bundle, report, objects)
        local keys, names = {}, {}
        for _, object in ipairs(objects) do keys[object] = true end
        for key in pairs(keys) do names[#names + 1] = tostring(key) end
        report(table.concat(names, " "))
      end
      rule "a" { summary = "s", check = function(bundle, report)
        local z, a = bundle.files["Contents/Resources/z.txt"], bundle.files["Contents/Resources/a.txt"]
        list(bundle, report, { z, a, version.parse("2"), version.parse("1"), keys.CFBundleVersion, keys.CFBundleName })
      end }
      rule "b" { summary = "s", check = function(bundle, report)
        local a, z = bundle.files["Contents/Resources/a.txt"], bundle.files["Contents/Resources/z.txt"]
        list(bundle, report, { keys.CFBundleName, keys.CFBundleVersion, version.parse("1"), version.parse("2"), a, z })
      end }
      """)
    let graph = try BundleGraph.fixture(
      "One.app",
      [
        "Contents/Info.plist": .info([:]), "Contents/Resources/a.txt": .text("a"),
        "Contents/Resources/z.txt": .text("z"),
      ])
    let both = try run.report(graph).bundles[0].findings.map(\.message)
    let alone = try run.report(graph, rules: ["b"]).bundles[0].findings.map(\.message)
    #expect(both.count == 2 && Set(both) == Set(alone))
  }

  /// The fuel of a rule is the same after any other rule, and on every bundle.
  @Test func fuelDoesNotTellWhatRanBefore() throws {
    let body = "local n = 0 for k in next, t do n = n + 1 end for i = 1, 50 do t2[i] = nil end"
    let rules = (1...3).map {
      "rule \"r\($0)\" { summary = \"s\", check = function(bundle, report) local t2 = {} \(body) end }"
    }
    let run = try PolicyRun("local t = {} for i = 1, 300 do t['k' .. i] = i end\n" + rules.joined(separator: "\n"))
    let report = try run.report(.app([:], "One.app"), .app([:], "Two.app"))
    #expect(Set(report.bundles.flatMap { $0.rules.map(\.fuel) }).count == 1)
  }

  @Test(
    "tables made while loading are read-only",
    arguments: [
      ("local seen = {}", "seen.x = true"), ("local seen = { inner = {} }", "seen.inner.x = true"),
      ("local seen = {}", "table.insert(seen, 1)"), ("local seen = { 2, 1 }", "table.sort(seen)"),
      ("local C = {}\nC.__index = C\nlocal object = setmetatable({}, C)", "object.x = 1"),
      ("local seen = {}\nlocal function add() seen[1] = 1 end\nlocal api = { add = add }", "api.add()"),
    ])
  func tables(_ preparation: String, _ body: String) throws {
    let run = try PolicyRun(
      "\(preparation)\nrule \"a\" { summary = \"s\", check = function(bundle, report) \(body) end }")
    let errors = try run.report(.app([:])).bundles[0].errors
    #expect(errors.map(\.code.rawValue) == ["policy.error"])
    #expect(errors.first?.message.contains("a table made while the policy loaded is read-only") == true)
  }

  @Test func aKeptIteratorIsRefused() throws {
    let error = try PolicyRun.loadingError([
      "policy.lua": PolicyRun.header
        + "local step, t = pairs({ 1 })\nrule \"r\" { summary = \"s\", check = function() step(t) end }"
    ])
    #expect(error?.contains("a rule keeps an iterator made while the policy loaded; make it where it is used") == true)
  }

  /// The features of tables stay the same: metamethods, identity as a key, inheritance.
  @Test func readOnlyTablesWorkAsBefore() throws {
    let run = try PolicyRun(
      """
      local Class = {}
      Class.__index = Class
      function Class.shout(self) return self.word .. "!" end
      local object = setmetatable({ word = "hey" }, Class)
      local vector = setmetatable({ 1, 2 }, {
        __call = function(self, x) return #self + x end, __tostring = function() return "vector" end,
        __eq = function() return true end, __len = function() return 7 end,
        __index = function(self, key) return key .. "?" end,
      })
      local key = {}
      local map = { [key] = "found" }
      rule "r" { summary = "s", check = function(bundle, report)
        report("%s %d %s %d %s %s", object:shout(), vector(1), tostring(vector), #vector, vector.zip, map[key])
      end }
      """)
    #expect(run.lines(try run.report(.app([:]))) == ["hey! 8 vector 7 zip? found"])
  }
}
