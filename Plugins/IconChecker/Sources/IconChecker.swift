public import CheckerKit

/// Icons must be readable, opaque where required, and show the same picture in all variants.
///
/// Checks the icons that Info.plist names (`CFBundleIconFile`, `CFBundleIconFiles`, `CFBundleIcons`, and the icons of
/// document types) and their variants, and on request every PNG in the resources. It does not check icons in asset
/// catalogs, nor whether a named icon exists.
public struct IconChecker: Checker {
  /// The name that rules use.
  public static let identity = CheckerIdentity(
    "bundlepolicy.icons", version: "1.0.0",
    summary: "Icons must be readable, opaque where required, and show the same picture in all variants")

  @Option(
    "The required opacity of application icons: 'pixels' for opaque pixels, 'channel' for no alpha channel, 'any' for no requirement; "
      + "'platform' means 'pixels' for iOS and watchOS and 'any' for other platforms")
  var opaque = IconSettings().opaque

  @Option("The mean difference, from 0 to 1, above which two variants count as different pictures", in: 0...1)
  var tolerance = IconSettings().tolerance

  @Option("Whether to check every PNG in the resources, not only icons")
  var images = IconSettings().images

  @Option("Whether an icon may have a single color")
  var blank = IconSettings().blank

  /// Creates a checker with default options.
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

/// The factory in Info.plist.
@_cdecl("IconCheckerFactory")
public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(IconChecker.self, type)
}
