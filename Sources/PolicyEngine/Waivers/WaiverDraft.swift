import PropertyLists

/// A waiver that is to be written down.
struct WaiverDraft: Hashable {
  let rule: String
  var bundle: String?
  var file: String?
  var key: String?
  let because: String
  let owner: String
  let expires: String

  /// One that covers a finding, and nothing else than what that rule finds at that place.
  init(_ finding: ReportedFinding, because: String, owner: String, expires: CalendarDate) {
    rule = finding.rule
    bundle = finding.bundle
    let pointer = finding.keyPath.flatMap { $0.isEmpty ? nil : $0 }
    file = finding.file ?? (pointer == nil ? Waiver.wholeBundle : nil)
    key = pointer.map(Self.key)
    self.because = because
    self.owner = owner
    self.expires = expires.text
  }

  init(_ waiver: Waiver) {
    rule = waiver.rule
    bundle = waiver.bundle
    file = waiver.file
    key = waiver.key
    because = waiver.because
    owner = waiver.owner
    expires = waiver.expires
  }

  /// What it covers: rule, bundle, file and key.
  var reach: [String] { [rule, bundle ?? "", file ?? "", key ?? ""] }

  /// The declaration in Lua, ending in a newline.
  var source: String {
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
