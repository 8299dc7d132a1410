/// A completion script for bash 3.2, which macOS has, and later.
enum BashCompletions {
  static func text(_ commands: [Command]) -> String {
    var words = ""
    var values = ""
    var options = ""
    var operands = ""
    for command in commands {
      let verbs = command.verbs()
      if !verbs.isEmpty { words += "    \(command.name)) echo \(quoted(verbs.map(\.name))) ;;\n" }
      for verb in verbs {
        options += "    '\(command.name) \(verb.name)') echo \(names(command.options(of: verb))) ;;\n"
      }
      options += "    \(verbs.isEmpty ? command.name : "\(command.name)*")) echo \(names(command.options)) ;;\n"
      for option in command.options {
        guard option.value != nil, let action = action(Candidates(option)) else { continue }
        values += "    '\(command.name) --\(option.name)') \(action) ;;\n"
      }
      if let action = action(Candidates(operands: command.operands)) {
        operands += "    \(command.name)) \(action) ;;\n"
      }
    }
    // By command: the same name takes a value in one and none in another.
    let takesNone = commands.flatMap { command in
      command.options.filter { $0.value == nil }.map { "'\(command.name) --\($0.name)'" }
    }
    return """
      # bash completion for bundlepolicy; made by 'bundlepolicy completions bash'

      _bundlepolicy_verbs() {
        case $1 in
      \(words)  esac
      }

      _bundlepolicy_options() {
        case $1 in
      \(options)  esac
      }

      # Whether an option is followed by a value.
      _bundlepolicy_takes_value() {
        case $1 in
          *\\ --help | \(takesNone.joined(separator: " | "))) return 1 ;;
        esac
      }

      # What a value may be; $2 is what is written of it.
      _bundlepolicy_value() {
        case $1 in
      \(values)  esac
      }

      _bundlepolicy_operand() {
        case $1 in
      \(operands)  esac
      }

      _bundlepolicy_words() {
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$2")
      }

      # One of some words, each of which may be followed by =FILE.
      _bundlepolicy_words_to_files() {
        case $2 in
          *=*) _bundlepolicy_paths -f "${2#*=}" ;;
          *) _bundlepolicy_words "$1" "$2" ;;
        esac
      }

      _bundlepolicy_paths() {
        local path
        # bash 3.2 has no compopt; paths then end in a blank.
        compopt -o filenames 2> /dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
      }

      _bundlepolicy() {
        local -a words=()
        local index word joined= command= verb= option= only_operands=
        COMPREPLY=()
        # bash takes --name=value apart; here it is put together again.
        for ((index = 1; index <= COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if [[ ${#words[@]} -gt 0 && ($word == = || $joined) ]]; then
            words[${#words[@]} - 1]+=$word
            if [[ $word == = ]]; then joined=yes; else joined=; fi
          else
            words+=("$word")
          fi
        done
        local count=${#words[@]}
        local current=${words[count - 1]}
        for ((index = 0; index < count - 1; index++)); do
          word=${words[index]}
          if [[ -z $command ]]; then
            command=$word
          elif [[ $option ]]; then
            option=
          elif [[ $only_operands ]]; then
            continue
          elif [[ $word == -- ]]; then
            only_operands=yes
          elif [[ $word == --*=* ]]; then
            continue
          elif [[ $word == --* ]]; then
            if _bundlepolicy_takes_value "$command $word"; then option=$word; fi
          elif [[ -z $verb && -n $(_bundlepolicy_verbs "$command") ]]; then
            verb=" $word"
          fi
        done
        if [[ -z $command ]]; then
          _bundlepolicy_words '\(commands.map(\.name).joined(separator: " ")) --help --version' "$current"
        elif [[ $option ]]; then
          _bundlepolicy_value "$command $option" "$current"
        elif [[ -z $only_operands && $current == --*=* ]]; then
          _bundlepolicy_value "$command ${current%%=*}" "${current#*=}"
        elif [[ -z $only_operands && $current == -* ]]; then
          _bundlepolicy_words "$(_bundlepolicy_options "$command$verb") --help" "$current"
        elif [[ -z $verb && -n $(_bundlepolicy_verbs "$command") ]]; then
          _bundlepolicy_words "$(_bundlepolicy_verbs "$command")" "$current"
        else
          _bundlepolicy_operand "$command" "$current"
        fi
        # What stands before the last '=' is replaced only where '=' does not part words.
        if [[ $current == *=* && $COMP_WORDBREAKS != *=* ]]; then
          COMPREPLY=("${COMPREPLY[@]/#/${current%=*}=}")
        fi
      }

      complete -F _bundlepolicy bundlepolicy

      """
  }

  private static func names(_ options: [Option]) -> String { quoted(options.map { "--" + $0.name }) }

  private static func quoted(_ words: [String]) -> String { "'" + words.joined(separator: " ") + "'" }

  private static func action(_ candidates: Candidates) -> String? {
    switch candidates {
    case .anything: nil
    case .files: "_bundlepolicy_paths -f \"$2\""
    case .directories: "_bundlepolicy_paths -d \"$2\""
    case .policies(let names): "_bundlepolicy_words \(quoted(names)) \"$2\"; _bundlepolicy_paths -f \"$2\""
    case .words(let words): "_bundlepolicy_words_to_files \(quoted(words)) \"$2\""
    }
  }
}
