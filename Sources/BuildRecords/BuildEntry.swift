import Basics

/// The record of one build of one bundle.
public struct BuildEntry: Hashable, Sendable {
  /// The result of a check.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The check passed. The build's number is taken from then on.
    case pass
    /// The check found violations. The build's number stays free.
    case fail
  }

  package struct Policy: Hashable, Sendable {
    package let id: String
    package let version: String?
    /// `sha256:` and 64 hexadecimal digits of a hash over all its files.
    package let digest: String

    package init(id: String, version: String?, digest: String) {
      (self.id, self.version, self.digest) = (id, version, digest)
    }
  }

  package struct Waiver: Hashable, Sendable {
    package let rule: String
    package let because: String
    package let owner: String
    /// The last day of the waiver, YYYY-MM-DD.
    package let expires: String

    package init(rule: String, because: String, owner: String, expires: String) {
      (self.rule, self.because, self.owner, self.expires) = (rule, because, owner, expires)
    }
  }

  /// A name and a value that the recorder attaches to a build, such as a commit or a pipeline.
  public struct Label: Hashable, Sendable {
    /// The name, such as `commit`.
    public let name: String
    /// The text.
    public let value: String

    /// Creates a label.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The identifier of the product that the bundle was checked as, or is nested in: the identifier of the outermost bundle
  /// inside archives.
  package var product: String
  package var identifier: String
  package var platform: String?
  package var kind: String
  /// `CFBundleName`, or the directory's name without its extension.
  package var name: String
  package var path: String
  package var shortVersion: String?
  package var build: String?
  package var digest: ContentDigest
  package var verdict: Verdict
  package var policies: [Policy]
  /// The waivers in force that covered findings of the product, sorted by rule.
  package var waivers: [Waiver]
  package var tool: String
  package var labels: [Label]
  package var info: [UInt8]
  /// The entitlements in the executable's signature, as a binary property list; nil if there are none.
  package var entitlements: [UInt8]?
  package var details: BuildDetails
  /// The statement of this row about the build in an earlier row; nil in a row that records a build.
  package var mark: BuildMark?

  package init(
    product: String, identifier: String, platform: String?, kind: String, name: String, path: String,
    shortVersion: String?, build: String?, digest: ContentDigest, verdict: Verdict, policies: [Policy],
    waivers: [Waiver], tool: String, labels: [Label], info: [UInt8], entitlements: [UInt8]?,
    details: BuildDetails = BuildDetails(), mark: BuildMark? = nil
  ) {
    (self.product, self.identifier, self.platform, self.kind) = (product, identifier, platform, kind)
    (self.name, self.path, self.shortVersion, self.build) = (name, path, shortVersion, build)
    (self.digest, self.verdict, self.policies, self.waivers) = (digest, verdict, policies, waivers)
    (self.tool, self.labels, self.info, self.entitlements) = (tool, labels, info, entitlements)
    (self.details, self.mark) = (details, mark)
  }
}

/// One row of a ledger.
public struct RecordedBuild: Hashable, Sendable {
  /// The position in the ledger: 1, 2, 3, … without gaps.
  package let sequence: Int64
  /// The time of recording by the recorder's clock, in milliseconds since 1970-01-01T00:00:00Z.
  package let time: Int64
  package let entry: BuildEntry
  /// The hash of the row before it, 32 bytes; of the first row the ledger's origin.
  package let previousHash: [UInt8]
  /// SHA-256 over all of the above: see `RowHash`.
  package let hash: [UInt8]
  /// The later rows about this build in order, if they were requested.
  package var marks: [RecordedBuild] = []
  /// Whether the recorder's clock was behind the clock of the row before, if this was requested.
  package var isClockBehind = false

  package init(sequence: Int64, time: Int64, entry: BuildEntry, previousHash: [UInt8], hash: [UInt8]) {
    (self.sequence, self.time, self.entry, self.previousHash, self.hash) = (sequence, time, entry, previousHash, hash)
  }
}

/// The digest of a bundle's contents: the names, types, execute bits and bytes of all its files, independent of its
/// location.
package struct ContentDigest: Hashable, Sendable {
  package let bytes: [UInt8]

  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// Parses `sha256:` and 64 hexadecimal digits; nil for anything else.
  package init?(text: String) {
    guard text.hasPrefix("sha256:"), let bytes = Hexadecimal.bytes(text.dropFirst(7)) else { return nil }
    self.init(bytes: bytes)
  }

  package var text: String { "sha256:" + Hexadecimal.text(of: bytes) }
}

/// Identifies a bundle that was checked, so that a receipt can be compared with another copy of it.
public struct SubjectDigests: Hashable, Sendable {
  /// The path as it was named; for a bundle in an archive, the archive's.
  package let name: String
  package let content: ContentDigest
  /// SHA-256 over the bytes of the named file, an archive or a bare property list, as `sha256sum` prints it, 32
  /// bytes; nil for a directory.
  package let file: [UInt8]?

  package init(name: String, content: ContentDigest, file: [UInt8]?) {
    (self.name, self.content, self.file) = (name, content, file)
  }
}
