public import Basics

/// The findings that existed when a policy was introduced, which are accepted until they are fixed.
///
/// The file has a line for each finding, sorted, so that people can read it and version control can merge it. Its fields are separated by
/// tabs: a fingerprint, the number of findings that have it, the bundle's identifier, digests of the value and of the message (`-` if they
/// do not count), the rule and the place. The last two are for people. Lines that begin with `policy` name the policies and their digests.
/// Version 1 had no values, messages and policies, and accepts any.
public struct Baseline: Sendable {
  struct Place: Hashable, Sendable {
    let bundle: String
    let fingerprint: String
  }

  struct Entry: Hashable, Sendable {
    /// The digest of the value, `-` without a value; nil accepts any.
    let value: String?
    /// The digest of the message, `-` if it does not count; nil accepts any.
    let message: String?
    var count: Int
    let description: String
  }

  struct EntryKey: Hashable {
    let place: Place
    let value: String?
    let message: String?
  }

  let entries: [Place: [Entry]]
  let policies: [String: String]
  /// Whether the file has version 1, without values.
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
    var seen: Set<EntryKey> = []
    var policies: [String: String] = [:]
    var acceptsAnyValue = false
    var number = 0
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Version control may have converted line ends.
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
      guard fields.count >= 3, Hexadecimal.isLowercase(fields[0], count: 32), let count = Int(fields[1]), count > 0
      else {
        throw refuse("a fingerprint, a number and a bundle were expected, separated by tabs")
      }
      if !acceptsAnyValue {
        guard fields.count >= 5, fields[3...4].allSatisfy({ $0 == "-" || Hexadecimal.isLowercase($0, count: 16) })
        else {
          throw refuse("digests of a value and a message, or '-', were expected after the bundle, separated by tabs")
        }
      }
      let place = Place(bundle: fields[2], fingerprint: fields[0])
      let entry = Entry(
        value: acceptsAnyValue ? nil : fields[3], message: acceptsAnyValue ? nil : fields[4], count: count,
        description: fields.dropFirst(acceptsAnyValue ? 3 : 5).filter { !$0.isEmpty }.joined(separator: " at "))
      guard seen.insert(EntryKey(place: place, value: entry.value, message: entry.message)).inserted else {
        throw refuse("this finding is listed twice")
      }
      entries[place, default: []].append(entry)
    }
    (self.entries, self.policies, self.acceptsAnyValue, self.file) = (entries, policies, acceptsAnyValue, file)
  }

  static func place(of finding: Finding, in bundle: BundleReport) -> Place {
    Place(bundle: plain(bundle.waiverName), fingerprint: finding.placeFingerprint)
  }

  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}

package struct BaselineTally {
  private let baseline: Baseline
  private var remaining: [Baseline.Place: [Baseline.Entry]]
  private let positions: [Baseline.EntryKey: Int]
  /// The indexes of entries by value alone, without leading ones that are used up.
  private var positionsByValue: [Baseline.EntryKey: ArraySlice<Int>]
  /// The former ids of rules, under which the baseline may list their findings.
  private let formerIDs: [String: [String]]
  /// Whether a policy has changed since the baseline was written, by id: its messages may have new wording.
  private let isChanged: [String: Bool]
  /// The bundles that were evaluated completely. Findings on others cannot be known to be gone.
  private var checked: Set<String> = []
  private var renamed: Set<String> = []
  /// The policies of findings that were accepted although their messages have changed.
  private var reworded: Set<String> = []
  private var openPlaces: Set<Baseline.Place> = []

  package init(_ baseline: Baseline, formerIDs: [String: [String]], _ policies: [PolicySummary]) {
    self.baseline = baseline
    self.formerIDs = formerIDs
    remaining = baseline.entries
    var positions: [Baseline.EntryKey: Int] = [:]
    var positionsByValue: [Baseline.EntryKey: ArraySlice<Int>] = [:]
    for (place, entries) in baseline.entries {
      for (position, entry) in entries.enumerated() {
        positions[Baseline.EntryKey(place: place, value: entry.value, message: entry.message)] = position
        positionsByValue[Baseline.EntryKey(place: place, value: entry.value, message: nil), default: []].append(
          position)
      }
    }
    (self.positions, self.positionsByValue) = (positions, positionsByValue)
    // Computed only for policies in the baseline: digests of others are not needed.
    let named = Dictionary(policies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    isChanged = baseline.policies.reduce(into: [:]) { changed, policy in
      changed[policy.key] = named[policy.key]?.digest != policy.value
    }
  }

  /// Marks the findings that the baseline accepts, in order, each as often as it is in the baseline. Findings with unchanged messages go
  /// first, so that one with a new message does not use up their entries.
  package mutating func mark(_ findings: inout [Finding], in bundle: BundleReport) {
    if bundle.errors.isEmpty { checked.insert(Baseline.plain(bundle.waiverName)) }
    for ignoresMessage in [false, true] {
      for position in findings.indices where !findings[position].isWaived && !findings[position].isBaselined {
        findings[position].isBaselined = accepts(findings[position], in: bundle, ignoresMessage: ignoresMessage)
      }
    }
    for finding in findings where finding.isOpen { openPlaces.insert(Baseline.place(of: finding, in: bundle)) }
  }

  private mutating func accepts(_ finding: Finding, in bundle: BundleReport, ignoresMessage: Bool) -> Bool {
    let policy = String(finding.rule.prefix { $0 != "/" })
    if ignoresMessage, !(isChanged[policy] ?? true) { return false }
    let (value, message) = (finding.valueDigest ?? "-", finding.messageDigest ?? "-")
    for rule in [finding.rule] + (formerIDs[finding.rule] ?? []) {
      var named = finding
      named.rule = rule
      let place = Baseline.place(of: named, in: bundle)
      guard let at = position(at: place, value, ignoresMessage ? nil : message) else { continue }
      remaining[place]?[at].count -= 1
      if rule != finding.rule { renamed.insert(finding.rule) } else if ignoresMessage { reworded.insert(policy) }
      return true
    }
    return false
  }

  /// Returns the first unused entry of a place that accepts a value and a message, or any message if it is nil.
  private mutating func position(at place: Baseline.Place, _ value: String, _ message: String?) -> Int? {
    let value = baseline.acceptsAnyValue ? nil : value
    func isRemaining(_ position: Int) -> Bool { remaining[place].map { $0[position].count > 0 } ?? false }
    if let message {
      let key = Baseline.EntryKey(place: place, value: value, message: baseline.acceptsAnyValue ? nil : message)
      return positions[key].flatMap { isRemaining($0) ? $0 : nil }
    }
    let key = Baseline.EntryKey(place: place, value: value, message: nil)
    while let first = positionsByValue[key]?.first {
      if isRemaining(first) { return first }
      positionsByValue[key]?.removeFirst()
    }
    return nil
  }

  /// The warnings about the baseline: an old format, or policies that changed since it was written.
  package var warnings: [EngineError] {
    let hint = "write a new one with --write-baseline FILE"
    var warnings: [EngineError] = []
    if baseline.acceptsAnyValue {
      warnings.append(
        EngineError(
          code: "baseline.old",
          message:
            "the baseline has format version 1, which does not store values: it accepts any value at the places it lists",
          file: baseline.file, hint: hint))
    }
    warnings += reworded.sorted().map { policy in
      EngineError(
        code: "baseline.outdated",
        message:
          "policy '\(policy)' has changed since the baseline was written; findings whose message changed are accepted by place and value",
        file: baseline.file, hint: hint)
    }
    return warnings
      + renamed.sorted().map { rule in
        EngineError(
          code: "rule.renamed", message: "the baseline lists findings of '\(rule)' under an earlier id of the rule",
          file: baseline.file, hint: hint)
      }
  }

  package var gone: [EngineError] {
    let gone = remaining.flatMap { place, entries in entries.map { (place, $0) } }.filter { place, entry in
      entry.count > 0 && checked.contains(place.bundle)
    }
    func order(_ place: Baseline.Place, _ entry: Baseline.Entry) -> [String] {
      [place.bundle, place.fingerprint, entry.value ?? "", entry.message ?? ""]
    }
    let sorted = gone.map { (order: order($0, $1), found: ($0, $1)) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.found)
    return sorted.map { place, entry in
      let what = entry.description.isEmpty ? place.fingerprint : entry.description
      // Another value at the same place is a new finding, and the accepted one is gone.
      let isOther = entry.value != nil && openPlaces.contains(place)
      return EngineError(
        code: "baseline.gone",
        message:
          "\(place.bundle) no longer has \(entry.count == 1 ? "the finding" : "\(entry.count) findings of") \(what)"
          + (isOther ? " with the accepted value; it has a different value now" : ""),
        file: baseline.file, hint: "write a new baseline with --write-baseline FILE", subject: place.bundle)
    }
  }
}

/// Makes a baseline of the findings of a check that no waiver covers, including baselined ones.
public struct BaselineText: Sendable {
  private let policies: [PolicySummary]
  private var lines: [String: (count: Int, fields: [String])] = [:]
  private var named: Set<String> = []

  /// Starts an empty baseline.
  ///
  /// - Parameter policies: The policies whose findings will be added.
  public init(policies: [PolicySummary]) { self.policies = policies }

  /// The number of findings that it accepts.
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
      lines[start] = ((lines[start]?.count ?? 0) + 1, [known.bundle] + digests + words)
      named.insert(String(finding.rule.prefix { $0 != "/" }))
      count += 1
    }
  }

  /// The text of the file, sorted by bundle, rule and place.
  public var text: String {
    let sorted = lines.map { ([$1.fields[0]] + $1.fields.dropFirst(3) + [$0], $0, $1) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    return Baseline.header + ": accepted findings; bundlepolicy check --write-baseline FILE rewrites this file\n"
      + policies.filter { named.contains($0.id) }.sorted { $0.id < $1.id }
      .map { "policy\t\($0.id)\t\($0.digest)\n" }.joined()
      + sorted.map { "\($1.prefix(32))\t\($2.count)\t\($2.fields.joined(separator: "\t"))\n" }.joined()
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
