import Bundles
import PolicyTestSupport
import Reports
import SampleFiles
import Testing

@testable import PolicyEngine

/// `entitlements = { … }` and `entitlements_of`
@Suite struct EntitlementsClauseTests {
  private static func slice(_ entitlements: String?, isIntel: Bool = false) -> [UInt8] {
    SampleMachO { code in
      if isIntel { (code.cpuType, code.cpuSubtype) = (0x0100_0007, 3) }
      if let entitlements {
        let list = Array("<plist><dict>\n\(entitlements)</dict></plist>".utf8)
        code.signature = SampleSignature { $0.entitlements = list }.bytes
      }
    }.bytes
  }

  private static func universal(_ arm: String?, _ intel: String?) -> [UInt8] {
    SampleMachO.fat([(0x0100_000C, 0, slice(arm)), (0x0100_0007, 3, slice(intel, isIntel: true))])
  }

  private static func app(_ executable: [UInt8]?, _ more: [String: MemoryStorage.Node] = [:]) throws -> BundleGraph {
    var nodes: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x", "CFBundleExecutable": "App"])
    ]
    if let executable { nodes["Contents/MacOS/App"] = .file(executable, mode: 0o755) }
    return try .fixture("App.app", nodes.merging(more) { $1 })
  }

  private static func lines(_ clause: String, _ graph: BundleGraph) throws -> [String] {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", \(clause) }")
    return run.lines(try run.report(graph))
  }

  private static let sandbox = "<key>sandbox</key><true/>"

  @Test(arguments: [
    ("sandbox = true", sandbox, []), ("sandbox = optional(false), other = optional(text)", "", []),
    ("groups = list_of(text { pattern = '^A%.' })", "<key>groups</key><array><string>A.b</string></array>", []),
    (
      "sandbox = true", "",
      [
        "Contents/MacOS/App /sandbox (missing): the entitlement sandbox is missing [expected true] [fix add sandbox, and sign the code again]"
      ]
    ),
    (
      "sandbox = true", "<key>sandbox</key><false/>",
      [
        "Contents/MacOS/App /sandbox = false: the entitlement sandbox must be true, found the Boolean false [expected true] [fix change it to true, and sign the code again]"
      ]
    ),
    (
      "groups = list_of(text { pattern = '^A%.' })",
      "<key>groups</key><array><string>A.b</string><string>B</string></array>",
      [
        "Contents/MacOS/App /groups/1 = B: the entitlement groups[1] must be text matching the pattern '^A%.', found 'B' [expected text matching the pattern '^A%.'] [fix correct the entitlements, and sign the code again]"
      ]
    ),
    (
      "groups = custom('a list', function(value) return #value == 2 and 'has two' end)",
      "<key>groups</key><array><string>A.b</string><string>B</string></array>",
      [
        "Contents/MacOS/App /groups = [\"A.b\", \"B\"]: the entitlement groups: has two [expected a list] [fix correct the entitlements, and sign the code again]"
      ]
    ),
    // Keys have no qualifiers here.
    ("a = optional(true)", "<key>a-macos</key><string>x</string><key>a~ipad</key><string>x</string>", []),
  ])
  func values(_ shape: String, _ entitlements: String, _ expected: [String]) throws {
    let lines = try Self.lines("entitlements = { \(shape) }", Self.app(Self.slice(entitlements)))
    #expect(lines == expected)
  }

  @Test func nothingElseIsAllowed() throws {
    let clause = "entitlements = dictionary({ sandbox = optional(true) }, { closed = true })"
    let graph = try Self.app(Self.slice(Self.sandbox + "<key>b</key><true/><key>sandbox-macos</key><true/>"))
    let lines = try Self.lines(clause, graph)
    #expect(lines.count == 2 && lines[0].contains("/b = true: the entitlement b is not an allowed key"), "\(lines)")
    #expect(lines[1].contains("/sandbox-macos = true"), "\(lines)")
    let others = "entitlements = dictionary({}, { others = text })"
    #expect(try Self.lines(others, graph).count == 3)
  }

  /// Code without entitlements, signed or not.
  @Test func withoutEntitlements() throws {
    for bytes in [Self.slice(nil), SampleMachO { $0.signature = SampleSignature().bytes }.bytes] {
      let lines = try Self.lines("entitlements = { sandbox = true, b = optional(text) }", Self.app(bytes))
      #expect(
        lines == [
          "Contents/MacOS/App /sandbox (missing): the entitlement sandbox is missing [expected true] [fix add sandbox, and sign the code again]"
        ])
    }
  }

  @Test(arguments: [
    (sandbox as String?, nil as String?, ["in the x86_64 code, the entitlement sandbox is missing"]),
    (nil, sandbox, ["in the arm64 code, the entitlement sandbox is missing"]),
    // One list for both.
    ("", "", ["the entitlement sandbox is missing"]), (nil, nil, ["the entitlement sandbox is missing"]),
    ("<key>a</key><true/>", nil, ["the entitlement sandbox is missing"]),
    (sandbox + "<key>a</key><true/>", sandbox, []),
    (
      "<key>sandbox</key><false/>", "<key>sandbox</key><string>yes</string>",
      [
        "in the arm64 code, the entitlement sandbox must be true, found the Boolean false",
        "in the x86_64 code, the entitlement sandbox must be true, found 'yes'",
      ]
    ),
  ])
  func ofSlices(_ arm: String?, _ intel: String?, _ messages: [String]) throws {
    let run = try PolicyRun("rule \"r\" { summary = \"s\", entitlements = { sandbox = true } }")
    let report = try run.report(Self.app(Self.universal(arm, intel)))
    #expect(report.bundles[0].findings.map(\.message) == messages)
    #expect(report.bundles[0].findings.allSatisfy { $0.file == "Contents/MacOS/App" && $0.keyPath == "/sandbox" })
    #expect(Set(report.bundles[0].findings.map(\.fingerprint)).count == messages.count)
  }

  /// Nested bundles are checked on their own, and tools only on request.
  @Test func ofPrograms() throws {
    let graph = try Self.app(
      Self.slice(""),
      [
        "Contents/MacOS/tool": .file(Self.slice("")),
        "Contents/Resources/lib.dylib": .file(
          SampleMachO { $0.fileType = 6 }.bytes), "Contents/Resources/a.txt": .text("x"),
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .info([
          "CFBundleIdentifier": "com.x.share", "CFBundleExecutable": "Share",
        ]),
        "Contents/PlugIns/Share.appex/Contents/MacOS/Share": .file(Self.slice("")),
      ])
    func files(_ clause: String) throws -> [String?] {
      try PolicyRun("rule \"r\" { summary = \"s\", \(clause) }").report(graph).bundles[0].findings.map(\.file)
    }
    let own = "Contents/MacOS/Share"
    let ofAll = try files("entitlements = { a = true }")
    #expect(ofAll == ["Contents/MacOS/App", own])
    #expect(
      try files("entitlements = { a = true }, entitlements_of = 'executable', applies = { nested = false }")
        == ["Contents/MacOS/App"])
    let ofPrograms = try files("entitlements = { a = true }, entitlements_of = 'programs'")
    #expect(ofPrograms == ["Contents/MacOS/App", "Contents/MacOS/tool", own])
  }

  @Test func bundlesWithoutCode() throws {
    for graph in [try Self.app(nil), try Self.app(Array("#!/bin/sh\n".utf8))] {
      let report = try PolicyRun("rule \"r\" { summary = \"s\", entitlements = { a = true } }")
        .report(graph, allowsEmpty: true)
      #expect(report.bundles[0].rules[0].status == .notApplicable)
      #expect(report.bundles[0].rules[0].reason == "the executable has no code that could have entitlements")
    }
  }

  /// Never a pass.
  @Test(arguments: ["", ", entitlements_of = 'programs'"])
  func whatCannotBeRead(_ more: String) throws {
    let junk = SampleMachO { $0.signature = SampleSignature { $0.entitlements = Array("junk".utf8) }.bytes }.bytes
    let half = SampleMachO.fat([(0x0100_000C, 0, junk), (0x0100_0007, 3, Self.slice(Self.sandbox, isIntel: true))])
    for bytes in [junk, half, Array(junk.prefix(40))] {
      let report = try PolicyRun("rule \"r\" { summary = \"s\", entitlements = { sandbox = true }\(more) }")
        .report(try Self.app(bytes))
      #expect(report.bundles[0].rules[0].status == .error && report.bundles[0].findings == [])
      #expect(report.bundles[0].errors.first?.message.hasPrefix("the entitlements cannot be read: ") == true)
    }
    let damagedTool = try Self.app(
      Self.slice(Self.sandbox), ["Contents/MacOS/tool": .file([0xCF, 0xFA, 0xED, 0xFE, 0, 0, 0, 0])])
    let report = try PolicyRun("rule \"r\" { summary = \"s\", entitlements = { sandbox = true }\(more) }")
      .report(damagedTool)
    #expect(report.bundles[0].rules[0].status == (more.isEmpty ? .pass : .error))
  }

  @Test func explanations() throws {
    let folder = try TemporaryFolder([
      "policy.lua":
        "policy \"p\" { summary = \"s\" } rule \"r\" { summary = \"s\", entitlements = { a = true, b = optional(text) } }"
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let rule = try #require(try program.descriptions.first)
    #expect(rule.asks == ["the entitlement a is true; the entitlement b, if present, is text"])
  }

  /// Shapes and the cost of reading are paid by each rule.
  @Test func costs() throws {
    let rules = (1...2).map { "rule \"r\($0)\" { summary = \"s\", entitlements = { sandbox = true } }" }
    let report = try PolicyRun(rules.joined(separator: "\n")).report(try Self.app(Self.slice(Self.sandbox)))
    #expect(Set(report.bundles[0].rules.map(\.fuel)).count == 1 && report.bundles[0].rules[0].fuel > 500)
  }
}
