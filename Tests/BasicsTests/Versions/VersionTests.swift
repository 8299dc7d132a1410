import PolicyTestSupport
import Testing

@testable import Basics

@Suite struct VersionTests {
  @Test(arguments: [
    "1", "0", "1.2", "1.2.3", "24.1.0.0", "1.02.3", "2024111901", "20230512.103042", "1.0d1", "1.0a0", "1.2b3",
    "1.0fc255",
    "7fc1", "1.0b300", "123456789012345678901234567890.1",
  ])
  func appleReads(_ text: String) {
    #expect(Version(text, dialect: .apple)?.text == text)
  }

  @Test(arguments: [
    "", " ", "1 ", " 1", "1.2 ", "1. 2", "1..2", ".1", "1.", "v1", "1.2.x", "-1", "+1", "1,2", "1e3", "0x10", "3f2a9c1",
    "9fceb02d0ae598e95dc970b74767f19372d61af8", "deadbeef", "1.0f1", "1.0fc", "1.0b", "1.0b1.2", "1.0b-1", "1.0bb1",
    "1.0B1",
    "1.0rc1", "b1", ".b1", "1.0b1a2", "١٢", "１.２", "1\n", "1\r\n", "1\u{0}", "1.0\u{301}", "$(CURRENT_PROJECT_VERSION)",
  ])
  func appleRefuses(_ text: String) {
    #expect(Version(text, dialect: .apple) == nil)
  }

  /// In ascending order.
  @Test(arguments: [
    (
      VersionDialect.apple,
      [
        "0", "0.0.1", "0.9.9", "1d1", "1d2", "1a1", "1a10", "1b1", "1b2", "1b10", "1fc1", "1fc2", "1", "1.0.0.1",
        "1.0.1",
        "1.2.3", "1.2.10", "1.10", "2", "10", "99999999999999999998", "99999999999999999999", "100000000000000000000",
      ]
    ),
    (.apple, ["1.2.3", "24.1.0.0", "24.1.0.1", "2023.05", "20230512.103042", "20230512.103043", "2024111901"]),
    (
      .sparkle,
      [
        "0.9", "1.0a1", "1.0a2", "1.0b1", "1.0b2", "1.0b10", "1.0", "1.0.1", "1.1b1", "1.1", "1.2", "1.10", "2.0rc1",
        "2.0",
      ]
    ),
    // The example of SemVer 2.0.0, section 11, with similar cases.
    (
      .semver,
      [
        "0.0.0", "1.0.0-0", "1.0.0-1", "1.0.0-10", "1.0.0-99999999999999999999", "1.0.0-alpha", "1.0.0-alpha.1",
        "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0",
        "1.10.0",
        "2.0.0", "2.1.0", "2.1.1", "99999999999999999999.0.0",
      ]
    ),
  ])
  func increase(_ dialect: VersionDialect, _ texts: [String]) throws {
    let versions = try texts.map { try #require(Version($0, dialect: dialect), "\($0)") }
    for (low, left) in versions.enumerated() {
      for (high, right) in versions.enumerated() {
        let order = try #require(left.compare(to: right))
        #expect(order.signum() == (low - high).signum(), "\(left.text) against \(right.text)")
      }
    }
  }

  @Test(arguments: [
    (VersionDialect.apple, "1.02.3", "1.2.3"), (.apple, "1", "1.0"), (.apple, "1", "1.0.0.0"), (.apple, "0", "0.0"),
    (.apple, "1.0b01", "1b1"), (.apple, "007", "7"), (.apple, "000000000000000000000000000001", "1"),
    (.sparkle, "1.0", "1.0.0"), (.sparkle, "1.0-beta", "1.0"), (.sparkle, "1.0-2", "1.0-1"),
    (.sparkle, "1.0 (b)", "1.0.b"),
    (.semver, "1.0.0+a", "1.0.0+b"), (.semver, "1.0.0+001", "1.0.0"), (.semver, "1.0.0-a+x", "1.0.0-a"),
  ])
  func areEqual(_ dialect: VersionDialect, _ left: String, _ right: String) throws {
    let (left, right) = (try #require(Version(left, dialect: dialect)), try #require(Version(right, dialect: dialect)))
    #expect(left.compare(to: right) == 0 && right.compare(to: left) == 0)
  }

  @Test(arguments: ["", "v1.0", "-1", "beta", "abc123", " 1", "١"]) func sparkleRefuses(_ text: String) {
    #expect(Version(text, dialect: .sparkle) == nil)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "v1.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3-a.01",
    "1.2.3+", "1.2.3+a..b", "1.2.3+a+b", "1.2.3-ä", "1.2.3 ", "1.2.-3", "-1.2.3", "1.2.３", "1.2.3-a_b",
  ])
  func semverRefuses(_ text: String) {
    #expect(Version(text, dialect: .semver) == nil)
  }

  /// From SemVer's list of strings that its regular expression must match.
  @Test(arguments: [
    "0.0.4", "1.1.2-prerelease+meta", "1.1.2+meta-valid", "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay",
    "1.0.0-0A.is.legal", "1.2.3----RC-SNAPSHOT.12.9.1--.12+788", "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
  ])
  func semverReads(_ text: String) {
    #expect(Version(text, dialect: .semver) != nil)
  }

  @Test func dialectsDoNotMix() throws {
    let (apple, semver) = (
      try #require(Version("1.2.3", dialect: .apple)), try #require(Version("1.2.3", dialect: .semver))
    )
    #expect(apple.compare(to: semver) == nil)
  }

  @Test(arguments: [
    (VersionDialect.apple, "1.02.3b04", ["1", "2", "3"], "b4" as String?), (.apple, "1.2", ["1", "2"], nil),
    (.sparkle, "1.2b3", ["1", "2"], "b3"), (.sparkle, "1.2-x", ["1", "2"], nil),
    (.semver, "1.2.3-rc.1+5", ["1", "2", "3"], "rc.1"), (.semver, "1.2.3+5", ["1", "2", "3"], nil),
  ])
  func parts(_ dialect: VersionDialect, _ text: String, _ numbers: [String], _ stage: String?) throws {
    let version = try #require(Version(text, dialect: dialect))
    #expect(version.numbers == numbers && version.stage == stage)
  }

  /// The order is reflexive, antisymmetric, transitive and total for similar versions.
  @Test(arguments: VersionDialect.allCases) func orderIsTotal(_ dialect: VersionDialect) throws {
    var random = SeededGenerator(state: 20_260_615)
    var versions: [Version] = []
    while versions.count < 120 {
      let length = Int.random(in: 1...9, using: &random)
      var text = ""
      for _ in 0..<length { text.append("0011223..ab-fcd+".randomElement(using: &random) ?? "1") }
      if dialect == .semver {
        text = "\(Int.random(in: 0...2, using: &random)).0.0" + text.drop { $0 != "-" && $0 != "+" }
      }
      if let version = Version(text, dialect: dialect) { versions.append(version) }
    }
    var orders: Set<Int> = []
    for _ in 0..<20_000 {
      let triple = (0..<3).map { _ in versions[Int.random(in: 0..<versions.count, using: &random)] }
      func order(_ left: Int, _ right: Int) throws -> Int {
        try #require(triple[left].compare(to: triple[right])).signum()
      }
      let (first, second, both) = (try order(0, 1), try order(1, 2), try order(0, 2))
      orders.insert(first)
      let texts = triple.map(\.text).joined(separator: ", ")
      if try order(0, 0) != 0 { Issue.record("not equal to itself: \(texts)") }
      if try order(1, 0) != -first { Issue.record("not antisymmetric: \(texts)") }
      if first <= 0 && second <= 0 && both > 0 { Issue.record("not transitive: \(texts)") }
      if first == 0 && second != both { Issue.record("equal versions are ordered differently: \(texts)") }
    }
    #expect(orders == [-1, 0, 1])
  }
}
