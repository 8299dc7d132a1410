import Basics
import Testing

@Suite("Did you mean")
struct SpellingTests {
  @Test("does not depend on the order of the candidates")
  func order() {
    let words = ["severity", "summary", "summery", "sumary"]
    for words in [words, words.reversed()] {
      #expect(SpellingCorrector.nearest(to: "summarry", among: words) == "summary")
      #expect(SpellingCorrector.nearest(to: "sumery", among: words) == "sumary")
    }
    #expect(SpellingCorrector.nearest(to: "bat", among: ["cat", "bar"]) == "bar")
    #expect(SpellingCorrector.nearest(to: "bat", among: ["bar", "cat"]) == "bar")
    #expect(SpellingCorrector.nearest(to: "x", among: [String]()) == nil)
  }

  @Test("allows one slip in short words, two in long ones, none in the shortest")
  func limits() {
    #expect(SpellingCorrector.nearest(to: "chekc", among: ["check"]) == "check")
    #expect(SpellingCorrector.nearest(to: "chkec", among: ["checks"]) == nil)
    #expect(SpellingCorrector.nearest(to: "qualified_kyes", among: ["qualified_keys"]) == "qualified_keys")
    #expect(SpellingCorrector.nearest(to: "qualifed_kyes", among: ["qualified_keys"]) == "qualified_keys")
    #expect(SpellingCorrector.nearest(to: "qualifd_kyes", among: ["qualified_keys"]) == nil)
    #expect(SpellingCorrector.nearest(to: "ab", among: ["cb", "a"]) == nil)
    #expect(SpellingCorrector.nearest(to: "ID", among: ["id"]) == "id")
  }

  @Test("reads corrections back from messages")
  func corrections() {
    let message = "rule 'x', applies: unknown kind 'ap'" + SpellingCorrector.suggestion(for: "ap", among: ["app"])
    for (message, hint, word, replacement) in [
      (message, nil, "ap", "app"),
      (
        "rule 'a' names 'CFBundleNme', which the platform doesn't define", "did you mean 'CFBundleName'?",
        "CFBundleNme", "CFBundleName"
      ),
    ] as [(String, String?, String, String)] {
      let found = SpellingCorrector.correction(in: message, hint: hint)
      #expect(found?.word == word && found?.replacement == replacement, "\(message)")
    }
    for message in ["", "unknown 'x'", "did you mean 'x'?", "don't: did you mean 'x", "'a' did you mean '"] {
      #expect(SpellingCorrector.correction(in: message) == nil, "\(message)")
    }
    #expect(SpellingCorrector.quoted(in: "'a' isn't 'b c', nor '") == ["a", "b c"])
  }

  @Test("prefers the candidate in the same case")
  func caseBreaksTies() {
    #expect(SpellingCorrector.nearest(to: "Plugin", among: ["PLUGIN", "PlugIn", "plugin"]) == "PlugIn")
  }

  @Test(
    "counts slips",
    arguments: [
      ("", "", 0), ("a", "", 1), ("abc", "abc", 0), ("abc", "acb", 1), ("abcd", "acbd", 1), ("abc", "ab", 1),
      ("abc", "xbc", 1),
      ("ca", "abc", 3), ("kitten", "sitting", 3), ("abcdef", "badcfe", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(SpellingCorrector.distance(Array(a.utf8), Array(b.utf8), limit: 9) == expected)
    #expect(SpellingCorrector.distance(Array(b.utf8), Array(a.utf8), limit: 9) == expected)
    #expect(SpellingCorrector.distance(Array(a.utf8), Array(b.utf8), limit: 1) == min(expected, 2))
  }
}
