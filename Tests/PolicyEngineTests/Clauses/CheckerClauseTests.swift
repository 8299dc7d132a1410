import Basics
import Bundles
import CheckerKit
import CheckerPlugIns
import PolicyTestSupport
import PropertyLists
import Reports
import Testing

@testable import PolicyEngine

/// A checker of this program that reports the messages in its options.
struct EchoChecker: Checker {
  static let identity = CheckerIdentity("test.echo", version: "1.0.0", summary: "Reports what it is told to")

  enum Mood: String, CaseIterable, OptionValue {
    case calm, angry
    static var unset: Mood { .calm }
  }

  @Option("What to look at") var look: [String] = []
  @Option("Whether to report of the bundles inside, before they are judged") var inside = false
  @Option("A key to report") var key: String?
  @Option("A file to report") var file: String?
  @Option("How many times", in: 0...9) var times = 1
  @Option("A share", in: 0...1) var share = 0.5
  @Option("Whether to give up") var givesUp = false
  @Option("How bad") var mood = Mood.calm

  init() {}

  func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
    report.log("looking at \(bundle.name)")
    for key in look { _ = bundle.info[key] }
    if inside, let text = bundle.children.first?.info["Odd"] { report.finding(at: .value(text), "inside") }
    for number in 0..<times {
      if let key {
        report.finding(
          at: .key(key, of: bundle.info), "\(key) is reported", expected: "silence", fix: "stop",
          severity: mood == .angry ? .error : .rule, discriminator: "\(number)")
      }
      if let file {
        report.finding(at: .file(file), "\(file) is reported", severity: .note, discriminator: "\(number)")
      }
    }
    if givesUp { throw CheckerError("it is tired") }
  }
}

/// One that must be given something.
struct NeedyChecker: Checker {
  static let identity = CheckerIdentity("test.needy", version: "1.0.0", summary: "Needs to be told")
  @Option("Whom to ask") var host: String
  init() {}
  func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws { report.finding(at: .bundle, "asked \(host)") }
}

@_cdecl("EchoCheckerFactory")
func echoFactory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject { export(EchoChecker.self, type) }

@_cdecl("NeedyCheckerFactory")
func needyFactory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(NeedyChecker.self, type)
}

@Suite struct CheckerClauseTests {
  private static func registry() throws(PlugInError) -> CheckerRegistry {
    let registry = CheckerRegistry()
    guard let echo = PlugInIdentifier("00000000-0000-4000-8000-000000000001"),
      let needy = PlugInIdentifier("00000000-0000-4000-8000-000000000002")
    else { throw PlugInError(.notFound, "no UUID") }
    try registry.register(factory: echo, function: echoFactory)
    try registry.register(factory: needy, function: needyFactory)
    for factory in [echo, needy] { try registry.register(type: .checkerType, factory: factory) }
    return registry
  }

  /// The report of a policy on an application with a nested extension.
  private func report(_ rules: String, explains: Bool = false) throws -> Report {
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
    var options = PolicyProgram.Options(policies: [folder("policy.lua")])
    options.checkers = CheckerSettings()
    options.ownCheckers = Self.registry
    let program = try PolicyProgram(options)
    let day = try #require(CalendarDate("2026-06-15"))
    var settings = Check.Options(asOf: day)
    settings.explains = explains
    var check = Check(program, settings)
    let info =
      "<plist><dict>\n<key>CFBundleIdentifier</key><string>a.b</string>\n<key>Odd</key><string>x</string></dict></plist>"
    let graph = try BundleGraph.open(
      storage: MemoryStorage([
        "Contents/Info.plist": .file(Array(info.utf8)), "Contents/Resources/a.txt": .file([1]),
        "Contents/PlugIns/S.appex/Contents/Info.plist": .file(Array(info.utf8)),
      ]), name: "A.app")
    check.run(on: graph, path: "A.app")
    return check.report()
  }

  private func loadingError(_ rules: String) throws -> String? {
    do {
      _ = try report(rules)
      return nil
    } catch let error as EngineError {
      return "\(error.code) \(error.line ?? 0): \(error.message)" + (error.hint.map { " [\($0)]" } ?? "")
    }
  }

  @Test func findingsAreThoseOfTheRule() throws {
    let report = try report(
      #"rule "r" { summary = "s", severity = "warning", applies = { nested = false }, checker = "test.echo", with = { key = "Odd", file = "Contents/Resources/a.txt" } }"#
    )
    let bundle = try #require(report.bundles.first)
    #expect(report.verdict == .pass)
    #expect(bundle.findings.map(\.message) == ["Odd is reported", "Contents/Resources/a.txt is reported"])
    let first = try #require(bundle.findings.first)
    #expect(first.rule == "test/r" && first.severity == .warning && first.keyPath == "/Odd" && first.value == "x")
    #expect(
      first.file == "Contents/Info.plist" && first.line == 3 && first.expected == "silence" && first.fix == "stop")
    #expect(first.declared.line == 2 && !first.isMissing)
    #expect(bundle.findings.last?.severity == .note)
    #expect(bundle.checkerLines == ["test.echo: looking at A.app"])
    #expect(bundle.rules.first?.fuel ?? 0 > 0)
  }

  @Test func aKeyThatIsNotThereIsMissing() throws {
    let found = try report(#"rule "r" { summary = "s", checker = "test.echo", with = { key = "Gone" } }"#)
    let findings = try #require(found.bundles.first).findings
    #expect(findings.map(\.bundle) == ["", "Contents/PlugIns/S.appex"])
    #expect(findings.allSatisfy { $0.isMissing && $0.keyPath == "/Gone" && $0.severity == .error })
    let file = try report(
      #"rule "r" { summary = "s", applies = { nested = false }, checker = "test.echo", with = { file = "no.txt" } }"#)
    #expect(file.bundles.first?.findings.map(\.isMissing) == [true])
  }

  @Test func whatIsInsideIsReportedOfBeforeItIsJudged() throws {
    for explains in [false, true] {
      let report = try report(
        #"rule "r" { summary = "s", applies = { nested = false }, checker = "test.echo", with = { inside = true } }"#,
        explains: explains)
      let finding = try #require(report.bundles.first?.findings.first)
      #expect(finding.message == "inside" && finding.bundle == "Contents/PlugIns/S.appex" && finding.keyPath == "/Odd")
    }
  }

  @Test func waiversCoverThem() throws {
    let report = try report(
      #"""
      rule "r" { summary = "s", checker = "test.echo", with = { key = "Odd", mood = "angry" } }
      waive "r" { because = "known", owner = "us", expires = "2026-12-31", key = "Odd" }
      """#)
    #expect(report.verdict == .pass && report.summary.waived == 2)
  }

  @Test func whatIsReadIsTold() throws {
    let report = try report(
      #"rule "r" { summary = "s", applies = { nested = false }, checker = "test.echo", with = { look = { "Odd", "Gone" } } }"#,
      explains: true)
    let explanation = try #require(report.bundles.first?.rules.first?.explanations?.first)
    let reads = explanation.reads.map { "\($0.kind) \($0.name) \($0.isPresent)" }
    #expect(reads == ["bundle name true", "bundle nested true", "key /Gone false", "key /Odd true"])
    #expect(explanation.clauses.first?.because == "the checker test.echo reported nothing")
  }

  @Test func aFailureIsAnErrorOfTheRuleAlone() throws {
    let report = try report(
      #"""
      rule "tired" { summary = "s", applies = { nested = false }, checker = "test.echo", with = { gives_up = true, key = "Odd" } }
      rule "rest" { summary = "s", require = "Odd" }
      """#)
    let bundle = try #require(report.bundles.first)
    #expect(report.verdict == .error)
    #expect(bundle.rules.map(\.status) == [.error, .pass])
    #expect(bundle.errors.map(\.code.rawValue) == ["plugin.failed"])
    let error = try #require(bundle.errors.first)
    #expect(error.message == "checker 'test.echo': the checker failed: it is tired")
    // A checker is not a file with lines that can be shown, so the place is its rule.
    #expect(error.file?.hasSuffix("policy.lua") == true && error.line == 2 && error.rule == "test/tired")
    // Findings from before the error are kept.
    #expect(bundle.findings.map(\.message) == ["Odd is reported"])
  }

  @Test(arguments: [
    (#"checker = "test.ecko""#, "plugin.not-found 2: rule 'r': there is no checker 'test.ecko'"),
    (
      #"checker = "test.echo", with = { lok = "x" }"#,
      "policy.invalid 2: rule 'r': the checker 'test.echo' has no option 'lok'; did you mean 'look'?"
    ),
    (
      #"checker = "test.echo", with = { times = "x" }"#,
      "policy.invalid 2: rule 'r': option 'times' of the checker 'test.echo' must be an integer, found x of type string"
    ),
    (
      #"checker = "test.echo", with = { times = 1.5 }"#,
      "policy.invalid 2: rule 'r': option 'times' of the checker 'test.echo' must be an integer, found 1.5 of type real"
    ),
    (
      #"checker = "test.echo", with = { times = 10 }"#,
      "policy.invalid 2: rule 'r': option 'times' of the checker 'test.echo' is 10, but must be from 0 to 9"
    ),
    (
      #"checker = "test.echo", with = { share = 1.5 }"#,
      "policy.invalid 2: rule 'r': option 'share' of the checker 'test.echo' is 1.5, but must be from 0 to 1"
    ),
    (
      #"checker = "test.echo", with = { share = 0/0 }"#,
      "policy.invalid 2: rule 'r', with: 'share' is "
    ),
    (
      #"checker = "test.echo", with = { gives_up = "yes" }"#,
      "policy.invalid 2: rule 'r': option 'gives_up' of the checker 'test.echo' must be true or false, found yes of type string"
    ),
    (
      #"checker = "test.echo", with = { mood = "clam" }"#,
      "policy.invalid 2: rule 'r': option 'mood' of the checker 'test.echo' is 'clam', which is not an allowed value; did you mean 'calm'?"
    ),
    (
      #"checker = "test.echo", with = { look = { 1 } }"#,
      "policy.invalid 2: rule 'r': option 'look' of the checker 'test.echo' must be a list of strings, found [1] of type array"
    ),
    (
      #"checker = "test.needy""#,
      "policy.invalid 2: rule 'r': the checker 'test.needy' needs the option 'host': Whom to ask"
    ),
  ])
  func optionsAreHeldAgainstTheDescription(_ clause: String, _ expected: String) throws {
    let error = try #require(try loadingError("rule \"r\" { summary = \"s\", \(clause) }"))
    #expect(error.hasPrefix(expected), "\(error)")
  }

  @Test(arguments: [
    #"with = { look = "one", times = 0, share = 1, mood = "angry" }"#, #"with = { look = {}, share = 0.25 }"#,
    "with = {}",
    #"tags = { "x" }"#,
  ])
  func whatItTakesIsTaken(_ fields: String) throws {
    #expect(try loadingError(#"rule "r" { summary = "s", checker = "test.echo", \#(fields) }"#) == nil)
  }

  @Test func withoutCheckersTheRuleFails() throws {
    let run = try PolicyRun(#"rule "r" { summary = "s", checker = "test.echo" }"#)
    let graph = try BundleGraph.open(
      storage: MemoryStorage(["Contents/Info.plist": .file(Array("<plist><dict/></plist>".utf8))]), name: "A.app")
    let report = try run.report(graph)
    #expect(report.verdict == .error)
    #expect(report.bundles.first?.errors.map(\.code.rawValue) == ["plugin.not-found"])
  }
}
