import Basics
package import Bundles
import PolicySchema
package import PropertyLists
package import Reports

package struct FindingRoom {
  /// The bytes that remain of the limit on the findings of all rules.
  private let bytes: Int
  private var count = 0
  private var textSize = 0
  package private(set) var size = 0
  package fileprivate(set) var isFull = false
  /// Whether the findings of other rules took the remaining room.
  package private(set) var isCrowded = false

  init(bytes: Int) { self.bytes = bytes }

  mutating func take(_ finding: Finding) -> Bool {
    if isFull { return false }
    let text = finding.textSize
    let isOwnLimit = count >= FindingLimit.count || text > FindingLimit.text - textSize
    guard !isOwnLimit, finding.size <= bytes - size else {
      (isFull, isCrowded) = (true, !isOwnLimit)
      return false
    }
    count += 1
    textSize += text
    size += finding.size
    return true
  }
}

package struct FindingCollector {
  let rule: FindingRule
  package let bundle: Bundle
  package private(set) var findings: [Finding] = []
  package private(set) var room: FindingRoom
  private var digests = ValueDigests()

  /// `room`: the bytes that remain of the limit on the findings of all rules.
  package init(rule: FindingRule, bundle: Bundle, room: Int) {
    (self.rule, self.bundle, self.room) = (rule, bundle, FindingRoom(bytes: room))
  }

  package struct Details {
    var expected: String?
    package var fix: String?
    var edits: [PropertyListEdit] = []
    var severity: Severity?
    package var discriminator: String?
    /// Whether only the message distinguishes the finding from others at its place, as with a function or checker that gives no
    /// discriminator.
    var isIdentifiedByMessage = false
    var forbiddenBy: String?
    var line: Int?
    var keyPath: String?

    package init(
      expected: String? = nil, fix: String? = nil, edits: [PropertyListEdit] = [], severity: Severity? = nil,
      discriminator: String? = nil, isIdentifiedByMessage: Bool = false, forbiddenBy: String? = nil
    ) {
      (self.expected, self.fix, self.edits, self.severity) = (expected, fix, edits, severity)
      (self.discriminator, self.isIdentifiedByMessage) = (discriminator, isIdentifiedByMessage)
      self.forbiddenBy = forbiddenBy
    }
  }

  package mutating func add(_ other: FindingCollector) {
    other.findings.forEach { keep($0) }
    room.isFull = room.isFull || other.room.isFull
  }

  package mutating func add(
    _ message: String, file: String? = nil, isMissing: Bool = false, details: Details = Details()
  ) {
    var finding = blank(message, details)
    finding.file = file
    (finding.line, finding.keyPath) = (details.line, details.keyPath)
    finding.isMissing = isMissing
    finding.forbiddenBy = details.forbiddenBy
    keep(finding)
  }

  /// Adds a finding about a value: the entry `position` of `container`, or, without one, `container` itself.
  package mutating func add(
    _ message: String, in document: Document, container: PropertyList.Node, position: Int?, details: Details = Details()
  ) {
    let list = document.list
    var finding = blank(message, details)
    let child = position.flatMap { list.element(of: container, at: $0) }
    finding.keyPath = list.pointer(to: child ?? container)
    finding.value = ValueText.describe(child ?? container, in: list)
    if document.bundlePath != nil {
      finding.valueDigest = digests.digest(of: child ?? container, in: list)
      if details.edits.contains(where: { $0.operation == .remove }) {
        finding.listDigest = digests.digest(ofListAround: child ?? container, in: list)
      }
    }
    if let position, list.kind(of: container) == .dictionary {
      append(finding, document, list.keyPlace(of: container, at: position), details.edits)
    } else {
      append(finding, document, list.place(of: child ?? container), details.edits)
    }
  }

  /// Adds a finding about the value of a key, or about its absence.
  package mutating func add(
    _ message: String, in document: Document, container: PropertyList.Node, key: String, details: Details
  ) {
    if let position = document.list.position(of: container, forKey: key) {
      add(message, in: document, container: container, position: position, details: details)
    } else {
      add(message, in: document, container: container, missing: key, details: details)
    }
  }

  package mutating func add(
    _ message: String, in document: Document, container: PropertyList.Node, missing key: String,
    pointer: String? = nil, details: Details = Details()
  ) {
    var finding = blank(message, details)
    finding.keyPath = pointer ?? document.list.pointer(to: container) + "/" + JSONPointer.escape(key)
    finding.isMissing = true
    if document.bundlePath != nil { finding.valueDigest = digests.digest(around: container, in: document.list) }
    append(finding, document, document.list.place(of: container), details.edits)
  }

  private mutating func append(
    _ finding: Finding, _ document: Document, _ place: Place, _ edits: [PropertyListEdit]
  ) {
    var finding = finding
    finding.file = document.file
    if let path = document.bundlePath {
      finding.edits = edits
      finding.bundle = path
      finding.line = place.line.map(Int.init)
      finding.column = place.column.map(Int.init)
    } else {
      // A finding is about the bundle under test even if an earlier build caused it; its lines would refer to another file.
      finding.isOfEarlierBuild = true
      finding.message += " (read in an earlier build)"
    }
    keep(finding)
  }

  private mutating func keep(_ finding: Finding) { if room.take(finding) { findings.append(finding) } }

  private func blank(_ message: String, _ details: Details) -> Finding {
    rule.finding(message, details, of: (bundle.path, bundle.waiverName))
  }
}

package struct FindingRule: Sendable {
  package let id: String
  package let severity: Severity
  /// The highest severity that an including policy allows a finding; nil if it does not limit it.
  package let ceiling: Severity?
  package let help: String?
  package let declared: SourceLocation
  package let overridden: SourceLocation?

  package init(
    id: String, severity: Severity, ceiling: Severity?, help: String?, declared: SourceLocation,
    overridden: SourceLocation?
  ) {
    (self.id, self.severity, self.ceiling, self.help) = (id, severity, ceiling, help)
    (self.declared, self.overridden) = (declared, overridden)
  }

  /// A finding about a bundle, without a place in it.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - details: The optional fields of the finding.
  ///   - bundle: The path of the bundle, and its name in waivers.
  func finding(
    _ message: String, _ details: FindingCollector.Details, of bundle: (path: String, name: String)
  ) -> Finding {
    let stated = details.severity.map { own in ceiling.map { min($0, own) } ?? own }
    return Finding(
      rule: id, severity: stated ?? severity, message: PolicyText.cut(message), bundle: bundle.path,
      bundleName: bundle.name, file: nil, keyPath: nil, isMissing: false, line: nil, column: nil, value: nil,
      expected: details.expected.map(PolicyText.cut), fix: details.fix.map(PolicyText.cut),
      help: help, declared: declared, overridden: overridden,
      discriminator: details.discriminator ?? "", waiver: nil, isIdentifiedByMessage: details.isIdentifiedByMessage)
  }
}
