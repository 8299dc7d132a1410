/// The policy language: every global, function, object and table of it, with types and a sentence each.
///
/// Definitions for editors, the configuration of luacheck, the tables of the language reference and suggestions in errors
/// are made from this. A test holds it against what policies really find.
public enum APITable {
  /// Words that declare something.
  public static let words = declarations

  /// Functions that are globals.
  public static let functions = baseFunctions + shapeFunctions + [importFunction]

  /// Globals that are values.
  public static let modules = libraries + shapes + [fixture] + luaLibraries

  /// Objects, and tables that policies write.
  public static let classes =
    declarationClasses + clauseClasses + shapeClasses + bundleClasses + factClasses + valueClasses + testClasses

  /// Sets of words.
  public static let aliases = wordSets

  /// Every global, sorted.
  public static let globals = (words.map(\.name) + functions.map(\.name) + modules.map(\.name)).sorted()

  /// Globals that only files of tests may use.
  public static let globalsForTests =
    (words.filter(\.isForTests).map(\.name) + modules.filter(\.isForTests).map(\.name)).sorted()

  /// The module of this name.
  public static func module(_ name: String) -> APIModule? { modules.first { $0.name == name } }

  /// The class of this name.
  public static func `class`(_ name: String) -> APIClass? { classes.first { $0.name == name } }
}
