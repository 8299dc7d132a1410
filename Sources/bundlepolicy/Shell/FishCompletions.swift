/// A completion script for fish.
enum FishCompletions {
  static func text(_ commands: [Command]) -> String {
    var text = """
      # fish completion for bundlepolicy; made by 'bundlepolicy completions fish'

      # Whether the command is the one named, and what follows it one of the verbs named, if any are.
      function __bundlepolicy_at
        set -l words (commandline -opc)
        test (count $words) -gt 1; and test "$words[2]" = $argv[1]; or return 1
        test (count $argv) -gt 1; or return 0
        for word in $words[3..-1]
          contains -- $word $argv[2..-1]; and return 0
        end
        return 1
      end

      function __bundlepolicy_no_command
        test (count (commandline -opc)) -eq 1
      end

      complete -c bundlepolicy -f
      complete -c bundlepolicy -n __bundlepolicy_no_command -l help -d 'tell of the commands'
      complete -c bundlepolicy -n __bundlepolicy_no_command -l version -d 'print the version'

      """
    for command in commands {
      text += "complete -c bundlepolicy -n __bundlepolicy_no_command -a \(command.name) -d \(quoted(command.summary))\n"
    }
    for command in commands { text += lines(command) }
    return text
  }

  private static func lines(_ command: Command) -> String {
    let verbs = command.verbs()
    let at = "__bundlepolicy_at \(command.name)"
    let names = verbs.map(\.name).joined(separator: " ")
    var text = "\ncomplete -c bundlepolicy -n '\(at)' -l help -d 'tell of this command'\n"
    if !verbs.isEmpty { text += "complete -c bundlepolicy -n '\(at); and not \(at) \(names)' -a '\(names)'\n" }
    for option in command.options {
      let with = verbs.filter { $0.options?.contains(option.name) ?? true }.map(\.name)
      let place = verbs.isEmpty || with.count == verbs.count ? at : "\(at) \(with.joined(separator: " "))"
      text += "complete -c bundlepolicy -n '\(place)' -l \(option.name)"
      if option.value != nil { text += value(Candidates(option)) }
      text += " -d \(quoted(option.help))\n"
    }
    let place = verbs.isEmpty ? at : "\(at) \(names)"
    switch Candidates(operands: command.operands) {
    case .anything: break
    case .directories: text += "complete -c bundlepolicy -n '\(place)' -a '(__fish_complete_directories)'\n"
    default: text += "complete -c bundlepolicy -n '\(place)' -F\n"
    }
    return text
  }

  /// The flags that say what the value of an option is.
  private static func value(_ candidates: Candidates) -> String {
    switch candidates {
    case .anything: " -x"
    case .files: " -r -F"
    case .directories: " -x -a '(__fish_complete_directories)'"
    case .policies(let names): " -r -F -a '\(names.joined(separator: " "))'"
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
