package import PolicyObjects
import PolicySchema
import PolicyEngine
package import LuaRuntime

/// A bundle that a policy's tests describe: a sound one of its kind, and what differs.
package struct Fixture: Sendable {
  package typealias Kind = FixtureKind

  /// The systems that sound bundles are known for.
  package enum Platform: String, CaseIterable, Sendable {
    case macos, ios, tvos, watchos, visionos, catalyst
  }

  /// A file of the bundle other than its Info.plist.
  package enum File: Sendable {
    case text(String, mode: UInt16)
    /// Code or a picture.
    case bytes([UInt8], mode: UInt16)
    /// Zeros: a file of which only the size matters.
    case zeros(Int, mode: UInt16)
    case link(String)
    case directory
    /// A named pipe, socket or device.
    case special
    /// The default bundle's file at this path is left out.
    case absent
  }

  package var kind = Kind.application
  package var platform = Platform.macos
  /// Whether the description says so; inside another bundle it is otherwise that one's.
  package var isPlatformGiven = false
  /// The last path component; nil for one made from the kind.
  package var name: String?
  /// Keys of Info.plist that differ from the default bundle.
  package var info: [(key: String, value: LuaValue)] = []
  /// Keys of a sound bundle that are not there.
  package var without: [String] = []
  /// Paths relative to the bundle.
  package var files: [(path: String, file: File)] = []
  /// Tables of strings by language and name.
  package var localizations: [(language: String, tables: [(name: String, strings: [(key: String, value: LuaValue)])])] =
    []
  /// The entitlements in the executable's signature; nil if it is not signed.
  package var entitlements: [(key: String, value: LuaValue)]?
  /// How the bundle is signed and sealed as a whole; nil when it isn't.
  package var signing: FixtureSigning?
  /// Nested bundles, by the path of their directory or their own path.
  package var bundles: [NestedFixture] = []
  /// Earlier builds, newest first; nil when there is no history at all.
  /// Each by how it differs from this one.
  package var history: [EarlierBuild]?
  /// Whether an earlier build was marked as shipped; nil if unknown.
  package var isShipped: Bool?
  /// Further bundles of the same check, for rules that compare bundles.
  package var others: [Fixture] = []
  /// The bundle without the others, then these.
  package var members: [Fixture] {
    var first = self
    first.others = []
    return [first] + others
  }
  /// How it is checked; of a bundle inside another, or an earlier build, nothing.
  package var conditions = TestConditions()
  /// Levels of nesting, including this fixture.
  package var depth = 1

  package init() {}

  /// Bundles described in all, this one and its history counted.
  var count: Int {
    (bundles.map(\.fixture) + others).reduce(1) { $0 &+ $1.total }
      &+ (history ?? []).reduce(0) { $0 &+ $1.fixture.total }
  }
  /// `count`, computed when the fixture was made, because many others may contain it.
  package var total = 1
  /// Bundles that one description may have in all.
  static let maximumCount = 1_000

  /// The maximum nesting of bundles and histories in a description.
  static let maximumDepth = 8

  /// This bundle with what `other` says in place of what this one does.
  func merged(with other: Fixture, fields: Set<String>) -> Fixture {
    var result = self
    if fields.contains("platform"), other.isPlatformGiven {
      (result.platform, result.isPlatformGiven) = (other.platform, true)
    }
    if fields.contains("name") { result.name = other.name }
    for entry in other.info {
      result.info.removeAll { $0.key == entry.key }
      result.info.append(entry)
      result.without.removeAll { $0 == entry.key }
    }
    for key in other.without {
      result.info.removeAll { $0.key == key }
      if !result.without.contains(key) { result.without.append(key) }
    }
    for entry in other.files {
      result.files.removeAll { $0.path == entry.path }
      result.files.append(entry)
    }
    for entry in other.localizations {
      result.localizations.removeAll { $0.language == entry.language }
      result.localizations.append(entry)
    }
    for entry in other.bundles {
      result.bundles.removeAll { $0.path == entry.path }
      result.bundles.append(entry)
    }
    if let entitlements = other.entitlements { result.entitlements = entitlements }
    if let signing = other.signing { result.signing = signing }
    result.isShipped = other.isShipped
    if fields.contains("history") { result.history = other.history }
    result.depth = max(depth, other.depth)
    return result
  }
}

/// An earlier build, by how it differs from the later one.
package struct EarlierBuild: Sendable {
  package let fixture: Fixture
  /// The fields that it was given.
  let fields: Set<String>

  package init(fixture: Fixture, fields: Set<String>) { (self.fixture, self.fields) = (fixture, fields) }
}

/// A bundle inside another, by its path there.
package struct NestedFixture: Sendable {
  let path: String
  let fixture: Fixture

  package init(path: String, fixture: Fixture) { (self.path, self.fixture) = (path, fixture) }
}

/// The fixtures that tests have made; a handle of Lua is a position in it.
package struct FixtureTable {
  /// Fixtures of one run of tests.
  static let limit = 100_000

  private(set) var fixtures: [Fixture] = []

  package init() {}

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
  /// The kind that the name of a directory says; nil when it says none.
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

  /// Whether a sound bundle of this kind has code of its own.
  package var hasExecutable: Bool {
    switch self {
    case .application, .framework, .extension, .plugin: true
    case .xcframework, .settings, .archive, .plist: false
    }
  }
}
