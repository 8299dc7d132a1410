public import CheckerKit

/// Icons decode, are opaque where they must be, and their variants show one picture.
///
/// Looks at the icons that Info.plist names (`CFBundleIconFile`, `CFBundleIconFiles`, `CFBundleIcons`, and those of types of
/// documents), at their variants beside them, and on demand at every PNG in the resources. Icons in asset catalogs are not
/// looked at, and whether a named icon is there is for other rules.
public struct IconChecker: Checker {
  /// What rules call it.
  public static let identity = CheckerIdentity(
    "bundlepolicy.icons", version: "1.0.0",
    summary: "Icons decode, are opaque where they must be, and their variants show one picture")

  @Option(
    "What application icons must be: 'pixels' has every pixel opaque, 'channel' has no alpha channel, 'any' is anything; "
      + "'platform' is 'pixels' for iOS and watchOS and 'any' for others")
  var opaque = IconSettings().opaque

  @Option("The mean difference, of 1, from which on two variants show different pictures", in: 0...1)
  var tolerance = IconSettings().tolerance

  @Option("Whether every PNG in the resources is looked at, not only icons")
  var images = IconSettings().images

  @Option("Whether an icon may be of one colour all over")
  var blank = IconSettings().blank

  /// Makes one with the options as they are by default.
  public init() {}

  /// See `Checker`.
  public func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
    let settings = IconSettings(opaque: opaque, tolerance: tolerance, images: images, blank: blank)
    for finding in try IconInspection(bundle: bundle, settings: settings).findings() {
      report.finding(
        at: .file(finding.path), finding.message, expected: finding.expected, fix: finding.fix,
        severity: finding.severity, discriminator: finding.discriminator)
    }
  }
}

/// The factory that Info.plist names.
@_cdecl("IconCheckerFactory")
public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(IconChecker.self, type)
}
