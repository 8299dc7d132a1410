import Basics
import Bundles
import PolicyEngine
import PolicyTestSupport
import Reporting
import Reports
import Testing

/// The output of every format for random policies does not depend on threads, explanations and repetition.
/// `BUNDLEPOLICY_RANDOM_POLICIES=1000` sets their number: see RandomPolicyTests.
@Suite(.largeStack) struct RandomReportTests {
  private static let seeds: [UInt64] = {
    let text = getenv("BUNDLEPOLICY_RANDOM_POLICIES").map { String(cString: $0) } ?? "5"
    let bounds = text.split(separator: ".").compactMap { UInt64($0) }
    guard let last = bounds.last, last > 0 else { return [] }
    return Array((bounds.count > 1 ? bounds[0] : 1)...max(last, bounds.count > 1 ? bounds[0] : 1))
  }()

  private static func rendered(_ report: Report, _ program: PolicyProgram) throws -> [ReportFormat: [UInt8]] {
    let context = ReportContext(toolVersion: "1.0", rules: try program.descriptions)
    var texts: [ReportFormat: [UInt8]] = [:]
    for format in ReportFormat.allCases {
      var view = format.view(context)
      let bundles = report.bundles.flatMap { view.add($0) }
      let (head, tail) = view.finish(report)
      texts[format] = head + bundles + tail
    }
    return texts
  }

  @Test("formats", arguments: seeds) func sameInEveryFormat(_ seed: UInt64) throws {
    let folder = try TemporaryFolder(RandomPolicy.modules)
    for (name, number) in [("A", 1), ("B", 2)] {
      let list =
        "<key>CFBundleIdentifier</key><string>com.example.\(name)</string><key>List</key><array><integer>\(number)</integer></array>"
      try folder.write("\(name).app/Contents/Info.plist", PropertyListText.document(list))
    }
    var policies: [String] = []
    for (number, id) in ["a", "b"].enumerated() {
      let policy = RandomPolicy(seed: seed &* 31 &+ UInt64(number), id: id, isSharing: true)
      try folder.write("\(id).lua", policy.text(policy.rules))
      if (try? PolicyProgram(Self.options([folder("\(id).lua")]))) != nil { policies.append(folder("\(id).lua")) }
    }
    guard !policies.isEmpty else { return }
    func render(jobs: Int, explains: Bool = false) throws -> [ReportFormat: [UInt8]] {
      let program = try PolicyProgram(Self.options(policies))
      var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")), allowsEmpty: true)
      options.explains = explains
      var report = Check.report(on: ["A", "B"].map { folder("\($0).app") }, program, options, jobs: jobs)
      for bundle in report.bundles.indices {
        for rule in report.bundles[bundle].rules.indices { report.bundles[bundle].rules[rule].explanations = nil }
      }
      return try Self.rendered(report, program)
    }
    let expected = try render(jobs: 1)
    for (manner, texts) in [
      ("a second time", try render(jobs: 1)), ("on two threads", try render(jobs: 2)),
      ("on four threads", try render(jobs: 4)), ("explained", try render(jobs: 1, explains: true)),
    ] {
      for format in ReportFormat.allCases where expected[format] != texts[format] {
        Issue.record("seed \(seed): \(format.rawValue) differs \(manner)")
      }
    }
  }

  private static func options(_ policies: [String]) -> PolicyProgram.Options {
    .init(policies: policies, limits: .init(memory: 12 << 20, seconds: .infinity, sourceSize: 1 << 20), fuel: 1_000_000)
  }
}
