public import CheckerKit

/// Executables agree with Info.plist and carry nothing of the machine that built them.
public struct BinaryChecker: Checker {
  /// What rules call it.
  public static let identity = CheckerIdentity(
    "bundlepolicy.binaries", version: "1.0.0",
    summary: "Executables agree with Info.plist and carry nothing of the machine that built them")

  /// Makes one with the options as they are by default.
  public init() {}

  /// See `Checker`.
  public func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {}
}

/// The factory that Info.plist names.
@_cdecl("BinaryCheckerFactory")
public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(BinaryChecker.self, type)
}
