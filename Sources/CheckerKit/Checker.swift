/// Checks bundles for what Lua should not look into. One line exports a conforming type, so that bundlepolicy can
/// load it:
///
///     @_cdecl("IconCheckerFactory")
///     public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject { export(IconChecker.self, type) }
///
/// Options are properties wrapped in `Option`. Each check gets a new value, so that checks share nothing.
public protocol Checker {
  /// The checker's name and purpose.
  static var identity: CheckerIdentity { get }

  /// Creates a checker with default options. The rule's options are set before `check` is called.
  init()

  /// Checks one bundle.
  ///
  /// - Parameter bundle: the bundle.
  /// - Parameter report: receives the findings.
  /// - Throws: any error if the check cannot be completed. It makes the run end with an error, never a pass.
  func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws
}

/// The name and purpose of a checker.
public struct CheckerIdentity: Sendable {
  /// The name that rules use, such as `com.example.icons`: lower-case letters and digits, in parts joined by `.` or
  /// `-`.
  public let identifier: String
  /// The version of the checker.
  public let version: String
  /// The requirement that it checks, one sentence.
  public let summary: String
  /// The URL of its documentation.
  public let help: String?

  /// Creates an identity.
  public init(_ identifier: String, version: String, summary: String, help: String? = nil) {
    self.identifier = identifier
    self.version = version
    self.summary = summary
    self.help = help
  }
}

/// Why a check cannot be completed.
public struct CheckerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
