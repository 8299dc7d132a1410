import Presentation
import Testing

/// Differences that `patch` and `git apply` read.
@Suite struct UnifiedDifferenceTests {
  /// Names are written as Git and patch read them.
  @Test(arguments: [
    ("I.plist", "--- a/I.plist\n+++ b/I.plist\n"), ("/t/I.plist", "--- a/t/I.plist\n+++ b/t/I.plist\n"),
    ("I x.plist", "--- a/I x.plist\t\n+++ b/I x.plist\t\n"), ("\u{E9}", "--- a/\u{E9}\n+++ b/\u{E9}\n"),
    ("a\tb\"c\\d\u{1}", #"--- "a/a\tb\"c\\d\001""# + "\n" + #"+++ "b/a\tb\"c\\d\001""# + "\n"),
  ])
  func namesOfFiles(_ name: String, _ head: String) {
    let difference = UnifiedDifference.bytes(from: Array("a\n".utf8), to: Array("b\n".utf8), file: name)
    #expect(String(decoding: difference, as: UTF8.self) == head + "@@ -1 +1 @@\n-a\n+b\n")
  }
}
