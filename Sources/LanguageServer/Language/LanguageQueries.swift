import KeyRegistry
import LuaSyntax
import PolicySchema

package struct RuleFact: Hashable, Sendable {
  package let id: String
  package let policy: String
  package let localID: String
  package let summary: String
  package let rationale: String?
  package let severity: String
  package let file: String
  package let line: Int

  var entry: LanguageEntry {
    LanguageEntry(
      id, .reference, signature: "\(id): \(severity)", summary + (rationale.map { "\n\n\($0)" } ?? ""))
  }
}

package struct PolicyFacts: Sendable {
  package var rules: [RuleFact] = []
  /// The files of modules that are included and imported, by the name in the source.
  package var modules: [String: String] = [:]
  package var names: [String] = []

  func rule(_ id: String, in policy: String?) -> RuleFact? {
    rules.first { $0.id == id } ?? rules.first { $0.localID == id && (policy == nil || $0.policy == policy) }
  }
}

struct LanguageQuery {
  let catalog: LanguageCatalog
  let facts: PolicyFacts
  let document: TextDocument
  let modulesNearby: () -> [String]

  struct Completion {
    let range: Range<Int>
    var items: [(entry: LanguageEntry, text: String)] = []
    var isIncomplete = false
  }

  private static let maximumItems = 400

  // MARK: Completion

  func completion(at offset: Int) -> Completion {
    let context = SourceContext(document.bytes, upTo: offset, catalog)
    if context.isInComment { return Completion(range: offset..<offset) }
    let last = context.tokens.count - 1
    if context.isInString {
      let token = context.tokens[last]
      let (keys, others) = strings(at: last, in: context)
      // A name may be typed from its middle on, as the part of an id after the slash; the many keys only from their start.
      let typed = token.text.lowercased()
      let items =
        keys.filter { $0.name.lowercased().hasPrefix(typed) } + others.filter { $0.name.lowercased().contains(typed) }
      return limited(items.map { ($0, $0.name) }, token.offset..<offset)
    }
    var start = offset
    if let token = context.tokens.last, token.range.upperBound == offset, token.kind == .name {
      start = token.range.lowerBound
    }
    let previous = start < offset ? last - 1 : last
    if let token = context.tokens.last, token.kind == .number, token.range.upperBound == offset {
      return Completion(range: offset..<offset)
    }
    let typed = String(decoding: document.bytes[start..<offset], as: UTF8.self).lowercased()
    return limited(
      names(after: previous, in: context).filter { $0.entry.name.lowercased().hasPrefix(typed) }, start..<offset)
  }

  private func limited(_ items: [(entry: LanguageEntry, text: String)], _ range: Range<Int>) -> Completion {
    let unique = items.unique(by: \.entry.name)
    return Completion(
      range: range, items: Array(unique.prefix(Self.maximumItems)), isIncomplete: unique.count > Self.maximumItems)
  }

  private func names(after previous: Int, in context: SourceContext) -> [(entry: LanguageEntry, text: String)] {
    let isMethod = context.isSymbol(previous, ":")
    if isMethod || context.isSymbol(previous, "."), !context.isSymbol(previous - 1, ".") {
      guard let base = context.value(endingAt: previous - 1) else { return [] }
      let members = base.kind == .module ? catalog.members(ofModule: base.name) : catalog.members(of: base.type)
      return members.filter { base.kind == .module ? !isMethod : ($0.kind == .method) == isMethod }
        .filter { LuaParser.isName($0.name) }.map { ($0, $0.name) }
    }
    var items: [(entry: LanguageEntry, text: String)] = []
    if let (type, brace) = context.table(),
      context.isSymbol(previous, "{") || context.isSymbol(previous, ",") || context.isSymbol(previous, ";")
    {
      let present = context.fields(after: brace)
      items = catalog.members(of: type).filter { $0.kind != .method && !present.contains($0.name) }
        .map { ($0, (LuaParser.isName($0.name) ? $0.name : "[\"\($0.name)\"]") + " = ") }
      // Where only known names are fields, globals would hide them.
      if !items.isEmpty, catalog.element(of: type) == nil { return items }
    }
    items += context.variables.map { (LanguageEntry($0, .variable, signature: "local \($0)"), $0) }
    items += catalog.globals.map { ($0, $0.name) }
    return items + LuaParser.reserved.sorted().map { (LanguageEntry($0, .keyword, signature: $0), $0) }
  }

  private func strings(
    at position: Int, in context: SourceContext
  ) -> (keys: [LanguageEntry], others: [LanguageEntry]) {
    if let word = context.declaration(naming: position) {
      switch word {
      case "import": return ([], modules)
      case "waive", "override", "disable": return ([], rules(in: context))
      default: return ([], [])
      }
    }
    if context.isSymbol(position - 1, "[") {
      if let base = context.value(endingAt: position - 2) {
        let members = base.name == "keys" && base.kind == .module ? keys : catalog.members(of: base.type)
        return (members.filter { $0.kind != .method }, [])
      }
      if let type = context.expected(at: position - 1)?.type { return (catalog.members(of: type), []) }
      return ([], [])
    }
    guard let (type, name, owner) = context.expected(at: position) else { return ([], []) }
    if name == "include", owner == nil || owner == .name("Policy") { return ([], modules) }
    if name == "never_waive" { return ([], rules(in: context)) }
    return (catalog.namesKey(type) || name == "key" ? keys : [], catalog.words(of: type))
  }

  private var keys: [LanguageEntry] { catalog.members(of: .name("InfoPlist")) }

  private var modules: [LanguageEntry] {
    (modulesNearby() + facts.names).map { LanguageEntry($0, .file, signature: $0) }
  }

  /// The rules by the ids that a source uses: in its own policy, without the policy's id.
  private func rules(in context: SourceContext) -> [LanguageEntry] {
    let own = policy(in: context.tokens)
    return facts.rules.map { rule in
      rule.policy == own
        ? LanguageEntry(rule.localID, .reference, signature: rule.entry.signature, rule.summary) : rule.entry
    }
  }

  private func policy(in tokens: [LuaTokens.Token]) -> String? {
    tokens.indices.first { tokens.has(.name, "policy", at: $0) }
      .flatMap { tokens.has(.string, at: $0 + 1) ? tokens[$0 + 1].text : nil }
  }

  // MARK: Hover

  struct Subject {
    let range: Range<Int>
    var entry: LanguageEntry?
    var key: KeyEntry?
    /// The place of the declaration: a file and line, or an offset in this document.
    var file: String?
    var line = 1
    var offset: Int?
  }

  func subject(at offset: Int) -> Subject? {
    let tokens = LuaTokens(document.bytes).tokens
    guard
      let number = tokens.lastIndex(where: { $0.range.lowerBound <= offset && offset <= $0.range.upperBound })
    else { return nil }
    // Between two tokens, the one with a name is meant.
    var chosen = number
    if tokens[number].kind == .symbol, number > 0, tokens[number - 1].range.upperBound == offset { chosen = number - 1 }
    let token = tokens[chosen]
    let context = SourceContext(document.bytes, upTo: token.range.upperBound, catalog)
    let position = context.tokens.count - 1
    guard position == chosen else { return nil }
    switch token.kind {
    case .string: return subject(ofString: position, in: context, token)
    case .name:
      let isField = tokens.has(.symbol, "=", at: chosen + 1) && !tokens.has(.symbol, "=", at: chosen + 2)
      return subject(ofName: position, isField: isField, in: context, token)
    default: return nil
    }
  }

  private func subject(ofString position: Int, in context: SourceContext, _ token: LuaTokens.Token) -> Subject? {
    var subject = Subject(range: token.range)
    let text = token.text
    let expected = context.expected(at: position)
    func module(_ word: String) -> Subject {
      subject.entry = LanguageEntry(text, .module, signature: "\(word) \"\(text)\"", facts.modules[text] ?? "")
      subject.file = facts.modules[text]
      return subject
    }
    switch context.declaration(naming: position) {
    case "import"?: return module("import")
    case "waive"?, "override"?, "disable"?: return rule(text, in: context, subject)
    case let word?:
      subject.entry = catalog.word(word).map(catalog.entry)
      return subject
    case nil: break
    }
    if expected?.name == "include", facts.modules[text] != nil || expected?.owner == .name("Policy") {
      return module("include")
    }
    if expected?.name == "never_waive" { return rule(text, in: context, subject) }
    if let expected, let word = catalog.words(of: expected.type).first(where: { $0.name == text }) {
      subject.entry = word
      return subject
    }
    // A pointer starts with its key.
    let name = text.hasPrefix("/") ? String(text.dropFirst().prefix { $0 != "/" }) : String(text.prefix { $0 != "~" })
    guard let key = KeyRegistry.entry(for: name) else { return nil }
    (subject.entry, subject.key) = (LanguageEntry(key), key)
    return subject
  }

  private func rule(_ id: String, in context: SourceContext, _ subject: Subject) -> Subject? {
    guard let rule = facts.rule(id, in: policy(in: context.tokens)) else { return nil }
    var subject = subject
    (subject.entry, subject.file, subject.line) = (rule.entry, rule.file, rule.line)
    return subject
  }

  private func subject(
    ofName position: Int, isField: Bool, in context: SourceContext, _ token: LuaTokens.Token
  ) -> Subject? {
    var subject = Subject(range: token.range)
    if context.isSymbol(position - 1, ".") || context.isSymbol(position - 1, ":") {
      subject.entry = context.value(endingAt: position)
      if subject.entry == nil, let file = module(ofMember: position, in: context) {
        subject.file = file
        subject.entry = LanguageEntry(token.text, .function, signature: token.text, file)
      }
    } else if isField, let (type, _) = context.table() {
      subject.entry = catalog.member(token.text, of: type)
    } else if let declaration = context.declaration(of: token.text, before: position + 1) {
      subject.offset = context.tokens[declaration].range.lowerBound
      let value = declaration == position ? nil : context.value(endingAt: position)
      subject.entry = LanguageEntry(
        token.text, .variable, signature: "local \(token.text)\(Self.shown(value?.type))")
    } else {
      subject.entry = catalog.global(token.text)
    }
    guard let entry = subject.entry else { return nil }
    if entry.kind == .property { subject.key = KeyRegistry.entry(for: entry.name) }
    return subject
  }

  private static func shown(_ type: TypeNotation?) -> String {
    switch type {
    case .name(let name)? where name != "any": ": \(name)"
    case .schema(let schema)?: ": \(schema.type.rawValue)"
    case .list(.name(let name))?: ": \(name)[]"
    default: ""
    }
  }

  /// The file of the module that a name's variable holds; the member is looked for in it by the caller.
  private func module(ofMember position: Int, in context: SourceContext) -> String? {
    let name = context.tokens[position - 2]
    guard name.kind == .name, let declaration = context.declaration(of: name.text, before: position - 2),
      context.isSymbol(declaration + 1, "="), context.tokens.has(.name, "import", at: declaration + 2)
    else { return nil }
    let module = declaration + (context.isSymbol(declaration + 3, "(") ? 4 : 3)
    return context.tokens.has(.string, at: module) ? facts.modules[context.tokens[module].text] : nil
  }

  /// The line on which a module sets or returns a member; 1 if it is not found.
  static func line(ofMember name: String, in source: [UInt8]) -> Int {
    let tokens = LuaTokens(source).tokens
    func isSymbol(_ position: Int, _ texts: String...) -> Bool {
      texts.contains { tokens.has(.symbol, $0, at: position) }
    }
    let found = tokens.indices.first { position in
      tokens.has(.name, name, at: position)
        && (isSymbol(position - 1, ".", ":") && isSymbol(position + 1, "(", "=")
          || isSymbol(position - 1, "{", ",", ";") && isSymbol(position + 1, "="))
    }
    return found.map { tokens[$0].line } ?? 1
  }
}
