import Basics
import Testing

@testable import PolicyPacks

/// Compares ranges with npm's documentation (node-semver).
@Suite struct VersionRangeTests {
  @Test(
    arguments: [
      ("^1.2", "1.2.0 1.2.9 1.10.0 1.99999999999999999999999999.0", "1.1.9 2.0.0 0.2.0 1.2.0-beta 2.0.0-alpha"),
      ("^1.2.3", "1.2.3 1.9.0 1.2.3+build", "1.2.2 2.0.0 1.3.0-rc.1 2.0.0-rc.1"), ("^1", "1.0.0 1.9.9", "0.9.0 2.0.0"),
      ("^0.2.3", "0.2.3 0.2.9", "0.2.2 0.3.0 1.2.3"), ("^0.0.3", "0.0.3", "0.0.2 0.0.4"),
      ("^0.0", "0.0.0 0.0.9", "0.1.0"), ("^0", "0.0.0 0.9.9", "1.0.0"), ("^0.0.0", "0.0.0", "0.0.1"),
      (
        "^1.2.3-beta.2", "1.2.3-beta.2 1.2.3-beta.10 1.2.3-rc 1.2.3 1.3.0",
        "1.2.3-beta.1 1.2.3-alpha 1.2.4-beta.2 2.0.0"
      ),
      ("~1.2.3", "1.2.3 1.2.10", "1.2.2 1.3.0"), ("~1.2", "1.2.0 1.2.9", "1.3.0 1.1.0"), ("~1", "1.0.0 1.9.0", "2.0.0"),
      (">=1.2 <2", "1.2.0 1.9.9", "1.1.9 2.0.0 2.0.0-alpha 1.3.0-beta"), (">= 1.2  < 2", "1.2.0", "2.0.0"),
      (">1.2", "1.3.0 2.0.0", "1.2.0 1.2.9"), ("<=1.2", "1.2.9 1.0.0", "1.3.0"), (">1.2.3", "1.2.4", "1.2.3"),
      ("<=1.2.3", "1.2.3", "1.2.4"), ("<1.2.3", "1.2.2", "1.2.3"), ("1.2.3", "1.2.3 1.2.3+5", "1.2.4 1.2.3-rc"),
      ("=1.2.3", "1.2.3", "1.2.2"), ("1.2.3-rc.1", "1.2.3-rc.1", "1.2.3 1.2.3-rc.2"),
      (">=18446744073709551616.0.0", "18446744073709551617.0.0", "18446744073709551615.9.9"),
      (">=2 <1", "", "0.9.0 1.5.0 2.0.0"),
    ])
  func whatARangeHas(_ text: String, _ inside: String, _ outside: String) throws {
    let range = try VersionRange(text)
    func version(_ text: Substring) throws -> Version { try #require(Version(String(text), dialect: .semver)) }
    for word in inside.split(separator: " ") { #expect(range.contains(try version(word)), "\(text) has \(word)") }
    for word in outside.split(separator: " ") { #expect(!range.contains(try version(word)), "\(text) lacks \(word)") }
  }

  @Test(arguments: [
    "", " ", "1.2", "=1", "v1.2.3", "^v1.2", "1.x", "*", "^1.2 || ^2", "1.0.0 - 2.0.0", "^1.2.3.4", "^01.2", ">=1,<2",
    "^",
    "^-1", "^1.2-beta", "latest", "^1.2.3-", "^1.2.3-01", ">=1 <2 >=1 <2 >=1 <2 >=1 <2 >=1", "^1+5",
    "^1." + String(repeating: "1", count: 300),
  ])
  func whatIsNoRange(_ text: String) {
    let error = trouble { try VersionRange(text) }
    #expect(error?.code == .source && error?.hint?.contains("^1.2") == true, "\(text)")
  }

  @Test func theHighestTagIsChosen() throws {
    let names = [
      "v1.9.0", "v1.10.0", "1.2.0", "v2.0.0-rc.1", "v2.0.0-rc.11", "v2.0.0-rc.2", "latest", "v1", "version-3.0.0",
      "v01.0.0",
    ]
    let tags = VersionTags(names.compactMap(VersionTag.init))
    #expect(tags.all.map(\.name) == ["1.2.0", "v1.9.0", "v1.10.0", "v2.0.0-rc.1", "v2.0.0-rc.2", "v2.0.0-rc.11"])
    #expect(try tags.newest()?.name == "v1.10.0")
    let range = try VersionRange(">=2.0.0-rc.2")
    #expect(try tags.highest { range.contains($0.version) }?.name == "v2.0.0-rc.11")
    #expect(try VersionTags(["v3.0.0-a", "v3.0.0-b"].compactMap(VersionTag.init)).newest()?.name == "v3.0.0-b")
    #expect(VersionTag("v1.0.0-" + String(repeating: "a", count: 300)) == nil)
  }

  /// Two tags for the same version are ambiguous unless they name the same commit.
  @Test func oneVersionUnderTwoTags() throws {
    func tags(_ one: String?, _ other: String?) -> VersionTags {
      var tags = ["v1.2.0", "1.2.0"].compactMap(VersionTag.init)
      (tags[0].revision, tags[1].revision) = (one, other)
      return VersionTags(tags)
    }
    #expect(try tags("a", "a").newest() != nil)
    for (one, other) in [("a", "b"), (nil, nil), ("a", nil)] as [(String?, String?)] {
      #expect(trouble { try tags(one, other).newest() }?.message.contains("'1.2.0' and 'v1.2.0'") == true)
    }
  }
}
