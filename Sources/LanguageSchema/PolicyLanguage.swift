/// The policy language: every global, function, object and table of it, with types and a sentence each.
///
/// Whoever reads a field or answers a function declares it; this is what they declare, put together. Definitions for editors, the
/// configuration of luacheck, the tables of the language reference and suggestions in errors are made from it.
package struct PolicyLanguage: Sendable {
  /// Words that declare something.
  package var words: [APIWord]
  /// Functions of Lua itself that are globals.
  package var luaFunctions: [APIFunction]
  /// Functions of the program that are globals.
  package var functions: [APIFunction]
  /// Globals that are values.
  package var modules: [APIModule]
  /// Objects, and tables that policies write.
  package var classes: [APIClass]
  /// Sets of words.
  package var aliases: [APIAlias]

  package init(
    words: [APIWord], luaFunctions: [APIFunction], functions: [APIFunction], modules: [APIModule], classes: [APIClass],
    aliases: [APIAlias]
  ) {
    self.words = words
    self.luaFunctions = luaFunctions
    self.functions = functions
    self.modules = modules
    self.classes = classes
    self.aliases = aliases
  }

  /// Every global, sorted.
  package var globals: [String] {
    (words.map(\.name) + (luaFunctions + functions).map(\.name) + modules.map(\.name)).sorted()
  }

  /// Globals that only files of tests may use.
  package var globalsForTests: Set<String> {
    Set(words.filter(\.isForTests).map(\.name) + modules.filter(\.isForTests).map(\.name))
  }

  /// The module of this name.
  package func module(_ name: String) -> APIModule? { modules.first { $0.name == name } }

  /// The class of this name.
  package func `class`(_ name: String) -> APIClass? { classes.first { $0.name == name } }
}
