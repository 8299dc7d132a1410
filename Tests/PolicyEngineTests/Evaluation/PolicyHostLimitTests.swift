import Bundles
@testable import PolicyObjects
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The host's work for a rule is bounded and charged, in the functions that Lua calls and in the clauses that need no Lua.
@Suite struct PolicyHostLimitTests {
  private static func rule(_ body: String, _ name: String = "r") -> String {
    "rule \"\(name)\" { summary = \"s\", check = function(bundle, report)\n\(body)\nend }\n"
  }

  private static func bundle(_ files: [String: MemoryStorage.Node] = [:], info: String = "") throws -> BundleGraph {
    try BundleGraph.fixture(
      "App.app",
      files.merging(["Contents/Info.plist": .text("<plist><dict>\(info)</dict></plist>")]) { $1 })
  }

  /// Every function of every library with every pair of extreme arguments ends in an answer or an error, and never the process.
  @Test func extremeArguments() throws {
    let functions = HostLibrary.all.flatMap { library in library.functions.map { "\(library.name).\($0.name)" } }
    #expect(functions.count > 20)
    let shapes = HostFunction.uuidFunctions.map { "uuid.\($0.name)" }
    let rules = (functions + shapes).enumerated().map { number, name in
      Self.rule(
        """
        local values = { math.mininteger, math.maxinteger, -1, 0, 1, 2^63, -2^63, 1e308, -1e308, 1/0, -1/0, 0/0, -0.0, "", "\\0", "/", "~",
          "-9223372036854775808", ("9"):rep(400), ("/*"):rep(300), ("../"):rep(2000), {}, { math.mininteger }, { [math.mininteger] = 1 },
          true, bundle, bundle.info, bundle.info.List, bundle.info.Date, bundle.info.Data, bundle.files, bundle.history, report, keys,
          { platform = "ios", device = math.mininteger }, "ios", "semver", "en" }
        for _, a in ipairs(values) do
          pcall(\(name), a)
          for _, b in ipairs(values) do
            pcall(\(name), a, b)
            for _, first in ipairs { bundle, bundle.info, bundle.info.List } do pcall(\(name), first, a, b) end
          end
        end
        report("done")
        """, "r\(number)")
    }
    let info =
      "<key>List</key><array><true/></array><key>Date</key><date>2020-01-01T00:00:00Z</date><key>Data</key><data>AAAA</data>"
    let report = try PolicyRun(rules.joined()).report(Self.bundle(info: info))
    #expect(report.bundles[0].findings.count + report.bundles[0].errors.count == rules.count)
    #expect(report.bundles[0].errors.allSatisfy { $0.code.rawValue.hasPrefix("limit.") })
  }

  @Test func extremePositions() throws {
    let body = """
      for _, i in ipairs { math.mininteger, math.maxinteger, -1, 0, 2 } do
        assert(plist.place(bundle.info.List, i) == nil)
        assert(bundle.info.List[i] == nil)
        assert(bundle.history[i] == nil)
      end
      assert(plist.place(bundle.info.List, 1).line == 1)
      """
    let report = try PolicyRun(Self.rule(body)).report(Self.bundle(info: "<key>List</key><array><true/></array>"))
    #expect(report.verdict == .pass, "\(report.bundles[0].errors)")
  }

  @Test(arguments: [
    "glob.match('*' .. ('a'):rep(20000) .. 'b*', ('a'):rep(200000))",
    "glob.match(('**/a/'):rep(20000) .. 'x*', ('a/'):rep(20000) .. 'y')",
    "glob.match('*' .. ('[a-z]'):rep(20000) .. '!*', ('a'):rep(200000))", "glob.match(('*'):rep(40000000) .. 'b', 'a')",
    "bundles.walk(bundle, ('*/'):rep(20000000))", "while true do version.parse(('1.'):rep(30000) .. '1', 'semver') end",
    "plist.find(bundle.info, ('/*'):rep(20000000))", "keys.split(('a-'):rep(30000000))",
    "while true do local x = bundle.files[('a/'):rep(10000)] end",
    "while true do bundles.exists(bundle, ('./'):rep(15000)) end",
    "while true do pcall(bundles.read, bundle, 'broken.plist') end",
    "while true do pcall(bundles.strings, bundle, 'Broken') end",
    "local n = {} for i = 1, 2000 do n[i] = 'x' end while true do bundles.files(bundle, '**', { names = n }) end",
    "local p, s = {}, '**/' .. ('?'):rep(250) for i = 1, 200000 do p[i] = s end bundles.files(bundle, p)",
    "while true do bundles.files(bundle, '**', { is = { 'code', 'unreadable', 'unusable' } }) end",
    "while true do bundles.info_strings(bundle, { skip_unreadable = true }) end",
    "while true do bundles.has_language(bundle, bundle.info, 'CFBundleName') end",
    "while true do version.of(bundle.info, 'CFBundleName') end",
    "while true do bundles.resource(bundle, 'x', 'y', ('en-'):rep(20000)) end",
  ])
  func workIsCharged(_ call: String) throws {
    let broken = MemoryStorage.Node.text("<plist><string>" + String(repeating: "x", count: 200_000))
    let graph = try Self.bundle(["broken.plist": broken, "Contents/Resources/Broken.strings": broken])
    // A loop or a search runs until its fuel is used up, so a little is enough. Creating a string of megabytes takes a lot before that.
    let fuel: UInt64 = call.hasPrefix("while") ? 1_000_000 : call.contains("0000000)") ? 20_000_000 : 4_000_000
    let report = try PolicyRun(Self.rule("pcall(function() \(call) end)")).report(graph, fuel: fuel)
    let codes = report.bundles[0].errors.map(\.code.rawValue)
    // Of texts that are too large there may not even be room for one.
    #expect(codes.count == 1 && ["limit.fuel", "limit.memory", "limit.path-steps"].contains(codes[0]), "\(codes)")
    #expect(report.verdict == .error)
  }

  @Test(arguments: [
    ("glob.match(('**/'):rep(500) .. 'x', ('a/'):rep(20) .. 'x')", "true"), ("glob.match('[!a-y]', 'z')", "true"),
    ("glob.match('[a-c][]x]', 'b]')", "true"), ("glob.match('[!a-y]', 'b')", "false"),
    ("version.parse(('1.'):rep(5000000) .. '1', 'semver')", "nil"), ("version.parse(('1.'):rep(10000000))", "nil"),
    ("version.parse(('1'):rep(20000000), 'sparkle')", "nil"),
    ("version.compare(('9'):rep(60000), ('9'):rep(60001))", "-1"),
  ])
  func answers(_ call: String, _ expected: String) throws {
    let report = try PolicyRun(Self.rule("report(tostring(\(call)))")).report(Self.bundle())
    #expect(report.bundles[0].findings.map(\.message) == [expected], "\(report.bundles[0].errors)")
  }

  /// Clauses that are evaluated natively have fuel as well.
  @Test(
    arguments: [
      ("require = many('K', 20000)", 2_000_000), ("localize = { keys = many('K', 3000) }", 200_000),
      ("files = { forbid = { '**/*' .. ('a'):rep(120) .. 'b*' } }", 2_000_000),
      ("files = { require = { '**/*' .. ('[a-b]'):rep(120) .. 'c*' } }", 2_000_000),
      ("shape = { Long = text { max_length = 3 } }", 2_000_000),
      ("shape = { Long = any_of { url, reverse_dns, uuid, non_empty, version_string } }", 2_000_000),
      ("shape = { Many = list_of(one_of(many('V', 20000))) }", 2_000_000), ("shape = { A = optional(text) }", 50_000),
      ("custom_keys = { prefix = 'x' }", 50_000), ("qualified_keys = { default = 'present' }", 50_000),
      ("forbid = 'A'", 50_000),
    ] as [(String, UInt64)])
  func clauses(_ clause: String, _ fuel: UInt64) throws {
    let info =
      "<key>Long</key><string>\(String(repeating: "x", count: 4_000_000))</string><key>Many</key><array>"
      + String(repeating: "<string>none</string>", count: 200) + "</array>"
      + (0..<10_000).map { "<key>k-\($0)</key><true/>" }.joined()
    var files: [String: MemoryStorage.Node] = [:]
    for number in 0..<200 {
      files["Contents/Resources/l\(number).lproj/InfoPlist.strings"] = .text("\"a\" = \"b\";")
      files["Contents/Resources/" + String(repeating: "a", count: 250) + "\(number)"] = .text("x")
    }
    let many = "local function many(name, n) local t = {} for i = 1, n do t[i] = name .. i end return t end\n"
    let rule = "rule \"r\" { summary = \"s\", severity = \"note\", \(clause) }"
    let report = try PolicyRun((clause.contains("many") ? many : "") + rule).report(
      Self.bundle(files, info: info), fuel: fuel)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.fuel"])
  }

  /// The reads of each rule have a budget of their own.
  @Test func memory() throws {
    var file = Array("<plist><string>".utf8)
    file += [UInt8](repeating: UInt8(ascii: "x"), count: 60 << 20)
    file += Array("</string></plist>".utf8)
    var files: [String: MemoryStorage.Node] = [:]
    for number in 1...5 { files["f\(number).plist"] = .file(file) }
    let reading = "for i = 1, 5 do pcall(bundles.read, bundle, 'f' .. i .. '.plist') end"
    let report = try PolicyRun(
      Self.rule(reading, "all") + Self.rule("assert(bundles.read(bundle, 'f1.plist'))", "one")
        + Self.rule("for i = 2, 5 do assert(bundles.read(bundle, 'f' .. i .. '.plist')) end", "four")
        + Self.rule(reading, "again")
    )
    .report(Self.bundle(files), fuel: 500_000_000, limits: .init(memory: 512 << 20))
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.memory", "limit.memory"])
    #expect(report.bundles[0].errors.map(\.rule) == ["test/all", "test/again"])
    #expect(report.bundles[0].errors.first?.message.contains("f5.plist") == true)
  }

  /// A file whose problem a rule asks for does not stay in memory.
  @Test func memoryOfProblems() throws {
    let file = Array("<plist><string>\(String(repeating: "x", count: 60 << 20))</string></plist>".utf8)
    var files: [String: MemoryStorage.Node] = [:]
    for number in 1...5 { files["f\(number).plist"] = .file(file) }
    let asking = "for i = 1, 5 do assert(bundles.problem(bundle, 'f' .. i .. '.plist') == nil) end"
    let report = try PolicyRun(Self.rule(asking, "all")).report(
      Self.bundle(files), fuel: 500_000_000, limits: .init(memory: 512 << 20))
    #expect(report.bundles[0].errors.isEmpty)
  }

  /// Links whose targets go back and forth: an error that no rule can hide, and never a pass.
  @Test func linkWebs() throws {
    var files: [String: MemoryStorage.Node] = ["Contents/x/y": .text("x")]
    for number in 0..<31 {
      files["Contents/l\(number)"] = .link(String(repeating: "x/../", count: 800) + "l\(number + 1)")
    }
    let body = "for path, file in pairs(bundle.files) do pcall(function() return file.destination end) end"
    let report = try PolicyRun(Self.rule(body)).report(Self.bundle(files))
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.path-steps"])
  }

  @Test func languages() throws {
    let many = (0..<6_000).map { "<string>l\($0)</string>" }.joined()
    let graph = try Self.bundle(info: "<key>CFBundleLocalizations</key><array>\(many)</array>")
    let report = try PolicyRun("rule \"r\" { summary = \"s\", localize = { keys = { \"K\" } } }").report(graph)
    #expect(report.verdict == .error)
    #expect(report.bundles[0].errors.first?.message.contains("more than 5000 localizations") == true)
  }
}
