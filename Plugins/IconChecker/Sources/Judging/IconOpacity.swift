import CheckerKit

/// What an icon's transparency may be.
enum IconOpacity: String, CaseIterable, OptionValue {
  /// As the platform wants it: `pixels` for iOS and watchOS, `any` for the others.
  case platform
  /// Every pixel is opaque. An alpha channel may be there.
  case pixels
  /// There is no alpha channel, either.
  case channel
  /// Anything.
  case any

  /// A required option is never read before it is set.
  static var unset: IconOpacity { .platform }

  /// Never `platform`. The home screens of iOS and watchOS show what is transparent as black (Technical Q&A QA1686; Human
  /// Interface Guidelines, "App icons"); icons of macOS have the shape that their transparency gives them.
  func resolved(for platform: String?) -> IconOpacity {
    guard self == .platform else { return self }
    return platform == "ios" || platform == "watchos" ? .pixels : .any
  }
}
