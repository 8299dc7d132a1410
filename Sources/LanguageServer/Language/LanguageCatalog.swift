import KeyRegistry
package import PolicySchema

package struct LanguageEntry: Hashable, Sendable {
  package enum Kind: Int, Sendable {
    // The numbers of the protocol's CompletionItemKind.
    case text = 1
    case method = 2
    case function = 3
    case field = 5
    case variable = 6
    case module = 9
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
  }

  package let name: String
  package let kind: Kind
  /// The signature, or the name with its type.
  package let signature: String
  package let text: String
  package let type: TypeNotation

  init(_ name: String, _ kind: Kind, signature: String, _ text: String = "", type: TypeNotation = .any) {
    (self.name, self.kind, self.signature, self.text, self.type) = (name, kind, signature, text, type)
  }

  init(_ field: APIField) {
    self.init(
      field.name, .field, signature: "\(field.name)\(field.isOptional ? "?" : ""): \(field.type)", field.summary,
      type: TypeNotation(field.type))
  }

  init(_ function: APIFunction, prefix: String, _ kind: Kind = .function) {
    self.init(
      function.name, kind, signature: prefix + function.signature, function.summary, type: TypeNotation(function))
  }

  init(_ key: KeyEntry) {
    self.init(
      key.name, .property, signature: "\(key.name): \(key.type.rawValue)",
      key.summary + "." + (key.isDeprecatedEverywhere && !key.availability.isEmpty ? " Deprecated." : ""),
      type: .schema(key.schema ?? KeySchema(type: key.type)))
  }

  init(_ field: KeySchemaField) {
    self.init(
      field.name, .property, signature: "\(field.name): \(field.schema.type.rawValue)",
      field.summary.isEmpty ? "" : field.summary + ".", type: .schema(field.schema))
  }
}

package struct LanguageCatalog: Sendable {
  package let language: PolicyLanguage

  package init(_ language: PolicyLanguage) { self.language = language }

  func word(_ name: String) -> APIWord? { language.words.first { $0.name == name } }

  func entry(_ word: APIWord) -> LanguageEntry {
    LanguageEntry(
      word.name, .keyword, signature: "\(word.name) \"\(word.subject)\" { … }", word.summary,
      type: .function([.init(name: word.subject, type: .name(word.table))], [.name(word.result ?? "any")]))
  }

  func global(_ name: String) -> LanguageEntry? {
    if let word = word(name) { return entry(word) }
    if let function = (language.functions + language.luaFunctions).first(where: { $0.name == name }) {
      return LanguageEntry(function, prefix: "")
    }
    if let module = language.module(name) {
      let type: TypeNotation = module.call.map { TypeNotation("fun" + $0) } ?? .any
      return LanguageEntry(
        name, .module, signature: module.call.map { name + $0 } ?? name, module.summary, type: type)
    }
    return language.values.first { $0.name == name }.map { LanguageEntry($0) }
  }

  var globals: [LanguageEntry] { language.globals.compactMap(global) }

  func members(ofModule name: String) -> [LanguageEntry] {
    guard let module = language.module(name) else { return [] }
    return module.fields.map { LanguageEntry($0) } + module.functions.map { LanguageEntry($0, prefix: name + ".") }
  }

  func member(_ name: String, of type: TypeNotation) -> LanguageEntry? {
    for type in type.alternatives {
      switch type {
      case .name("InfoPlist"), .name("InfoShape"), .name("InfoDescription"):
        if let key = KeyRegistry.entry(for: name) { return LanguageEntry(key) }
      case .schema(let schema):
        if let field = schema.field(name) { return LanguageEntry(field) }
        if let other = schema.others { return LanguageEntry(name, .property, signature: name, type: .schema(other)) }
        if let found = members(of: type).first(where: { $0.name == name }) { return found }
      case .map(_, let value): return LanguageEntry(name, .field, signature: name, type: value)
      case .name(let own):
        if let found = members(of: .name(own)).first(where: { $0.name == name }) { return found }
        if let index = language.class(own)?.index {
          return LanguageEntry(name, .field, signature: "\(name): \(index.value)", type: TypeNotation(index.value))
        }
      default: break
      }
    }
    return nil
  }

  func members(of type: TypeNotation) -> [LanguageEntry] {
    type.alternatives.flatMap { type -> [LanguageEntry] in
      switch type {
      case .name("InfoPlist"), .name("InfoShape"), .name("InfoDescription"):
        return Self.keys
      case .name("string"): return members(ofModule: "string").map { Self.method($0) }
      case .name(let name):
        var found: [LanguageEntry] = []
        var next = language.class(name)
        while let definition = next {
          found += definition.fields.map { LanguageEntry($0) }
          found += definition.methods.map { LanguageEntry($0, prefix: definition.name + ":", .method) }
          next = definition.parent.flatMap(language.class)
        }
        return found
      case .schema(let schema):
        return schema.type == .string
          ? members(ofModule: "string").map { Self.method($0) } : schema.fields.map { LanguageEntry($0) }
      default: return []
      }
    }
  }

  private static let keys = KeyRegistry.allKeys.compactMap(KeyRegistry.entry).map { LanguageEntry($0) }

  private static func method(_ entry: LanguageEntry) -> LanguageEntry {
    LanguageEntry(entry.name, .method, signature: entry.signature, entry.text, type: entry.type)
  }

  func element(of type: TypeNotation) -> TypeNotation? {
    if let element = type.element { return element }
    return type.alternatives.lazy.compactMap { type in
      if case .name(let name) = type { language.class(name)?.index.map { TypeNotation($0.value) } } else { nil }
    }.first
  }

  func key(of type: TypeNotation) -> TypeNotation? {
    if let key = type.key { return key }
    if type.alternatives.contains(.name("InfoPlist")) { return .name("string") }
    return type.alternatives.lazy.compactMap { type in
      if case .name(let name) = type { language.class(name)?.index.map { TypeNotation($0.key) } } else { nil }
    }.first
  }

  func call(_ type: TypeNotation) -> (parameters: [TypeNotation.Parameter], results: [TypeNotation])? {
    if let function = type.function { return function }
    return type.alternatives.lazy.compactMap { type in
      guard case .name(let name) = type, let call = language.class(name)?.call else { return nil }
      return TypeNotation("fun" + call).function
    }.first
  }

  func words(of type: TypeNotation) -> [LanguageEntry] {
    type.alternatives.flatMap { type -> [LanguageEntry] in
      switch type {
      case .literal(let text): return [LanguageEntry(text, .value, signature: "\"\(text)\"")]
      case .name(let name):
        guard let alias = language.aliases.first(where: { $0.name == name }) else { return [] }
        return alias.words.map { LanguageEntry($0, .value, signature: "\"\($0)\": \(name)", alias.summary) }
      case .schema(let schema):
        return (schema.values.isEmpty ? schema.items?.values ?? [] : schema.values).map {
          LanguageEntry($0, .value, signature: "\"\($0)\"")
        }
      case .list(let element): return words(of: element)
      default: return []
      }
    }
  }

  func namesKey(_ type: TypeNotation) -> Bool {
    type.alternatives.contains { type in
      if case .list(let element) = type { namesKey(element) } else { type == .name("InfoKey") }
    }
  }
}
