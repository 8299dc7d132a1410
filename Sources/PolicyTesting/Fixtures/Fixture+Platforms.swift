import LuaRuntime

extension Fixture.Kind {
  var usualName: String {
    switch self {
    case .application: "App.app"
    case .framework: "Kit.framework"
    case .extension: "Share.appex"
    case .plugin: "Plug.bundle"
    case .xcframework: "Kit.xcframework"
    case .settings: "Settings.bundle"
    case .archive: "App.xcarchive"
    case .plist: "Info.plist"
    }
  }
}

// The differences between bundles for different systems, as Xcode builds them.
extension Fixture.Platform {
  var hasContents: Bool { self == .macos || self == .catalyst }

  var supportedPlatform: String {
    switch self {
    case .macos, .catalyst: "MacOSX"
    case .ios: "iPhoneOS"
    case .tvos: "AppleTVOS"
    case .watchos: "WatchOS"
    case .visionos: "XROS"
    }
  }

  var minimumSystem: (key: String, version: String) {
    switch self {
    case .macos, .catalyst: ("LSMinimumSystemVersion", "13.0")
    case .ios, .tvos: ("MinimumOSVersion", "16.0")
    case .watchos: ("MinimumOSVersion", "9.0")
    case .visionos: ("MinimumOSVersion", "1.0")
    }
  }

  var families: [Int64] {
    switch self {
    case .macos: []
    case .ios: [1, 2]
    case .catalyst: [2]
    case .tvos: [3]
    case .watchos: [4]
    case .visionos: [7]
    }
  }

  /// The default extension point, and whether its extensions have a principal class.
  var extensionPoint: (identifier: String, hasClass: Bool) {
    switch self {
    case .macos, .ios, .visionos, .catalyst: ("com.apple.share-services", true)
    case .tvos: ("com.apple.tv-top-shelf", true)
    case .watchos: ("com.apple.widgetkit-extension", false)
    }
  }

  var applicationKeys: [(key: String, value: LuaValue)] {
    switch self {
    case .macos, .catalyst: return []
    case .ios:
      let orientations = ["Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"]
      return [
        ("LSRequiresIPhoneOS", .boolean(true)), ("UILaunchScreen", .dictionary([])),
        ("UISupportedInterfaceOrientations", .list(orientations.map { .string("UIInterfaceOrientation\($0)") })),
      ]
    case .tvos: return [("UIRequiredDeviceCapabilities", .list([.string("arm64")]))]
    case .watchos: return [("WKApplication", .boolean(true)), ("WKWatchOnly", .boolean(true))]
    case .visionos:
      return [
        (
          "UIApplicationSceneManifest",
          .dictionary([
            ("UIApplicationPreferredDefaultSceneSessionRole", .string("UIWindowSceneSessionRoleApplication")),
            ("UIApplicationSupportsMultipleScenes", .boolean(true)), ("UISceneConfigurations", .dictionary([])),
          ])
        )
      ]
    }
  }

  // MARK: Slices of an xcframework

  /// The value of `SupportedPlatform`, where Catalyst is a variant of iOS.
  var sliceName: String {
    switch self {
    case .visionos: "xros"
    case .catalyst: "ios"
    case .macos, .ios, .tvos, .watchos: rawValue
    }
  }

  var architectures: [String] { hasContents ? ["arm64", "x86_64"] : ["arm64"] }

  var slice: String {
    "\(sliceName)-\(architectures.joined(separator: "_"))" + (self == .catalyst ? "-maccatalyst" : "")
  }
}
