import Basics
package import Bundles
import PolicySchema
package import PropertyLists
package import Reports

/// Makes findings for one rule on one bundle: adds the place, the value and the rule's own line.
package struct FindingCollector {
  /// The maximum number of findings of one rule on one bundle; more would not help anyone.
  package static let limit = 100_000
  /// The maximum size of their texts, in bytes.
  package static let textLimit = 8 << 20

  let rule: FindingRule
  package let bundle: Bundle
  package private(set) var findings: [Finding] = []
  /// Bytes of text in `findings`.
  private(set) var textSize = 0
  package private(set) var size = 0
  /// Whether there was a finding that had no room, so that the list is incomplete.
  package private(set) var isFull = false
  /// Whether the findings of other rules took the remaining room.
  package private(set) var isCrowded = false
  private let room: Int
  private var digests = ValueDigests()

  /// `room`: the bytes that remain of the limit on the findings of all rules.
  package init(rule: FindingRule, bundle: Bundle, room: Int) {
    self.rule = rule
    self.bundle = bundle
    self.room = room
  }

  package struct Details {
    var expected: String?
    package var fix: String?
    /// See `Finding.edits`.
    var edits: [PropertyListEdit] = []
    var severity: Severity?
    package var discriminator: String?
    /// Whether only the message distinguishes the finding from others at its place, as with a function or checker that gives no
    /// discriminator.
    var isIdentifiedByMessage = false
    /// See `Finding.forbiddenBy`.
    var forbiddenBy: String?

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
    isFull = isFull || other.isFull
  }

  /// Adds a finding about the bundle as a whole, or one of its files.
  package mutating func add(
    _ message: String, file: String? = nil, isMissing: Bool = false, details: Details = Details()
  ) {
    var finding = blank(message, details)
    finding.file = file
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
    if document.bundlePath != nil { finding.valueDigest = digests.digest(of: child ?? container, in: list) }
    if let position, list.kind(of: container) == .dictionary {
      append(finding, document, list.keyPlace(of: container, at: position), details.edits)
    } else {
      append(finding, document, list.place(of: child ?? container), details.edits)
    }
  }

  /// Adds a finding about a missing key.
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

  private mutating func keep(_ finding: Finding) {
    if isFull { return }
    let text = finding.textSize
    let isOwnLimit = findings.count >= Self.limit || text > Self.textLimit - textSize
    guard !isOwnLimit, finding.size <= room - size else {
      isFull = true
      isCrowded = !isOwnLimit
      return
    }
    textSize += text
    size += finding.size
    findings.append(finding)
  }

  private func blank(_ message: String, _ details: Details) -> Finding {
    rule.finding(message, details, of: (bundle.path, bundle.waiverName))
  }
}

/// The properties of a rule that its findings contain.
package struct FindingRule: Sendable {
  package let id: String
  package let severity: Severity
  /// The highest severity that an including policy allows a finding; nil if it does not limit it.
  package let ceiling: Severity?
  package let help: String?
  package let declared: SourceLocation
  /// The place where an including policy changed the rule.
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

extension Bundle {
  /// The bundle's name in waivers: its identifier, or its file name if it has none.
  package var waiverName: String { identifier ?? name }
}

extension Finding {
  var textSize: Int {
    [rule, message, bundle, bundleName, discriminator].reduce(0) { $0 + $1.utf8.count }
      + [file, keyPath, value, expected, fix, help].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      + edits.reduce(0) { $0 + $1.size }
  }

  /// The approximate size in memory or in a report, in bytes: its texts, and a constant overhead.
  package var size: Int { textSize + 512 }
}

/// Short digests of property list values, each computed once: they distinguish the value that a baseline accepted from any other.
package struct ValueDigests {
  private struct Place: Hashable {
    let list: ObjectIdentifier
    let node: PropertyList.Node
  }

  private var known: [Place: String] = [:]

  package init() {}

  /// A digest that distinguishes the value of a finding from others there. In an array, the whole element counts, for its position says
  /// little; nil for the top of a list: such a finding is about the file.
  package mutating func digest(of node: PropertyList.Node, in list: PropertyList) -> String? {
    let node = Self.element(around: node, in: list) ?? node
    if list.parent(of: node) == nil { return nil }
    return known(node, list)
  }

  /// The digest for a finding about a missing entry: nil unless the container is an element of an array, or inside one.
  package mutating func digest(around container: PropertyList.Node, in list: PropertyList) -> String? {
    Self.element(around: container, in: list).map { known($0, list) }
  }

  private mutating func known(_ node: PropertyList.Node, _ list: PropertyList) -> String {
    let place = Place(list: ObjectIdentifier(list), node: node)
    if let digest = known[place] { return digest }
    var digest = SHA256Digest()
    Self.add(node, list, &digest)
    let text = String(digest.hexadecimal.prefix(16))
    known[place] = text
    return text
  }

  /// The innermost array element that is, or contains, a node.
  private static func element(around node: PropertyList.Node, in list: PropertyList) -> PropertyList.Node? {
    var node = node
    while let parent = list.parent(of: node) {
      if [.array, .set].contains(list.kind(of: parent)) { return node }
      node = parent
    }
    return nil
  }

  /// Adds a value with all below it. Equal values give the same bytes in all file formats.
  private static func add(_ node: PropertyList.Node, _ list: PropertyList, _ digest: inout SHA256Digest) {
    switch list.kind(of: node) {
    case .string: add("s", UnsafeRawBufferPointer(list.utf8(of: node)), &digest)
    case .data: add("d", list.data(of: node) ?? UnsafeRawBufferPointer(start: nil, count: 0), &digest)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value): add("i", "\(value)", &digest)
      case .unsigned(let value): add("i", "\(value)", &digest)
      case nil: add("i", "", &digest)
      }
    case .real: add("r", list.real(of: node).map { "\($0.bitPattern)" } ?? "", &digest)
    case .date: add("t", list.date(of: node).map { "\($0.bitPattern)" } ?? "", &digest)
    case .boolean: add("b", list.boolean(of: node) == true ? "1" : "0", &digest)
    case .uid: add("u", list.uid(of: node).map { "\($0)" } ?? "", &digest)
    case .null: add("n", "", &digest)
    case .array, .set:
      let count = list.count(of: node)
      add("a", "\(count)", &digest)
      for position in 0..<count { if let child = list.element(of: node, at: position) { add(child, list, &digest) } }
    case .dictionary:
      // The order of keys is irrelevant.
      let keys = (0..<list.count(of: node)).map { (position: $0, key: list.key(of: node, at: $0)) }
      add("m", "\(keys.count)", &digest)
      for (position, key) in keys.sorted(byBytesOf: \.key) {
        add("k", key, &digest)
        if let child = list.element(of: node, at: position) { add(child, list, &digest) }
      }
    }
  }

  private static func add(_ kind: String, _ text: String, _ digest: inout SHA256Digest) {
    digest.update("\(kind)\(text.utf8.count):\(text)")
  }

  private static func add(_ kind: String, _ bytes: UnsafeRawBufferPointer, _ digest: inout SHA256Digest) {
    digest.update("\(kind)\(bytes.count):")
    digest.update(bytes)
  }
}
