/// Findings that were there when a policy was introduced, and are let be until they are mended.
///
/// The file is a line for each finding, sorted, for people to read and for version control to merge: a fingerprint, how many
/// findings have it, the bundle's identifier, the rule and the place, separated by tabs. Only the first three count.
public struct Baseline: Sendable {
  /// What tells findings apart: never a message, a line or where the bundle lies.
  struct Key: Hashable, Sendable {
    let bundle: String
    let fingerprint: String
  }

  /// How many findings of each are let be.
  let counts: [Key: Int]
  /// What people read of each: the rule and the place.
  let descriptions: [Key: String]
  /// Where it was read from.
  let file: String

  static let header = "# bundlepolicy baseline 1"

  /// Reads the text of a baseline. `file` is how messages call it. Throws with the line of what can't be read.
  public init(_ text: String, file: String) throws(EngineError) {
    var counts: [Key: Int] = [:]
    var descriptions: [Key: String] = [:]
    var number = 0
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Version control may have made the line ends those of another system.
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      number += 1
      func refuse(_ message: String) -> EngineError {
        EngineError(
          code: "baseline.malformed", message: message, file: file, line: number,
          hint: "make it anew with --write-baseline FILE")
      }
      if number == 1 {
        guard line == Self.header || line.hasPrefix(Self.header + ":") else {
          throw refuse("this is no baseline; one begins with '\(Self.header)'")
        }
        continue
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 3, Self.isFingerprint(fields[0]), let count = Int(fields[1]), count > 0 else {
        throw refuse("a fingerprint, a number and a bundle were expected, separated by tabs")
      }
      let key = Key(bundle: String(fields[2]), fingerprint: String(fields[0]))
      if counts.updateValue(count, forKey: key) != nil { throw refuse("this finding stands there twice") }
      descriptions[key] = fields.dropFirst(3).filter { !$0.isEmpty }.joined(separator: " at ")
    }
    self.counts = counts
    self.descriptions = descriptions
    self.file = file
  }

  private static func isFingerprint(_ text: Substring) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A bundle without an identifier is told by its name.
  static func key(_ finding: Finding, in bundle: BundleReport) -> Key {
    Key(bundle: plain(bundle.identifier ?? name(bundle.path)), fingerprint: finding.fingerprint)
  }

  static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Text that keeps to its field.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

/// A baseline while a check uses it up.
struct BaselineTally {
  private let baseline: Baseline
  private var left: [Baseline.Key: Int]
  /// By the id of a rule, the ids that it had before: a baseline may know its findings by them.
  private let formerIDs: [String: [String]]
  /// The bundles that were judged whole: of others nothing can be said to be gone.
  private var checked: Set<String> = []
  /// The rules whose findings it knew by an earlier id.
  private var renamed: Set<String> = []

  init(_ baseline: Baseline, of rules: [Rule]) {
    self.baseline = baseline
    left = baseline.counts
    formerIDs = Dictionary(
      rules.filter { !$0.formerIDs.isEmpty }.map { ($0.id, $0.formerIDs) }, uniquingKeysWith: { first, _ in first })
  }

  /// Marks the findings that the baseline lets be, in their order, each as often as it is there.
  mutating func mark(_ findings: inout [Finding], in bundle: BundleReport) {
    if bundle.errors.isEmpty { checked.insert(Baseline.plain(bundle.identifier ?? Baseline.name(bundle.path))) }
    for position in findings.indices where !findings[position].isWaived {
      let finding = findings[position]
      for rule in [finding.rule] + (formerIDs[finding.rule] ?? []) {
        var named = finding
        named.rule = rule
        let key = Baseline.key(named, in: bundle)
        guard let count = left[key], count > 0 else { continue }
        left[key] = count - 1
        findings[position].isBaselined = true
        if rule != finding.rule { renamed.insert(finding.rule) }
        break
      }
    }
  }

  /// A warning for each rule that the baseline knows by an earlier id.
  var renamings: [EngineError] {
    renamed.sorted().map { rule in
      EngineError(
        code: "rule.renamed", message: "the baseline knows findings of '\(rule)' by an id that the rule had before",
        file: baseline.file, hint: "make it anew with --write-baseline FILE")
    }
  }

  /// What is in the baseline and was not found, of the bundles checked.
  var gone: [EngineError] {
    let keys = left.filter { $0.value > 0 && checked.contains($0.key.bundle) }.map { ($0.key, $0.value) }
    return keys.sorted { ($0.0.bundle, $0.0.fingerprint) < ($1.0.bundle, $1.0.fingerprint) }.map { key, count in
      EngineError(
        code: "baseline.gone",
        message: "\(key.bundle) no longer has \(count == 1 ? "the finding" : "\(count) findings of") "
          + (baseline.descriptions[key].flatMap { $0.isEmpty ? nil : $0 } ?? key.fingerprint),
        file: baseline.file, hint: "take it out of the baseline: make it anew with --write-baseline FILE")
    }
  }
}
