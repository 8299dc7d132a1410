import CheckerKit

enum IconOpacity: String, CaseIterable, OptionValue {
  /// The requirement of the platform: `pixels` for iOS and watchOS, `any` for the others.
  case platform
  /// Every pixel is opaque; an alpha channel is allowed.
  case pixels
  /// The image has no alpha channel.
  case channel
  case any

  /// A required option is never read before it is set.
  static var unset: IconOpacity { .platform }

  /// The requirement for a platform, never `platform`. The home screens of iOS and watchOS show transparent pixels as
  /// black (Technical Q&A QA1686; Human Interface Guidelines, "App icons"); transparency gives icons of macOS their
  /// shape.
  func resolved(for platform: String?) -> IconOpacity {
    guard self == .platform else { return self }
    return platform == "ios" || platform == "watchos" ? .pixels : .any
  }
}
