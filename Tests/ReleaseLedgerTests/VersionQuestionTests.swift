import BuildRecords
import Testing
import Basics

@testable import ReleaseLedger

/// The answers of the index equal a search of all rows.
@Suite struct VersionQuestionTests {
  private static let versions: [String?] = [
    "1", "1.0", "1.0.0", "1.0.1", "2", "10", "9", "1.0b1", "1.0b2", "1.0.0-rc.1", "1.0.0-rc.2", "1.0.0+5", "0", "007",
    "v1", "", "1.0fc3", "abc", "1..2", "1.10", "1.9", nil, "99999999999999999999999", "2a", "2.0.0",
  ]
  private static let systems: [String?] = ["macos", "ios", nil, "visionos"]

  /// As the words of `VersionScope` say it.
  private static func matches(_ row: RecordedBuild, _ question: VersionQuestion) -> Bool {
    let (entry, subject) = (row.entry, question.subject)
    guard entry.verdict == .pass, entry.product == subject.product, entry.identifier == subject.identifier,
      entry.path == subject.path,
      row.sequence < question.before ?? .max
    else { return false }
    if question.scope == .identifier { return true }
    if let one = entry.platform, let other = subject.platform, one != other { return false }
    guard question.scope == .release else { return true }
    switch (entry.shortVersion, subject.shortVersion) {
    case (nil, nil): return true
    case (let one?, let other?):
      switch (Version(one, dialect: .apple), Version(other, dialect: .apple)) {
      case (let left?, let right?): return left.compare(to: right) == 0
      case (nil, nil): return one.utf8.elementsEqual(other.utf8)
      default: return false
      }
    default: return false
    }
  }

  private static func version(_ row: RecordedBuild, _ question: VersionQuestion) -> Version? {
    (question.field == .build ? row.entry.build : row.entry.shortVersion).flatMap {
      Version($0, dialect: question.dialect)
    }
  }

  private static func highest(_ rows: [RecordedBuild], _ question: VersionQuestion) -> Int64? {
    var best: (version: Version, row: RecordedBuild)?
    for row in rows where matches(row, question) {
      guard let version = version(row, question) else { continue }
      if let known = best {
        guard let order = version.compare(to: known.version), order >= 0 else { continue }
        if order == 0, !isNewer(row, than: known.row) { continue }
      }
      best = (version, row)
    }
    return best?.row.sequence
  }

  /// By the release, then by the build, then by the row.
  private static func isNewer(_ row: RecordedBuild, than other: RecordedBuild) -> Bool {
    for (one, two) in [
      (row.entry.shortVersion, other.entry.shortVersion), (row.entry.build, other.entry.build),
    ] {
      switch (one.flatMap { Version($0, dialect: .apple) }, two.flatMap { Version($0, dialect: .apple) }) {
      case (let left?, let right?):
        if let order = left.compare(to: right), order != 0 { return order > 0 }
      case (nil, nil): continue
      case (let left, _): return left != nil
      }
    }
    return row.sequence > other.sequence
  }

  @Test(arguments: LedgerPlace.all, [UInt64](1...4))
  func answersAsEveryRowWould(_ place: LedgerPlace, _ seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let test = try TestLedger(place)
    var entries: [BuildEntry] = []
    for number in 0..<60 {
      entries.append(
        .sample(
          random.of(["com.example.app", "com.example.app", "com.example.app.part"]), build: random.of(Self.versions),
          shortVersion: random.of(Self.versions), platform: random.of(Self.systems), contents: "\(number)",
          verdict: random.chance(0.2) ? .fail : .pass, path: random.chance(0.2) ? "Part.framework" : "",
          product: random.chance(0.8) ? "com.example.app" : "com.example.suite"))
    }
    // In one transaction numbers may repeat.
    try test.recordTogether(entries)
    let rows = try test.rows()
    var (found, unreadable) = (0, 0)
    for _ in 0..<6 {
      let subject = LedgerSubject(
        product: "com.example.app", identifier: "com.example.app", platform: random.of(Self.systems),
        shortVersion: random.of(Self.versions))
      for field in VersionField.allCases {
        for dialect in VersionDialect.allCases {
          for scope in VersionScope.allCases {
            for before in [nil, Int64(random.below(62)), 30] {
              let question = VersionQuestion(subject, field: field, dialect: dialect, scope: scope, before: before)
              let highest = Self.highest(rows, question)
              #expect(try test.ledger.highest(question)?.sequence == highest, "\(question)")
              let newest = rows.last { Self.matches($0, question) && Self.version($0, question) == nil }?.sequence
              #expect(try test.ledger.newestUnreadable(question)?.sequence == newest, "\(question)")
              if highest != nil { found += 1 }
              if newest != nil { unreadable += 1 }
            }
          }
        }
      }
    }
    #expect(found > 20 && unreadable > 20)
  }

  @Test func aReleaseIsTheSameInAnySpelling() throws {
    let test = try TestLedger(.file)
    try test.record([
      .sample(build: "5", shortVersion: "1.0"), .sample(build: "9", shortVersion: "1.1"),
      .sample(build: "7", shortVersion: "1.0.0", platform: nil), .sample(build: "8", shortVersion: nil),
    ])
    func highest(_ release: String?, _ platform: String?, _ scope: VersionScope = .release) throws -> String? {
      let subject = BuildEntry.sample(shortVersion: release, platform: platform).subject
      return try test.ledger.highest(VersionQuestion(subject, field: .build, dialect: .apple, scope: scope))?.entry
        .build
    }
    #expect(try highest("1", "macos") == "7")
    #expect(try highest("1.0.0.0", "ios") == "7")
    #expect(try highest("1.1", "ios") == nil)
    #expect(try highest("1.1", nil) == "9")
    #expect(try highest(nil, "macos") == "8")
    #expect(try highest("2", "macos") == nil)
    #expect(try highest("2", "ios", .platform) == "7")
    #expect(try highest("2", "ios", .identifier) == "9")
  }
}
