import Testing

@testable import Basics

/// Sort keys must be ordered like their versions, for every pair.
@Suite struct SortKeyTests {
  static let texts = [
    "0", "00", "0.0", "1", "01", "1.0", "1.0.0", "1.0.1", "1.0.0.1", "1.1", "1.01", "1.10", "1.9", "2", "9", "10", "99",
    "100",
    "1.0d1", "1.0d2", "1.0d10", "1.0a1", "1.0a0", "1.0b1", "1.0b01", "1b1", "1.0.0b1", "1.0b300", "1.0fc1", "1.0.1d1",
    "0d0",
    "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
    "1.0.0+5",
    "1.0.0-1", "1.0.0-10", "1.0.0-2", "1.0.0--", "1.0.0-a-b", "1.0.0-aa", "1.0.0-a.0", "1.0.0-0", "0.0.0", "0.0.0-a",
    "1.0.0-Z", "1.0.0-a.a", "1.0.0-a0",
    "1a", "1.a", "1.0.a", "1.0.0.a", "1.0.b", "1.0.a.1", "1.0.a.0", "1.0.a.0.0", "1.0.a.0.b", "1.0.ab", "1a0",
    "1.0.0.1.a", "1é", "1z",
    "12345678901234567890123456789", "12345678901234567890123456788", "1.12345678901234567890123456789",
    String(repeating: "9", count: 254), String(repeating: "9", count: 255), "1" + String(repeating: "0", count: 255),
    String(repeating: "9", count: 400), "1." + String(repeating: "9", count: 300),
    "1.0." + String(repeating: "7", count: 256),
  ]

  @Test(arguments: VersionDialect.allCases) func ordersAsVersionsDo(_ dialect: VersionDialect) throws {
    let versions = Self.texts.compactMap { Version($0, dialect: dialect) }
    #expect(versions.count > 20)
    for left in versions {
      for right in versions {
        let order = try #require(left.compare(to: right))
        let (a, b) = (left.sortKey, right.sortKey)
        let keys = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        #expect(order.signum() == keys, "\(left.text.prefix(40)) and \(right.text.prefix(40))")
      }
    }
  }

  /// Builds random versions from typical pieces, which also gives unusual combinations.
  @Test(arguments: VersionDialect.allCases) func ordersAnything(_ dialect: VersionDialect) throws {
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = ["0", "0", "1", "2", "10", ".", ".", ".", "a", "b", "d", "fc", "rc", "-", "-", "z"]
    var versions: [Version] = []
    for _ in 0..<6_000 where versions.count < 300 {
      let core = dialect == .semver ? "\(next(2)).\(next(2)).\(next(3))" : "\(next(3))"
      let text = core + (0..<next(6)).map { _ in pieces[next(pieces.count)] }.joined()
      if let version = Version(text, dialect: dialect) { versions.append(version) }
    }
    #expect(versions.count == 300)
    for left in versions {
      for right in versions {
        let order = try #require(left.compare(to: right))
        let (a, b) = (left.sortKey, right.sortKey)
        let keys = a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
        #expect(order.signum() == keys, "\(left.text) and \(right.text)")
      }
    }
  }
}
