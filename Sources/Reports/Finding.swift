public import Basics
public import PropertyLists
import StandardPolicies

/// The severity of a finding.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Worth knowing; fails the check only with `failOn: .note`.
  case note
  /// Should be fixed; fails the check only with `failOn: .warning` or `.note`.
  case warning
  /// Fails the check.
  case error

  /// Orders severities: note, warning, error.
  public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The findings that fail a check.
public enum FailureThreshold: String, CaseIterable, Hashable, Sendable {
  /// Errors only.
  case error
  /// Errors and warnings.
  case warning
  /// All findings.
  case note
  /// No findings: they are only reported. A check that could not be completed still fails.
  case never

  /// Returns whether findings of a severity fail the check.
  ///
  /// - Parameter severity: The severity of an open finding.
  public func includes(_ severity: Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity >= .warning
    case .note: true
    case .never: false
    }
  }
}

/// Checks ids of policies and rules.
public enum PolicyIdentifier {
  /// Returns why a string cannot be the id of a policy, or nil if it can.
  ///
  /// - Parameter text: The proposed id.
  public static func problem(in text: String) -> String? { problem(in: text, of: "policy") }

  /// Returns why a string is not an id, or nil if it is one. Ids are `[a-z0-9]+([.-][a-z0-9]+)*`.
  package static func problem(in id: String, of what: String) -> String? {
    id.isIdentifier()
      ? nil
      : "'\(id)' is not a \(what) id: use lower-case letters and digits, in parts joined by '.' or '-', such as 'own-keys'"
  }
}

/// A line in a policy.
public struct SourceLocation: Hashable, Sendable {
  /// The path of the policy file, as given or below the given directory.
  public let file: String
  /// The line number, counting from 1.
  public let line: Int

  /// Makes a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// Whether the file can be opened: snapshots have no places, and standard policies are not files.
  public var isInFile: Bool { !file.isEmpty && line > 0 && !StandardPolicies.carries(file) }
}

/// A waiver that covers a finding, or covered it until it expired.
public struct AppliedWaiver: Hashable, Sendable {
  /// Why the rule may be violated.
  public let because: String
  /// The person or team responsible.
  public let owner: String
  /// The last day of the waiver, `YYYY-MM-DD`.
  public let expires: String
  /// Whether its last day is past, so that the finding counts.
  public let isExpired: Bool
  /// The place of the waiver.
  public let declared: SourceLocation

  package init(because: String, owner: String, expires: String, isExpired: Bool, declared: SourceLocation) {
    (self.because, self.owner, self.expires) = (because, owner, expires)
    (self.isExpired, self.declared) = (isExpired, declared)
  }
}

/// The change of an including policy to a rule.
public struct AppliedAdjustment: Hashable, Sendable {
  /// The new severity, or nil if the rule is disabled.
  public let severity: Severity?
  /// Why the rule is disabled.
  public let because: String?
  /// The place of the rule.
  public let rule: SourceLocation
  /// The place of the change.
  public let declared: SourceLocation

  package init(severity: Severity?, because: String?, rule: SourceLocation, declared: SourceLocation) {
    (self.severity, self.because, self.rule, self.declared) = (severity, because, rule, declared)
  }
}

/// A violation of a rule, with its place.
public struct Finding: Hashable, Sendable {
  /// `policy-id/rule-id`.
  public var rule: String
  /// The severity: the rule's, unless the rule set another for this finding.
  public var severity: Severity
  /// The problem, in one line.
  public var message: String
  /// The path of the nested bundle relative to the outer one; empty for the outer one.
  public var bundle: String
  /// The name of that bundle in waivers: its identifier, or its name if it has none.
  public var bundleName = ""
  /// The path of the file relative to its bundle; nil for a finding about the bundle itself.
  public var file: String?
  /// The JSON Pointer (RFC 6901) of the value, or of the place where a missing key should be.
  public var keyPath: String?
  /// Whether the key or file is missing.
  public var isMissing: Bool
  /// The line, from 1; nil if the format has no lines.
  public var line: Int?
  /// The column in Unicode scalars, from 1; nil if the format has no lines.
  public var column: Int?
  /// The place in the project where the value is edited; nil unless the project file names the sources of the bundle.
  public var source: FindingSource? {
    get { sources.first }
    set { sources = newValue.map { [$0] } ?? [] }
  }
  /// At most one. Kept apart, because most findings have none.
  private var sources: [FindingSource] = []
  /// The value that was read, as text.
  public var value: String?
  /// The value that would satisfy the rule.
  public var expected: String?
  /// The advice.
  public var fix: String?
  /// The changes of the file that fix the finding, which belong together. Empty if only a person can decide.
  public var edits: [PropertyListEdit] = []
  /// The `help` of the rule.
  public var help: String?
  /// The place of the rule.
  public var declared: SourceLocation
  /// The place where an including policy changed the rule's severity.
  public var overridden: SourceLocation?
  /// Distinguishes findings of one rule at one place.
  public var discriminator: String
  /// The waiver that covers the finding, or did until it expired.
  public var waiver: AppliedWaiver?

  /// Whether only the message distinguishes the finding from others of its rule at the same place. A `discriminator` is better, because
  /// messages may change.
  package var isIdentifiedByMessage = false
  package var valueDigest: String?
  /// The digest of the outermost array around the value, if an edit removes something; nil if there is none.
  package var listDigest: String?
  /// A text that distinguishes it from otherwise identical findings of its rule in this report.
  package var distinction = ""
  package var isOfEarlierBuild = false
  package var excerpt: PropertyListExcerpt?
  package var replacements: [SourceReplacement] = []
  /// The message of the rule, if text was added to `message`.
  package var givenMessage: String?

  /// The fingerprint in the report that it was read from, because reports do not contain all data it is computed from.
  var recordedFingerprint: String?
  /// The digest of the message in the JSON report from which the finding was read.
  var recordedMessageDigest: String?

  /// Whether a baseline accepts the finding.
  public var isBaselined = false
  /// The pattern of a `files` clause that forbids the file. Each bundle around a file in a nested bundle finds it as well.
  package var forbiddenBy: String?

  package init(
    rule: String, severity: Severity, message: String, bundle: String, bundleName: String = "", file: String? = nil,
    keyPath: String? = nil, isMissing: Bool, line: Int? = nil, column: Int? = nil, value: String? = nil,
    expected: String? = nil, fix: String? = nil, help: String? = nil, declared: SourceLocation,
    overridden: SourceLocation? = nil, discriminator: String, waiver: AppliedWaiver? = nil,
    isIdentifiedByMessage: Bool = false
  ) {
    (self.rule, self.severity, self.message) = (rule, severity, message)
    (self.bundle, self.bundleName, self.file) = (bundle, bundleName, file)
    (self.keyPath, self.isMissing) = (keyPath, isMissing)
    (self.line, self.column, self.value) = (line, column, value)
    (self.expected, self.fix, self.help) = (expected, fix, help)
    (self.declared, self.overridden, self.discriminator) = (declared, overridden, discriminator)
    (self.waiver, self.isIdentifiedByMessage) = (waiver, isIdentifiedByMessage)
  }

  /// Whether a valid waiver covers the finding.
  public var isWaived: Bool { waiver.map { !$0.isExpired } ?? false }

  /// Whether `check --fix` may change the file: there are edits, and the finding is not accepted.
  public var isFixable: Bool { !edits.isEmpty && isOpen && !isOfEarlierBuild }

  /// Whether the finding counts: neither a waiver nor a baseline accepts it.
  public var isOpen: Bool { !isWaived && !isBaselined }

  /// Identifies the finding across runs, in 32 hexadecimal digits. Does not depend on its line or the path of the bundle, and on its
  /// wording only if several findings of its rule differ in nothing else.
  public var fingerprint: String {
    if let recordedFingerprint { return recordedFingerprint }
    return distinction.isEmpty
      ? placeFingerprint
      : Digest.fingerprint([rule, bundle, file ?? "", keyPath ?? "", discriminator, distinction])
  }

  package var placeFingerprint: String { Digest.fingerprint([rule, bundle, file ?? "", keyPath ?? "", discriminator]) }

  /// A digest of the message, if only that distinguishes the finding from others at its place.
  package var messageDigest: String? {
    if let recordedMessageDigest { return recordedMessageDigest }
    return isIdentifiedByMessage ? String(Digest.fingerprint([givenMessage ?? message]).prefix(16)) : nil
  }

  /// Identifies the finding among findings of several bundles, in 32 hexadecimal digits. `words` identify the bundle.
  public func fingerprint(within words: [String]) -> String { Digest.fingerprint(words + [fingerprint]) }
}

extension EngineError {
  /// Identifies the error by its code and place, not by its wording.
  public func fingerprint(within words: [String]) -> String {
    Digest.fingerprint(words + ["error", code.rawValue, file ?? "", rule ?? ""])
  }
}

extension Finding {
  package static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    byteOrder(left.bundle, right.bundle) ?? byteOrder(left.file, right.file) ?? byteOrder(left.keyPath, right.keyPath)
      ?? byteOrder(left.rule, right.rule) ?? byteOrder(left.message, right.message)
      ?? byteOrder(left.discriminator, right.discriminator) ?? false
  }
}

/// Returns whether one text precedes another; nil if they are equal. Nil is like an empty text.
func byteOrder(_ left: String?, _ right: String?) -> Bool? {
  let (left, right) = (left ?? "", right ?? "")
  return left == right ? nil : left.precedesInBytes(right)
}

package enum Digest {
  package static func fingerprint(_ texts: [String]) -> String {
    String(SHA256Digest(ofParts: texts.map { Array($0.utf8) }).hexadecimal.prefix(32))
  }
}

extension Finding {
  package var textSize: Int {
    [rule, message, bundle, bundleName, discriminator].reduce(0) { $0 + $1.utf8.count }
      + [file, keyPath, value, expected, fix, help].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      + edits.reduce(0) { $0 + $1.size }
  }

  /// The approximate size in memory or in a report, in bytes: its texts, and a constant overhead.
  package var size: Int { textSize + 512 }
}

/// A place in a file of the project.
public struct SourcePlace: Hashable, Sendable {
  /// The path, relative to the working directory.
  public let file: String
  /// The line, from 1; nil for the file as a whole.
  public let line: Int?
  /// The column in Unicode scalars, from 1.
  public let column: Int?
  /// The JSON Pointer of the value, or of the deepest part of its path that the file has; nil if the place is not in a property list.
  public let keyPath: String?
  /// The name of the build setting that is assigned there.
  public let setting: String?
  /// The build configuration that the assignment is for; nil for all, and for Release.
  public var configuration: String?

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - file: The path, relative to the working directory.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  ///   - keyPath: The JSON Pointer of a value.
  ///   - setting: The name of a build setting.
  public init(file: String, line: Int? = nil, column: Int? = nil, keyPath: String? = nil, setting: String? = nil) {
    (self.file, self.line, self.column, self.keyPath, self.setting) = (file, line, column, keyPath, setting)
  }

  package var settingText: String? { setting.map { $0 + (configuration.map { " in configuration " + $0 } ?? "") } }

  /// `FILE:LINE:COLUMN`, unescaped.
  package var text: String {
    file + (line.map { line in ":\(line)" + (column.map { ":\($0)" } ?? "") } ?? "")
  }
}

/// The place in the project where the value that a finding is about is edited.
public struct FindingSource: Hashable, Sendable {
  /// The place to edit.
  public let place: SourcePlace
  /// For a build setting, the place that uses it; for a value with build settings in it, their assignments.
  public let related: [SourcePlace]
  /// Whether the file lacks the value, because the build adds it to the bundle.
  public let isAddedByBuild: Bool

  /// Whether the bundle was built before the file was changed.
  package var isNewer = false
  package var obstacle: String?
  /// The lines around the place, if the report keeps excerpts.
  package var excerpt: PropertyListExcerpt?
  /// The changes of text that the finding's edits make, if the report keeps them.
  package var replacements: [SourceReplacement] = []

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - place: The place to edit.
  ///   - related: Places of build settings.
  ///   - isAddedByBuild: Whether the file lacks the value.
  public init(place: SourcePlace, related: [SourcePlace] = [], isAddedByBuild: Bool = false) {
    (self.place, self.related, self.isAddedByBuild) = (place, related, isAddedByBuild)
  }
}

extension Finding {
  package func builtPlace(in bundlePath: String) -> SourcePlace {
    SourcePlace(
      file: [bundlePath, bundle, file ?? ""].filter { !$0.isEmpty }.joined(separator: "/"), line: line, column: column,
      keyPath: keyPath)
  }

  package var shownExcerpt: PropertyListExcerpt? {
    if let source { source.excerpt } else { excerpt }
  }

  package var shownReplacements: [SourceReplacement] { source?.replacements ?? replacements }
}
