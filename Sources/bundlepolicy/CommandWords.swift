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
      if rest.prefix(while: { $0 != "--" }).contains(where: Self.isHelp), word.hasPrefix("-") { return false }
      // Options may stand before the word that says what to do.
      let place =
        isRoot || !word.hasPrefix("-")
        ? 0 : rest.prefix { $0 != "--" }.firstIndex { word in commands.contains { $0._commandName == word } }
      guard let place else {
        let options = ["--", "-h"] + CommandDescription(type).options.map(\.label)
        if options.contains(where: { $0 == word.prefix { $0 != "=" } || $0 == word }) { throw unnamed(commands) }
        throw Self.unknownOption(word, of: type)
      }
      guard let command = commands.first(where: { $0._commandName == rest[place] }) else {
        throw Self.unknown(word, among: commands, of: isRoot ? nil : type)
      }
      rest.remove(at: place)
      name += " " + command._commandName
      type = command
    }
    return true
  }

  private static func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

  /// Finds the command whose help is wanted by name: the words after `help`.
  mutating func descendByName() throws(UsageError) {
    rest.removeAll(where: Self.isHelp)
    while let word = rest.first {
      let commands = type.configuration.subcommands
      guard let command = commands.first(where: { $0._commandName == word }) else {
        throw Self.unknown(word, among: commands, of: type == BundlePolicy.self ? nil : type)
      }
      rest.removeFirst()
      name += " " + command._commandName
      type = command
    }
  }

  /// There is no command of this name; `group` is what it would be a part of.
  static func unknown(
    _ word: String, among commands: [any ParsableCommand.Type], of group: (any ParsableCommand.Type)? = nil
  ) -> UsageError {
    if word.hasPrefix("-") { return unknownOption(word, of: group) }
    let nearest = SpellingCorrector.nearest(to: word, among: commands.map { $0._commandName })
    // Most likely a bundle: nobody names a command with a slash or an extension.
    if group == nil, nearest == nil, word.contains("/") || word.dropFirst().contains(".") {
      return UsageError("unknown command '\(word)'; to check a bundle, write 'bundlepolicy check \(word)'")
    }
    return UsageError(
      (group.map { "'\($0._commandName)' has no subcommand '\(word)'" } ?? "unknown command '\(word)'")
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// An option stands where a command should. Most likely it is one of `check`, whose name was left out.
  private static func unknownOption(_ word: String, of group: (any ParsableCommand.Type)?) -> UsageError {
    let own = group.map { CommandDescription($0).options.map(\.label) } ?? ["--help", "--version"]
    if let nearest = SpellingCorrector.nearest(to: word, among: own) {
      return UsageError("unknown option '\(word)'; did you mean '\(nearest)'?")
    }
    let long = NameSpecification.long(String(word.prefix { $0 != "=" }))
    let options = group == nil ? CommandDescription(CheckCommand.self).options.map(\.label) : []
    guard let nearest = SpellingCorrector.nearest(to: long, among: options) else {
      return UsageError("unknown option '\(word)'")
    }
    return UsageError("name a command before '\(word)', as in 'bundlepolicy check \(nearest)'")
  }

  private func unnamed(_ commands: [any ParsableCommand.Type]) -> UsageError {
    UsageError(
      (type == BundlePolicy.self ? "name a command: " : "name a subcommand: ")
        + commands.map { $0._commandName }.joined(separator: ", "))
  }

  /// What the library says of words that it can't take, or has an answer to.
  func refuse(_ error: any Error) throws -> ExitStatus {
    let message = type.message(for: error)
    // The status is asked for where it is needed: the library puts the whole message together once more for it.
    if !Self.refusals.contains(where: message.hasPrefix), type.exitCode(for: error).isSuccess {
      try Output.write((message + "\n").utf8, to: Output.standardOutput)
      return .passed
    }
    throw UsageError(worded(message.hasSuffix(".") ? String(message.dropLast()) : message))
  }

  /// How the library begins most of what it says of words that it can't take; no answer begins so.
  private static let refusals = [
    "Missing expected argument '", "Missing value for '", "Unknown option '", "The value '", "Unexpected argument",
  ]

  /// What the library says, in the words of the program: operands and values by their names, and one sentence.
  private func worded(_ message: String) -> String {
    let description = CommandDescription(type)
    func plain(_ text: some StringProtocol) -> String {
      var text = String(text)
      for argument in description.arguments {
        if let value = argument.value { text = text.replacing("<\(value)>", with: value) }
      }
      return text.hasSuffix(" ...") ? String(text.dropLast(4)) : text
    }
    func quoted(after start: String) -> String? {
      message.hasPrefix(start) && message.hasSuffix("'") ? String(message.dropFirst(start.count).dropLast()) : nil
    }
    if let missing = quoted(after: "Missing expected argument '") { return "\(plain(missing)) is required" }
    if let option = quoted(after: "Missing value for '") { return "\(plain(option)) has no value" }
    let unknown = "Unknown option '"
    if message.hasPrefix(unknown) {
      let word = String(message.dropFirst(unknown.count).prefix { $0 != "'" })
      let labels = description.options.map(\.label)
      return "unknown option '\(word)'" + SpellingCorrector.suggestion(for: word, among: labels)
    }
    let value = "The value '"
    if message.hasPrefix(value), let middle = message.firstRange(of: "' is invalid for '"),
      let end = message[middle.upperBound...].firstIndex(of: "'")
    {
      let given = message[message.index(message.startIndex, offsetBy: value.count)..<middle.lowerBound]
      let reason = message[message.index(after: end)...].replacing(". Please provide one of ", with: "; use one of ")
      return "'\(given)' is not valid for \(plain(message[middle.upperBound..<end]))\(reason)"
    }
    return message.hasPrefix("Unexpected argument") ? "u" + message.dropFirst() : message
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
