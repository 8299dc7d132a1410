/// The policy language: every global, function, object and table of it, with types and a sentence each.
///
/// Whoever reads a field or answers a function declares it; this is what they declare, put together. Definitions for editors, the
/// configuration of luacheck, the tables of the language reference and suggestions in errors are made from it.
package struct PolicyLanguage: Sendable {
  package var words: [APIWord]
  package var luaFunctions: [APIFunction]
  package var functions: [APIFunction]
  package var modules: [APIModule]
  /// Globals that are objects.
  package var values: [APIField]
  /// Objects, and tables that policies write.
  package var classes: [APIClass]
  /// Sets of words.
  package var aliases: [APIAlias]

  package init(
    words: [APIWord], luaFunctions: [APIFunction], functions: [APIFunction], modules: [APIModule],
    values: [APIField], classes: [APIClass], aliases: [APIAlias]
  ) {
    self.words = words
    self.luaFunctions = luaFunctions
    self.functions = functions
    self.modules = modules
    self.values = values
    self.classes = classes
    self.aliases = aliases
  }

  package var globals: [String] {
    (words.map(\.name) + (luaFunctions + functions).map(\.name) + modules.map(\.name) + values.map(\.name)).sorted()
  }

  /// Globals that only files of tests may use.
  package var globalsForTests: Set<String> {
    Set(words.filter(\.isForTests).map(\.name) + modules.filter(\.isForTests).map(\.name))
  }

  package func module(_ name: String) -> APIModule? { modules.first { $0.name == name } }

  package func `class`(_ name: String) -> APIClass? { classes.first { $0.name == name } }
}

/// A word that declares something: `rule "id" { … }`.
package struct APIWord: Sendable {
  package let name: String
  /// The kind of the text after the word.
  package let subject: String
  package let table: String
  /// The type of the whole; nil for none.
  package var result: String?
  /// Whether only files of tests may use it.
  package var isForTests = false
  package let summary: String

  package init(
    _ name: String, _ subject: String, table: String, result: String? = nil, isForTests: Bool = false, _ summary: String
  ) {
    self.name = name
    self.subject = subject
    self.table = table
    self.result = result
    self.isForTests = isForTests
    self.summary = summary
  }
}

/// A global that is a value: a library, a shape, the registry of keys.
package struct APIModule: Sendable {
  package let name: String
  package let summary: String
  /// Whether Lua itself has it.
  package var isLua = false
  /// Whether only files of tests may use it.
  package var isForTests = false
  /// Whether it is a shape without being called.
  package var isShape = false
  /// The signature, without a name, of calling it.
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
    self.name = name
    self.summary = summary
    self.isLua = isLua
    self.isForTests = isForTests
    self.index = index
    self.fields = fields
    self.functions = functions
  }

  package init(shape name: String, _ summary: String, call: String? = nil, functions: [APIFunction] = []) {
    self.name = name
    self.summary = summary
    isShape = true
    self.call = call
    self.functions = functions
  }

  /// The names of everything in it that has a fixed name, in the order of the documents.
  package var names: [String] { functions.map(\.name) + fields.map(\.name) }
}

/// A name for a set of words.
package struct APIAlias: Sendable {
  /// A capitalized name.
  package let name: String
  package let summary: String
  /// The words, in the order that suits a reader.
  package let words: [String]
  /// Whether other texts are possible.
  package let isOpen: Bool

  package init(_ name: String, _ summary: String, isOpen: Bool = false, _ words: [String]) {
    self.name = name
    self.summary = summary
    self.isOpen = isOpen
    self.words = words
  }
}

/// An object that policies get, or a table that they write.
package struct APIClass: Sendable {
  /// How a class is come by, which says how its fields can be checked.
  package enum Role: Sendable {
    /// The program hands it out; it is read-only.
    case object
    /// A list entry or record that the program makes: a plain read-only table.
    case record
    /// The policy writes it, and every field must be known.
    case declaration
    /// The policy writes it, with names of its own.
    case open
  }

  /// A capitalized name.
  package let name: String
  /// See `Role`.
  package let role: Role
  package let summary: String
  /// The class whose fields it has, too.
  package var parent: String?
  package var fields: [APIField] = []
  /// Functions that are called with a colon.
  package var methods: [APIFunction] = []
  /// The signature, without a name, of calling the object itself.
  package var call: String?
  /// The types of key and value where names are free.
  package var index: Index?
  /// Whether `#` returns a number.
  package var hasLength = false

  /// The type of values of arbitrary names.
  package struct Index: Sendable {
    /// The type of the name.
    package let key: String
    /// The type of what is there.
    package let value: String

    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(
    _ name: String, _ role: Role, _ summary: String, parent: String? = nil, call: String? = nil, index: Index? = nil,
    hasLength: Bool = false, fields: [APIField] = [], methods: [APIFunction] = []
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.parent = parent
    self.call = call
    self.index = index
    self.hasLength = hasLength
    self.fields = fields
    self.methods = methods
  }
}

/// A field of an object, or of a table that policies write.
package struct APIField: Sendable {
  package let name: String
  /// Whether it may be nil, or be left out.
  package let isOptional: Bool
  /// As language servers write types; a capital starts the name of a class or an alias of the language.
  package let type: String
  package let summary: String

  /// A name that ends with `?` is optional.
  package init(_ name: String, _ type: String, _ summary: String) {
    isOptional = name.utf8.last == UInt8(ascii: "?")
    self.name = isOptional ? String(name.dropLast()) : name
    self.type = type
    self.summary = summary
  }
}
