import Basics

/// `bundlepolicy completions`.
enum CompletionCommand {
  static let command = Command(
    name: "completions", summary: "Print completions for bash, zsh or fish",
    options: [],
    operands: "bash|zsh|fish",
    discussion: """
      Shells read them from a file, or from this command:

      bash                      source <(bundlepolicy completions bash)
      zsh                       bundlepolicy completions zsh > DIRECTORY/_bundlepolicy, where fpath holds DIRECTORY
      fish                      bundlepolicy completions fish > ~/.config/fish/completions/bundlepolicy.fish

      They know the commands of this version, with their options and the values these have.
      """,
    verbs: { Shell.allCases.map { Verb(name: $0.rawValue, options: []) } },
    run: run)

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let names = Shell.allCases.map(\.rawValue)
    guard let word = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError(message: "name one shell: \(names.joined(separator: ", "))", command: "completions")
    }
    guard let shell = Shell(rawValue: word) else {
      let nearest = SpellingCorrector.suggestion(for: word, among: names)
      throw UsageError(message: "there are no completions for '\(word)'\(nearest)", command: "completions")
    }
    let commands = BundlePolicy.commands + [help]
    let text =
      switch shell {
      case .bash: BashCompletions.text(commands)
      case .zsh: ZshCompletions.text(commands)
      case .fish: FishCompletions.text(commands)
      }
    try Output.write(text.utf8, to: Output.standardOutput)
    return .passed
  }

  /// A word the program takes in place of a command.
  private static let help = Command(
    name: "help", summary: "Tell of a command", options: [], operands: "[COMMAND]", discussion: "",
    verbs: { BundlePolicy.commands.map { Verb(name: $0.name, options: []) } }, run: { _ in .passed })
}

extension Command {
  /// The options that go with a verb; all without one.
  func options(of verb: Verb?) -> [Option] {
    guard let names = verb?.options else { return options }
    return options.filter { names.contains($0.name) }
  }
}
