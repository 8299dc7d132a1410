import PropertyLists

/// Determines the platform of a bundle. The first of these that is conclusive decides:
///
/// 1. `CFBundleSupportedPlatforms`: the first known name; `MacOSX` together with `UIDeviceFamily` is Mac Catalyst,
///    because only Catalyst bundles for the Mac have device families.
/// 2. `DTPlatformName`, then `DTSDKName`, likewise. Builds write these three keys; people write the following ones.
/// 3. `UIDeviceFamily`: 1 and 2 iOS, 3 tvOS, 4 watchOS, 7 visionOS; 6, the Mac, alone or together with
///    `LSMinimumSystemVersion`: Catalyst.
/// 4. `LSRequiresIPhoneOS` (true): iOS. `WKApplication`/`WKWatchKitApp` (true): watchOS.
/// 5. `LSMinimumSystemVersion`: macOS; `MinimumOSVersion`: iOS.
/// 6. The platform of the bundle that contains it.
/// 7. The layout: `Contents/`, versions and `Support Files` or `Resources` mean macOS; a wrapped bundle is an iOS
///    bundle; so is a flat application or extension. Other flat bundles are inconclusive.
///
/// A single key of 3 to 5 does not make a bundle with `Contents/` or versions one for a device: frameworks for the Mac share
/// the property list of the other platforms.
enum PlatformDetection {
  /// The platform by the property list alone (1 to 5).
  static func declared(_ info: PropertyList) -> Bundle.Platform? { byBuildKeys(info) ?? byAuthoredKeys(info) }

  /// The platform by keys that builds write (1 and 2).
  private static func byBuildKeys(_ info: PropertyList) -> Bundle.Platform? {
    // A version may follow the name: macosx14.2, xros1.0.internal.
    let kits = strings(info, "DTSDKName").map { String($0.prefix { !$0.isNumber }) }
    for name in strings(info, "CFBundleSupportedPlatforms") + strings(info, "DTPlatformName") + kits {
      guard let platform = names[name.asciiLowercased] else { continue }
      return platform == .macos && !deviceFamilies(info).isEmpty ? .catalyst : platform
    }
    return nil
  }

  /// The platform by keys that people write (3 to 5).
  private static func byAuthoredKeys(_ info: PropertyList) -> Bundle.Platform? {
    let families = deviceFamilies(info)
    let isMac = info.value(of: info.root, forKey: "LSMinimumSystemVersion") != nil
    if families.contains(6), isMac || families.count == 1 { return .catalyst }
    for family in families {
      if let platform = byFamily[family] { return platform }
    }
    if isTrue(info, "LSRequiresIPhoneOS") { return .ios }
    if isTrue(info, "WKApplication") || isTrue(info, "WKWatchKitApp") { return .watchos }
    if isMac { return .macos }
    if info.value(of: info.root, forKey: "MinimumOSVersion") != nil { return .ios }
    return nil
  }

  /// Whether fewer than two keys indicate a device, or one indicates the Mac.
  private static func isMacDespiteDeviceKeys(_ info: PropertyList) -> Bool {
    let isMac = info.value(of: info.root, forKey: "LSMinimumSystemVersion") != nil
    let count = ["UIDeviceFamily", "MinimumOSVersion", "LSRequiresIPhoneOS", "WKApplication", "WKWatchKitApp"]
      .count { info.value(of: info.root, forKey: $0) != nil }
    return isMac || count < 2
  }

  static func platform(
    of info: PropertyList, kind: Bundle.Kind, layout: Bundle.Layout, parent: Bundle.Platform?
  ) -> Bundle.Platform? {
    if let known = byBuildKeys(info) { return known }
    if let known = byAuthoredKeys(info) {
      let isMac = known == .macos || known == .catalyst
      guard !isMac, layout == .contents || layout == .versioned, isMacDespiteDeviceKeys(info) else { return known }
      return parent == .catalyst ? .catalyst : .macos
    }
    if let parent { return parent }
    if layout == .flat { return kind == .application || kind == .extension ? .ios : nil }
    return usual(for: layout)
  }

  static func usual(for layout: Bundle.Layout) -> Bundle.Platform? {
    switch layout {
    case .flat: nil
    case .wrapped: .ios
    case .contents, .versioned, .resources: .macos
    }
  }

  /// Xcode's platform names, in lower case. Simulators count as their platform; whether a simulator build may ship is for policies to
  /// decide.
  private static let names: [String: Bundle.Platform] = [
    "macosx": .macos, "iphoneos": .ios, "iphonesimulator": .ios, "appletvos": .tvos, "appletvsimulator": .tvos,
    "watchos": .watchos, "watchsimulator": .watchos, "xros": .visionos, "xrsimulator": .visionos,
    "maccatalyst": .catalyst,
  ]

  private static let byFamily: [Int64: Bundle.Platform] = [
    1: .ios, 2: .ios, 3: .tvos, 4: .watchos, 7: .visionos,
  ]

  private static func strings(_ info: PropertyList, _ key: String) -> [String] {
    guard let node = info.value(of: info.root, forKey: key) else { return [] }
    if let one = info.string(of: node) { return [one] }
    guard info.kind(of: node) == .array else { return [] }
    return (0..<info.count(of: node)).compactMap { position in
      info.element(of: node, at: position).flatMap { info.string(of: $0) }
    }
  }

  private static func isTrue(_ info: PropertyList, _ key: String) -> Bool {
    info.value(of: info.root, forKey: key).flatMap { info.boolean(of: $0) } ?? false
  }

  /// The numbers of `UIDeviceFamily`: integers, or strings of digits, which Xcode writes for some projects; an array or a single value.
  private static func deviceFamilies(_ info: PropertyList) -> [Int64] {
    guard let node = info.value(of: info.root, forKey: "UIDeviceFamily") else { return [] }
    let elements =
      info.kind(of: node) == .array
      ? (0..<info.count(of: node)).compactMap { info.element(of: node, at: $0) } : [node]
    return elements.compactMap { element in
      switch info.integer(of: element) {
      case .signed(let family)?: family
      case .unsigned?: nil
      case nil: info.string(of: element).flatMap { Int64($0) }
      }
    }
  }
}
