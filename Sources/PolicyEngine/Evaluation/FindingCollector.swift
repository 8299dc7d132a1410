import Basics
import Bundles
import PropertyLists

/// Makes findings for one rule on one bundle: fills in place, value and the rule's own line.
struct FindingCollector {
  /// Findings of one rule on one bundle; more are no help to anyone.
  static let limit = 100_000
  /// Bytes of text in them.
  static let textLimit = 8 << 20

  let rule: Rule
  let bundle: Bundle
  private(set) var findings: [Finding] = []
  /// Bytes of text in `findings`.
  private(set) var textSize = 0
  /// Whether there was a finding that had no room: what was found is not all.
  private(set) var isFull = false
  private let textLimit: Int
  private var digests = ValueDigests()

  init(rule: Rule, bundle: Bundle, textLimit: Int = FindingCollector.textLimit) {
    self.rule = rule
    self.bundle = bundle
    self.textLimit = textLimit
  }

  /// What a rule may say on top of the message.
  struct Details {
    var expected: String?
    var fix: String?
    var severity: Severity?
    var discriminator: String?
    /// Whether the message is all that tells the finding from others at its place, as of a function or checker that gives no
    /// discriminator.
    var isToldByMessage = false
    /// See `Finding.forbiddenBy`.
    var forbiddenBy: String?
  }

  /// Findings that were made elsewhere.
  mutating func add(_ made: [Finding]) { made.forEach { keep($0) } }

  /// About the bundle as a whole, or one of its files.
  mutating func add(_ message: String, file: String? = nil, isMissing: Bool = false, details: Details = Details()) {
    var finding = blank(message, details)
    finding.file = file
    finding.isMissing = isMissing
    finding.forbiddenBy = details.forbiddenBy
    keep(finding)
  }

  /// About a value: the entry `position` of `container`, or, without one, `container` itself.
  mutating func add(
    _ message: String, in document: Document, container: PropertyList.Node, position: Int?, details: Details = Details()
  ) {
    let list = document.list
    var finding = blank(message, details)
    let child = position.flatMap { list.element(of: container, at: $0) }
    finding.keyPath = list.pointer(to: child ?? container)
    finding.value = ValueText.describe(child ?? container, in: list)
    if document.bundlePath != nil { finding.valueDigest = digests.digest(of: child ?? container, in: list) }
    if let position, list.kind(of: container) == .dictionary {
      append(finding, document, list.keyPlace(of: container, at: position))
    } else {
      append(finding, document, list.place(of: child ?? container))
    }
  }

  /// About a key that is not there.
  mutating func add(
    _ message: String, in document: Document, container: PropertyList.Node, missing key: String,
    pointer: String? = nil, details: Details = Details()
  ) {
    var finding = blank(message, details)
    finding.keyPath = pointer ?? document.list.pointer(to: container) + "/" + JSONPointer.escape(key)
    finding.isMissing = true
    if document.bundlePath != nil { finding.valueDigest = digests.digest(around: container, in: document.list) }
    append(finding, document, document.list.place(of: container))
  }

  private mutating func append(_ finding: Finding, _ document: Document, _ place: Place) {
    var finding = finding
    finding.file = document.file
    if let path = document.bundlePath {
      finding.bundle = path
      finding.line = place.line.map(Int.init)
      finding.column = place.column.map(Int.init)
    } else {
      // A finding is about the bundle under test even where an earlier build showed it; lines would be those of another file.
      finding.isOfEarlierBuild = true
      finding.message += " (read in an earlier build)"
    }
    keep(finding)
  }

  private mutating func keep(_ finding: Finding) {
    if isFull { return }
    let size = finding.textSize
    guard findings.count < Self.limit, size <= textLimit - textSize else {
      isFull = true
      return
    }
    textSize += size
    findings.append(finding)
  }

  /// Longest text of a rule that a report takes, in characters.
  static let messageLimit = 2_000

  /// The text, or its beginning where it is too long.
  static func cut(_ text: String) -> String { text.shortened(to: messageLimit) }

  /// The rule's own, or what it says of this finding; that only below what an including policy allows.
  private func severity(_ own: Severity?) -> Severity {
    guard let own else { return rule.severity }
    guard let adjustment = rule.adjustment, adjustment.isCeiling else { return own }
    return adjustment.severity.map { min($0, own) } ?? own
  }

  private func blank(_ message: String, _ details: Details) -> Finding {
    Finding(
      rule: rule.id, severity: severity(details.severity), message: Self.cut(message), bundle: bundle.path,
      bundleName: Waiver.name(of: bundle),
      file: nil, keyPath: nil, isMissing: false, line: nil, column: nil, value: nil,
      expected: details.expected.map(Self.cut), fix: details.fix.map(Self.cut),
      help: rule.help, declared: rule.declared, overridden: rule.adjustment?.declared,
      discriminator: details.discriminator ?? "", waiver: nil, isToldByMessage: details.isToldByMessage)
  }
}

extension Finding {
  /// Bytes of the texts that a report repeats for each finding.
  fileprivate var textSize: Int {
    [rule, message, bundle, bundleName, discriminator].reduce(0) { $0 + $1.utf8.count }
      + [file, keyPath, value, expected, fix, help].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}
