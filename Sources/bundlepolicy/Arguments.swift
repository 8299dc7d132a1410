import Basics

/// The arguments of one command, taken apart.
struct Arguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// `--name value`, `--name=value`, `--` before operands that start with `-`.
  init(_ words: some Sequence<String>, of command: Command) throws {
    var words = Array(words)[...]
    var onlyOperands = false
    while let word = words.popFirst() {
      guard !onlyOperands, word.hasPrefix("-"), word != "-" else {
        if word.isEmpty {
          let name = command.operands.filter { !"[]…".contains($0) }
          throw UsageError(message: "\(name.isEmpty ? "an argument" : name) is empty", command: command.name)
        }
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)])
      guard let option = command.options.first(where: { "--" + $0.name == name }) else {
        throw UsageError(message: Self.unknown(name, command), command: command.name)
      }
      if option.value == nil {
        if equals != nil { throw UsageError(message: "\(name) takes no value", command: command.name) }
        flags.insert(option.name)
        continue
      }
      let value: String
      if let equals {
        value = String(word[word.index(after: equals)...])
      } else if let next = words.popFirst() {
        value = next
      } else {
        throw UsageError(message: "\(name) needs a value: \(name) \(option.value ?? "")", command: command.name)
      }
      // Out of a variable that isn't set, most likely.
      if value.isEmpty, !option.mayBeEmpty {
        throw UsageError(
          message: "\(name) \(option.value ?? "") is missing: the value given is empty", command: command.name)
      }
      if !option.isRepeatable && values[option.name] != nil {
        throw UsageError(message: "\(name) is given more than once", command: command.name)
      }
      values[option.name, default: []].append(value)
    }
  }

  /// The operands of a command that looks at the working directory without any.
  var paths: [String] { operands.isEmpty ? ["."] : operands }

  func all(_ name: String) -> [String] { values[name] ?? [] }

  func first(_ name: String) -> String? { values[name]?.first }

  func has(_ name: String) -> Bool { flags.contains(name) }

  /// Whether an option is there, with a value or without.
  func isGiven(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

  private static func unknown(_ name: String, _ command: Command) -> String {
    let known = command.options.map { "--" + $0.name } + ["--help"]
    let suggestion = SpellingCorrector.nearest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return "'\(command.name)' has no option \(name)\(suggestion)"
  }
}
