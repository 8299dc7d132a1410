import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Every policy has its own instance of each module: what one does while it loads, and what it holds, reaches no other.
@Suite struct PolicySeparationTests {
  /// A module that returns and stores mutable values of every kind.
  private static let library = """
    local allowed, count, last, made, hooks = { ["com.example.Good"] = true, inner = {} }, 0, nil, 0, {}
    local words = ("a b c d e f"):gmatch("%a")
    local class = {} class.__index = class
    local object = setmetatable({}, class)
    local cache = {}
    local function memoised(key) if cache[key] == nil then made = made + 1 cache[key] = made end return cache[key] end
    return {
      allowed = function() return allowed end, set = function(key, value) allowed[key] = value end,
      bump = function() count = count + 1 return count end, memoised = memoised,
      last = function(value) local before = last last = value return before end,
      word = function() return words() end, class = function() return class end, object = function() return object end,
      hook = function(f) hooks[#hooks + 1] = f end, run = function(x) for _, f in ipairs(hooks) do x = f(x) end return x end,
      rebind = function() _ENV = setmetatable({ tostring = function() return "mine" end }, { __index = _ENV }) end,
      text = function() return tostring(1) end,
    }
    """

  /// The rule reports all that it sees.
  private static func policy(_ id: String, _ code: String = "", include: String = "") -> String {
    """
    policy "\(id)" { summary = "s"\(include.isEmpty ? "" : ", include = \"\(include)\"") }
    local lib, around = import "shared.lib", import "shared.around"
    local seen = { lib.memoised("own"), lib.last("\(id)") or "nothing", lib.word() }
    rule "r" { summary = "s", check = function(bundle, report)
      report("%s %s %s", seen[1], seen[2], seen[3])
      report("%s %s", lib.allowed()[bundle.identifier], lib.allowed().inner.x)
      report("%d %s %s", lib.bump(), (pcall(lib.memoised, bundle.name)), lib.word())
      report("%s %s", lib.object().extra, lib.run("x"))
      report("%s %s", lib.text(), around.value().x)
    end }
    \(code)
    """
  }

  private static let modules = [
    "shared/lib.lua": library,
    "shared/around.lua": "local lib = import \"shared.lib\"\nreturn { value = function() return lib.allowed() end }",
  ]

  /// The results of a policy's rules, including fuel.
  private static func results(of id: String, _ report: Report) -> [String] {
    var lines: [String] = []
    for bundle in report.bundles {
      for rule in bundle.rules where rule.id.hasPrefix(id + "/") {
        lines.append("\(rule.id) \(rule.status) \(rule.fuel)")
      }
      for finding in bundle.findings where finding.rule.hasPrefix(id + "/") {
        lines.append(PolicyRun.describe(finding))
      }
      for error in bundle.errors where error.rule?.hasPrefix(id + "/") == true {
        lines.append("\(error.code.rawValue) \(error.message)")
      }
    }
    return lines
  }

  private static func report(
    _ files: [String: String], _ policies: [String], memory: Int = 64 << 20
  ) throws -> Report {
    let folder = try TemporaryFolder(files)
    var options = PolicyProgram.Options(policies: policies.map { folder($0) })
    (options.limits.memory, options.limits.seconds) = (memory, 600)
    var check = Check(try PolicyProgram(options), .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try .app(["CFBundleIdentifier": "com.example.App", "CFBundleName": "App"]), path: "App.app")
    return check.report()
  }

  @Test(arguments: [
    "import('shared.lib').allowed()['com.example.App'] = true", "import('shared.lib').set('com.example.App', true)",
    "import('shared.lib').allowed().inner.x = 1", "import('shared.around').value().x = 2",
    "import('shared.lib').bump()",
    "import('shared.lib').memoised('App')", "import('shared.lib').last({ 1 })", "import('shared.lib').word()",
    "import('shared.lib').class().extra = 1", "import('shared.lib').object().extra = 1",
    "import('shared.lib').hook(function() return 'hooked' end)", "import('shared.lib').rebind()",
    "setmetatable(import('shared.lib').allowed(), { __index = function() return true end })",
    "for k in pairs(import('shared.lib').allowed()) do import('shared.lib').set(k, nil) end",
    "local big = ('x'):rep(8 << 20) import('shared.lib').set('big', big)",
    "local t = {} for i = 1, 200000 do t[i] = 'k' .. i end import('shared.lib').set('t', t)",
  ])
  func whatAPolicyDoesToAModule(_ attack: String) throws {
    let files = Self.modules.merging([
      "a.lua": Self.policy("a", attack), "b.lua": Self.policy("b"), "plain.lua": Self.policy("a"),
      "around_b.lua": Self.policy("a", attack, include: "b"), "in_b.lua": Self.policy("b", include: "a"),
    ]) { $1 }
    let alone = try Self.report(files, ["b.lua"])
    let expected = Self.results(of: "b", alone)
    #expect(expected.count == 6)
    #expect(expected.contains("nil nil"), "\(expected)")
    for policies in [["a.lua", "b.lua"], ["b.lua", "a.lua"], ["around_b.lua"], ["in_b.lua"]] {
      let report = try Self.report(files, policies)
      #expect(Self.results(of: "b", report) == expected, "\(policies)")
      let digests = report.policies.filter { $0.id == "b" }.map(\.digest)
      #expect(policies == ["in_b.lua"] || digests == alone.policies.map(\.digest), "\(policies)")
    }
    let own = Self.results(of: "a", try Self.report(files, ["a.lua"]))
    #expect(Self.results(of: "a", try Self.report(files, ["b.lua", "a.lua"])) == own)
  }

  /// While it loads and when its rules run.
  @Test func memoryOfAnotherPolicy() throws {
    let holds = "local held = ('x'):rep(3 << 20)\nlocal words = {} for i = 1, 20000 do words[i] = 'w' .. i end\n"
    func policy(_ id: String) -> String {
      "policy \"\(id)\" { summary = \"s\" }\n\(holds)rule \"r\" { summary = \"s\", check = function(bundle, report)\n"
        + "local t = {} for i = 1, 20000 do t[i] = 'x' .. i end report('%d', #held + #t) end }\n"
        + "rule \"runaway\" { summary = \"s\", check = function(bundle, report)\n"
        + "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end end }\n"
    }
    let names = (1...6).map { "p\($0)" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ("\($0).lua", policy($0)) })
    let memory = 12 << 20
    let together = try Self.report(files, names.map { $0 + ".lua" }, memory: memory)
    for name in names {
      let alone = Self.results(of: name, try Self.report(files, [name + ".lua"], memory: memory))
      #expect(alone.count == 4 && alone.last?.hasPrefix("limit.memory ") == true, "\(alone)")
      #expect(Self.results(of: name, together) == alone)
    }
  }

  /// Each has its own value of a parameter that a module declares, with the same default, and both are listed.
  @Test func parametersOfModules() throws {
    func policy(_ id: String) -> String {
      "local p = import \"values\"\npolicy \"\(id)\" { summary = \"s\" }\nassert(p == import \"values\")\n"
        + "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"%d\", p.count) end }\n"
    }
    let files = [
      "values.lua": "return { count = parameter \"count\" { default = 3 } }", "a.lua": policy("a"),
      "b.lua": policy("b"),
    ]
    let report = try Self.report(files, ["a.lua", "b.lua"])
    #expect(report.bundles[0].findings.map { "\($0.rule) \($0.message)" } == ["a/r 3", "b/r 3"])
    let twice = "parameter 'p' { default = 1 }\nparameter 'p' { default = 2 }"
    let error = try PolicyRun.loadingError(["policy.lua": "import 'v'", "v.lua": twice])
    #expect(error?.hasPrefix("policy.invalid v.lua:2: parameter 'p' is already declared at ") == true)
  }

  /// The standard policies share modules; a policy that imports one has its own.
  @Test func standardModules() throws {
    let own = """
      policy "own" { summary = "s", include = "apple.recommended" }
      local values = import "apple.values"
      for name, value in pairs(values) do pcall(value, {}) pcall(value, "x", "y") end
      rule "r" { summary = "s", require = "CFBundleName" }
      """
    let folder = try TemporaryFolder(["own.lua": own])
    func results(_ policies: [String]) throws -> [String] {
      let options = PolicyProgram.Options(policies: policies)
      var check = Check(try PolicyProgram(options), .init(asOf: try #require(CalendarDate("2026-06-15"))))
      check.run(on: try .app(["CFBundleIdentifier": "com.example.App", "CFBundleName": "App"]), path: "App.app")
      let report = check.report()
      let digests = report.policies.filter { $0.id == "apple.recommended" }.map(\.digest)
      return Self.results(of: "apple.recommended", report) + digests
    }
    let alone = try results(["apple.recommended"])
    #expect(alone.count > 50)
    #expect(try results([folder("own.lua")]) == alone)
    #expect(try results(["apple.legacy", "apple.recommended"]) == alone)
  }
}
