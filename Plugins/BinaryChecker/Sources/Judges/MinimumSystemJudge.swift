import CheckerKit
import FileFacts

/// Code runs on the oldest system that Info.plist promises: there the system starts it, and it ends when the loader finds
/// something missing.
///
/// That Info.plist asks for a later system than the code needs is no finding: nobody is promised what does not run, and many
/// build for an older system than they test on. Code for Mac Catalyst states versions of iOS, which are not compared with
/// those of macOS, and DriverKit has versions of its own.
struct MinimumSystemJudge {
  /// What is wrong with the keys themselves.
  let findings: [BinaryFinding]
  private let key: String
  private let platform: String?
  private let promised: (text: String, version: SystemVersion)?
  /// By architecture; on the Mac alone.
  private let special: [String: (text: String, version: SystemVersion)]

  private static let specialKey = "LSMinimumSystemVersionByArchitecture"

  init(_ bundle: any JudgedBundle) {
    platform = bundle.platform == "catalyst" ? "macos" : bundle.platform
    let isMac = platform == nil || platform == "macos"
    let key = isMac ? "LSMinimumSystemVersion" : "MinimumOSVersion"
    self.key = key
    var findings: [BinaryFinding] = []
    promised = bundle.info(key).flatMap { Self.version($0, .info(key), key, &findings) }
    var special: [String: (String, SystemVersion)] = [:]
    if isMac, let value = bundle.info(Self.specialKey) {
      if case .dictionary(let entries) = value {
        for (architecture, text) in entries {
          let shown = "\(Self.specialKey) for \(Excerpt.of(architecture))"
          let value = text.map { InfoValue.text($0) } ?? .other("other than text")
          special[architecture] = Self.version(value, .info(Self.specialKey, architecture), shown, &findings)
        }
      } else {
        findings.append(
          BinaryFinding(
            place: .info(Self.specialKey), message: "\(Self.specialKey) is \(value.shown)",
            expected: "a dictionary of versions by architecture",
            fix: "write { arm64 = \"11.0\"; x86_64 = \"10.15\"; }",
            topic: "minimum-system-form"))
      }
    }
    self.special = special
    self.findings = findings
  }

  private static func version(
    _ value: InfoValue, _ place: BinaryFinding.Place, _ name: String, _ findings: inout [BinaryFinding]
  ) -> (String, SystemVersion)? {
    if let text = value.text, let version = SystemVersion(text) { return (text, version) }
    findings.append(
      BinaryFinding(
        place: place, message: "\(name) is \(value.shown), which is not a system version",
        expected: "a string of one to three numbers separated by dots, such as 11.0",
        fix: "write the oldest system that the code was built for", topic: "minimum-system-form"))
    return nil
  }

  /// The first systems there were for an architecture, which is the least that code for it can ask for. What Info.plist says
  /// of older ones is for other architectures.
  private static let first: [String: [String: String]] = [
    "macos": ["arm64": "11.0", "arm64e": "11.0"], "ios-simulator": ["arm64": "14.0"],
    "tvos-simulator": ["arm64": "14.0"], "watchos-simulator": ["arm64": "7.0"],
  ]

  /// What Info.plist promises for code of an architecture and platform; nil when it says nothing of that.
  func promise(for architecture: String, on platform: String) -> (text: String, version: SystemVersion)? {
    let base = platform.hasSuffix("-simulator") ? String(platform.dropLast(10)) : platform
    // Without a platform of the bundle's, its key for the Mac was read.
    return base == self.platform ?? "macos" ? special[architecture] ?? promised : nil
  }

  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    for slice in binary.slices {
      for build in slice.builds {
        let base = build.platform.hasSuffix("-simulator") ? String(build.platform.dropLast(10)) : build.platform
        guard base == platform, let needed = SystemVersion(build.minimumOS) else { continue }
        let own = special[slice.architecture]
        guard let promised = own ?? promised, promised.version < needed else { continue }
        let first = Self.first[build.platform]?[slice.architecture].flatMap { SystemVersion($0) }
        if let first, needed <= first { continue }
        let name = own == nil ? key : "\(Self.specialKey) for \(slice.architecture)"
        let place: BinaryFinding.Place =
          !binary.isMain
          ? .file(binary.path)
          : own == nil ? .info(key) : .info(Self.specialKey, slice.architecture)
        found.add(
          .init(
            place: place, lead: "\(name) is \(promised.text), ",
            predicate: "needs \(build.minimumOS)",
            expected: binary.isMain ? "\(build.minimumOS) or later" : "code for \(promised.text) or earlier",
            fix: "raise \(name) to \(build.minimumOS), or build for \(promised.text)",
            severity: binary.isMain ? .rule : .warning, topic: "minimum-system:\(build.minimumOS)"),
          slice.architecture)
      }
    }
  }
}
