import Bundles
import PolicyTestSupport
import Reports
import SampleFiles
import Testing

@testable import PolicyEngine

/// `applies = { entitlement = …, links = …, without = … }`
@Suite struct ExecutableConditionTests {
  private static func slice(_ entitlements: String?, _ libraries: [String] = [], isIntel: Bool = false) -> SampleMachO {
    SampleMachO { code in
      if isIntel { (code.cpuType, code.cpuSubtype) = (0x0100_0007, 3) }
      for library in libraries { code.add(library: library) }
      if let entitlements {
        let list = Array("<plist><dict>\(entitlements)</dict></plist>".utf8)
        code.signature = SampleSignature { $0.entitlements = list }.bytes
      }
    }
  }

  private static func app(
    _ executable: [UInt8]?, _ more: [String: MemoryStorage.Node] = [:], keys: String = ""
  ) throws -> BundleGraph {
    var nodes: [String: MemoryStorage.Node] = [
      "Contents/Info.plist": .info(
        "<key>CFBundleIdentifier</key><string>com.x</string>\n<key>CFBundleExecutable</key><string>App</string>\n\(keys)"
      )
    ]
    if let executable { nodes["Contents/MacOS/App"] = .file(executable, mode: 0o755) }
    return try .fixture("App.app", nodes.merging(more) { $1 })
  }

  private static let universal = SampleMachO.fat([
    (0x0100_000C, 0, slice("<key>com.x.arm</key><true/>", ["/usr/lib/libSystem.B.dylib"]).bytes),
    (
      0x0100_0007, 3,
      slice(
        "<key>com.x.intel</key><false/>",
        [
          "/System/Library/Frameworks/AppIntents.framework/Versions/A/AppIntents", "@rpath/libsqlite3.7.dylib",
          "@rpath/A.framework/Versions/A/Frameworks/B.framework/B",
        ], isIntel: true
      ).bytes
    ),
  ])

  private static func rule(_ conditions: String) throws -> PolicyRun {
    try PolicyRun("rule \"r\" { summary = \"s\", forbid = \"CFBundleIdentifier\", applies = { \(conditions) } }")
  }

  @Test(arguments: [
    ("entitlement = 'com.x.arm'", nil as String?), ("entitlement = 'com.x.intel'", nil),
    ("entitlement = { 'com.y', 'com.x.intel' }", nil), ("entitlement = 'com.x.*'", nil),
    ("entitlement = 'com.x'", "the executable has no entitlement com.x"),
    ("entitlement = { 'com.y', 'com.z' }", "the executable has no entitlement com.y or com.z"),
    (
      "entitlement = { 'a', 'b', 'c', 'd', 'e' }", "the executable has no entitlement a or b or c or 2 others"
    ),
    ("links = 'AppIntents.framework'", nil), ("links = 'AppIntents'", nil), ("links = 'libsqlite3*.dylib'", nil),
    ("links = '/System/Library/Frameworks/**'", nil), ("links = '@rpath/*.dylib'", nil),
    ("links = 'B.framework'", nil), ("links = { 'C.framework', 'libSystem.B.dylib' }", nil),
    ("links = 'A.framework'", "the executable does not link to A.framework"),
    ("links = '/System/*'", "the executable does not link to /System/*"),
    ("links = 'Frameworks'", "the executable does not link to Frameworks"),
    ("links = 'appintents.framework'", "the executable does not link to appintents.framework"),
    ("links = 'AppIntents.framework', entitlement = 'com.y'", "the executable has no entitlement com.y"),
    ("links = 'C.framework', entitlement = 'com.x.arm'", "the executable does not link to C.framework"),
    ("without = 'NSPrincipalClass'", nil), ("without = '/A/B'", nil), ("without = { 'NSPrincipalClass', 'B' }", nil),
    ("without = { 'NSPrincipalClass', 'A' }", "Info.plist has A"), ("without = '/A/C'", "Info.plist has /A/C"),
    ("without = 'D'", "Info.plist has D"), ("without = { 'E', 'NSPrincipalClass' }", nil),
    ("key = 'E', without = 'E'", nil),
    ("key = 'A', without = 'NSPrincipalClass'", nil),
    ("key = 'NSPrincipalClass', without = 'B'", "no NSPrincipalClass"),
  ])
  func applies(_ conditions: String, _ reason: String?) throws {
    let graph = try Self.app(
      Self.universal,
      keys: "<key>A</key><dict><key>C</key><true/></dict><key>D~ipad</key><true/><key>E</key><string> </string>")
    let report = try Self.rule(conditions).report(graph, allowsEmpty: true)
    #expect(report.bundles[0].rules[0].status == (reason == nil ? .fail : .notApplicable))
    #expect(report.bundles[0].rules[0].reason == reason)
    #expect(report.bundles[0].errors == [])
  }

  @Test(arguments: ["entitlement = 'com.x'", "links = 'B.framework'"])
  func bundlesWithoutCode(_ conditions: String) throws {
    for graph in [
      try Self.app(nil), try Self.app(Array("#!/bin/sh\n".utf8)), try Self.app([]), try Self.app(SampleMachO().bytes),
      try Self.app(nil, ["Contents/MacOS/App": .directory]),
    ] {
      #expect(
        try Self.rule(conditions).report(graph, allowsEmpty: true).bundles[0].rules[0].status == .notApplicable)
    }
  }

  private static let damaged = SampleMachO {
    $0.signature = SampleSignature { $0.entitlements = Array("junk".utf8) }.bytes
  }
  /// The second slice cannot be read.
  private static let halfDamaged = SampleMachO.fat([
    (0x0100_000C, 0, slice("<key>com.x.arm</key><true/>", ["/usr/lib/libz.dylib"]).bytes),
    (
      0x0100_0007, 3,
      SampleMachO {
        ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3)
        $0.signature = SampleSignature { $0.entitlements = Array("junk".utf8) }.bytes
      }.bytes
    ),
  ])

  /// Never a rule that does not apply: it may.
  @Test(arguments: [
    ("entitlement = 'com.x'", damaged.bytes, "the entitlements are not an XML property list"),
    ("entitlement = 'com.x.intel'", halfDamaged, "the entitlements are not an XML property list"),
    ("entitlement = 'com.x'", Array(damaged.bytes.prefix(40)), "the header states"),
    ("links = 'B.framework'", Array(damaged.bytes.prefix(40)), "the header states"),
    ("entitlement = 'com.x', links = 'B.framework'", Array(damaged.bytes.prefix(40)), "the header states"),
  ])
  func whatCannotBeRead(_ conditions: String, _ bytes: [UInt8], _ message: String) throws {
    let report = try Self.rule(conditions).report(try Self.app(bytes))
    #expect(report.bundles[0].rules[0].status == .error && report.verdict == .error)
    let error = try #require(report.bundles[0].errors.first)
    #expect(error.code == "policy.error" && error.message.hasPrefix("whether the rule applies is not known: "))
    #expect(error.message.contains(message) && error.rule == "test/r", "\(error.message)")
    // The findings from before the error are kept.
    #expect(report.bundles[0].findings.count == 1)
  }

  @Test(arguments: [
    ("entitlement = 'com.x.arm'", halfDamaged, RuleResult.Status.fail),
    ("links = 'libz.dylib'", halfDamaged, .fail), ("links = 'B.framework'", halfDamaged, .notApplicable),
    ("links = 'B.framework'", damaged.bytes, .notApplicable),
    // Other conditions decide.
    ("entitlement = 'com.x', kind = 'framework'", damaged.bytes, .notApplicable),
    ("entitlement = 'com.x', minimum_os = '13.0'", damaged.bytes, .notApplicable),
    ("entitlement = 'com.x', files = '**/*.txt'", damaged.bytes, .notApplicable),
  ])
  func whatCanBeDecidedAnyway(_ conditions: String, _ bytes: [UInt8], _ status: RuleResult.Status) throws {
    let report = try Self.rule(conditions).report(try Self.app(bytes), allowsEmpty: true)
    #expect(report.bundles[0].rules[0].status == status && report.bundles[0].errors == [])
  }

  /// A rule that gets the failure itself says what it makes of it.
  @Test(arguments: [
    ("local list = bundle.entitlements", ["the entitlements cannot be read: "]),
    ("report('=' .. tostring(pcall(function() return bundle.entitlements end)))", ["=false"]),
    (
      "report('=' .. tostring(pcall(function() return bundle.executable_file.mach_o.slices[1].entitlements end)))",
      ["=false"]
    ),
    // Another failure.
    (
      "pcall(function() return bundle.files['Contents/Resources/a.png'].png end)",
      ["whether the rule applies is not known: "]
    ),
  ])
  func aRuleGetsTheFailureItself(_ body: String, _ expected: [String]) throws {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", applies = { entitlement = 'a' }, check = function(bundle, report) \(body) end }")
    let graph = try Self.app(
      Self.damaged.bytes, ["Contents/Resources/a.png": .file([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])])
    let lines = run.lines(try run.report(graph))
    #expect(lines.count == expected.count)
    for (line, part) in zip(lines, expected) { #expect(line.contains(part), "\(line)") }
  }

  /// Reading costs each rule the same.
  @Test func costs() throws {
    let rules = (1...3).map {
      "rule \"r\($0)\" { summary = \"s\", forbid = \"K\", applies = { entitlement = 'com.x.arm' } }"
    }
    let report = try PolicyRun(rules.joined(separator: "\n")).report(try Self.app(Self.universal))
    let fuel = report.bundles[0].rules.map(\.fuel)
    #expect(Set(fuel).count == 1 && fuel[0] > 500)
  }
}
