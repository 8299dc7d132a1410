package import Bundles
package import LuaRuntime

package struct SoundBundle {
  var infoPath = "Info.plist"
  var resourcesPath = ""
  package var info: [(key: String, value: LuaValue)] = []
  package var files: [(path: String, node: MemoryStorage.Node)] = []
  var products: [NestedFixture] = []
  /// Keys of Info.plist that determine the places of `products`.
  var keysOfProducts: [String] = []

  /// `stem` is the name of the bundle without extension, and of its executable.
  ///
  /// `entitlements`, a property list, are signed into the executable; it is unsigned without them.
  package init(_ kind: Fixture.Kind, _ platform: Fixture.Platform, stem: String, entitlements: [UInt8]? = nil) {
    let code = FixtureCode(kind, platform, entitlements: entitlements).bytes
    switch kind {
    case .plist: break
    case .framework where platform.hasContents:
      infoPath = "Versions/A/Resources/Info.plist"
      resourcesPath = "Versions/A/Resources"
      info = Self.info(kind, platform, stem: stem)
      files = [
        ("Versions/Current", .link("A")), ("Resources", .link("Versions/Current/Resources")),
        (stem, .link("Versions/Current/\(stem)")),
        ("Versions/A/\(stem)", .file(code, mode: 0o755)),
      ]
    case .application, .extension, .plugin, .framework:
      let contents = platform.hasContents ? "Contents/" : ""
      infoPath = contents + "Info.plist"
      resourcesPath = platform.hasContents ? "Contents/Resources" : ""
      info = Self.info(kind, platform, stem: stem)
      files = [(platform.hasContents ? "Contents/MacOS/\(stem)" : stem, .file(code, mode: 0o755))]
      if kind == .application { files.append((contents + "PkgInfo", .text("APPL????"))) }
    case .settings:
      // Xcode's settings bundles have no Info.plist: the first page takes its place.
      infoPath = "Root.plist"
      info = [
        (
          "PreferenceSpecifiers",
          .list([
            .record([("Type", .string("PSGroupSpecifier")), ("Title", .string("General"))]),
            .record([
              ("Type", .string("PSToggleSwitchSpecifier")), ("Title", .string("Enabled")), ("Key", .string("enabled")),
              ("DefaultValue", .boolean(true)),
            ]),
          ])
        )
      ]
    case .xcframework:
      var slice: [(String, LuaValue)] = [
        ("LibraryIdentifier", .string(platform.slice)), ("LibraryPath", .string("\(stem).framework")),
        ("SupportedArchitectures", .list(platform.architectures.map(LuaValue.string))),
        ("SupportedPlatform", .string(platform.sliceName)),
      ]
      if platform == .catalyst { slice.append(("SupportedPlatformVariant", .string("maccatalyst"))) }
      info = [
        ("AvailableLibraries", .list([.record(slice)])), ("CFBundlePackageType", .string("XFWK")),
        ("XCFrameworkFormatVersion", .string("1.0")),
      ]
      keysOfProducts = ["AvailableLibraries"]
      products = [Self.product(.framework, at: "\(platform.slice)/\(stem).framework")]
    case .archive:
      info = [
        (
          "ApplicationProperties",
          .record([
            ("ApplicationPath", .string("Applications/\(stem).app")),
            ("Architectures", .list(platform.architectures.map(LuaValue.string))),
            ("CFBundleIdentifier", .string("com.example.app")), ("CFBundleShortVersionString", .string("1.0")),
            ("CFBundleVersion", .string("1")), ("SigningIdentity", .string("Apple Distribution: Example (ABCDE12345)")),
            ("Team", .string("ABCDE12345")),
          ])
        ), ("ArchiveVersion", .integer(2)),
        ("CreationDate", .record([("$date", .string("2026-01-31T12:00:00Z"))])), ("Name", .string(stem)),
        ("SchemeName", .string(stem)),
      ]
      keysOfProducts = ["ApplicationProperties"]
      products = [Self.product(.application, at: "Products/Applications/\(stem).app")]
    }
  }

  private static func product(_ kind: Fixture.Kind, at path: String) -> NestedFixture {
    var fixture = Fixture()
    fixture.kind = kind
    return NestedFixture(path: path, fixture: fixture)
  }

  private static func info(
    _ kind: Fixture.Kind, _ platform: Fixture.Platform, stem: String
  ) -> [(key: String, value: LuaValue)] {
    let type =
      switch kind {
      case .framework: "FMWK"
      case .extension: "XPC!"
      case .plugin: "BNDL"
      case .application, .plist, .xcframework, .settings, .archive: "APPL"
      }
    let suffix = kind == .application ? "app" : "app.\(stem.lowercased())"
    let defaults = platform.defaults
    var info: [(key: String, value: LuaValue)] = [
      ("CFBundleDevelopmentRegion", .string("en")), ("CFBundleExecutable", .string(stem)),
      ("CFBundleIdentifier", .string("com.example.\(suffix)")), ("CFBundleInfoDictionaryVersion", .string("6.0")),
      ("CFBundleName", .string(stem)), ("CFBundlePackageType", .string(type)),
      ("CFBundleShortVersionString", .string("1.0")),
      ("CFBundleSupportedPlatforms", .list([.string(defaults.name)])), ("CFBundleVersion", .string("1")),
      (platform.minimumSystemKey, .string(defaults.minimumSystem)),
    ]
    if kind == .extension {
      var fields: [(String, LuaValue)] = [("NSExtensionPointIdentifier", .string(defaults.extensionPoint))]
      if platform != .watchos { fields.append(("NSExtensionPrincipalClass", .string("\(stem).Handler"))) }
      info.append(("NSExtension", .record(fields)))
    }
    // On the Mac, a device family marks Catalyst.
    if kind == .application || platform == .catalyst, !defaults.families.isEmpty {
      info.append(("UIDeviceFamily", .list(defaults.families.map(LuaValue.integer))))
    }
    if kind == .application { info += platform.applicationKeys }
    return info
  }
}
