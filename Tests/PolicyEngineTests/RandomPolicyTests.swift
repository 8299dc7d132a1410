import Basics
import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// The result of a rule does not depend on other rules, bundles, the order or threads: tested with random policies that try to remember.
/// `BUNDLEPOLICY_RANDOM_POLICIES=1000` tries that many, `BUNDLEPOLICY_RANDOM_POLICIES=17...17` the one with this seed.
@Suite(.largeStack) struct RandomPolicyTests {
  /// The result of a rule on one bundle and its nested bundles. Lines differ if rules are in another order.
  private struct Result: Hashable {
    var rule: String
    var bundle: String
    var status: String
    var fuel: UInt64
    var lines: [String]
  }

  private static let seeds: [UInt64] = {
    let text = getenv("BUNDLEPOLICY_RANDOM_POLICIES").map { String(cString: $0) } ?? "20"
    let bounds = text.split(separator: ".").compactMap { UInt64($0) }
    guard let last = bounds.last, last > 0 else { return [] }
    return Array((bounds.count > 1 ? bounds[0] : 1)...max(last, bounds.count > 1 ? bounds[0] : 1))
  }()

  /// Bundles with others inside.
  private static func bundles() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (number, name) in ["A", "B", "C"].enumerated() {
      let inner = ["Contents/PlugIns/P\(name).appex/Contents/", "Contents/Frameworks/F.framework/"].prefix(number)
      for (depth, place) in (["Contents/"] + inner).enumerated() {
        let list = (0...number).map { "<integer>\($0)</integer>" }.joined()
        try folder.write(
          "\(name).app/\(place)Info.plist",
          PropertyListText.document(
            """
            <key>CFBundleIdentifier</key><string>com.example.\(name).\(depth)</string>
            <key>CFBundleName</key><string>\(name)\(depth)</string>
            <key>List</key><array>\(list)</array>
            """))
      }
      try folder.write(
        "\(name).app/Contents/Resources/fr.lproj/InfoPlist.strings", "CFBundleName = \"Graine \(name)\";")
      try folder.write(
        "\(name).app/Contents/Resources/a.plist",
        PropertyListText.document("<key>Value</key><integer>\(number)</integer>"))
    }
    return folder
  }

  // MARK: Several policies

  /// Policies that import the same modules and do what they can to them, written down with one that includes two of them.
  private struct Company {
    let policies: [RandomPolicy]
    let folder: TemporaryFolder

    /// Only policies that load, with rules that can be declared. Nil where there are not two.
    init?(seed: UInt64) throws {
      let folder = try TemporaryFolder(RandomPolicy.modules)
      var policies: [RandomPolicy] = []
      for (number, id) in ["a", "b", "c"].enumerated() {
        var policy = RandomPolicy(seed: seed &* 31 &+ UInt64(number), id: id, isSharing: true)
        func loads(_ preparations: [String], _ rules: [RandomPolicy.Rule]) throws -> Bool {
          var tried = policy
          tried.preparations = preparations
          try folder.write("\(id).lua", tried.text(rules))
          let options = Company.options([folder("\(id).lua")])
          return (try? PolicyProgram(options)) != nil
        }
        let plain = RandomPolicy.Rule(id: "plain", text: #"rule "plain" { summary = "s", require = "Name" }"#)
        var preparations: [String] = []
        // Operations that modules do not allow are skipped.
        for line in policy.preparations where try loads(preparations + [line], [plain]) { preparations.append(line) }
        policy.rules = try policy.rules.filter { try loads(preparations, [$0]) }
        policy.preparations = preparations
        guard !policy.rules.isEmpty else { continue }
        try folder.write("\(id).lua", policy.text(policy.rules))
        policies.append(policy)
      }
      guard policies.count > 1 else { return nil }
      (self.policies, self.folder) = (policies, folder)
      let included = policies.map { "\"\($0.id)\"" }.joined(separator: ", ")
      try folder.write(
        "outer.lua",
        "import('pool').table().n = 'outer' policy \"outer\" { summary = \"s\", include = { \(included) } }")
    }

    static func options(_ policies: [String]) -> PolicyProgram.Options {
      .init(
        policies: policies, limits: .init(memory: 12 << 20, seconds: .infinity, sourceSize: 1 << 20), fuel: 1_000_000)
    }

    func report(
      _ names: [String], _ bundles: TemporaryFolder, jobs: Int = 1, explains: Bool = false
    ) throws -> Report {
      let program = try PolicyProgram(Self.options(names.map { folder("\($0).lua") }))
      var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")), allowsEmpty: true)
      options.explains = explains
      return Check.report(on: ["A.app", "B.app", "C.app"].map { bundles($0) }, program, options, jobs: jobs)
    }

    /// All of the report about a policy: its digest and, for each bundle, its rules, findings and errors.
    func outline(of id: String, _ report: Report) -> [String] {
      var lines = report.policies.filter { $0.id == id }.map { "\($0.id) \($0.digest)" }
      let prefix = id + "/"
      for bundle in report.bundles {
        lines.append(bundle.path)
        for rule in bundle.rules where rule.id.hasPrefix(prefix) {
          lines.append("\(rule.id) \(rule.status) \(rule.findings) \(rule.reason ?? "") \(rule.fuel)")
        }
        for finding in bundle.findings where finding.rule.hasPrefix(prefix) {
          lines.append("\(finding.severity) \(finding.fingerprint) \(PolicyRun.describe(finding))")
        }
        for error in bundle.errors where error.rule?.hasPrefix(prefix) == true {
          lines.append(PolicyRun.describe(error))
        }
      }
      return lines.map { folder.withoutPath($0) }
    }
  }

  @Test("policies come to the same alone and with others that share their modules", arguments: seeds)
  func sameInAnyCompany(_ seed: UInt64) throws {
    guard let company = try Company(seed: seed) else { return }
    let bundles = try Self.bundles()
    let ids = company.policies.map(\.id)
    var expected: [String: [String]] = [:]
    for id in ids { expected[id] = company.outline(of: id, try company.report([id], bundles)) }
    let trials: [(String, () throws -> Report)] = [
      ("beside each other", { try company.report(ids, bundles) }),
      ("the other way round", { try company.report(ids.reversed(), bundles) }),
      ("with --explain", { try company.report(ids, bundles, explains: true) }),
      ("on three threads", { try company.report(ids.reversed(), bundles, jobs: 3) }),
      ("included", { try company.report(["outer"], bundles) }),
      ("included, after themselves", { try company.report(ids + ["outer"], bundles, jobs: 2) }),
    ]
    for (manner, report) in trials {
      let report = try report()
      for id in ids {
        let (wanted, found) = (expected[id] ?? [], company.outline(of: id, report))
        if wanted == found { continue }
        let first = zip(wanted, found).first { $0 != $1 }
        Issue.record(
          """
          seed \(seed): policy \(id) differs \(manner):
          alone: \(first.map(\.0) ?? "\(wanted.count) lines")
          now:   \(first.map(\.1) ?? "\(found.count) lines")
          \(company.policies.map { $0.text($0.rules) }.joined(separator: "\n"))
          """)
        return
      }
    }
  }

  // MARK: One policy

  /// A policy written down, with what is tried on it.
  private struct Trial {
    let policy: RandomPolicy
    let bundles: TemporaryFolder
    let folder: TemporaryFolder

    init(_ policy: RandomPolicy, _ bundles: TemporaryFolder) throws {
      self.policy = policy
      self.bundles = bundles
      folder = try TemporaryFolder(RandomPolicy.modules)
    }

    /// Little fuel and memory, so that runaways end soon, and no clock: it is the only limit that is not the same each time.
    private func options(_ rules: [RandomPolicy.Rule]) throws -> PolicyProgram.Options {
      try folder.write("policy.lua", policy.text(rules))
      return .init(
        policies: [folder("policy.lua")], limits: .init(memory: 12 << 20, seconds: .infinity, sourceSize: 1 << 20),
        fuel: 1_000_000)
    }

    func loads(_ rules: [RandomPolicy.Rule]) throws -> Bool {
      let options = try options(rules)
      return (try? PolicyProgram(options)) != nil
    }

    private func check(_ only: [RandomPolicy.Rule]) throws -> Check.Options {
      Check.Options(asOf: try #require(CalendarDate("2026-06-15")), rules: only.map(\.id), allowsEmpty: true)
    }

    /// The results of rules on bundles one after the other, in a separate program.
    func results(_ rules: [RandomPolicy.Rule], only: [RandomPolicy.Rule], on names: [String]) throws -> [Result] {
      var check = Check(try PolicyProgram(try options(rules)), try check(only))
      for name in names { check.run(on: try BundleGraph.open(path: bundles(name)), path: bundles(name)) }
      return results(check.report())
    }

    /// The same as a command with `--jobs` does it.
    func results(_ rules: [RandomPolicy.Rule], on names: [String], jobs: Int) throws -> [Result] {
      let options = try options(rules)
      let report = Check.report(
        on: names.map { bundles($0) }, try PolicyProgram(options), try check([]), jobs: jobs)
      return results(report)
    }

    private func results(_ report: Report) -> [Result] {
      report.bundles.flatMap { bundle in
        bundle.rules.map { rule in
          let findings = bundle.findings.filter { $0.rule == rule.id }.map { finding in
            // A fingerprint may be of the message, and with it of a line that it names.
            let fingerprint = finding.message.contains("policy.lua:") ? "" : finding.fingerprint
            return "\(finding.severity) \(fingerprint) " + PolicyRun.describe(finding)
          }
          let errors = bundle.errors.filter { $0.rule == rule.id }.map { error in
            var error = error
            (error.line, error.column) = (nil, nil)
            return PolicyRun.describe(error)
          }
          return Result(
            rule: rule.id, bundle: bundles.withoutPath(bundle.path),
            status: "\(rule.status) \(rule.findings) \(rule.reason ?? "")", fuel: rule.fuel,
            lines: (findings + errors).map { Self.withoutLines(folder.withoutPath($0)) })
        }
      }
    }

    /// Messages name lines of the policy, too.
    private static func withoutLines(_ text: String) -> String {
      let parts = text.split(separator: "policy.lua:", omittingEmptySubsequences: false)
      return parts[0] + parts.dropFirst().map { "policy.lua:" + $0.drop { $0.isNumber } }.joined()
    }
  }

  @Test("rules come to the same in any order, alone, twice, after other bundles, on any threads", arguments: seeds)
  func sameInAnyOrder(_ seed: UInt64) throws {
    let bundles = try Self.bundles()
    let trial = try Trial(RandomPolicy(seed: seed), bundles)
    let plain = RandomPolicy.Rule(id: "plain", text: #"rule "plain" { summary = "s", require = "Name" }"#)
    try #require(try trial.loads([plain]), "what stands before the rules does not load")
    // A declaration that is refused is nothing to compare.
    let rules = try trial.policy.rules.filter { try trial.loads([$0]) }
    guard !rules.isEmpty else { return }
    var random = RandomPolicyNumbers(seed: seed)
    let names = ["A.app", "B.app", "C.app"]
    var alone: [Result] = []
    for rule in rules {
      for name in names { alone += try trial.results(rules, only: [rule], on: [name]) }
    }
    let expected = Dictionary(alone.map { ([$0.rule, $0.bundle], $0) }, uniquingKeysWith: { one, _ in one })
    let pair = Array(random.shuffled(rules).prefix(2))
    let trials: [(String, () throws -> [Result])] = [
      ("alone again", { try trial.results(rules, only: [rules[0]], on: [names[0]]) }),
      ("with all rules", { try trial.results(rules, only: [], on: ["A.app"]) }),
      ("after other bundles", { try trial.results(rules, only: [], on: names) }),
      ("after other bundles, backwards, twice", { try trial.results(rules, only: [], on: names.reversed() + names) }),
      ("two of them", { try trial.results(rules, only: pair, on: names) }),
      ("in another order", { [order = random.shuffled(rules)] in try trial.results(order, only: [], on: names) }),
      ("on one thread", { try trial.results(rules, on: names, jobs: 1) }),
      ("on two threads", { try trial.results(rules, on: names, jobs: 2) }),
      ("on five threads", { try trial.results(rules, on: names, jobs: 5) }),
    ]
    for (manner, results) in trials {
      for result in try results() where expected[[result.rule, result.bundle]] != result {
        let reference = expected[[result.rule, result.bundle]]
        Issue.record(
          """
          seed \(seed): \(result.rule) differs \(manner) on \(result.bundle):
          alone: \(reference.map(Self.describe) ?? "nothing")
          now:   \(Self.describe(result))
          \(try Self.cause(of: result, trial, rules, expected))
          """)
        return
      }
    }
  }

  private static func describe(_ result: Result) -> String {
    "\(result.status), fuel \(result.fuel) "
      + result.lines.prefix(6).map { String($0.prefix(200)) }.joined(separator: " | ")
  }

  /// The fewest rules and bundles that make the difference, to begin with.
  private static func cause(
    of result: Result, _ trial: Trial, _ rules: [RandomPolicy.Rule], _ expected: [[String]: Result]
  ) throws -> String {
    let judged = rules.filter { result.rule.hasSuffix("/" + $0.id) }
    func differs(_ results: [Result]) -> Bool {
      results.contains { now in
        judged.contains { now.rule.hasSuffix("/" + $0.id) } && expected[[now.rule, now.bundle]] != now
      }
    }
    let texts = { (rules: [RandomPolicy.Rule]) in rules.map(\.text).joined(separator: "\n") }
    let name = result.bundle.split(separator: "/").last.map(String.init) ?? result.bundle
    for other in ["A.app", "B.app", "C.app"] where differs(try trial.results(rules, only: judged, on: [other, name])) {
      return "it is enough that \(other) comes before \(name):\n\(texts(judged))"
    }
    for rule in rules where !judged.contains(where: { $0.id == rule.id }) {
      if differs(try trial.results(rules, only: [rule] + judged, on: [name])) {
        return "it is enough that both are evaluated on \(name):\n\(texts([rule] + judged))"
      }
    }
    for other in ["A.app", "B.app", "C.app"] {
      for rule in rules where !judged.contains(where: { $0.id == rule.id }) {
        if differs(try trial.results(rules, only: [rule] + judged, on: [other, name])) {
          return "it is enough that both are evaluated on \(other), then on \(name):\n\(texts([rule] + judged))"
        }
      }
    }
    return "the policy:\n" + trial.policy.text(rules)
  }
}
