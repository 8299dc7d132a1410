import Testing

@testable import Bundles

@Suite("Path patterns") struct GlobTests {
  private static let patterns = [
    "**", "*", "a", "a/b", "**/b", "a/**", "**/*.lproj/**", "*/**/c", "**/**/c", "a/**/**", "**/a/**/b/**", "[a-c]/?",
    "*.x/**/*.y",
  ]
  private static let paths = [
    "a", "b", "c", "a/b", "a/c", "b/c", "a/b/c", "x/a/y/b/z", "a/a/b/b", "en.lproj", "r/en.lproj/t", "r/en.lproj/t/u",
    "q.x/r/s.y", "q.x/s.y",
    "", "a/", "é/b",
  ]

  /// Additional leading `**` change nothing.
  @Test(arguments: patterns) func longPatterns(_ pattern: String) throws {
    let short = try #require(Glob("**/" + pattern))
    let long = try #require(Glob(String(repeating: "**/", count: 70) + pattern))
    for path in Self.paths {
      var steps: (UInt64, UInt64) = (0, 0)
      #expect(short.matches(path, steps: &steps.0) == long.matches(path, steps: &steps.1), "\(path)")
    }
  }

  @Test(arguments: [
    ("**", "a/b", true), ("a/**", "a", true), ("a/**", "b/a", false), ("**/b", "b", true),
    ("**/*.lproj/**", "r/en.lproj/t/u", true),
    ("**/a/**/b/**", "x/a/y/b/z", true), ("**/a/**/b/**", "x/b/y/a/z", false), ("*/**/c", "c", false),
    ("*/**/c", "a/c", true),
    ("[a-c]/?", "b/é", true), ("[!a-c]/?", "b/x", false), ("a/b", "a/b/c", false), ("*.x/**/*.y", "q.x/s.y", true),
  ])
  func matches(_ pattern: String, _ path: String, _ expected: Bool) throws {
    var steps: UInt64 = 0
    #expect(try #require(Glob(pattern)).matches(path, steps: &steps) == expected)
    #expect(steps > 0)
  }
}
