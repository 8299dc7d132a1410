import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Bundles checked on several threads give the same report as on one.
@Suite struct CheckRunningTests {
  private static let rules = """
    rule "bad" { summary = "s", forbid = { "Bad", "Worse" } }
    rule "grows" { summary = "s", increases = "CFBundleVersion" }
    rule "count" { summary = "s", check = function(b, report) for i = 1, b.info.N or 0 do report("finding %d", i) end end }
    rule "stops" { summary = "s", check = function(b) if b.info.Stop then error("stop") end end }
    waive "bad" { because = "b", owner = "o", expires = "2099-01-01", key = "Worse" }
    waive "bad" { because = "b", owner = "o", expires = "2099-01-01", bundle = "none" }
    """

  private static func folder() throws -> (TemporaryFolder, [String]) {
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
    var paths: [String] = []
    for number in 0..<60 {
      // Some identifiers come more than once, so that a baseline is used up in an order.
      var info = "<key>CFBundleIdentifier</key><string>com.x.\(number % 7)</string>"
      info += "<key>CFBundleVersion</key><string>\(number)</string>"
      if number % 3 == 0 { info += "<key>Bad</key><true/>" }
      if number == 41 { info += "<key>Worse</key><true/>" }
      if number % 10 == 0 { info += "<key>N</key><integer>\(number / 10)</integer>" }
      if number == 33 { info += "<key>Stop</key><true/>" }
      try folder.write("A\(number).app/Contents/Info.plist", PropertyListText.document(info))
      // A link in place of a folder is a warning of its bundle.
      if number == 20 { try folder.link("A20.app/Contents/Frameworks", to: "Resources") }
      paths.append(folder("A\(number).app"))
    }
    return (folder, paths + [folder("gone.app")])
  }

  @Test func jobsMakeNoDifference() throws {
    let (folder, paths) = try Self.folder()
    let loading = PolicyProgram.Options(policies: [folder("policy.lua")])
    let program = try PolicyProgram(loading)
    var options = Check.Options(
      asOf: try #require(CalendarDate("2026-06-15")), previous: [try BundleGraph.open(path: paths[30])])
    let first = Check.report(on: paths, program, options, jobs: 1)
    #expect(first.bundles.count == 61 && first.warnings.map(\.code.rawValue).contains("waiver.unused"))
    #expect(first.warnings.count { $0.code == "waiver.unused" } == 1 && first.summary.waived == 1)
    #expect(first.verdict == .error && first.summary.errors > 20)
    for jobs in [2, 5, 64] {
      #expect(Check.report(on: paths, program, options, jobs: jobs) == first)
    }
    // A baseline that lets some of the findings be, counted, and has some that are gone.
    let lines = Baseline.text(of: first).split(separator: "\n", omittingEmptySubsequences: false)
    let part = lines.enumerated().filter { $0.offset < 2 || $0.offset % 2 == 1 }.map { String($0.element) }
    let gone = String(repeating: "0", count: 32) + "\t1\tcom.x.1\t-\t-\tgone\n"
    options.baseline = try Baseline(part.joined(separator: "\n") + "\n" + gone, file: "base.txt")
    options.isBaselineStrict = true
    let baselined = Check.report(on: paths, program, options, jobs: 1)
    #expect(baselined.summary.baselined > 0 && baselined.summary.errors > 0 && baselined != first)
    for jobs in [2, 5, 64] {
      #expect(Check.report(on: paths, program, options, jobs: jobs) == baselined)
    }
  }

  /// Changes of files after they were read make no difference: all programs of the same sources use the same bytes.
  @Test func filesAreReadOnce() throws {
    let (folder, paths) = try Self.folder()
    try folder.write(
      "policy.lua",
      """
      policy "com.example.first" { summary = "s", include = { "second" } }
      rule "bad" { summary = "s", forbid = import "words" }
      """)
    try folder.write("words.lua", "return { \"Bad\" }")
    try folder.write("second.lua", PolicyRun.header + Self.rules)
    try folder.write(
      "waivers.lua", "waive \"count\" { because = \"b\", owner = \"o\", expires = \"2099-01-01\" }")
    var loading = PolicyProgram.Options(policies: [folder("policy.lua")])
    loading.waivers = [folder("waivers.lua")]
    let program = try PolicyProgram(loading)
    let options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    let first = Check.report(on: paths, program, options, jobs: 1)
    #expect(first.summary.waived > 1 && first.policies.count == 2)

    try folder.write("policy.lua", PolicyRun.header + "rule \"other\" { summary = \"s\", require = { \"None\" } }")
    try folder.write("second.lua", "this is not Lua")
    for file in ["words.lua", "waivers.lua"] { #expect(unlink(folder(file)) == 0) }
    let again = try PolicyProgram(program.loadedFrom)
    #expect(again.policies == program.policies && again.policies.map(\.digest) == first.policies.map(\.digest))
    #expect(again.waiverFiles == first.waiverFiles && again.moduleUses == program.moduleUses)
    #expect(Check.report(on: paths, again, options, jobs: 1) == first)
    for jobs in [2, 5] { #expect(Check.report(on: paths, program, options, jobs: jobs) == first) }
    let words = folder("words.lua")
    let mutant = try PolicyProgram(program.loadedFrom.replacing(words, by: Array("return { \"Worse\" }".utf8)))
    #expect(mutant.ruleIDs == program.ruleIDs && mutant.policies != program.policies)

    loading.waivers = []
    #expect(try PolicyProgram(loading).ruleIDs == ["test/other"])
  }
}
