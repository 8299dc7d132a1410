/// What a carried file declares, as far as that can be read without running it.
///
/// With it the program runs a rule's file only when a bundle comes that the rule may apply to. Whatever is not written plainly is left to
/// Lua: then there is no declaration, and the file is run with the policy.
struct CarriedDeclaration {
  /// Fields of a rule that other rules, options and the report as a whole do not depend on.
  private static let ruleFields: Set = [
    "summary", "severity", "rationale", "source", "help", "tags", "applies", "examples",
    "require", "forbid", "shape", "increases", "qualified_keys", "localize", "files", "check",
  ]
  private static let policyFields: Set = ["summary", "version", "include"]
  /// Words that declare something; a file with another than the one it is for is run.
  private static let words: Set = ["policy", "rule", "parameter", "waive", "override", "disable", "test"]
  private static let openings: Set = ["function", "do", "if", "repeat"]
  private static let closings: Set = ["end", "until"]

  /// As the program reads it: fields between `|`. Empty when there is none.
  private(set) var record = ""
  /// The modules that the file imports.
  private(set) var imports: [(line: Int, module: String)] = []

  private let pieces: [LuaPiece]
  private let module: (String) -> TableSource?

  /// `module` finds the source of a module that is imported.
  init(_ source: TableSource, module: @escaping (String) -> TableSource? = { _ in nil }) throws(Mistake) {
    pieces = try source.pieces().filter(\.isMeaningful)
    self.module = module
    for at in pieces.indices.dropLast() where isName(at, "import") && pieces[at + 1].kind == .string {
      guard let module = Self.literal(pieces[(at + 1)...(at + 1)]) else { return }
      imports.append((pieces[at + 1].line, module))
    }
    record = policy() ?? rule() ?? ""
  }

  /// Whether a word that declares something is called there. Variables may be called so, too; whether the file declares what it seems to
  /// is seen when it is run.
  private func isDeclaring(_ at: Int) -> Bool {
    guard pieces[at].kind == .name, Self.words.contains(pieces[at].string), at + 1 < pieces.count else { return false }
    let next = pieces[at + 1]
    return next.kind == .string || next.kind == .symbol && "({".contains(next.string)
  }

  private func isName(_ at: Int, _ name: String) -> Bool {
    pieces[at].kind == .name && pieces[at].string == name
  }

  /// `policy "id" { … }` with nothing but imports behind it.
  private func policy() -> String? {
    guard pieces.count > 2, isName(0, "policy"), let id = Self.literal(pieces[1...1]),
      let (fields, end) = fields(ofTableAt: 2), Set(fields.keys).isSubset(of: Self.policyFields),
      let summary = fields["summary"].flatMap(Self.literal), Self.isPlain(summary)
    else { return nil }
    var version = ""
    if let given = fields["version"] {
      guard let text = Self.literal(given), Self.isPlain(text) else { return nil }
      version = text
    }
    var includes: [String] = []
    if let given = fields["include"] {
      guard let list = Self.literals(given) else { return nil }
      includes = list
    }
    var at = end
    while at + 1 < pieces.count, isName(at, "import"), pieces[at + 1].kind == .string { at += 2 }
    guard at == pieces.count else { return nil }
    return ["policy", "\(pieces[1].line)", id, version, includes.joined(separator: ","), summary].joined(separator: "|")
  }

  /// A file with one `rule "id" { … }`, not inside anything.
  private func rule() -> String? {
    let declaring = pieces.indices.filter(isDeclaring)
    guard let at = declaring.first, declaring.count == 1, isName(at, "rule"), isOutermost(at), at + 2 < pieces.count,
      let id = Self.literal(pieces[(at + 1)...(at + 1)]), let (fields, _) = fields(ofTableAt: at + 2),
      Set(fields.keys).isSubset(of: Self.ruleFields), let severity = fields["severity"].flatMap(Self.literal),
      Self.isPlain(severity), !(fields["increases"] ?? []).contains(where: { $0.string == "scope" }),
      let (kinds, platforms, nested, areAll) = conditions(fields["applies"])
    else { return nil }
    return [
      "rule", "\(pieces[at + 1].line)", id, severity, fields["check"] == nil ? "" : "check", kinds, platforms, nested,
      fields["increases"] == nil ? "" : "increases", areAll ? clause(fields) ?? "" : "",
    ].joined(separator: "|")
  }

  /// The first thing that the rule asks of a bundle, where that is written plainly and whatever else it asks is in its `check`: keys that
  /// it requires, or files that it forbids. Nil for any other rule.
  private func clause(_ fields: [String: ArraySlice<LuaPiece>]) -> String? {
    let others = ["forbid", "shape", "increases", "qualified_keys", "localize"]
    guard !others.contains(where: { fields[$0] != nil }) else { return nil }
    switch (fields["require"], fields["files"]) {
    case (let keys?, nil): return list(keys).map { "require:" + $0.joined(separator: ",") }
    case (nil, let files?):
      guard let (parts, end) = self.fields(ofTableAt: files.startIndex), end == files.endIndex,
        parts.count == 1, let patterns = parts["forbid"].flatMap(list)
      else { return nil }
      return "forbid:" + patterns.joined(separator: ",")
    default: return nil
    }
  }

  /// A list of texts: written there, or as a field of a module that has nothing but data.
  private func list(_ value: ArraySlice<LuaPiece>) -> [String]? {
    if let texts = Self.literals(value) { return texts }
    let parts = Array(value)
    guard parts.count == 3, parts[0].kind == .name, parts[1].string == ".", parts[2].kind == .name,
      let at = pieces.indices.first(where: {
        isName($0, "local") && $0 + 4 < pieces.count && isName($0 + 1, parts[0].string) && pieces[$0 + 2].string == "="
          && isName($0 + 3, "import")
      }), let name = Self.literal(pieces[(at + 4)...(at + 4)]), let source = module(name),
      let items = (try? LuaDataReader.data(in: source))?.fields?[parts[2].string]?.list
    else { return nil }
    let texts = items.compactMap { item in item.text.flatMap { Self.isWord($0) ? $0 : nil } }
    return texts.count == items.count && !texts.isEmpty ? texts : nil
  }

  /// What the rule asks of a bundle first of all: those conditions that come before the first which is not written plainly. Nil when its
  /// kinds are not: some kinds of bundles are only for rules that name them. `areAll` tells whether there are no others.
  private func conditions(
    _ applies: ArraySlice<LuaPiece>?
  ) -> (kinds: String, platforms: String, nested: String, areAll: Bool)? {
    guard let applies else { return ("", "", "", true) }
    guard let (fields, end) = fields(ofTableAt: applies.startIndex), end == applies.endIndex else { return nil }
    var lists = ["", ""]
    for (number, field) in ["kind", "platform"].enumerated() {
      guard let value = fields[field] else { continue }
      guard let list = Self.literals(value), !list.isEmpty else {
        return field == "kind" ? nil : (lists[0], "", "", false)
      }
      lists[number] = list.joined(separator: ",")
    }
    let nested = fields["nested"].flatMap { $0.count == 1 ? $0.first?.string : nil } ?? ""
    let isPlain = ["true", "false"].contains(nested)
    let areAll = fields.keys.allSatisfy { $0 == "kind" || $0 == "platform" || $0 == "nested" && isPlain }
    return (lists[0], lists[1], isPlain ? nested : "", areAll)
  }

  // MARK: Lua

  /// Whether a place is in no block, table or call.
  private func isOutermost(_ place: Int) -> Bool {
    var depth = 0
    for piece in pieces[..<place] { depth += Self.step(piece) }
    return depth == 0
  }

  private static func step(_ piece: LuaPiece) -> Int {
    switch piece.kind {
    case .symbol: "{([".contains(piece.string) ? 1 : "})]".contains(piece.string) ? -1 : 0
    case .name: openings.contains(piece.string) ? 1 : closings.contains(piece.string) ? -1 : 0
    default: 0
    }
  }

  /// The values of a table's fields, and where it ends; nil when what is there is not a table of named fields, each once.
  private func fields(ofTableAt start: Int) -> (fields: [String: ArraySlice<LuaPiece>], end: Int)? {
    guard start < pieces.count, pieces[start].kind == .symbol, pieces[start].string == "{" else { return nil }
    var fields: [String: ArraySlice<LuaPiece>] = [:]
    var at = start + 1
    while at < pieces.count {
      if pieces[at].kind == .symbol, pieces[at].string == "}" { return (fields, at + 1) }
      guard at + 2 < pieces.count, pieces[at].kind == .name, pieces[at + 1].string == "=" else { return nil }
      let name = pieces[at].string
      let first = at + 2
      at = first
      var depth = 0
      while at < pieces.count {
        if depth == 0, pieces[at].kind == .symbol, ",;}".contains(pieces[at].string) { break }
        depth += Self.step(pieces[at])
        at += 1
      }
      guard at < pieces.count, at > first, fields.updateValue(pieces[first..<at], forKey: name) == nil else {
        return nil
      }
      if pieces[at].string != "}" { at += 1 }
    }
    return nil
  }

  /// A text in quotes that stands alone and has no escapes.
  private static func literal(_ value: ArraySlice<LuaPiece>) -> String? {
    guard value.count == 1, let piece = value.first, piece.kind == .string, piece.text.first != UInt8(ascii: "["),
      !piece.text.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(Substring(piece.text.dropFirst().dropLast()))
  }

  /// Such a text, or a list of them.
  private static func literals(_ value: ArraySlice<LuaPiece>) -> [String]? {
    if let text = literal(value) { return isWord(text) ? [text] : nil }
    guard value.first?.string == "{", value.last?.string == "}", value.count > 2 else { return nil }
    var texts: [String] = []
    for (number, piece) in value.dropFirst().dropLast().enumerated() {
      if number.isMultiple(of: 2) {
        guard let text = literal([piece]), isWord(text) else { return nil }
        texts.append(text)
      } else if piece.string != "," {
        return nil
      }
    }
    return texts
  }

  /// Whether a list of a record can hold it.
  private static func isWord(_ text: String) -> Bool { isPlain(text) && !text.isEmpty && !text.contains(",") }

  private static func isPlain(_ text: String) -> Bool { !text.contains("|") }
}
