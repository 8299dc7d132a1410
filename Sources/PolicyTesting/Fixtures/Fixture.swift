package import LuaRuntime
import PolicyEngine
import PolicyObjects
package import PolicySchema

/// A bundle that a test describes: a valid default bundle of its kind, and the differences from it.
package struct Fixture: Sendable {
  package typealias Kind = FixtureKind

  package enum Platform: String, CaseIterable, Sendable {
    case macos, ios, tvos, watchos, visionos, catalyst
  }

  package enum File: Sendable {
    case text(String, mode: UInt16)
    case bytes([UInt8], mode: UInt16)
    /// A file of zeros, of which only the size matters.
    case zeros(Int, mode: UInt16)
    case link(String)
    case directory(mode: UInt16)
    case special
    /// The default bundle's file at this path is removed.
    case absent
  }

  package var kind = Kind.application
  package var platform = Platform.macos
  /// Whether the description names the platform; a nested bundle otherwise has the platform of the outer one.
  package var isPlatformGiven = false
  package var name: String?
  package var info: [(key: String, value: LuaValue)] = []
  package var without: [String] = []
  /// Paths relative to the bundle.
  package var files: [(path: String, file: File)] = []
  /// The names of extended attributes by path.
  package var attributes: [(path: String, names: [String])] = []
  package var localizations: [(language: String, tables: [(name: String, strings: [(key: String, value: LuaValue)])])] =
    []
  /// The entitlements in the executable's signature; nil if it is not signed.
  package var entitlements: [(key: String, value: LuaValue)]?
  /// How the bundle is signed and sealed; nil if it is not.
  package var signing: FixtureSigning?
  /// Nested bundles, by the path of their directory or their own path.
  package var bundles: [NestedFixture] = []
  package var delivery: FixtureDelivery?
  /// Earlier builds, newest first, as differences from this one; nil if there is no history at all.
  package var history: [EarlierBuild]?
  /// Whether an earlier build was marked as shipped; nil if unknown.
  package var isShipped: Bool?
  package var others: [Fixture] = []
  /// The bundle, then the others.
  package var members: [Fixture] {
    var first = self
    first.others = []
    return [first] + others
  }
  /// The conditions of the check; empty for a nested bundle or an earlier build.
  package var conditions = TestConditions()
  /// Levels of nesting, including this fixture.
  package var depth = 1

  /// The number of described bundles, including this one and its history.
  var count: Int {
    (bundles.map(\.fixture) + others).reduce(1) { $0 &+ $1.total }
      &+ (history ?? []).reduce(0) { $0 &+ $1.fixture.total }
  }
  /// `count`, computed once, because many other fixtures may contain this one.
  package var total = 1
  static let maximumCount = 1_000

  static let maximumDepth = 8

  /// This bundle, with the fields that `other` sets replaced.
  func merged(with other: Fixture, fields: Set<String>) -> Fixture {
    var result = self
    if fields.contains("platform"), other.isPlatformGiven {
      (result.platform, result.isPlatformGiven) = (other.platform, true)
    }
    if fields.contains("kind") { result.kind = other.kind }
    if fields.contains("name") { result.name = other.name }
    func add<Entry>(_ path: WritableKeyPath<Fixture, [Entry]>, replacing names: [String], _ name: (Entry) -> String) {
      result[keyPath: path].removeAll { names.contains(name($0)) }
      result[keyPath: path] += other[keyPath: path]
    }
    let (keys, paths) = (other.info.map(\.key), other.files.map(\.path))
    add(\.info, replacing: keys + other.without, \.key)
    add(\.without, replacing: keys + other.without, \.self)
    add(\.files, replacing: paths, \.path)
    add(\.attributes, replacing: paths, \.path)
    add(\.localizations, replacing: other.localizations.map(\.language), \.language)
    add(\.bundles, replacing: other.bundles.map(\.path), \.path)
    if let entitlements = other.entitlements { result.entitlements = entitlements }
    if let signing = other.signing { result.signing = signing }
    if let delivery = other.delivery { result.delivery = delivery }
    result.isShipped = other.isShipped
    if fields.contains("history") { result.history = other.history }
    result.depth = max(depth, other.depth)
    return result
  }
}

/// An earlier build, as its differences from the later one.
package struct EarlierBuild: Sendable {
  package let fixture: Fixture
  let fields: Set<String>
}

package struct NestedFixture: Sendable {
  let path: String
  let fixture: Fixture
}

/// The fixtures that tests have made; a Lua handle is a position in it.
package struct FixtureTable {
  static let limit = 100_000

  private(set) var fixtures: [Fixture] = []

  subscript(node: LuaNode) -> Fixture? {
    guard node.kind == ObjectKind.fixture.rawValue, Int(node.index) < fixtures.count else { return nil }
    return fixtures[Int(node.index)]
  }

  mutating func add(_ fixture: Fixture) throws(DeclarationError) -> LuaNode {
    guard fixtures.count < Self.limit else { throw DeclarationError("the tests make more than \(Self.limit) fixtures") }
    fixtures.append(fixture)
    return LuaNode(kind: ObjectKind.fixture.rawValue, owner: 0, index: UInt32(clamping: fixtures.count - 1))
  }
}

extension FixtureKind {
  init?(path: String) {
    let name = path.lowercased().split(separator: "/").last ?? ""
    if name == "settings.bundle" {
      self = .settings
      return
    }
    switch name.lastIndex(of: ".").map({ name[name.index(after: $0)...] }) {
    case "app": self = .application
    case "framework": self = .framework
    case "appex", "xpc", "systemextension", "dext": self = .extension
    case "bundle", "plugin": self = .plugin
    case "xcframework": self = .xcframework
    case "xcarchive": self = .archive
    default: return nil
    }
  }

  /// Whether a default bundle of this kind has code of its own.
  package var hasExecutable: Bool { [.application, .framework, .extension, .plugin].contains(self) }
}

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

  var minimumSystemKey: String { hasContents ? "LSMinimumSystemVersion" : "MinimumOSVersion" }

  /// The name in `CFBundleSupportedPlatforms`, the minimum system version, the device families, and the default extension point, whose
  /// extensions have a principal class except for widgets.
  var defaults: (name: String, minimumSystem: String, families: [Int64], extensionPoint: String) {
    switch self {
    case .macos: ("MacOSX", "13.0", [], "com.apple.share-services")
    case .ios: ("iPhoneOS", "16.0", [1, 2], "com.apple.share-services")
    case .tvos: ("AppleTVOS", "16.0", [3], "com.apple.tv-top-shelf")
    case .watchos: ("WatchOS", "9.0", [4], "com.apple.widgetkit-extension")
    case .visionos: ("XROS", "1.0", [7], "com.apple.share-services")
    case .catalyst: ("MacOSX", "13.0", [2], "com.apple.share-services")
    }
  }

  var applicationKeys: [(key: String, value: LuaValue)] {
    switch self {
    case .macos, .catalyst: return []
    case .ios:
      let orientations = ["Portrait", "PortraitUpsideDown", "LandscapeLeft", "LandscapeRight"]
      return [
        ("LSRequiresIPhoneOS", .boolean(true)), ("UILaunchScreen", .record([])),
        ("UISupportedInterfaceOrientations", .list(orientations.map { .string("UIInterfaceOrientation\($0)") })),
      ]
    case .tvos: return [("UIRequiredDeviceCapabilities", .list([.string("arm64")]))]
    case .watchos: return [("WKApplication", .boolean(true)), ("WKWatchOnly", .boolean(true))]
    case .visionos:
      return [
        (
          "UIApplicationSceneManifest",
          .record([
            ("UIApplicationPreferredDefaultSceneSessionRole", .string("UIWindowSceneSessionRoleApplication")),
            ("UIApplicationSupportsMultipleScenes", .boolean(true)), ("UISceneConfigurations", .record([])),
          ])
        )
      ]
    }
  }

  // MARK: Slices of an xcframework

  /// The value of `SupportedPlatform`, where Catalyst is a variant of iOS.
  var sliceName: String { self == .visionos ? "xros" : self == .catalyst ? "ios" : rawValue }

  var architectures: [String] { hasContents ? ["arm64", "x86_64"] : ["arm64"] }

  var slice: String {
    "\(sliceName)-\(architectures.joined(separator: "_"))" + (self == .catalyst ? "-maccatalyst" : "")
  }
}
