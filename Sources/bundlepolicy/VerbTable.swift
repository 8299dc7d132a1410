import Basics

/// The words that say what a command is to do, with the options that go with each and what it runs.
struct VerbTable: Sendable {
  /// A verb, the names of its options, and what it does.
  typealias Entry = (name: String, options: Set<String>, run: @Sendable (Arguments) throws -> ExitStatus)

  let entries: [Entry]

  /// For completions and manual pages.
  var verbs: [Verb] { entries.map { Verb(name: $0.name, options: $0.options) } }

  /// Runs the verb that the first operand names. Throws when there is none, no such one, or it doesn't take an option that is given.
  func run(_ arguments: Arguments, of command: Command) throws -> ExitStatus {
    func usage(_ message: String) -> UsageError { UsageError(message: message, command: command.name) }
    let names = entries.map(\.name)
    guard let word = arguments.operands.first else { throw usage("say what to do: \(names.joined(separator: ", "))") }
    guard let verb = entries.first(where: { $0.name == word }) else {
      let nearest = SpellingCorrector.suggestion(for: word, among: names)
      throw usage("'\(command.name)' can't '\(word)'\(nearest)")
    }
    for option in command.options where !verb.options.contains(option.name) && arguments.isGiven(option.name) {
      throw usage("--\(option.name) can't be given with '\(command.name) \(word)'")
    }
    return try verb.run(arguments)
  }
}
