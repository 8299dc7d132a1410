public import ReleaseLedger

/// What a report keeps of a bundle so that a later build can be held against it.
public struct BuildFacts: Hashable, Sendable {
  /// Relative to the bundle named; `""` for that one.
  public let path: String
  /// The directory's name.
  public let name: String
  /// What it is.
  public let kind: String
  /// What it is made for.
  public let platform: String?
  /// The texts under `keys`, those that are there; nil for values that are no texts.
  public let info: [String: String?]

  /// The keys of information property lists that are kept: those that tell who a bundle is and which build.
  public static let keys = [
    "CFBundleExecutable", "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
    "LSMinimumSystemVersion", "MinimumOSVersion",
  ]

  /// Makes the record of a bundle.
  public init(path: String, name: String, kind: String, platform: String?, info: [String: String?]) {
    self.path = path
    self.name = name
    self.kind = kind
    self.platform = platform
    self.info = info
  }
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

    package init(
      identifier: String, platform: String?, shortVersion: String?, build: String?, path: String,
      verdict: BuildEntry.Verdict, digest: String, sequence: Int64, hash: String, isNew: Bool
    ) {
      (self.identifier, self.platform, self.shortVersion, self.build) = (identifier, platform, shortVersion, build)
      (self.path, self.verdict, self.digest) = (path, verdict, digest)
      (self.sequence, self.hash, self.isNew) = (sequence, hash, isNew)
    }
  }

  /// Where the ledger lies, without anything secret.
  public let location: String
  /// The ledger's own identifier.
  public let id: String
  /// The builds recorded, in the order of the bundles named, products before what is in them.
  public var records: [Record]

  package init(location: String, id: String, records: [Record]) {
    (self.location, self.id, self.records) = (location, id, records)
  }
}
