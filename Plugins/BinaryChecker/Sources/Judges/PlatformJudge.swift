import CheckerKit
import FileFacts

/// Code is for the platform of the bundle: the loader refuses code for another (dyld, `loadableIntoProcess`).
struct PlatformJudge {
  /// What Info.plist says, as messages put it; nil when it says nothing that is known.
  private let declared: (text: String, accepted: Set<String>)?
  private let bundle: any JudgedBundle

  init(_ bundle: any JudgedBundle) {
    self.bundle = bundle
    declared = Self.declared(bundle)
  }

  /// Xcode's names of platforms, in lower case, with what code for them states. Code for the Mac may be for Mac Catalyst or
  /// DriverKit as well.
  private static let byName: [String: Set<String>] = [
    "macosx": ["macos", "catalyst", "driverkit"], "maccatalyst": ["macos", "catalyst"], "driverkit": ["driverkit"],
    "iphoneos": ["ios"], "iphonesimulator": ["ios-simulator"], "appletvos": ["tvos"],
    "appletvsimulator": ["tvos-simulator"], "watchos": ["watchos"], "watchsimulator": ["watchos-simulator"],
    "xros": ["visionos"], "xrsimulator": ["visionos-simulator"],
  ]

  private static func declared(_ bundle: any JudgedBundle) -> (String, Set<String>)? {
    for key in ["CFBundleSupportedPlatforms", "DTPlatformName"] {
      let names: [String]
      switch bundle.info(key) {
      case .text(let name)?: names = [name]
      case .list(let list)?: names = list
      default: continue
      }
      let accepted = Set(names.flatMap { byName[$0.lowercased()] ?? [] })
      if !accepted.isEmpty { return ("but \(key) is \(Excerpt.of(Excerpt.list(names)))", accepted) }
    }
    guard let platform = bundle.platform else { return nil }
    if platform == "macos" || platform == "catalyst" {
      return ("but the bundle is for \(platform)", ["macos", "catalyst", "driverkit"])
    }
    // Without these keys nothing tells a device from its simulator.
    return ("but the bundle is for \(platform)", [platform, platform + "-simulator"])
  }

  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    guard let declared else { return }
    var accepted = declared.accepted
    // Programs for iOS may use libraries for visionOS (dyld).
    if !binary.isMain, accepted.contains("ios") { accepted.insert("visionos") }
    if !binary.isMain, accepted.contains("ios-simulator") { accepted.insert("visionos-simulator") }
    var other: MachOSlice?
    for slice in binary.slices {
      let platforms = slice.builds.map(\.platform)
      if platforms.isEmpty { continue }
      // A file for devices and simulators at once, where nothing tells which of them the bundle is for.
      if let first = other, first.builds.allSatisfy({ !platforms.contains($0.platform) }),
        !accepted.isDisjoint(with: platforms)
      {
        found.add(
          .init(
            place: .file(binary.path),
            predicate: "is for \(Excerpt.list(platforms)), but the code for \(first.architecture) is for "
              + Excerpt.list(first.builds.map(\.platform)),
            expected: "slices for the same platform",
            fix: "strip slices for simulators with lipo -remove, or make an XCFramework",
            severity: binary.isMain ? .rule : .warning, topic: "platforms-differ"), slice.architecture)
      }
      if !accepted.isDisjoint(with: platforms) { other = other ?? slice }
      if accepted.isDisjoint(with: platforms) {
        let isSimulator = platforms.allSatisfy { $0.hasSuffix("-simulator") }
        found.add(
          .init(
            place: .file(binary.path), predicate: "is for \(Excerpt.list(platforms)), \(declared.text)",
            expected: "code for \(accepted.sorted().joined(separator: " or "))",
            fix: isSimulator
              ? "build for devices; strip slices for simulators with lipo -remove"
              : "copy the file out of the build for the bundle's platform",
            // What is not the executable may be data to this system, as in a tool for developers.
            severity: binary.isMain ? .rule : .warning, topic: "platform:\(Excerpt.list(platforms))"),
          slice.architecture)
      } else if binary.isMain, bundle.kind == "application" {
        judgeCatalyst(binary, slice, platforms, &found)
      }
    }
  }

  /// Xcode writes `UIDeviceFamily` into applications for Mac Catalyst and into no others for the Mac.
  private func judgeCatalyst(
    _ binary: Binary, _ slice: MachOSlice, _ platforms: [String], _ found: inout CodeFindings
  ) {
    let predicate: String
    let expected: String
    if bundle.platform == "catalyst", platforms == ["macos"] {
      predicate = "is for macos, but the UIDeviceFamily in Info.plist marks the application as Mac Catalyst"
      expected = "code for catalyst"
    } else if bundle.platform == "macos", platforms == ["catalyst"] {
      predicate = "is for catalyst, but Info.plist lacks the UIDeviceFamily of Mac Catalyst applications"
      expected = "UIDeviceFamily in Info.plist, or code for macos"
    } else {
      return
    }
    found.add(
      .init(
        place: .file(binary.path), predicate: predicate, expected: expected,
        fix: "use the Info.plist and the executable of the same build", severity: .warning,
        topic: "catalyst"), slice.architecture)
  }
}
