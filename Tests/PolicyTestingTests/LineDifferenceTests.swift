import Testing
@testable import PolicyTesting

/// Differences of texts, as people read them.
@Suite struct LineDifferenceTests {
  @Test(
    arguments: [
      ("", "", []), ("a\n", "a\n", []), ("a\nb\n", "a\nc\n", ["@@ -1 +1 @@", "  a", "- b", "+ c"]),
      ("", "a\n", ["@@ -1 +1 @@", "+ a"]), ("a\n", "", ["@@ -1 +1 @@", "- a"]),
      ("1\n2\n3\n4\n5\n", "1\n2\n3\nx\n4\n5\n", ["@@ -2 +2 @@", "  2", "  3", "+ x", "  4", "  5"]),
      (
        "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
        ["@@ -1 +1 @@", "- a", "+ A", "  1", "  2", "@@ -6 +6 @@", "  5", "  6", "- b", "+ B"]
      ), ("a\nb\na\n", "a\n", ["@@ -1 +1 @@", "  a", "- b", "- a"]),
    ])
  func lines(_ old: String, _ new: String, _ lines: [String]) {
    #expect(LineDifference.lines(from: old, to: new) == lines)
  }

  @Test func isShort() {
    let old = (1...500).map { "old \($0)\n" }.joined()
    let new = (1...500).map { "new \($0)\n" }.joined()
    let lines = LineDifference.lines(from: old, to: new)
    #expect(lines.count == LineDifference.maximumLines + 1 && lines.last == "… and 941 more lines")
  }

  @Test func manyLinesEnd() {
    let old = (1...40_000).map { "old \($0)\n" }.joined()
    let new = "new\n" + old.replacing("old 2\n", with: "") + "more\n"
    let lines = LineDifference.lines(from: old, to: new)
    #expect(lines.count == LineDifference.maximumLines + 1 && lines[0] == "@@ -1 +1 @@")
  }
}
