public import Basics

/// Findings that were there when a policy was introduced, and are accepted until they are fixed.
///
/// The file is a line for each finding, sorted, for people to read and for version control to merge. Its fields are separated by tabs:
/// a fingerprint, how many findings have it, the bundle's identifier, digests of the value that was read and of the message (`-` where
/// they don't count), the rule and the place. The last two are for people. Lines that begin with `policy` name the policies that the
/// findings are by, and their digests. Version 1 had neither values nor messages nor policies, and accepts any.
public struct Baseline: Sendable {
  /// A place where findings are accepted: never a line or where the bundle lies.
  struct Place: Hashable, Sendable {
    let bundle: String
    let fingerprint: String
  }

  /// What is accepted at a place.
  struct Entry: Hashable, Sendable {
    /// The digest of the value, `-` where there is none; nil for any.
    let value: String?
    /// The digest of the message, `-` where it doesn't count; nil for any.
    let message: String?
    var count: Int
    /// What people read of it: the rule and the place.
    let description: String
  }

  /// What is accepted at a place: a rule may report thousands of things about one file.
  struct Wording: Hashable {
    let place: Place
    /// Of an entry; nil for any.
    let value: String?
    /// Of an entry; nil for any.
    let message: String?
  }

  let entries: [Place: [Entry]]
  /// By the ids of policies, their digests when the baseline was written.
  let policies: [String: String]
  /// Whether the file is of the version without values.
  let acceptsAnyValue: Bool
  let file: String

  static let header = "# bundlepolicy baseline 2"
  private static let formerHeader = "# bundlepolicy baseline 1"

  /// Parses a baseline.
  ///
  /// - Parameters:
  ///   - text: The contents of the file.
  ///   - file: The path for messages.
  /// - Throws: An error with the line that is malformed.
  public init(_ text: String, file: String) throws(EngineError) {
    var entries: [Place: [Entry]] = [:]
    var seen: Set<Wording> = []
    var policies: [String: String] = [:]
    var acceptsAnyValue = false
    var number = 0
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Version control may have made the line ends those of another system.
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      number += 1
      func refuse(_ message: String) -> EngineError {
        EngineError(
          code: "baseline.malformed", message: message, file: file, line: number,
          hint: "write a new one with --write-baseline FILE")
      }
      if number == 1 {
        func begins(with header: String) -> Bool { line == header || line.hasPrefix(header + ":") }
        acceptsAnyValue = begins(with: Self.formerHeader)
        guard acceptsAnyValue || begins(with: Self.header) else {
          throw refuse("this is not a baseline; a baseline begins with '\(Self.header)'")
        }
        continue
      }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if !acceptsAnyValue, fields[0] == "policy" {
        guard fields.count == 3, policies.updateValue(fields[2], forKey: fields[1]) == nil else {
          throw refuse("the id of a policy and a digest were expected, separated by tabs, and each policy once")
        }
        continue
      }
      guard fields.count >= 3, Self.isDigest(fields[0], digits: 32), let count = Int(fields[1]), count > 0 else {
        throw refuse("a fingerprint, a number and a bundle were expected, separated by tabs")
      }
      if !acceptsAnyValue {
        guard fields.count >= 5, fields[3...4].allSatisfy({ $0 == "-" || Self.isDigest($0, digits: 16) }) else {
          throw refuse("digests of a value and a message, or '-', were expected after the bundle, separated by tabs")
        }
      }
      let place = Place(bundle: fields[2], fingerprint: fields[0])
      let entry = Entry(
        value: acceptsAnyValue ? nil : fields[3], message: acceptsAnyValue ? nil : fields[4], count: count,
        description: fields.dropFirst(acceptsAnyValue ? 3 : 5).filter { !$0.isEmpty }.joined(separator: " at "))
      guard seen.insert(Wording(place: place, value: entry.value, message: entry.message)).inserted else {
        throw refuse("this finding is listed twice")
      }
      entries[place, default: []].append(entry)
    }
    self.entries = entries
    self.policies = policies
    self.acceptsAnyValue = acceptsAnyValue
    self.file = file
  }

  private static func isDigest(_ text: String, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func place(of finding: Finding, in bundle: BundleReport) -> Place {
    Place(bundle: plain(bundle.waiverName), fingerprint: finding.placeFingerprint)
  }

  /// Text that keeps to its field.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

/// A baseline while a check uses it up.
package struct BaselineTally {
  private let baseline: Baseline
  private var left: [Baseline.Place: [Baseline.Entry]]
  /// Where entries are among those of their place.
  private let positions: [Baseline.Wording: Int]
  /// The same of all entries with a value, by the first of them that may not have been used up.
  private var ofValue: [Baseline.Wording: ArraySlice<Int>]
  /// By the id of a rule, the ids that it had before: a baseline may know its findings by them.
  private let formerIDs: [String: [String]]
  /// By id, whether a policy is another than when the baseline was written: what it says may be worded anew.
  private let isChanged: [String: Bool]
  /// The bundles that were judged whole: of others nothing can be said to be gone.
  private var checked: Set<String> = []
  /// The rules whose findings it knew by an earlier id.
  private var renamed: Set<String> = []
  /// The policies of findings that were accepted though they say something else than when the baseline was written.
  private var reworded: Set<String> = []
  /// Where there are findings that are not accepted.
  private var open: Set<Baseline.Place> = []

  package init(_ baseline: Baseline, formerIDs: [String: [String]], _ policies: [PolicySummary]) {
    self.baseline = baseline
    self.formerIDs = formerIDs
    left = baseline.entries
    var positions: [Baseline.Wording: Int] = [:]
    var ofValue: [Baseline.Wording: ArraySlice<Int>] = [:]
    for (place, entries) in baseline.entries {
      for (position, entry) in entries.enumerated() {
        positions[Baseline.Wording(place: place, value: entry.value, message: entry.message)] = position
        ofValue[Baseline.Wording(place: place, value: entry.value, message: nil), default: []].append(position)
      }
    }
    (self.positions, self.ofValue) = (positions, ofValue)
    // Most policies have no finding: their digests are not taken.
    let named = Dictionary(policies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    isChanged = baseline.policies.reduce(into: [:]) { changed, policy in
      changed[policy.key] = named[policy.key]?.digest != policy.value
    }
  }

  /// Marks the findings that the baseline accepts, in their order, each as often as it is there. Those that say what they said when it
  /// was written go first, so that one worded anew takes the place of none of them.
  package mutating func mark(_ findings: inout [Finding], in bundle: BundleReport) {
    if bundle.errors.isEmpty { checked.insert(Baseline.plain(bundle.waiverName)) }
    for isRewording in [false, true] {
      for position in findings.indices where !findings[position].isWaived && !findings[position].isBaselined {
        findings[position].isBaselined = accepts(findings[position], in: bundle, isRewording: isRewording)
      }
    }
    for finding in findings where finding.isOpen { open.insert(Baseline.place(of: finding, in: bundle)) }
  }

  private mutating func accepts(_ finding: Finding, in bundle: BundleReport, isRewording: Bool) -> Bool {
    let policy = String(finding.rule.prefix { $0 != "/" })
    if isRewording, !(isChanged[policy] ?? true) { return false }
    let (value, message) = (finding.valueDigest ?? "-", finding.messageDigest ?? "-")
    for rule in [finding.rule] + (formerIDs[finding.rule] ?? []) {
      var named = finding
      named.rule = rule
      let place = Baseline.place(of: named, in: bundle)
      guard let at = position(at: place, value, isRewording ? nil : message) else { continue }
      left[place]?[at].count -= 1
      if rule != finding.rule { renamed.insert(finding.rule) } else if isRewording { reworded.insert(policy) }
      return true
    }
    return false
  }

  /// The first entry of a place that is left and accepts a value with a message; with any, if that is nil.
  private mutating func position(at place: Baseline.Place, _ value: String, _ message: String?) -> Int? {
    let value = baseline.acceptsAnyValue ? nil : value
    func isLeft(_ position: Int) -> Bool { left[place].map { $0[position].count > 0 } ?? false }
    if let message {
      let wording = Baseline.Wording(place: place, value: value, message: baseline.acceptsAnyValue ? nil : message)
      return positions[wording].flatMap { isLeft($0) ? $0 : nil }
    }
    let wording = Baseline.Wording(place: place, value: value, message: nil)
    while let first = ofValue[wording]?.first {
      if isLeft(first) { return first }
      ofValue[wording]?.removeFirst()
    }
    return nil
  }

  /// What is to be said of the baseline: that it is of an old version, or older than the policies.
  package var remarks: [EngineError] {
    let hint = "write a new one with --write-baseline FILE"
    var remarks: [EngineError] = []
    if baseline.acceptsAnyValue {
      remarks.append(
        EngineError(
          code: "baseline.old",
          message:
            "the baseline has format version 1, which does not store values: it accepts any value at the places it lists",
          file: baseline.file, hint: hint))
    }
    remarks += reworded.sorted().map { policy in
      EngineError(
        code: "baseline.outdated",
        message:
          "policy '\(policy)' has changed since the baseline was written; findings whose message changed are accepted by place and value",
        file: baseline.file, hint: hint)
    }
    return remarks
      + renamed.sorted().map { rule in
        EngineError(
          code: "rule.renamed", message: "the baseline lists findings of '\(rule)' under an earlier id of the rule",
          file: baseline.file, hint: hint)
      }
  }

  /// What is in the baseline and was not found, of the bundles checked.
  package var gone: [EngineError] {
    let gone = left.flatMap { place, entries in entries.map { (place, $0) } }.filter { place, entry in
      entry.count > 0 && checked.contains(place.bundle)
    }
    func order(_ place: Baseline.Place, _ entry: Baseline.Entry) -> [String] {
      [place.bundle, place.fingerprint, entry.value ?? "", entry.message ?? ""]
    }
    let sorted = gone.map { (order: order($0, $1), found: ($0, $1)) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.found)
    return sorted.map { place, entry in
      let what = entry.description.isEmpty ? place.fingerprint : entry.description
      // A new value at the place is a new finding, and the one accepted is gone.
      let isOther = entry.value != nil && open.contains(place)
      return EngineError(
        code: "baseline.gone",
        message:
          "\(place.bundle) no longer has \(entry.count == 1 ? "the finding" : "\(entry.count) findings of") \(what)"
          + (isOther ? " with the accepted value; it has a different value now" : ""),
        file: baseline.file, hint: "write a new baseline with --write-baseline FILE", subject: place.bundle)
    }
  }
}

/// The text of a baseline, made of what a check finds: all findings that no waiver covers, baselined ones included.
public struct BaselineText: Sendable {
  private let policies: [PolicySummary]
  private var lines: [String: (count: Int, rest: String)] = [:]
  private var named: Set<String> = []

  /// Starts an empty baseline.
  ///
  /// - Parameter policies: The policies whose findings will be added.
  public init(policies: [PolicySummary]) { self.policies = policies }

  /// How many findings it accepts.
  public private(set) var count = 0

  /// Adds the findings of a bundle.
  ///
  /// - Parameter bundle: The result of checking the bundle.
  public mutating func add(_ bundle: BundleReport) {
    for finding in bundle.findings where !finding.isWaived {
      let place = [finding.bundle, finding.file ?? "", finding.keyPath ?? ""].filter { !$0.isEmpty }
      let known = Baseline.place(of: finding, in: bundle)
      let digests = [finding.valueDigest ?? "-", finding.messageDigest ?? "-"]
      let words = [finding.rule, place.joined(separator: " ")].map(Baseline.plain)
      let start = ([known.fingerprint, known.bundle] + digests).joined(separator: "\t")
      lines[start] = ((lines[start]?.count ?? 0) + 1, ([known.bundle] + digests + words).joined(separator: "\t"))
      named.insert(String(finding.rule.prefix { $0 != "/" }))
      count += 1
    }
  }

  /// The whole file, sorted: by bundle, rule and place.
  public var text: String {
    func order(_ line: (key: String, value: (count: Int, rest: String))) -> [String] {
      let fields = line.value.rest.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return [fields[0]] + fields.dropFirst(3) + [line.key]
    }
    let sorted = lines.map { (order($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    return Baseline.header + ": accepted findings; bundlepolicy check --write-baseline FILE rewrites this file\n"
      + policies.filter { named.contains($0.id) }.sorted { $0.id < $1.id }
      .map { "policy\t\($0.id)\t\($0.digest)\n" }.joined()
      + sorted.map { "\($0.key.prefix(32))\t\($0.value.count)\t\($0.value.rest)\n" }.joined()
  }
}

extension Baseline {
  /// Returns the contents of a baseline that accepts every finding of a report.
  ///
  /// - Parameter report: A report that contains its bundles.
  public static func text(of report: Report) -> String {
    var text = BaselineText(policies: report.policies)
    for bundle in report.bundles { text.add(bundle) }
    return text.text
  }
}
