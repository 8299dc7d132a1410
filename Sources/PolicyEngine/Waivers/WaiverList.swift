public import Basics
import Bundles
import PolicySchema
import LuaRuntime
import PropertyLists
public import Reports

package struct Waiver {
  /// The full id of its rule once all policies have loaded; as written before.
  package var rule: String
  /// The policy that declares it, which completes `rule`; nil in a waiver file.
  package let policy: String?
  /// The identifier of the bundle, or the name of one that has none.
  package let bundle: String?
  /// A file of the bundle; `Waiver.wholeBundle` for the bundle itself.
  let file: String?
  package let key: String?
  let because: String
  package let owner: String
  package let expires: String
  package let declared: SourceLocation

  /// The value of `file` for findings that are not about a file.
  static let wholeBundle = "."

  /// Whether it matches such a finding, on any day.
  func covers(_ finding: Finding, of subject: Subject) -> Bool {
    // By bytes: names that differ in normalization belong to two keys or files.
    guard rule == finding.rule, bundle?.hasSameBytes(as: subject.name) ?? true else { return false }
    if let pointer {
      return finding.keyPath.map(ExactText.init) == ExactText(pointer)
        && finding.file.map(ExactText.init) == (file ?? subject.infoFile).map(ExactText.init)
    }
    guard let file else { return true }
    // Without a key, it covers findings about the file as a whole.
    return file.hasSameBytes(as: finding.file ?? Waiver.wholeBundle) && finding.keyPath?.isEmpty != false
  }

  var pointer: String? { key.map { JSONPointer.isPointer($0) ? $0 : "/" + JSONPointer.escape($0) } }

  struct Subject {
    let name: String
    /// Its Info.plist; nil for a bare property list.
    let infoFile: String?
  }
}

/// The text of a waiver file, to which waivers of findings can be added.
public struct WaiverList {
  private static let header = """
    -- Findings that are accepted for a time. 'bundlepolicy check' reads this file from its working directory;
    -- 'bundlepolicy waive --from-report REPORT' adds to it.

    """

  private let file: WaiverFile?
  private let existing: [Waiver]

  /// Reads a waiver file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file; nil for a new file.
  ///   - file: The path for messages.
  /// - Throws: An error with its place if the file is malformed.
  public init(_ bytes: [UInt8]?, file: String) throws(EngineError) {
    self.file = bytes.map { WaiverFile(source: file, contents: $0) }
    existing = try self.file.map { file throws(EngineError) in try WaiverFile.waivers(in: file) } ?? []
  }

  /// The result of adding waivers.
  public struct Addition: Sendable {
    /// The whole new text of the file.
    public let text: String
    /// The number of added waivers, including replaced ones.
    public let added: Int
    /// The number of findings that a waiver of the file already covers, for as long or longer.
    public let known: Int
  }

  /// Returns the file with a waiver for each rule, bundle, file and key of a report's open findings.
  ///
  /// If the file contains only waivers in the form that this function writes, it is rewritten and sorted. Otherwise
  /// its text is kept, and the new waivers follow it.
  ///
  /// - Parameters:
  ///   - report: A JSON report.
  ///   - file: The report's path for messages.
  ///   - rules: The rules to waive; all if empty.
  ///   - because: The reason.
  ///   - owner: The person or team responsible.
  ///   - expires: The last day of the waivers.
  /// - Throws: An error if the report cannot be read, or if it has no open finding of one of `rules`.
  public func adding(
    report: [UInt8], file: String, rules: [String], because: String, owner: String, expires: CalendarDate
  ) throws(EngineError) -> Addition {
    let findings = try ReportedFinding.read(report, file: file)
    func isMeant(_ finding: ReportedFinding, by word: String) -> Bool {
      word.contains("/") ? finding.rule == word : finding.rule.hasSuffix("/" + word)
    }
    for word in rules where !findings.contains(where: { isMeant($0, by: word) }) {
      let known = Set(findings.map { word.contains("/") ? $0.rule : String($0.rule.drop { $0 != "/" }.dropFirst()) })
      throw EngineError(
        code: "waive.unknown-rule",
        message: "the report has no finding of rule '\(word)' to waive"
          + (known.isEmpty ? "" : DeclarationError.suggestion(for: word, among: known.sorted())), file: file)
    }
    let meant = findings.filter { finding in rules.isEmpty || rules.contains { isMeant(finding, by: $0) } }
    var drafts: [[ExactText]: Waiver] = [:]
    for finding in meant {
      let draft = Waiver(finding, because: because, owner: owner, expires: expires)
      drafts[draft.reach] = draft
    }
    let wanted = drafts.count
    for waiver in existing where waiver.expires >= expires.text { drafts[waiver.reach] = nil }
    let text = text(adding: drafts)
    guard text.utf8.count <= LuaLimits.standard.sourceSize else {
      throw EngineError(
        code: "waive.too-many", message: "\(wanted) waivers are more than one file can hold", file: file,
        hint: "waive the findings of one rule at a time (--rule), or accept them with check --write-baseline")
    }
    return Addition(text: text, added: drafts.count, known: wanted - drafts.count)
  }

  private func text(adding drafts: [[ExactText]: Waiver]) -> String {
    let own = Self.sorted(Array(drafts.values))
    guard let file, !file.contents.isEmpty else { return Self.text(own) }
    let old = String(decoding: file.contents, as: UTF8.self)
    if drafts.isEmpty { return old }
    if old == Self.text(Self.sorted(existing)) {
      return Self.text(Self.sorted(existing.filter { drafts[$0.reach] == nil } + own))
    }
    return old + (old.hasSuffix("\n") ? "" : "\n") + own.map { "\n" + $0.source }.joined()
  }

  private static func text(_ drafts: [Waiver]) -> String { header + drafts.map { "\n" + $0.source }.joined() }

  private static func sorted(_ drafts: [Waiver]) -> [Waiver] {
    drafts.sorted { left, right in
      let (left, right) = (left.reach + [ExactText(left.expires)], right.reach + [ExactText(right.expires)])
      for (a, b) in zip(left, right) where a != b { return a.text.precedesInBytes(b.text) }
      return false
    }
  }
}

// The text of waivers in waiver files.
extension Waiver {
  fileprivate init(_ finding: ReportedFinding, because: String, owner: String, expires: CalendarDate) {
    let pointer = finding.keyPath.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      rule: finding.rule, policy: nil, bundle: finding.bundle,
      file: finding.file ?? (pointer == nil ? Waiver.wholeBundle : nil), key: pointer.map(Self.key), because: because,
      owner: owner, expires: expires.text, declared: SourceLocation(file: "", line: 0))
  }

  fileprivate var reach: [ExactText] { [rule, bundle ?? "", file ?? "", key ?? ""].map(ExactText.init) }

  fileprivate var source: String {
    var text = "waive \(LuaText.quoted(rule)) {\n"
    let fields = [
      ("bundle", bundle), ("file", file), ("key", key), ("because", because), ("owner", owner), ("expires", expires),
    ]
    for case (let name, let value?) in fields { text += "  \(name) = \(LuaText.quoted(value)),\n" }
    return text + "}\n"
  }

  /// A key at the top is written as it is, any other as a pointer.
  private static func key(_ pointer: String) -> String {
    guard let tokens = JSONPointer.tokens(pointer), let token = tokens.first, tokens.count == 1, !token.isEmpty,
      !JSONPointer.isPointer(token)
    else { return pointer }
    return token
  }
}

package enum LuaText {
  /// A string literal on one line, of printable characters; terminal controls and bidirectional controls are escaped.
  package static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: literal += "\\\""
      case 0x5C: literal += "\\\\"
      case 0x0A: literal += "\\n"
      case 0x09: literal += "\\t"
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
        literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
