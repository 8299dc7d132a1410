import Basics
import ArgumentParser

/// The words of a command line, the first of which name a command. Finding it here, without the library's walk through all commands,
/// is most of what starting the program would cost.
struct CommandWords {
  private(set) var type: any ParsableCommand.Type = BundlePolicy.self
  /// As users write it: `bundlepolicy ledger log`.
  private(set) var name = "bundlepolicy"
  /// What follows the command's name.
  private(set) var rest: [String]

  /// What the program itself takes in place of a command; the last two are for scripts of shells and for tools.
  private static let ofTheProgram: Set = [
    "help", "--help", "-h", "--version", "---completion", "--experimental-dump-help",
  ]

  init(_ words: [String]) { rest = words }

  /// Finds the command; false when help of a group of them is wanted, or something else of the program itself. Throws when there is
  /// no such command.
  mutating func descend() throws(UsageError) -> Bool {
    while !type.configuration.subcommands.isEmpty {
      let commands = type.configuration.subcommands
      guard let word = rest.first else { throw unnamed(commands) }
      let isRoot = type == BundlePolicy.self
      if isRoot, Self.ofTheProgram.contains(word) { return false }
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }),
        !commands.contains(where: { $0._commandName == word })
      {
        return false
      }
      // Options may stand before the word that says what to do.
      let place =
        isRoot || !word.hasPrefix("-")
        ? 0 : rest.prefix { $0 != "--" }.firstIndex { word in commands.contains { $0._commandName == word } }
      guard let place else { throw unnamed(commands) }
      guard let command = commands.first(where: { $0._commandName == rest[place] }) else {
        throw Self.unknown(word, among: commands, of: isRoot ? nil : type)
      }
      rest.remove(at: place)
      name += " " + command._commandName
      type = command
    }
    return true
  }

  /// Finds the command whose help is wanted by name: the words after `help`.
  mutating func descendByName() throws(UsageError) {
    while let word = rest.first {
      let commands = type.configuration.subcommands
      guard let command = commands.first(where: { $0._commandName == word }) else {
        throw Self.unknown(word, among: commands, of: type == BundlePolicy.self ? nil : type)
      }
      rest.removeFirst()
      type = command
    }
  }

  /// There is no command of this name; `group` is what it would be a part of.
  static func unknown(
    _ word: String, among commands: [any ParsableCommand.Type], of group: (any ParsableCommand.Type)? = nil
  ) -> UsageError {
    let names = word.hasPrefix("-") ? ["--help", "--version"] : commands.map { $0._commandName }
    let nearest = SpellingCorrector.nearest(to: word, among: names)
    // Most likely a bundle: nobody names a command with a slash or an extension.
    if group == nil, nearest == nil, word.contains("/") || word.dropFirst().contains(".") {
      return UsageError("unknown command '\(word)'; to check a bundle, write 'bundlepolicy check \(word)'")
    }
    return UsageError(
      (group.map { "'\($0._commandName)' has no subcommand '\(word)'" } ?? "unknown command '\(word)'")
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  private func unnamed(_ commands: [any ParsableCommand.Type]) -> UsageError {
    UsageError(
      (type == BundlePolicy.self ? "name a command: " : "name a subcommand: ")
        + commands.map { $0._commandName }.joined(separator: ", "))
  }

  /// What the library says of words that it can't take, or has an answer to.
  func refuse(_ error: any Error) throws -> ExitStatus {
    let message = type.message(for: error)
    guard type.exitCode(for: error).isSuccess else {
      throw UsageError(message.hasSuffix(".") ? String(message.dropLast()) : message)
    }
    try Output.write((message + "\n").utf8, to: Output.standardOutput)
    return .passed
  }

  /// Throws for what the library lets pass: a value that is empty, most likely out of a variable that is not set, and an option that is
  /// given twice though only the last would count.
  mutating func checkValues() throws(UsageError) {
    var names: Set<Substring> = []
    let isSuspicious = rest.lazy.map(NameSpecification.long).contains { word in
      word.isEmpty || word.hasPrefix("--") && (word.hasSuffix("=") || !names.insert(word.prefix { $0 != "=" }).inserted)
    }
    if !isSuspicious { return }
    let description = CommandDescription(type)
    let options = description.options
    let isEmpty = UsageError("\(description.operands.first?.label ?? "an argument") is empty")
    var given: Set<String> = []
    var words = rest[...]
    while let typed = words.popFirst(), typed != "--" {
      let word = NameSpecification.long(typed)
      guard word.hasPrefix("--") else {
        if word.isEmpty { throw isEmpty }
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.label == parts[0] }), let placeholder = option.value,
        let value = parts.count == 2 ? parts[1] : words.popFirst()
      else { continue }
      // An empty JSON Pointer is the whole document.
      if value.isEmpty, placeholder != "POINTER" {
        throw UsageError("\(parts[0]) \(placeholder) must not be empty")
      }
      // The library would take the next word.
      if value.isEmpty, parts.count == 2, let place = rest.firstIndex(of: word) {
        rest.replaceSubrange(place...place, with: [parts[0], ""])
      }
      if !given.insert(parts[0]).inserted, !option.isRepeatable {
        throw UsageError("\(parts[0]) is given more than once")
      }
    }
    if words.contains("") { throw isEmpty }
  }
}
