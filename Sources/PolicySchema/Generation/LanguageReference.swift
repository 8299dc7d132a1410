package struct LanguageReference {
  private let language: PolicyLanguage

  package init(of language: PolicyLanguage) { self.language = language }

  package var libraries: String {
    var text = "| function | |\n|---|---|\n"
    for module in language.modules where !module.isLua && !module.isForTests {
      if let index = module.index { text += row("`\(module.name).\(index.example)`", index.summary) }
      for function in module.functions { text += row("`\(module.name).\(function.usage)`", function.summary) }
    }
    return text
  }

  package var document: String {
    var text = """
      # Reference of the policy language

      All declarations, tables, objects and functions, with their types. For explanations and examples, see
      [policy-language.md](policy-language.md). `T?` is a T or nil, `T[]` a list; a field or argument marked ? is optional.
      `InfoKey` is a key of Info.plist or a JSON Pointer; `InfoPlist`, `InfoShape` and `InfoDescription` have a field for each key.
      `Scripts/generate/documents` generates this file.

      ## Declarations

      | word | table | |
      |---|---|---|

      """
    for word in language.words {
      text += row("`\(word.name) \"\(word.subject)\" { … }`", link(word.table), word.summary)
    }
    text += "\n## Tables that policies write\n"
    for definition in language.classes where definition.role == .declaration || definition.role == .open {
      text += section(definition)
    }
    text += "\n## Shapes\n\n| shape | |\n|---|---|\n"
    for module in language.modules where module.isShape {
      let call = module.call.map { "`\(module.name)`, `\(module.name)\($0)`" } ?? "`\(module.name)`"
      text += row(call, module.summary)
    }
    for function in language.functions where function.makesShape {
      text += row("`\(function.signature)`", function.summary)
    }
    text += "\n## Objects\n\n| global | type | |\n|---|---|---|\n"
    for value in language.values { text += row("`\(value.name)`", type(value.type), value.summary) }
    for definition in language.classes
    where (definition.role == .object || definition.role == .record) && Self.hasSection(definition) {
      text += section(definition)
    }
    text += "\n## Libraries\n"
    func functions(of module: APIModule) -> String {
      module.functions.map { row("`\(module.name).\($0.signature)`", $0.summary) }.joined()
    }
    for module in language.modules where !module.isLua && !module.functions.isEmpty {
      text += "\n### `\(module.name)`\n\n\(module.summary)\n\n| function | |\n|---|---|\n"
      if let index = module.index { text += row("`\(module.name).NAME: \(index.type)?`", index.summary) }
      text += functions(of: module)
    }
    text += "\n## Lua\n\n| | |\n|---|---|\n"
    for function in language.functions.filter({ !$0.makesShape }) + language.luaFunctions {
      text += row("`\(function.signature)`", function.summary)
    }
    for module in language.modules where module.isLua {
      for field in module.fields { text += row("`\(module.name).\(field.name): \(field.type)`", field.summary) }
      text += functions(of: module)
    }
    text += "\n## Enumerated values\n\n| type | words |\n|---|---|\n"
    for alias in language.aliases {
      let words = alias.words.map { "`\($0)`" }.joined(separator: " ")
      text += row("\(anchor(alias.name))`\(alias.name)`", words + (alias.isOpen ? " …" : ""))
    }
    return text
  }

  private func section(_ definition: APIClass) -> String {
    var text = "\n### \(definition.name)\n\n\(definition.summary)\n\n| | type | |\n|---|---|---|\n"
    if let parent = definition.parent { text += row("all of", link(parent), "") }
    for field in definition.fields {
      let name = field.name + (field.isOptional ? "?" : "")
      text += row("`\(name)`", type(field.type), field.summary)
    }
    if let index = definition.index { text += row("by \(index.key)", type(index.value), "") }
    for method in definition.methods { text += row("`:\(method.signature)`", "", method.summary) }
    if let call = definition.call { text += row("called: `\(call)`", "", "") }
    return text
  }

  private func anchor(_ name: String) -> String { "<a id=\"\(name.lowercased())\"></a>" }

  private func link(_ name: String) -> String { "[\(name)](#\(name.lowercased()))" }

  /// A type as code, or as a link if it is only a name of the language.
  private func type(_ type: String) -> String {
    let name = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isNamed = language.class(name).map(Self.hasSection) ?? language.aliases.contains { $0.name == name }
    return isNamed ? link(name) : "`\(type)`"
  }

  private static func hasSection(_ definition: APIClass) -> Bool {
    definition.role == .declaration || definition.role == .open || !definition.fields.isEmpty
      || !definition.methods.isEmpty || definition.index != nil
  }

  private func row(_ cells: String...) -> String {
    // A bar ends a table cell even within code.
    "| "
      + cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
      .joined(separator: " | ") + " |\n"
  }
}

extension APIFunction {
  fileprivate var makesShape: Bool { returns == ["Shape"] }
}
