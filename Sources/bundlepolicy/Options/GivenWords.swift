import ArgumentParser
import Basics

/// Makes a command of its words by its declarations in `Declarations.swift`, without the library.
///
/// The library asks Swift's runtime about each property, and that takes twice as long as checking a file. So a command line without a
/// mistake, and without a request for help, is read here. For any other there is no command, and the library finds out why.
///
/// Only for commands all of whose options, those of their groups included, are declared so: the library's own initializers are not seen.
enum GivenWords {
  private struct Reading {
    /// By name, whether the option takes a value; collected first.
    var takesValue: [String: Bool] = [:]
    /// By name, the values given, or the name itself for each time that a flag is; nil while names are collected.
    var values: [String: [String]]?
    var isRefused = false
  }

  /// What options are made of; nil where the library makes them.
  @TaskLocal private static var reading: Locked<Reading>?
  /// The name of the operands.
  private static let operands = ""

  static func command<Made: ParsableCommand>(_ type: Made.Type, _ words: [String]) -> Made? {
    let reading = Locked(Reading())
    return $reading.withValue(reading) {
      _ = Made()
      guard let values = split(words, reading.withValue { $0.takesValue }) else { return nil }
      reading.withValue { $0.values = values }
      var command = Made()
      validate(&command)
      return reading.withValue { $0.isRefused } ? nil : command
    }
  }

  private static func split(_ words: [String], _ takesValue: [String: Bool]) -> [String: [String]]? {
    var values: [String: [String]] = [:]
    var rest = words[...]
    while let typed = rest.popFirst() {
      let word = NameSpecification.long(typed)
      guard word.hasPrefix("-"), word != "-" else {
        if word.isEmpty { return nil }
        values[operands, default: []].append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard word.hasPrefix("--"), let first = parts.first else { return nil }
      let name = String(first.dropFirst(2))
      guard !name.isEmpty, let isValued = takesValue[name], isValued || parts.count == 1 else { return nil }
      let value = isValued ? (parts.count == 2 ? String(parts[1]) : rest.popFirst()) : name
      guard let value, !value.isEmpty else { return nil }
      values[name, default: []].append(value)
    }
    return values
  }

  // MARK: For declarations

  /// The words given for an option, or as operands; nil when the library makes the command, or as long as names are collected.
  static func of(_ name: String?, takesValue: Bool = true) -> [String]? {
    reading?.withValue { reading in
      reading.takesValue[name ?? operands] = takesValue
      return reading.values.map { $0[name ?? operands] ?? [] }
    } ?? nil
  }

  /// Leaves the command to the library.
  static func refuse() { reading?.withValue { $0.isRefused = true } }

  /// The values of words. Refuses those that have none.
  static func values<T>(_ words: [String], _ value: (String) throws -> T?) -> [T] {
    words.compactMap { word in
      if let value = try? value(word) { return value }
      refuse()
      return nil
    }
  }

  /// The same, of an option that is given at most once.
  static func value<T>(_ words: [String], _ value: (String) throws -> T?) -> T? {
    if words.count > 1 { refuse() }
    return values(words, value).last
  }

  /// The options of a group; nil while the library makes it.
  static func group<Group: ParsableArguments>(_ type: Group.Type) -> Group? {
    guard let reading else { return nil }
    var group = Group()
    if reading.withValue({ $0.values != nil }) { validate(&group) }
    return group
  }

  private static func validate(_ options: inout some ParsableArguments) {
    // Of values that are not there, nothing may be asked.
    if reading?.withValue({ $0.isRefused }) ?? true { return }
    do { try options.validate() } catch { refuse() }
  }
}
