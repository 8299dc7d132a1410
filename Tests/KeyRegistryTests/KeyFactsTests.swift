import Testing

@testable import KeyRegistry

/// The facts of the documents' tables, one row for each key: name, type, first versions, and R(equired), C (recommended),
/// L(ocalizable).
@Suite("Facts about keys")
struct KeyFactsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var key: String
    var type: KeyType
    var flags: String
    var platforms: Set<KeyPlatform>

    init(_ key: String, _ type: KeyType, _ flags: String, _ platforms: Set<KeyPlatform>) {
      (self.key, self.type, self.flags, self.platforms) = (key, type, flags, platforms)
    }

    var testDescription: String { key }
  }

  static let table: [Row] = [
    Row("CFAppleHelpAnchor", .string, "", [.macos]),
    Row("CFBundleAllowMixedLocalizations", .boolean, "", [.ios, .macos]),
    Row("CFBundleDevelopmentRegion", .string, "C", [.ios, .macos]),
    Row("CFBundleDisplayName", .string, "RL", [.ios, .macos]),
    Row("CFBundleDocumentTypes", .array, "", [.ios, .macos]),
    Row("CFBundleExecutable", .string, "C", [.ios, .macos]),
    Row("CFBundleIconFile", .string, "", [.ios, .macos]),
    Row("CFBundleIconName", .string, "", [.macos]),
    Row("CFBundleIconFiles", .array, "C", [.ios]),
    Row("CFBundleIcons", .dictionary, "", [.ios, .tvos]),
    Row("CFBundleIdentifier", .string, "C", [.ios, .macos]),
    Row("CFBundleInfoDictionaryVersion", .string, "C", [.ios, .macos]),
    Row("CFBundleLocalizations", .array, "", [.ios, .macos]),
    Row("CFBundleName", .string, "CL", [.ios, .macos]),
    Row("CFBundlePackageType", .string, "C", [.ios, .macos]),
    Row("CFBundleShortVersionString", .string, "L", [.ios, .macos]),
    Row("CFBundleSignature", .string, "C", [.ios, .macos]),
    Row("CFBundleSpokenName", .string, "L", [.ios, .macos]),
    Row("CFBundleURLTypes", .array, "", [.ios, .macos]),
    Row("CFBundleVersion", .string, "C", [.ios, .macos]),
    Row("CFPlugInDynamicRegistration", .string, "", [.macos]),
    Row("CFPlugInDynamicRegisterFunction", .string, "", [.macos]),
    Row("CFPlugInFactories", .dictionary, "", [.macos]),
    Row("CFPlugInTypes", .dictionary, "", [.macos]),
    Row("CFPlugInUnloadFunction", .string, "", [.macos]),
    Row("LSRequiresIPhoneOS", .boolean, "R", [.ios]),
    Row("UIRequiredDeviceCapabilities", .dictionaryOrArray, "R", [.ios]),
    Row("NSMainNibFile", .string, "C", [.ios, .macos]),
    Row("NSPrincipalClass", .string, "C", [.macos]),
    Row("NSHumanReadableCopyright", .string, "CL", [.macos]),
    Row("LSMinimumSystemVersion", .string, "C", [.macos]),
    Row("UIStatusBarStyle", .string, "", [.ios]),
    Row("UIStatusBarHidden", .boolean, "", [.ios]),
    Row("UIInterfaceOrientation", .string, "", [.ios]),
    Row("UIPrerenderedIcon", .boolean, "", [.ios]),
    Row("UIRequiresPersistentWiFi", .boolean, "", [.ios]),
    Row("UILaunchImageFile", .string, "", [.ios]),
    Row("UILaunchImages", .array, "", [.ios]),
    Row("UISupportedInterfaceOrientations", .array, "", [.ios]),
    Row("MinimumOSVersion", .string, "", [.ios, .tvos, .watchos]),
    Row("LSApplicationCategoryType", .string, "", [.macos]),
    Row("NSAppTransportSecurity", .dictionary, "", [.ios, .macos]),
    Row("NSCameraUsageDescription", .string, "L", [.ios, .macos]),
    Row("NSExtension", .dictionary, "", [.ios, .macos]),
    Row("NSPrivacyTracking", .boolean, "", [.ios, .macos]),
    Row("BGTaskSchedulerPermittedIdentifiers", .array, "", [.ios]),
  ]

  @Test(arguments: table)
  func fact(row: Row) throws {
    let entry = try #require(KeyRegistry.entry(for: row.key))
    #expect(entry.type == row.type)
    let flags = (entry.isRequired ? "R" : "") + (entry.isRecommended ? "C" : "") + (entry.isLocalizable ? "L" : "")
    #expect(flags == row.flags)
    #expect(Set(entry.platforms).isSuperset(of: row.platforms))
    if row.platforms == [.macos], row.key.hasPrefix("CFPlugIn") || row.key == "CFAppleHelpAnchor" {
      #expect(entry.platforms == [.macos])
    }
  }

  @Test(
    "knows first versions",
    arguments: [
      ("CFBundleIconFiles", KeyPlatform.ios, "3.2"), ("CFBundleIcons", .ios, "5.0"), ("CFBundleIcons", .tvos, "9.0"),
      ("CFBundleIconName", .macos, "10.13"), ("CFBundleSpokenName", .ios, "8.0"),
      ("CFBundleSpokenName", .macos, "10.10"),
    ])
  func introduced(key: String, platform: KeyPlatform, version: String) throws {
    #expect(KeyRegistry.entry(for: key)?.availability(on: platform)?.introduced == version)
  }

  @Test("knows what replaced a deprecated key")
  func deprecation() throws {
    let entry = try #require(KeyRegistry.entry(for: "UILaunchImages"))
    #expect(entry.successor == "UILaunchStoryboardName")
    #expect(entry.deprecated.map(\.platform) == [.ios, .tvos])
    #expect(entry.availability(on: .ios)?.deprecated == "13.0")
    #expect(entry.isDeprecatedEverywhere)
    #expect(entry.availability(on: .macos) == nil)
    let location = try #require(KeyRegistry.entry(for: "NSLocationUsageDescription"))
    #expect(location.deprecated.map(\.platform) == [.ios])
    #expect(!location.isDeprecatedEverywhere)
  }

  @Test("knows which keys take no qualifier")
  func qualifiers() {
    let fixed = KeyRegistry.allKeys.filter { KeyRegistry.entry(for: $0)?.isQualifiable == false }
    #expect(fixed == ["CFBundleExecutable", "CFBundleIdentifier"])
  }

  @Test("calls the printed misprint what it is")
  func misprint() throws {
    let entry = try #require(KeyRegistry.entry(for: "CFPlugInDynamicRegistrationFunction"))
    #expect(entry.successor == "CFPlugInDynamicRegisterFunction")
    #expect(entry.isDeprecatedEverywhere)
  }

  @Test("marks every purpose string as text people read")
  func purposeStrings() throws {
    for key in KeyRegistry.allKeys where key.hasSuffix("UsageDescription") {
      let entry = try #require(KeyRegistry.entry(for: key))
      #expect(entry.type == .string, "\(key)")
      #expect(entry.isLocalizable, "\(key)")
    }
  }
}

extension KeyEntry {
  fileprivate func availability(on platform: KeyPlatform) -> KeyAvailability? {
    availability.first { $0.platform == platform }
  }
}
