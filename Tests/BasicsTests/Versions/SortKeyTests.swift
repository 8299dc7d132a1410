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
        #expect(order == Self.order(left, right), "\(left.text.prefix(40)) and \(right.text.prefix(40))")
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
        #expect(order == Self.order(left, right), "\(left.text) and \(right.text)")
      }
    }
  }

  // MARK: The orders as their specifications state them

  private static func order(_ left: Version, _ right: Version) -> Int? {
    switch left.dialect {
    case .apple: AppleVersion(left.text).flatMap { left in AppleVersion(right.text).map { apple(left, $0) } }
    case .sparkle: SparkleVersion(left.text).flatMap { left in SparkleVersion(right.text).map { sparkle(left, $0) } }
    case .semver: SemanticVersion(left.text).flatMap { left in SemanticVersion(right.text).map { semantic(left, $0) } }
    }
  }

  private static func number(_ left: DecimalNumber, _ right: DecimalNumber) -> Int {
    if left.digits.utf8.count != right.digits.utf8.count {
      return left.digits.utf8.count < right.digits.utf8.count ? -1 : 1
    }
    return text(left.digits, right.digits)
  }

  private static func text(_ left: String, _ right: String) -> Int {
    left.utf8.elementsEqual(right.utf8) ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  private static func numbers(_ left: [DecimalNumber], _ right: [DecimalNumber]) -> Int {
    (0..<max(left.count, right.count)).lazy.map { position in
      number(
        position < left.count ? left[position] : .zero, position < right.count ? right[position] : .zero)
    }.first { $0 != 0 } ?? 0
  }

  private static func apple(_ left: AppleVersion, _ right: AppleVersion) -> Int {
    let order = numbers(left.numbers, right.numbers)
    if order != 0 { return order }
    if left.rank != right.rank { return left.rank < right.rank ? -1 : 1 }
    return number(left.stageNumber, right.stageNumber)
  }

  private static func sparkle(_ left: SparkleVersion, _ right: SparkleVersion) -> Int {
    for position in 0..<max(left.parts.count, right.parts.count) {
      let one = position < left.parts.count ? left.parts[position] : .number(.zero)
      let other = position < right.parts.count ? right.parts[position] : .number(.zero)
      let order =
        switch (one, other) {
        case (.number(let one), .number(let other)): number(one, other)
        case (.letters(let one), .letters(let other)): text(one, other)
        case (.letters, .number): -1
        case (.number, .letters): 1
        }
      if order != 0 { return order }
    }
    return 0
  }

  private static func semantic(_ left: SemanticVersion, _ right: SemanticVersion) -> Int {
    let order = numbers(left.numbers, right.numbers)
    if order != 0 { return order }
    let (one, other) = (left.prerelease, right.prerelease)
    if one.isEmpty || other.isEmpty { return one.isEmpty == other.isEmpty ? 0 : one.isEmpty ? 1 : -1 }
    for (one, other) in zip(one, other) {
      let order =
        switch (one.number, other.number) {
        case (let one?, let other?): number(one, other)
        case (_?, nil): -1
        case (nil, _?): 1
        case (nil, nil): text(one.text, other.text)
        }
      if order != 0 { return order }
    }
    return (one.count - other.count).signum()
  }
}
