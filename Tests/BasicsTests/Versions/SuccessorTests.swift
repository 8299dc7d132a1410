import Testing

@testable import Basics

/// The suggested next version: higher than the given one, and valid in its dialect.
@Suite struct SuccessorTests {
  @Test(
    arguments: [
      (VersionDialect.apple, "1", "2"), (.apple, "0", "1"), (.apple, "41", "42"), (.apple, "1.2.3", "1.2.4"),
      (.apple, "1.2.99", "1.3.0"), (.apple, "1.99.99", "2.0.0"), (.apple, "1.99", "2.0"), (.apple, "01.02", "1.3"),
      (.apple, "9998.99.99", "9999.0.0"), (.apple, "9999", "9999.1"), (.apple, "9999.99", "9999.99.1"),
      (.apple, "9999.99.99", nil), (.apple, "1.2.3.4", "1.2.4"), (.apple, "1.2.99.4", "1.2.100"),
      (.apple, "1.2.3.4b5", "1.2.4"),
      (.apple, "10000", "10001"), (.apple, "1.100", "1.101"), (.apple, "1.100.99", "1.100.100"),
      (.apple, "2024111901", "2024111902"), (.apple, "20230512.103042", "20230512.103043"),
      (.apple, "999999999999999999", nil), (.apple, "99999999999999999999999999", nil),
      (.apple, "1.0b1", "1.0b2"), (.apple, "1.0d255", "1.0a1"), (.apple, "1.0b255", "1.0fc1"),
      (.apple, "1.0fc255", "1.0"),
      (.apple, "1.0b300", "1.0fc1"), (.apple, "9999.99.99fc255", "9999.99.99"),
      (.sparkle, "1.9", "1.10"), (.sparkle, "1.0b1", "1.0"), (.sparkle, "9999.99.99", "9999.99.100"),
      (.sparkle, "9223372036854775806", "9223372036854775807"), (.sparkle, "9223372036854775807", nil),
      (.semver, "1.2.3", "1.2.4"), (.semver, "1.2.3-rc.1", "1.2.3"), (.semver, "1.2.99", "1.2.100"),
      (.semver, "1.2.99999999999999999999", "1.2.100000000000000000000"),
    ] as [(VersionDialect, String, String?)])
  func follows(_ dialect: VersionDialect, _ text: String, _ expected: String?) throws {
    let version = try #require(Version(text, dialect: dialect))
    let next = version.successor
    #expect(next == expected)
    guard let next else { return }
    let read = try #require(Version(next, dialect: dialect))
    #expect(try #require(read.compare(to: version)) > 0)
    if dialect == .apple { #expect(next.split(separator: ".").count <= 3 && next.utf8.count <= 18) }
  }
}
