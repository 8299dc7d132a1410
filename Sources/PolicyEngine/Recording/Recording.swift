public import ReleaseLedger

/// How builds are put into the ledger when they have been judged.
public struct Recording: Sendable {
  /// The program, with its version, as rows name it.
  public var tool: String
  /// What rows are to say besides, sorted by name.
  public var labels: [BuildEntry.Label]
  /// Whether builds with violations are kept, too, as such.
  public var keepsFailures: Bool
  /// The time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64

  /// Makes the settings.
  public init(
    tool: String, labels: [BuildEntry.Label], keepsFailures: Bool, now: @escaping @Sendable () -> Int64
  ) {
    self.tool = tool
    self.labels = labels
    self.keepsFailures = keepsFailures
    self.now = now
  }

  /// How often bundles are judged anew because others recorded builds of the same products meanwhile. Each time one of those
  /// others got its build recorded.
  static let attempts = 100
}

/// What a check had to do with a ledger.
public struct LedgerAccount: Hashable, Sendable {
  /// A build that is in the ledger now.
  public struct Record: Hashable, Sendable {
    /// `CFBundleIdentifier`.
    public let identifier: String
    /// The system it is for.
    public let platform: String?
    /// `CFBundleShortVersionString`.
    public let shortVersion: String?
    /// `CFBundleVersion`.
    public let build: String?
    /// Where it lies in its product; `""` for the product itself.
    public let path: String
    /// What was recorded.
    public let verdict: BuildEntry.Verdict
    /// The digest of its contents.
    public let digest: String
    /// Its row.
    public let sequence: Int64
    /// The row's hash, which stands for all that was recorded before it, too.
    public let hash: String
    /// False when the ledger had the same build already.
    public let isNew: Bool
  }

  /// Where the ledger lies, without anything secret.
  public let location: String
  /// The ledger's own identifier.
  public let id: String
  /// The builds recorded, in the order of the bundles named, products before what is in them.
  public var records: [Record]
}
