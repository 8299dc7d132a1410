import Basics

/// Info.plist keys that widely used libraries and tools read at run time. Renaming one breaks the library.
package enum LibraryKeys {
  /// Returns the name of the library that is known to read a key without qualifiers; nil if none is.
  package static func library(reading key: String) -> String? {
    let key = Array(key.utf8)
    return all.first { library in
      library.keys.contains { $0.last == UInt8(ascii: "*") ? isPrefix($0.dropLast(), of: key) : key == $0 }
    }?.name
  }

  /// `SU` is a prefix of SUFeedURL, but not of SUPPORT_URL.
  private static func isPrefix(_ prefix: [UInt8], of key: [UInt8]) -> Bool {
    guard key.starts(with: prefix), let last = prefix.last else { return false }
    func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    if !last.isASCIILetter { return key.count > prefix.count }
    let rest = key[prefix.count...]
    guard let first = rest.first, isUpper(first) else { return false }
    return last.isASCIILowercase || rest.dropFirst().first?.isASCIILowercase ?? false
  }

  private static let all: [(name: String, keys: [[UInt8]])] = table.split(separator: "\n").map { line in
    let columns = line.parts(separatedBy: " | ")
    return (String(columns[0]), columns[1].split(separator: " ").map { Array($0.utf8) })
  }

  /// The library; its keys, and the prefixes of further keys with a `*`: words, or abbreviations in upper case, followed by another word;
  /// and its documentation.
  private static let table = """
    the Facebook SDK | Facebook* | https://developers.facebook.com/docs/ios/getting-started
    Sparkle | SU* | https://sparkle-project.org/documentation/customization
    Firebase | Firebase* FIREBASE_* firebase_* GOOGLE_ANALYTICS_* | https://firebase.google.com/docs/analytics/configure-data-collection
    the Google Mobile Ads SDK | GAD* | https://developers.google.com/admob/ios/quick-start
    Google Sign-In | GID* | https://developers.google.com/identity/sign-in/ios/start-integrating
    the Sentry SDK | io.sentry.* | https://docs.sentry.io
    the AppsFlyer SDK | AppsFlyer* | https://dev.appsflyer.com/hc/docs/troubleshooting
    the Branch SDK | branch_* | https://help.branch.io/developers-hub/docs/ios-basic-integration
    the OneSignal SDK | OneSignal_* | https://github.com/OneSignal/OneSignal-iOS-SDK
    the Intercom SDK | Intercom* | https://developers.intercom.com/installing-intercom/ios/push-notifications
    the Braze SDK | Braze Appboy | https://www.braze.com/docs/developer_guide/home
    the AppLovin SDK | AppLovin* | https://developers.applovin.com/en/max/ios/overview/integration
    the Mapbox SDK | MBXAccessToken MGLMapboxAccessToken | https://docs.mapbox.com/ios/maps/guides/install
    Snap Kit | SCSDK* | https://docs.snap.com/snap-kit
    Microsoft Intune | IntuneMAMSettings | https://learn.microsoft.com/intune/developer/app-sdk-ios
    App Center | AppCenter* | https://github.com/microsoft/appcenter-sdk-apple
    CodePush | CodePush* | https://github.com/microsoft/react-native-code-push
    React Native | RCT* | https://github.com/react-native-async-storage/async-storage
    Expo | EXDefaultScreenOrientationMask | https://docs.expo.dev/versions/latest/sdk/screen-orientation
    Flutter | FLT* Flutter* io.flutter.* | https://docs.flutter.dev/perf/impeller
    Capacitor | CAPACITOR_DEBUG | https://github.com/ionic-team/capacitor
    Electron | Electron* | https://www.electronjs.org/docs/latest/tutorial/asar-integrity
    Unity | Unity* | https://docs.unity3d.com/Manual/StructureOfXcodeProject.html
    py2app | PyMainFileNames PyOptions PyResourcePackages PyRuntimeLocations PyRuntimeMainFile PythonInfoDict | https://py2app.readthedocs.io
    the Java launcher | JVM* | https://docs.oracle.com/javase/7/docs/technotes/guides/jweb/packagingAppsForMac.html
    Chromium | CrProductDirName KS* | https://source.chromium.org/chromium/chromium/src/+/main:chrome/app/app-Info.plist
    """
}
