import KeyRegistry
import Testing

@Suite struct LibraryKeysTests {
  @Test(
    arguments: [
      ("FacebookAppID", "the Facebook SDK"), ("SUFeedURL", "Sparkle"), ("io.sentry.dsn", "the Sentry SDK"),
      ("FIREBASE_ANALYTICS_COLLECTION_ENABLED", "Firebase"), ("FirebaseAppDelegateProxyEnabled", "Firebase"),
      ("GADApplicationIdentifier", "the Google Mobile Ads SDK"), ("FLTEnableImpeller", "Flutter"),
      ("FlutterDeepLinkingEnabled", "Flutter"), ("branch_key", "the Branch SDK"), ("ElectronTeamID", "Electron"),
      ("RCTNewArchEnabled", "React Native"), ("Braze", "the Braze SDK"),
      // Names that only have a key as prefix.
      ("SUPPORT_URL", nil), ("Support", nil), ("SU", nil), ("Facebook", nil), ("Unitylike", nil), ("branch_", nil),
      ("Brazen", nil), ("GIDEON", nil), ("io.sentryx.dsn", nil), ("", nil), ("APIHost", nil),
    ] as [(String, String?)])
  func library(key: String, name: String?) {
    #expect(LibraryKeys.library(reading: key) == name)
    #expect(!KeyRegistry.contains(key))
  }
}
