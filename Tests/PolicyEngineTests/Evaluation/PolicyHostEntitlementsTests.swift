import ReleaseLedger
import SampleFiles
@testable import PolicyTesting
import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import PropertyLists
import Reports
import Testing

@testable import PolicyEngine

/// `bundle.entitlements` and `file.entitlements`
@Suite struct PolicyHostEntitlementsTests {
  private static func code(_ entitlements: String?) -> MemoryStorage.Node {
    let list = entitlements.map { Array("<plist><dict>\n\n\n\($0)</dict></plist>".utf8) }
    let signature = SampleSignature { $0.entitlements = list }.bytes
    return .file(SampleMachO { $0.signature = signature }.bytes, mode: 0o755)
  }

  private static let sandbox = "<key>com.apple.security.app-sandbox</key><true/>"
  private static let groups =
    "<key>groups</key><array><string>one</string><string>two</string></array><key>n</key><integer>7</integer>"

  /// An application with this executable and one of an extension inside.
  private static func app(
    _ executable: MemoryStorage.Node?, name: String? = "App", more: [String: MemoryStorage.Node] = [:]
  ) throws -> BundleGraph {
    let executableKey = name.map { "<key>CFBundleExecutable</key><string>\($0)</string>" } ?? ""
    var nodes: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info("<key>CFBundleIdentifier</key><string>com.x.app</string>\n\(executableKey)"),
      "Contents/PlugIns/Share.appex/Contents/Info.plist": .info([
        "CFBundleIdentifier": "com.x.app.share", "CFBundleExecutable": "Share",
      ]),
      "Contents/PlugIns/Share.appex/Contents/MacOS/Share": code("<key>inner</key><true/>"),
    ]
    nodes["Contents/MacOS/App"] = executable
    return try .fixture("App.app", nodes.merging(more) { $1 })
  }

  private static func report(
    _ body: String, _ graph: BundleGraph, previous: [BundleGraph]? = nil, fuel: UInt64 = 50_000_000
  ) throws -> [String] {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", applies = { nested = false }, check = function(bundle, report) \(body) end }")
    return run.lines(try run.report(graph, previous: previous, fuel: fuel))
  }

  @Test(arguments: [
    ("bundle.entitlements['com.apple.security.app-sandbox']", "true"), ("bundle.entitlements.missing", "nil"),
    ("bundle.entitlements.groups[2]", "two"), ("#bundle.entitlements.groups", "2"), ("bundle.entitlements.n", "7"),
    ("plist.type(bundle.entitlements)", "dictionary"), ("bundle.entitlements == bundle.entitlements", "true"),
    ("bundle.bundles[1].entitlements.inner", "true"), ("bundle.bundles[1].entitlements.n", "nil"),
    ("bundle.bundles[1].parent.entitlements.n", "7"), ("plist.path(bundle.entitlements.groups)", "/groups"),
    ("pcall(function() bundle.entitlements.n = 8 end)", "false"),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let graph = try Self.app(Self.code(Self.sandbox + Self.groups))
    #expect(try Self.report("report('=' .. tostring((\(expression))))", graph) == ["=" + expected])
  }

  /// Of slices: none hides what another lacks.
  @Test(arguments: [
    ("tostring(slices[1].entitlements.a) .. tostring(slices[2].entitlements)", "truenil"),
    ("plist.path(slices[1].entitlements.l)", "/l"), ("slices[1].entitlements == slices[1].entitlements", "true"),
    (
      "tostring(select(2, pcall(function() return bundle.entitlements end))):match('the slice [^;]*')",
      "the slice arm64 has the entitlement 'a', but the slice x86_64 is not signed"
    ),
    ("pcall(function() return bundle.executable_file.entitlements end)", "false"),
  ])
  func ofSlices(_ expression: String, _ expected: String) throws {
    let list = Array("<plist><dict><key>a</key><true/><key>l</key><array/></dict></plist>".utf8)
    let signed = SampleMachO { $0.signature = SampleSignature { $0.entitlements = list }.bytes }
    let unsigned = SampleMachO { ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3) }
    let bytes = SampleMachO.fat([(0x0100_000C, 0, signed.bytes), (0x0100_0007, 3, unsigned.bytes)])
    let body = "local slices = bundle.executable_file.mach_o.slices report('=' .. tostring((\(expression))))"
    #expect(try Self.report(body, try Self.app(.file(bytes, mode: 0o755))) == ["=" + expected])
  }

  /// Of any file: a tool beside the executable, which has entitlements of its own.
  @Test(arguments: [
    ("bundle.files['Contents/MacOS/tool'].entitlements.n", "7"),
    ("bundle.files['Contents/MacOS/App'].entitlements.n", "nil"),
    ("bundle.files['Contents/MacOS/App'].entitlements['com.apple.security.app-sandbox']", "true"),
    ("bundle.files['Contents/MacOS/App'].entitlements == bundle.entitlements", "true"),
    ("bundle.files['Contents/MacOS/link'].entitlements.n", "7"),
    ("bundle.files['Contents/Info.plist'].entitlements", "nil"), ("bundle.files['Contents/MacOS'].entitlements", "nil"),
    ("pcall(function() return bundle.files['Contents/MacOS/damaged'].entitlements end)", "false"),
  ])
  func ofFiles(_ expression: String, _ expected: String) throws {
    let graph = try Self.app(
      Self.code(Self.sandbox),
      more: [
        "Contents/MacOS/tool": Self.code(Self.groups), "Contents/MacOS/link": .link("tool"),
        "Contents/MacOS/damaged": .file([0xCF, 0xFA, 0xED, 0xFE, 0]),
      ])
    #expect(try Self.report("report('=' .. tostring((\(expression))))", graph) == ["=" + expected])
  }

  @Test func findingsAboutFiles() throws {
    let body = "report:at(bundle.files['Contents/MacOS/tool'].entitlements, 'n', 'too many')"
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", applies = { nested = false }, check = function(bundle, report) \(body) end }")
    let report = try run.report(Self.app(nil, more: ["Contents/MacOS/tool": Self.code(Self.groups)]))
    let finding = try #require(report.bundles.first?.findings.first)
    #expect(finding.file == "Contents/MacOS/tool" && finding.keyPath == "/n")
  }

  @Test func goingThroughThem() throws {
    let body = "local t = {} for k in pairs(bundle.entitlements) do t[#t + 1] = k end report(table.concat(t, ' '))"
    #expect(try Self.report(body, Self.app(Self.code("<key>b</key><true/><key>a</key><true/>"))) == ["a b"])
  }

  /// Every reason for which there are none.
  @Test func none() throws {
    for graph in [
      try Self.app(nil), try Self.app(nil, name: nil), try Self.app(.text("#!/bin/sh\n", mode: 0o755)),
      try Self.app(.text("")), try Self.app(.directory), try Self.app(Self.code(nil)),
      try Self.app(.file(SampleMachO().bytes)),
      try Self.app(.link("Contents"), more: ["Contents/MacOS/Contents/x": .text("")]),
    ] {
      #expect(try Self.report("report('=' .. tostring(bundle.entitlements))", graph) == ["=nil"])
    }
    #expect(try Self.report("report('=' .. tostring(bundle.entitlements.x))", Self.app(Self.code(""))) == ["=nil"])
  }

  /// Never a nil that a rule would take for "none".
  @Test func errors() throws {
    let encoded = SampleMachO { $0.signature = SampleSignature { $0.encodedEntitlements = [0x70, 0] }.bytes }.bytes
    let cases: [(MemoryStorage.Node, String)] = [
      (
        .file(encoded),
        "Contents/MacOS/App:byte 72: error: the code signature has entitlements only in DER form"
      ),
      (.file([0xCF, 0xFA, 0xED, 0xFE, 0]), "Contents/MacOS/App:byte 0: error: the Mach-O header needs 32 bytes"),
      (.file(SampleMachO { $0.add(0x1D, 4096, 100) }.bytes), "error: the code signature has 100 bytes at offset 4096"),
      (Self.code("<key>a</key><true/><key>a</key><false/>"), "tools read these entitlements differently"),
      (Self.code("<key>a</key>"), "the entitlements are malformed"),
      (.link("nothing"), "Contents/MacOS/App -> nothing points to a file that does not exist"),
    ]
    for (executable, message) in cases {
      let lines = try Self.report("report('=' .. tostring(bundle.entitlements))", Self.app(executable))
      #expect(lines.count == 1 && lines[0].contains("the entitlements cannot be read: "), "\(lines)")
      #expect(lines.first?.contains(message) == true, "\(message): \(lines)")
    }
  }

  /// Findings have the executable and the entitlement as their place, without a line: the entitlements' text is not a file.
  @Test func findings() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        report:at(bundle.entitlements, "n", "too many")
        report:missing(bundle.entitlements, "m", "not there")
      end }
      """)
    let report = try run.report(Self.app(Self.code(Self.groups)))
    let findings = try #require(report.bundles.first).findings
    #expect(findings.map(\.file) == ["Contents/MacOS/App", "Contents/MacOS/App"])
    #expect(Set(findings.map(\.keyPath)) == ["/n", "/m"])
    #expect(findings.allSatisfy { $0.line == nil && $0.column == nil })
  }

  @Test func ofEarlierBuilds() throws {
    let body = "report(tostring(bundle.history[1].entitlements.n) .. tostring(bundle.entitlements))"
    let lines = try Self.report(body, Self.app(nil), previous: [Self.app(Self.code(Self.groups))])
    #expect(lines == ["7nil"])
  }

  /// A cached result has the same price: it does not depend on earlier rules.
  @Test func readingIsPaidFor() throws {
    let body = "for _ = 1, 1000000 do local _ = bundle.entitlements end"
    let lines = try Self.report(body, Self.app(Self.code(Self.groups)), fuel: 1_000_000)
    #expect(lines.count == 1 && lines[0].contains("fuel") || lines[0].contains("limit"), "\(lines)")
  }

  @Test func theFileIsStillAFile() throws {
    // The executable is a property list as well, of another kind than its entitlements.
    let body = """
      local e = bundle.entitlements
      report(tostring(pcall(bundles.read, bundle, "Contents/MacOS/App")) .. tostring(e.n))
      """
    #expect(try Self.report(body, Self.app(Self.code(Self.groups))) == ["false7"])
  }

  @Test func whatIsReadIsTold() throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", applies = { nested = false }, check = function(b) return b.entitlements.n end }")
    let report = try run.explained(Self.app(Self.code(Self.groups)))
    let reads = try #require(report.bundles[0].rules[0].explanations?.first).reads.map(\.text)
    #expect(
      Set(reads) == [
        "bundle nested = false", "bundle entitlements = 2 entries", "key /CFBundleExecutable = App :6",
        "file Contents/MacOS/App = entitlements",
        "key Contents/MacOS/App /n = 7",
      ])
  }

  // MARK: In fixtures

  /// The findings of a rule on a description, or the error in the description.
  private static func look(_ description: String, _ expression: String) throws -> String {
    let rule = """
      rule "look" {
        summary = "s", applies = { nested = false },
        check = function(bundle, report) report("%s", tostring(\(expression))) end,
        examples = { pass = { \(description) } },
      }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rule])
    let program: PolicyProgram
    do throws(EngineError) {
      program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    } catch {
      return error.message
    }
    let day = try #require(CalendarDate("2026-06-15"))
    let problem = PolicyTestRun(program, asOf: day).run(0).problems.first ?? "none"
    return problem.replacing("test/look: the result is 'fail', expected 'pass': ", with: "")
  }

  @Test(arguments: [
    ("{}", "bundle.entitlements", "nil"), ("{ entitlements = {} }", "#plist.find(bundle.entitlements, '/*')", "0"),
    (
      "{ entitlements = { a = true, b = { 'x' } } }", "tostring(bundle.entitlements.a) .. bundle.entitlements.b[1]",
      "truex"
    ),
    ("{ platform = 'ios', entitlements = { a = 'A&B' } }", "bundle.entitlements.a", "A&B"),
    ("{ kind = 'framework', entitlements = { a = true } }", "bundle.entitlements.a", "true"),
    (
      "{ bundles = { ['Contents/PlugIns/S.appex'] = { entitlements = { a = 1 } } } }",
      "bundle.bundles[1].entitlements.a .. tostring(bundle.entitlements)", "1nil"
    ),
    (
      "{ entitlements = { a = 1, b = 1 }, history = { { entitlements = { a = 2 } }, {} } }",
      "bundle.history[1].entitlements.a .. tostring(bundle.history[1].entitlements.b) .. bundle.history[2].entitlements.a",
      "2nil1"
    ),
    (
      "{ files = { ['Contents/MacOS/App'] = { mach_o = { entitlements = { a = 1 } } } } }", "bundle.entitlements.a", "1"
    ),
    (
      "{ files = { ['Contents/MacOS/App'] = { mach_o = { has_code_signature = true } } } }", "bundle.entitlements",
      "nil"
    ),
    (
      "{ files = { ['Contents/MacOS/App'] = { mach_o = { has_code_signature = false, entitlements = { a = 1 } } } } }",
      "''",
      "pass example 1, files, Contents/MacOS/App, mach_o: code without a signature has no 'entitlements'"
    ),
    (
      "{ entitlements = { a = 1 }, files = { ['Contents/MacOS/App'] = { mach_o = {} } } }", "''",
      "pass example 1: 'files' already describes Contents/MacOS/App; put 'entitlements' into its 'mach_o'"
    ),
    (
      "{ kind = 'plist', entitlements = { a = 1 } }", "''",
      "pass example 1: a bundle of kind plist has no executable with 'entitlements'"
    ),
    (
      "{ entitlements = { 'a' } }", "''",
      "pass example 1, entitlements: entries must have names (write name = value)"
    ),
    ("{ entitlements = true }", "''", "pass example 1, entitlements: expected a table with names, found boolean"),
  ])
  func described(_ description: String, _ expression: String, _ expected: String) throws {
    #expect(try Self.look(description, expression) == expected)
  }
}
