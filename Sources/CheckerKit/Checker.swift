/// Judges bundles by what Lua should not look into. A conforming type is exported with one line, from which the program makes it:
///
///     @_cdecl("IconCheckerFactory")
///     public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject { export(IconChecker.self, type) }
///
/// Options are properties wrapped in `Option`. A new value is made for each check, so that checks share nothing.
public protocol Checker {
  /// What it is called and what it is for.
  static var identity: CheckerIdentity { get }

  /// Makes a checker with its options as they are by default; the rule's are set before `check`.
  init()

  /// Judges one bundle. What is wrong with it goes to `report`. Throws when the check can't be done, which is an error of the run
  /// and never a pass.
  func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws
}

/// What a checker says of itself.
public struct CheckerIdentity: Sendable {
  /// What rules call it, such as `com.example.icons`: lower-case letters and digits, in parts joined by `.` or `-`.
  public let identifier: String
  /// The version of the checker.
  public let version: String
  /// What it judges, one sentence.
  public let summary: String
  /// Where to read more.
  public let help: String?

  /// Makes an identity.
  public init(_ identifier: String, version: String, summary: String, help: String? = nil) {
    self.identifier = identifier
    self.version = version
    self.summary = summary
    self.help = help
  }
}

/// Why a check can't be done.
public struct CheckerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
