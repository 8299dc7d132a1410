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
