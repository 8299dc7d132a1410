public import CheckerKit

/// Icons decode, are opaque where they must be, and their variants show one picture.
public struct IconChecker: Checker {
  /// What rules call it.
  public static let identity = CheckerIdentity(
    "bundlepolicy.icons", version: "1.0.0",
    summary: "Icons decode, are opaque where they must be, and their variants show one picture")

  /// Makes one with the options as they are by default.
  public init() {}

  /// See `Checker`.
  public func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {}
}

/// The factory that Info.plist names.
@_cdecl("IconCheckerFactory")
public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(IconChecker.self, type)
}
