/// A completion function for zsh, which says what each option is for.
enum ZshCompletions {
  static func text(_ commands: [Command]) -> String {
    var text = """
      #compdef bundlepolicy
      # zsh completion for bundlepolicy; made by 'bundlepolicy completions zsh'

      _bundlepolicy() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        _arguments -C '(- *)--help[tell of the commands]' '(- *)--version[print the version]' '1: :->command' '*:: :->rest'
        case $state in
          command)
            local -a commands=(

      """
    for command in commands { text += "        \(quoted("\(command.name):\(command.summary)"))\n" }
    text += """
            )
            _describe -t commands command commands
            ;;
          rest)
            case $words[1] in

      """
    for command in commands { text += function(command) }
    return text + """
            esac
            ;;
        esac
      }

      # One of some words, each of which may be followed by =FILE.
      _bundlepolicy_words_to_files() {
        if compset -P '*='; then _files; else compadd -S '' -- "$@"; fi
      }

      # Loaded as a completion it is called; read by 'source' it says what it completes.
      if [[ $funcstack[1] == _bundlepolicy ]]; then _bundlepolicy "$@"; else compdef _bundlepolicy bundlepolicy; fi

      """
  }

  /// The branch of one command; with verbs, one for each.
  private static func function(_ command: Command) -> String {
    let verbs = command.verbs()
    if verbs.isEmpty { return "        \(command.name)) \(arguments(command, nil)) ;;\n" }
    var text = "        \(command.name))\n"
    text += "          case ${${(M)words[2,CURRENT-1]:#(\(verbs.map(\.name).joined(separator: "|")))}[1]} in\n"
    for verb in verbs { text += "            \(verb.name)) \(arguments(command, verb)) ;;\n" }
    return text + "            *) \(arguments(command, nil)) ;;\n          esac\n          ;;\n"
  }

  private static func arguments(_ command: Command, _ verb: Verb?) -> String {
    var parts = ["_arguments -S", "'(- *)--help[tell of this command]'"]
    for option in command.options(of: verb) {
      var part = "--\(option.name)"
      if option.value != nil { part += "=" }
      part += "[\(escaped(option.help))]"
      if let value = option.value { part += ":\(escaped(value)):\(action(Candidates(option)))" }
      parts.append(quoted((option.isRepeatable ? "*" : "") + part))
    }
    let verbs = command.verbs().map(\.name)
    if !verbs.isEmpty { parts.append(quoted("1:what to do:(\(verbs.joined(separator: " ")))")) }
    let operands = action(Candidates(operands: command.operands))
    if operands != " " { parts.append(quoted("*:\(escaped(command.operands)):\(operands)")) }
    return parts.joined(separator: " ")
  }

  private static func action(_ candidates: Candidates) -> String {
    switch candidates {
    case .anything: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .policies(let names): "{ compadd -- \(names.joined(separator: " ")); _files }"
    case .words(let words): "{ _bundlepolicy_words_to_files \(words.joined(separator: " ")) }"
    }
  }

  /// For a place between `[` and `]` or between colons.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
