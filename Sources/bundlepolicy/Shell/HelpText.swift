import ArgumentParser

/// The help of a command: what it does, examples first, then how it is called and what it takes. No line is longer than the terminal,
/// and none is broken within a word or an example's option.
struct HelpText {
  /// Columns of the names, before what is said of them.
  private static let labelColumns = 26

  private let width: Int
  private(set) var text = ""

  /// `name` is the whole command, as in `bundlepolicy ledger log`.
  init(_ type: any ParsableCommand.Type, name: String, width: Int) {
    self.width = width
    let command = CommandDescription(type)
    add(command.abstract + (command.abstract.hasSuffix(".") ? "" : "."))
    if !command.discussion.isEmpty { addDiscussion(command.discussion) }
    let parts = command.subcommands.filter { !$0.name.hasSuffix(" help") }
    addUsage(command, name: name, given: type.configuration.usage, isGroup: !parts.isEmpty)
    addSection(
      "ARGUMENTS", command.operands.map { ("<\($0.label)>", Self.meaning($0)) })
    addSection("OPTIONS", command.options.map { (Self.names($0), Self.meaning($0)) })
    addSection("SUBCOMMANDS", parts.map { (Self.last($0.name), $0.abstract) })
    if !parts.isEmpty {
      let words = name.split(separator: " ", maxSplits: 1)
      let path = (["bundlepolicy", "help"] + words.dropFirst().map(String.init)).joined(separator: " ")
      text += "\n"
      add("See '\(path) <subcommand>' for detailed help.", indent: 2)
    }
  }

  // MARK: Parts

  private mutating func addDiscussion(_ discussion: String) {
    text += "\n"
    var isExample = false
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      if line.isEmpty {
        isExample = false
        text += "\n"
      } else if indent == 0 {
        isExample = line.hasPrefix("Examples:")
        add(String(line))
      } else {
        add(String(line.dropFirst(indent)), indent: indent, hanging: indent + 4, isCommand: isExample)
      }
    }
  }

  private mutating func addUsage(_ command: CommandDescription, name: String, given: String?, isGroup: Bool) {
    let usages: [String]
    if let given {
      usages = given.split(separator: "\n").map(String.init)
    } else {
      let required = command.options.filter { !$0.isOptional }.map {
        Self.synopsis($0.label + ($0.value.map { " <\($0)>" } ?? ""), $0)
      }
      let hasOthers = command.options.contains { $0.isOptional && $0.label != "--help" }
      let operands = command.operands.map { Self.synopsis("<\($0.label)>", $0) }
      let parts = isGroup ? ["<subcommand>"] : []
      usages = [([name] + required + (hasOthers ? ["[<options>]"] : []) + operands + parts).joined(separator: " ")]
    }
    text += "\n"
    for (number, usage) in usages.enumerated() {
      add((number == 0 ? "USAGE: " : "       ") + usage, hanging: 9)
    }
  }

  private mutating func addSection(_ title: String, _ entries: [(label: String, meaning: String)]) {
    guard !entries.isEmpty else { return }
    text += "\n\(title):\n"
    let columns = min(Self.labelColumns, width / 2)
    for (label, meaning) in entries {
      let start = "  " + label
      if start.count < columns {
        add(start + String(repeating: " ", count: columns - start.count) + meaning, hanging: columns)
      } else {
        text += start + "\n"
        add(meaning, indent: columns)
      }
    }
  }

  // MARK: Words

  private static func synopsis(_ word: String, _ argument: CommandDescription.Argument) -> String {
    let repeated = word + (argument.isRepeatable ? "..." : "")
    return argument.isOptional ? "[\(repeated)]" : repeated
  }

  private static func names(_ option: CommandDescription.Argument) -> String {
    (option.letter.map { "-\($0), " } ?? "") + option.label + (option.value.map { " <\($0)>" } ?? "")
  }

  private static func meaning(_ argument: CommandDescription.Argument) -> String {
    let values = argument.words.isEmpty ? nil : "values: " + argument.words.joined(separator: ", ")
    let usual = argument.defaultWord.map { "default: \($0)" }
    let more = [values, usual].compactMap { $0 }.joined(separator: "; ")
    return argument.help + (more.isEmpty ? "" : " (\(more))")
  }

  private static func last(_ name: String) -> String { name.split(separator: " ").last.map(String.init) ?? name }

  // MARK: Lines

  /// Adds a line, broken at blanks where it is too long; `isCommand`: so that a shell still takes it for one.
  private mutating func add(_ line: String, indent: Int = 0, hanging: Int? = nil, isCommand: Bool = false) {
    let blanks = line.prefix { $0 == " " }
    var current = String(repeating: " ", count: indent) + blanks
    var isEmpty = true
    let words = isCommand ? Self.commandWords(line) : Self.plainWords(line)
    for word in words {
      if !isEmpty, current.count + word.count > width - (isCommand ? 2 : 0) {
        text += Self.trimmed(current) + (isCommand ? " \\" : "") + "\n"
        current = String(repeating: " ", count: hanging ?? indent) + String(word.drop { $0 == " " })
      } else {
        current += word
      }
      isEmpty = false
    }
    text += Self.trimmed(current) + "\n"
  }

  /// Words with the blanks before them.
  private static func plainWords(_ line: String) -> [String] {
    var words: [String] = []
    var isBlank = true
    for character in line.drop(while: { $0 == " " }) {
      if words.isEmpty || character == " " && !isBlank { words.append("") }
      words[words.count - 1].append(character)
      isBlank = character == " "
    }
    return words
  }

  /// The same, with what is in quotes as one word, and an option together with its value.
  private static func commandWords(_ line: String) -> [String] {
    var words: [String] = []
    for word in plainWords(line) {
      let last = words.last ?? ""
      let isOpen = last.count { $0 == "\"" } % 2 == 1 || last.count { $0 == "'" } % 2 == 1
      let isValue = last.drop { $0 == " " }.hasPrefix("--") && !last.contains("=") && !word.hasPrefix(" -")
      if !words.isEmpty, isOpen || isValue && !last.dropFirst().contains(" ") {
        words[words.count - 1] += word
      } else {
        words.append(word)
      }
    }
    return words
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
