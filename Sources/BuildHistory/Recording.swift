public import BuildRecords
import ReleaseLedger
import Reports

/// How builds are recorded in the ledger after the check.
public struct Recording: Sendable {
  /// The program and its version, as recorded in rows.
  public var tool: String
  /// Additional labels of the rows, sorted by name.
  public var labels: [BuildEntry.Label]
  /// Whether builds with violations are recorded, too, marked as failed.
  public var keepsFailures: Bool
  /// The time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64

  /// Creates the settings for recording builds in a ledger.
  ///
  /// - Parameters:
  ///   - tool: The recording program, with its version.
  ///   - labels: Labels for every build.
  ///   - keepsFailures: Whether builds that fail are recorded as well.
  ///   - now: Returns the time in milliseconds since 1970-01-01T00:00:00Z.
  public init(tool: String, labels: [BuildEntry.Label], keepsFailures: Bool, now: @escaping @Sendable () -> Int64) {
    (self.tool, self.labels, self.keepsFailures, self.now) = (tool, labels, keepsFailures, now)
  }

  /// How often bundles are checked again because others recorded builds of the same products meanwhile. Each time one of those
  /// others has recorded its build.
  package static let attempts = 100
}
