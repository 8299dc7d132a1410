/// Info.plist keys that widely used libraries and tools read at run time. Renaming one breaks the library.
package enum LibraryKeys {
  struct Library {
    let name: String
    let source: String
    var keys: [String] = []
    /// Prefixes of further keys: words, or abbreviations in upper case, followed by another word.
    var prefixes: [String] = []
  }

  /// Returns the name of the library that is known to read a key without qualifiers; nil if none is.
  package static func library(reading key: String) -> String? {
    let bytes = Array(key.utf8)
    return all.first { library in
      library.keys.contains { bytes.elementsEqual($0.utf8) }
        || library.prefixes.contains { isPrefix(Array($0.utf8), of: bytes) }
    }?.name
  }

  /// `SU` is a prefix of SUFeedURL, but not of SUPPORT_URL.
  private static func isPrefix(_ prefix: [UInt8], of key: [UInt8]) -> Bool {
    guard key.starts(with: prefix), let last = prefix.last else { return false }
    func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    if !isUpper(last), !isLower(last) { return key.count > prefix.count }
    let rest = key[prefix.count...]
    guard let first = rest.first, isUpper(first) else { return false }
    return isLower(last) || rest.dropFirst().first.map(isLower) ?? false
  }

  static let all: [Library] = [
    Library(
      name: "the Facebook SDK", source: "https://developers.facebook.com/docs/ios/getting-started",
      prefixes: ["Facebook"]),
    Library(name: "Sparkle", source: "https://sparkle-project.org/documentation/customization", prefixes: ["SU"]),
    Library(
      name: "Firebase", source: "https://firebase.google.com/docs/analytics/configure-data-collection",
      prefixes: ["Firebase", "FIREBASE_", "firebase_", "GOOGLE_ANALYTICS_"]),
    Library(
      name: "the Google Mobile Ads SDK", source: "https://developers.google.com/admob/ios/quick-start",
      prefixes: ["GAD"]),
    Library(
      name: "Google Sign-In", source: "https://developers.google.com/identity/sign-in/ios/start-integrating",
      prefixes: ["GID"]),
    Library(name: "the Sentry SDK", source: "https://docs.sentry.io", prefixes: ["io.sentry."]),
    Library(
      name: "the AppsFlyer SDK", source: "https://dev.appsflyer.com/hc/docs/troubleshooting", prefixes: ["AppsFlyer"]),
    Library(
      name: "the Branch SDK", source: "https://help.branch.io/developers-hub/docs/ios-basic-integration",
      prefixes: ["branch_"]),
    Library(
      name: "the OneSignal SDK", source: "https://github.com/OneSignal/OneSignal-iOS-SDK", prefixes: ["OneSignal_"]),
    Library(
      name: "the Intercom SDK", source: "https://developers.intercom.com/installing-intercom/ios/push-notifications",
      prefixes: ["Intercom"]),
    Library(
      name: "the Braze SDK", source: "https://www.braze.com/docs/developer_guide/home", keys: ["Braze", "Appboy"]),
    Library(
      name: "the AppLovin SDK", source: "https://developers.applovin.com/en/max/ios/overview/integration",
      prefixes: ["AppLovin"]),
    Library(
      name: "the Mapbox SDK", source: "https://docs.mapbox.com/ios/maps/guides/install",
      keys: ["MBXAccessToken", "MGLMapboxAccessToken"]),
    Library(name: "Snap Kit", source: "https://docs.snap.com/snap-kit", prefixes: ["SCSDK"]),
    Library(
      name: "Microsoft Intune", source: "https://learn.microsoft.com/intune/developer/app-sdk-ios",
      keys: ["IntuneMAMSettings"]),
    Library(
      name: "App Center", source: "https://github.com/microsoft/appcenter-sdk-apple", prefixes: ["AppCenter"]),
    Library(
      name: "CodePush", source: "https://github.com/microsoft/react-native-code-push", prefixes: ["CodePush"]),
    Library(
      name: "React Native", source: "https://github.com/react-native-async-storage/async-storage", prefixes: ["RCT"]),
    Library(
      name: "Expo", source: "https://docs.expo.dev/versions/latest/sdk/screen-orientation",
      keys: ["EXDefaultScreenOrientationMask"]),
    Library(
      name: "Flutter", source: "https://docs.flutter.dev/perf/impeller",
      prefixes: ["FLT", "Flutter", "io.flutter."]),
    Library(name: "Capacitor", source: "https://github.com/ionic-team/capacitor", keys: ["CAPACITOR_DEBUG"]),
    Library(
      name: "Electron", source: "https://www.electronjs.org/docs/latest/tutorial/asar-integrity",
      prefixes: ["Electron"]),
    Library(
      name: "Unity", source: "https://docs.unity3d.com/Manual/StructureOfXcodeProject.html", prefixes: ["Unity"]),
    Library(
      name: "py2app", source: "https://py2app.readthedocs.io",
      keys: [
        "PyMainFileNames", "PyOptions", "PyResourcePackages", "PyRuntimeLocations", "PyRuntimeMainFile",
        "PythonInfoDict",
      ]),
    Library(
      name: "the Java launcher",
      source: "https://docs.oracle.com/javase/7/docs/technotes/guides/jweb/packagingAppsForMac.html",
      prefixes: ["JVM"]),
    Library(
      name: "Chromium", source: "https://source.chromium.org/chromium/chromium/src/+/main:chrome/app/app-Info.plist",
      keys: ["CrProductDirName"], prefixes: ["KS"]),
  ]
}
