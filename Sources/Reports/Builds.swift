public import BuildRecords

/// The facts about a bundle that a report keeps, so that a later build can be compared with it.
public struct BuildFacts: Hashable, Sendable {
  /// The path relative to the bundle named; `""` for that one.
  public let path: String
  /// The name of the folder.
  public let name: String
  /// The kind of bundle.
  public let kind: String
  /// The platform.
  public let platform: String?
  /// The values of `keys` that exist; nil for values that are not strings.
  public let info: [String: String?]
  /// The measures and sets that the policies of the check ask for.
  package var details = BuildDetails()
  /// The measures of the build before it; nil if there is none that is known.
  package var earlier: EarlierMeasures?

  /// The keys of Info.plist that are kept: they identify the bundle and the build.
  public static let keys = [
    "CFBundleExecutable", "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
    "LSMinimumSystemVersion", "MinimumOSVersion",
  ]

  /// Makes the facts of a bundle.
  public init(path: String, name: String, kind: String, platform: String?, info: [String: String?]) {
    (self.path, self.name, self.kind, self.platform, self.info) = (path, name, kind, platform, info)
  }
}

package struct EarlierMeasures: Hashable, Sendable {
  /// The place of the earlier build: a path, or a row of the ledger.
  package let build: String
  /// Sorted by name.
  package let measures: [BuildMeasure]

  package init(build: String, measures: [BuildMeasure]) { (self.build, self.measures) = (build, measures) }
}

extension BuildFacts {
  package var comparedMeasures: [(measure: BuildMeasure, earlier: Int64?)] {
    details.measures.map { measure in
      (measure, earlier?.measures.first { $0.name == measure.name }?.value)
    }
  }
}

/// The ledger that a check used, and the builds it recorded.
public struct LedgerUse: Hashable, Sendable {
  /// A build that is in the ledger after the check.
  public struct Record: Hashable, Sendable {
    /// `CFBundleIdentifier`.
    public let identifier: String
    /// The platform.
    public let platform: String?
    /// `CFBundleShortVersionString`.
    public let shortVersion: String?
    /// `CFBundleVersion`.
    public let build: String?
    /// The path in its product; `""` for the product itself.
    public let path: String
    /// The recorded verdict.
    public let verdict: BuildEntry.Verdict
    /// The digest of the contents.
    public let digest: String
    /// The number of the row.
    public let sequence: Int64
    /// The hash of the row, which also covers all rows before it.
    public let hash: String
    /// False if the ledger already had the same build.
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

  /// The location of the ledger, without passwords.
  public let location: String
  /// The identifier of the ledger.
  public let id: String
  /// The recorded builds, in the order of the bundles named, products before their nested bundles.
  public var records: [Record]

  package init(location: String, id: String, records: [Record]) {
    (self.location, self.id, self.records) = (location, id, records)
  }
}

package struct ProductHistory: Hashable, Sendable {
  package static let mostBuilds = 200

  package let identifier: String
  package let platform: String?
  /// The newest builds, in the order recorded, without their property lists. Includes the checked build if it was in the ledger.
  package let builds: [RecordedBuild]
  package let total: Int
  package let failure: String?

  package init(identifier: String, platform: String?, builds: [RecordedBuild], total: Int, failure: String?) {
    (self.identifier, self.platform, self.builds) = (identifier, platform, builds)
    (self.total, self.failure) = (total, failure)
  }
}
