/// A global that is a value: a library, a shape, the registry of keys.
public struct APIModule: Sendable {
  /// The global.
  public let name: String
  /// One sentence.
  public let summary: String
  /// Whether Lua itself has it.
  public var isLua = false
  /// Whether only files of tests may use it.
  public var isForTests = false
  /// Whether it is a shape as it stands.
  public var isShape = false
  /// The signature, without a name, of calling it.
  public var call: String?
  /// What names that aren't functions lead to, and one such name, for documents.
  public var index: (type: String, example: String, summary: String)?
  /// Values in it.
  public var fields: [APIField] = []
  /// Functions in it.
  public var functions: [APIFunction] = []

  init(
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
  init(shape name: String, _ summary: String, call: String? = nil, functions: [APIFunction] = []) {
    self.name = name
    self.summary = summary
    isShape = true
    self.call = call
    self.functions = functions
  }

  /// The names of everything in it that has a fixed name, in the order of the table.
  public var names: [String] { functions.map(\.name) + fields.map(\.name) }
}
