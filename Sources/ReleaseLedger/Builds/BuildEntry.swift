/// What is recorded of one build of one bundle.
public struct BuildEntry: Hashable, Sendable {
  /// What a check came to.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It passed, and its number is taken from then on.
    case pass
    /// It had violations; its number stays free.
    case fail
  }

  /// A policy that the build was held against.
  package struct Policy: Hashable, Sendable {
    /// As declared.
    package let id: String
    /// As declared, if it was.
    package let version: String?
    /// `sha256:` and 64 hexadecimal digits over all its files.
    package let digest: String

    /// Makes the record of a policy.
    package init(id: String, version: String?, digest: String) {
      self.id = id
      self.version = version
      self.digest = digest
    }
  }

  /// A waiver that covered a finding of the build.
  package struct Waiver: Hashable, Sendable {
    /// The rule, with the policy's id in front.
    package let rule: String
    /// The reason given.
    package let because: String
    /// Who answers for it.
    package let owner: String
    /// The last day it holds, YYYY-MM-DD.
    package let expires: String

    /// Makes the record of a waiver.
    package init(rule: String, because: String, owner: String, expires: String) {
      self.rule = rule
      self.because = because
      self.owner = owner
      self.expires = expires
    }
  }

  /// What the recorder says of a build: a commit, a pipeline.
  public struct Label: Hashable, Sendable {
    /// What is told.
    public let name: String
    /// The text.
    public let value: String

    /// Makes a label.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The identifier of the product that the bundle was checked as, or as a part of: the outer bundle's, archives aside.
  package var product: String
  /// `CFBundleIdentifier`.
  package var identifier: String
  /// The system it is for: `macos`, `ios`, …; nil when nothing tells.
  package var platform: String?
  /// What it is: `application`, `framework`, …
  package var kind: String
  /// `CFBundleName`, or the directory's name without its extension.
  package var name: String
  /// Where it lies in the product; `""` for the product itself.
  package var path: String
  /// `CFBundleShortVersionString`, when it is a string.
  package var shortVersion: String?
  /// `CFBundleVersion`, when it is a string.
  package var build: String?
  /// The digest of its contents.
  package var digest: ContentDigest
  /// What the check came to.
  package var verdict: Verdict
  /// In the order loaded.
  package var policies: [Policy]
  /// Those in force that covered findings of the product, sorted by rule.
  package var waivers: [Waiver]
  /// The program that recorded it, with its version.
  package var tool: String
  /// Sorted by name.
  package var labels: [Label]
  /// The information property list, as a binary property list.
  package var info: [UInt8]
  /// The entitlements that its executable is signed with, as a binary property list; nil when there are none.
  package var entitlements: [UInt8]?
  /// What the row says about the build that an earlier row records; nil in that earlier row itself.
  package var mark: BuildMark?

  /// Makes an entry.
  package init(
    product: String, identifier: String, platform: String?, kind: String, name: String, path: String,
    shortVersion: String?, build: String?, digest: ContentDigest, verdict: Verdict, policies: [Policy],
    waivers: [Waiver], tool: String, labels: [Label], info: [UInt8], entitlements: [UInt8]?, mark: BuildMark? = nil
  ) {
    self.product = product
    self.identifier = identifier
    self.platform = platform
    self.kind = kind
    self.name = name
    self.path = path
    self.shortVersion = shortVersion
    self.build = build
    self.digest = digest
    self.verdict = verdict
    self.policies = policies
    self.waivers = waivers
    self.tool = tool
    self.labels = labels
    self.info = info
    self.entitlements = entitlements
    self.mark = mark
  }
}

/// One row of a ledger.
public struct RecordedBuild: Hashable, Sendable {
  /// Position in the ledger, from 1 without gaps.
  package let sequence: Int64
  /// When it was recorded, by the recorder's clock: milliseconds since 1970-01-01T00:00:00Z.
  package let time: Int64
  /// What was recorded.
  package let entry: BuildEntry
  /// The hash of the row before it, 32 bytes; of the first row the ledger's origin.
  package let previousHash: [UInt8]
  /// SHA-256 over all of the above: see `RowHash`.
  package let hash: [UInt8]
  /// The later rows about this build, in their order, when they were asked for.
  package var marks: [RecordedBuild] = []
  /// Whether the recorder's clock was behind that of the row before, when that was asked for.
  package var isClockBehind = false

  /// Makes a row.
  package init(sequence: Int64, time: Int64, entry: BuildEntry, previousHash: [UInt8], hash: [UInt8]) {
    self.sequence = sequence
    self.time = time
    self.entry = entry
    self.previousHash = previousHash
    self.hash = hash
  }
}
