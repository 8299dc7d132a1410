/// The policy language: every global, function, object and table, with its type and a one-sentence description.
///
/// The code that reads a field or implements a function declares it; this collects the declarations. Definitions for editors, the
/// configuration of luacheck, the tables of the language reference and suggestions in errors are generated from it.
package struct PolicyLanguage: Sendable {
  package var words: [APIWord]
  package var luaFunctions: [APIFunction]
  package var functions: [APIFunction]
  package var modules: [APIModule]
  package var values: [APIField]
  package var aliases: [APIAlias]
  /// A check does not need them, and they are most of the registry.
  private var makeClasses: @Sendable () -> [APIClass]

  package init(
    words: [APIWord], luaFunctions: [APIFunction], functions: [APIFunction], modules: [APIModule],
    values: [APIField], classes: @autoclosure @escaping @Sendable () -> [APIClass], aliases: [APIAlias]
  ) {
    (self.words, self.luaFunctions, self.functions, self.modules) = (words, luaFunctions, functions, modules)
    (self.values, self.aliases, makeClasses) = (values, aliases, classes)
  }

  package var classes: [APIClass] {
    get { makeClasses() }
    set { makeClasses = { newValue } }
  }

  package var globals: [String] {
    (words.map(\.name) + (luaFunctions + functions).map(\.name) + modules.map(\.name) + values.map(\.name)).sorted()
  }

  package var globalsForTests: Set<String> {
    Set(words.filter(\.isForTests).map(\.name) + modules.filter(\.isForTests).map(\.name))
  }

  package func module(_ name: String) -> APIModule? { modules.first { $0.name == name } }

  package func `class`(_ name: String) -> APIClass? { classes.first { $0.name == name } }
}

/// A word that declares something: `rule "id" { … }`.
package struct APIWord: Sendable {
  package let name: String
  package let subject: String
  package let table: String
  package var result: String?
  package var isForTests = false
  package let summary: String

  package init(
    _ name: String, _ subject: String, table: String, result: String? = nil, isForTests: Bool = false, _ summary: String
  ) {
    (self.name, self.subject, self.table, self.summary) = (name, subject, table, summary)
    (self.result, self.isForTests) = (result, isForTests)
  }
}

package struct APIModule: Sendable {
  package let name: String
  package let summary: String
  package var isLua = false
  package var isForTests = false
  package var isShape = false
  package var call: String?
  /// The types of names that are not functions, each with an example, for documents.
  package var index: (type: String, example: String, summary: String)?
  package var fields: [APIField] = []
  package var functions: [APIFunction] = []

  package init(
    _ name: String, _ summary: String, isLua: Bool = false, isForTests: Bool = false,
    index: (type: String, example: String, summary: String)? = nil, fields: [APIField] = [],
    functions: [APIFunction] = []
  ) {
    (self.name, self.summary, self.isLua, self.isForTests) = (name, summary, isLua, isForTests)
    (self.index, self.fields, self.functions) = (index, fields, functions)
  }

  package init(shape name: String, _ summary: String, call: String? = nil, functions: [APIFunction] = []) {
    self.init(name, summary, functions: functions)
    (isShape, self.call) = (true, call)
  }

  package var names: [String] { functions.map(\.name) + fields.map(\.name) }
}

package struct APIAlias: Sendable {
  package let name: String
  package let summary: String
  package let words: [String]
  package let isOpen: Bool

  package init(_ name: String, _ summary: String, isOpen: Bool = false, _ words: [String]) {
    (self.name, self.summary, self.isOpen, self.words) = (name, summary, isOpen, words)
  }
}

package struct APIClass: Sendable {
  /// Where an object of the class comes from, which determines how its fields can be checked.
  package enum Role: Sendable {
    /// A read-only object of the program.
    case object
    /// A plain read-only table that the program makes.
    case record
    /// A table that the policy writes; every field must be known.
    case declaration
    /// A table that the policy writes, with names of its choice.
    case open
  }

  package let name: String
  package let role: Role
  package let summary: String
  package var parent: String?
  package var fields: [APIField] = []
  package var methods: [APIFunction] = []
  package var call: String?
  /// The types of key and value, if names are free.
  package var index: Index?
  package var hasLength = false

  package struct Index: Sendable {
    package let key: String
    package let value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
  }

  /// The number of a kind of records, made of the name: the same in every run.
  package var recordKind: UInt16 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return UInt16(truncatingIfNeeded: hash ^ hash >> 16) | 1
  }

  package var noun: String {
    var text = ""
    for character in name {
      if character.isUppercase, !text.isEmpty { text += " " }
      text += character.lowercased()
    }
    return ("aeiou".contains(text.first ?? " ") ? "an " : "a ") + text
  }

  package init(
    _ name: String, _ role: Role, _ summary: String, parent: String? = nil, call: String? = nil, index: Index? = nil,
    hasLength: Bool = false, fields: [APIField] = [], methods: [APIFunction] = []
  ) {
    (self.name, self.role, self.summary, self.parent, self.call) = (name, role, summary, parent, call)
    (self.index, self.hasLength, self.fields, self.methods) = (index, hasLength, fields, methods)
  }
}

package struct APIField: Sendable {
  package let name: String
  package let isOptional: Bool
  /// In the notation of language servers; a class or alias of the language starts with a capital letter.
  package let type: String
  package let summary: String

  /// A name that ends with `?` is optional.
  package init(_ name: String, _ type: String, _ summary: String) {
    isOptional = name.utf8.last == UInt8(ascii: "?")
    self.name = isOptional ? String(name.dropLast()) : name
    (self.type, self.summary) = (type, summary)
  }
}
