/// A global that is a value: a library, a shape, the registry of keys.
package struct APIModule: Sendable {
  /// The global.
  package let name: String
  /// One sentence.
  package let summary: String
  /// Whether Lua itself has it.
  package var isLua = false
  /// Whether only files of tests may use it.
  package var isForTests = false
  /// Whether it is a shape as it stands.
  package var isShape = false
  /// The signature, without a name, of calling it.
  package var call: String?
  /// What names that aren't functions lead to, and one such name, for documents.
  package var index: (type: String, example: String, summary: String)?
  /// Values in it.
  package var fields: [APIField] = []
  /// Functions in it.
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

  /// A word that is a shape as it stands.
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
