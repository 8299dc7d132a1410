public import Basics
public import PropertyLists
import StandardPolicies

/// How bad a finding is.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Worth knowing; fails nothing unless it is asked to.
  case note
  /// Should be mended; fails nothing unless it is asked to.
  case warning
  /// Fails the bundle.
  case error

  /// A note is less than a warning, a warning less than an error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The ids of policies, and of what they declare.
public enum PolicyIdentifier {
  /// Returns why a text cannot be the id of a policy; nil if it can.
  ///
  /// - Parameter text: The proposed id.
  public static func problem(in text: String) -> String? { problem(in: text, of: "policy") }

  /// What is wrong with a text as an id; nil when nothing is. Ids are `[a-z0-9]+([.-][a-z0-9]+)*`.
  package static func problem(in id: String, of what: String) -> String? {
    var previousIsAlphanumeric = false
    var isValid = !id.isEmpty
    for byte in id.utf8 {
      let isAlphanumeric = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if !isAlphanumeric && !(previousIsAlphanumeric && (byte == 0x2E || byte == 0x2D)) { isValid = false }
      previousIsAlphanumeric = isAlphanumeric
    }
    return isValid && previousIsAlphanumeric
      ? nil
      : "'\(id)' is not a \(what) id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
  }
}

/// A place in a policy.
public struct SourceLocation: Hashable, Sendable {
  /// The policy file, as given or below the directory given.
  public let file: String
  /// From 1.
  public let line: Int

  /// Makes a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Whether somebody can open it: a snapshot keeps no places, and what the program carries is no file.
  public var isInFile: Bool { !file.isEmpty && line > 0 && !StandardPolicies.carries(file) }
}

/// A waiver that covers a finding, or would if it had not expired.
public struct AppliedWaiver: Hashable, Sendable {
  /// Why the rule may be broken.
  public let because: String
  /// Who answers for it.
  public let owner: String
  /// `YYYY-MM-DD`; the waiver covers that day.
  public let expires: String
  /// Whether its last day is past, so that the finding stands.
  public let isExpired: Bool
  /// Where the waiver stands.
  public let declared: SourceLocation

  package init(because: String, owner: String, expires: String, isExpired: Bool, declared: SourceLocation) {
    (self.because, self.owner, self.expires) = (because, owner, expires)
    (self.isExpired, self.declared) = (isExpired, declared)
  }
}

/// What an including policy changed about a rule.
public struct AppliedAdjustment: Hashable, Sendable {
  /// The severity it gave; nil when it left the rule out.
  public let severity: Severity?
  /// Why it left the rule out.
  public let because: String?
  /// Where the rule stands.
  public let rule: SourceLocation
  /// Where the change stands.
  public let declared: SourceLocation

  package init(severity: Severity?, because: String?, rule: SourceLocation, declared: SourceLocation) {
    (self.severity, self.because, self.rule, self.declared) = (severity, because, rule, declared)
  }
}

/// One thing a rule found wrong, with its place.
public struct Finding: Hashable, Sendable {
  /// `policy-id/rule-id`.
  public var rule: String
  /// How bad it is: the rule's severity unless the rule said otherwise here.
  public var severity: Severity
  /// What is wrong, in one line.
  public var message: String
  /// The nested bundle, relative to the outer one; empty for the outer one.
  public var bundle: String
  /// How waivers call that bundle: its identifier, or the name of one that has none.
  public var bundleName = ""
  /// The file, relative to its bundle; nil for a finding about the bundle itself.
  public var file: String?
  /// RFC 6901 pointer into the file's property list; a missing key is addressed where it should be.
  public var keyPath: String?
  /// Whether the key or file that it is about is not there.
  public var isMissing: Bool
  /// From 1; nil where the format has no lines.
  public var line: Int?
  /// From 1, in Unicode scalars; nil where the format has no lines.
  public var column: Int?
  /// What was read, as text.
  public var value: String?
  /// What would satisfy the rule.
  public var expected: String?
  /// What to do.
  public var fix: String?
  /// What does it: changes of the file that the finding is about, which belong together. Empty where only a person can tell.
  public var edits: [PropertyListEdit] = []
  /// Where to read more: the rule's `help`.
  public var help: String?
  /// The rule's own line.
  public var declared: SourceLocation
  /// Where an including policy changed the rule's severity.
  public var overridden: SourceLocation?
  /// Tells apart findings of one rule at one place.
  public var discriminator: String
  /// The waiver that covers it, or did until it expired.
  public var waiver: AppliedWaiver?

  /// Whether the message is all that tells it from others of its rule at its place. A `discriminator` does it better, for a message
  /// may be worded anew.
  package var isToldByMessage = false
  /// What tells the value that was read from any other there; nil where none was.
  package var valueDigest: String?
  /// What tells it from other findings of its rule in this report that have all else in common.
  package var distinction = ""
  /// Whether its place is one of an earlier build.
  package var isOfEarlierBuild = false
  /// The lines of the property list around the place, if the report keeps excerpts.
  package var excerpt: PropertyListExcerpt?
  /// The changes of text that `edits` come to, if the report keeps them and the file is text.
  package var replacements: [SourceReplacement] = []
  /// The message as the rule gave it.
  package var givenMessage: String?

  /// Its fingerprint in the report that it was read from: what it is computed of is not in reports.
  var recordedFingerprint: String?
  /// The digest of the message in the report that it was read from.
  var recordedMessageDigest: String?

  /// Whether a baseline lets the finding be.
  public var isBaselined = false
  /// The pattern of a `files` clause that forbids the file. What lies in a nested bundle is met by way of each bundle around it.
  package var forbiddenBy: String?

  package init(
    rule: String, severity: Severity, message: String, bundle: String, bundleName: String = "", file: String? = nil,
    keyPath: String? = nil, isMissing: Bool, line: Int? = nil, column: Int? = nil, value: String? = nil,
    expected: String? = nil, fix: String? = nil, help: String? = nil, declared: SourceLocation,
    overridden: SourceLocation? = nil, discriminator: String, waiver: AppliedWaiver? = nil,
    isToldByMessage: Bool = false
  ) {
    (self.rule, self.severity, self.message) = (rule, severity, message)
    (self.bundle, self.bundleName, self.file) = (bundle, bundleName, file)
    (self.keyPath, self.isMissing) = (keyPath, isMissing)
    (self.line, self.column, self.value) = (line, column, value)
    (self.expected, self.fix, self.help) = (expected, fix, help)
    (self.declared, self.overridden, self.discriminator) = (declared, overridden, discriminator)
    (self.waiver, self.isToldByMessage) = (waiver, isToldByMessage)
  }

  /// Whether a waiver in force covers the finding.
  public var isWaived: Bool { waiver.map { !$0.isExpired } ?? false }

  /// Whether `check --fix` may change its file: there is something to do, and nobody accepts the finding.
  public var isFixable: Bool { !edits.isEmpty && isOpen && !isOfEarlierBuild }

  /// Whether it counts: no waiver covers it and no baseline lets it be.
  public var isOpen: Bool { !isWaived && !isBaselined }

  /// What identifies it from run to run, 32 hexadecimal digits: never its line or where the bundle lies, and its wording only where
  /// several findings of its rule differ in nothing else.
  public var fingerprint: String {
    if let recordedFingerprint { return recordedFingerprint }
    return distinction.isEmpty
      ? placeFingerprint
      : Digest.fingerprint([rule, bundle, file ?? "", keyPath ?? "", discriminator, distinction])
  }

  /// What identifies the rule and the place, with what the rule gives to tell findings there apart.
  package var placeFingerprint: String { Digest.fingerprint([rule, bundle, file ?? "", keyPath ?? "", discriminator]) }

  /// What tells the message from others, where only that tells the finding from others at its place.
  package var messageDigest: String? {
    if let recordedMessageDigest { return recordedMessageDigest }
    return isToldByMessage ? String(Digest.fingerprint([givenMessage ?? message]).prefix(16)) : nil
  }

  /// What identifies it among those of several bundles, 32 hexadecimal digits. `words` tell the bundles apart.
  public func fingerprint(within words: [String]) -> String { Digest.fingerprint(words + [fingerprint]) }
}

extension EngineError {
  /// What identifies it, as for a finding: by what could not be done and where, not by its wording.
  public func fingerprint(within words: [String]) -> String {
    Digest.fingerprint(words + ["error", code.rawValue, file ?? "", rule ?? ""])
  }
}

extension Finding {
  /// The order of reports: nested bundle, file, key path, rule, then message.
  package static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.bundle != right.bundle { return left.bundle.utf8.lexicographicallyPrecedes(right.bundle.utf8) }
    let (leftFile, rightFile) = (left.file ?? "", right.file ?? "")
    if leftFile != rightFile { return leftFile.utf8.lexicographicallyPrecedes(rightFile.utf8) }
    let (leftPath, rightPath) = (left.keyPath ?? "", right.keyPath ?? "")
    if leftPath != rightPath { return leftPath.utf8.lexicographicallyPrecedes(rightPath.utf8) }
    if left.rule != right.rule { return left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8) }
    if left.message != right.message { return left.message.utf8.lexicographicallyPrecedes(right.message.utf8) }
    return left.discriminator.utf8.lexicographicallyPrecedes(right.discriminator.utf8)
  }
}

/// SHA-256 for policies' digests and findings' fingerprints.
package enum Digest {
  /// `sha256:` and 64 hexadecimal digits over the parts one after the other, each preceded by its length.
  static func of(parts: [[UInt8]]) -> String { "sha256:" + hexadecimal(parts) }

  /// 32 hexadecimal digits over the texts; which are the same only for the same texts.
  package static func fingerprint(_ texts: [String]) -> String {
    String(hexadecimal(texts.map { Array($0.utf8) }).prefix(32))
  }

  private static func hexadecimal(_ parts: [[UInt8]]) -> String {
    var digest = SHA256Digest()
    for part in parts {
      digest.update(littleEndian: UInt64(part.count))
      digest.update(part)
    }
    return digest.hexadecimal
  }
}
