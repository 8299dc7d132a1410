import Testing

@testable import KeyRegistry

@Suite("Did you mean")
struct SpellingTests {
  @Test(
    "finds the key that was meant",
    arguments: [
      ("CFBundelVersion", "CFBundleVersion"), ("cfbundleversion", "CFBundleVersion"),
      ("CFBundleVersoin", "CFBundleVersion"),
      ("CFBundlVersion", "CFBundleVersion"), ("CFBundleIdentifer", "CFBundleIdentifier"),
      ("NSCameraUsageDescripton", "NSCameraUsageDescription"),
      ("UISupportedInterfaceOrientation", "UISupportedInterfaceOrientations"),
      ("LSMinimumSystemversion", "LSMinimumSystemVersion"), ("CFBundleShortVersionSring", "CFBundleShortVersionString"),
      ("NSPrinicpalClass", "NSPrincipalClass"), ("CFBundleDisplayname", "CFBundleDisplayName"),
      ("CFBundleIconfile", "CFBundleIconFile"), ("UIbackgroundModes", "UIBackgroundModes"),
    ])
  func nearest(typed: String, meant: String) {
    #expect(KeyRegistry.nearest(to: typed) == meant)
  }

  @Test(
    "offers nothing for other people's keys",
    arguments: [
      "", "APIHost", "com.example.APIHost", "SUFeedURL", "Build", "CFBundle", "ExampleChannel",
      String(repeating: "a", count: 5000),
    ])
  func silent(typed: String) {
    #expect(KeyRegistry.nearest(to: typed) == nil)
  }

  @Test("gives a known key back as itself")
  func itself() {
    for key in KeyRegistry.allKeys { #expect(KeyRegistry.nearest(to: key) == key) }
  }

  @Test("doesn't depend on the order of the candidates")
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

  @Test(
    "tells what looks like one of Apple's",
    arguments: [
      ("NSFooUsageDescription", "NS"), ("CFBundleFoo", "CF"), ("UIColorful", "UI"), ("LSFoo", "LS"), ("ITSFoo", "ITS"),
      ("DTFoo", "DT"), ("NSGKFoo", "NS"), ("com.apple.Foo", "com.apple."),
    ])
  func applePrefix(key: String, prefix: String) {
    #expect(KeyRegistry.applePrefix(of: key) == prefix)
  }

  @Test(
    "and what doesn't",
    arguments: [
      "", "UI", "NS", "UIVERSION", "ATLAS", "Nsfoo", "APIHost", "MyKey", "com.example.NSFoo", "CFX",
      "SUEnableAutomaticChecks",
    ])
  func noApplePrefix(key: String) {
    #expect(KeyRegistry.applePrefix(of: key) == nil)
  }
}
