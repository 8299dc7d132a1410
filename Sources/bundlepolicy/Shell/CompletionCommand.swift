import ArgumentParser
import Basics

struct CompletionCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish",
    discussion: """
      For bash:
        source <(bundlepolicy completions bash)

      For zsh, where DIRECTORY is listed in fpath:
        bundlepolicy completions zsh > DIRECTORY/_bundlepolicy

      For fish:
        bundlepolicy completions fish > ~/.config/fish/completions/bundlepolicy.fish

      The script completes the commands of this version, their options and the options' values.
      """)

  enum Shell: String, Word { case bash, zsh, fish }

  @Argument("the shell", value: "SHELL") var shell: Shell

  func execute() throws -> ExitStatus {
    let names = BundlePolicy.subcommandNames.joined(separator: " ")
    let text =
      switch shell {
      case .bash: Self.head(shell) + BundlePolicy.completionScript(for: .bash) + "\n" + Self.parting(names)
      case .zsh: Self.completed(BundlePolicy.completionScript(for: .zsh), names) + "\n"
      case .fish:
        Self.head(shell) + BundlePolicy.completionScript(for: .fish) + """

          complete -c 'bundlepolicy' -n '__bundlepolicy_should_offer_completions_for_positional "bundlepolicy help" -ge 1' -fa '\(names)'

          """
      }
    try Output.write(text.utf8, to: Output.standardOutput)
    return .passed
  }

  private static func head(_ shell: Shell) -> String {
    "# \(shell.rawValue) completion for bundlepolicy; made by 'bundlepolicy completions \(shell.rawValue)'\n"
  }

  /// bash splits `--name=value` at the `=`, which the library's function does not handle, so this removes the `=`. It also completes the
  /// commands after 'help'.
  private static func parting(_ names: String) -> String {
    """
    _bundlepolicy_parted() {
        local -a parted=("${COMP_WORDS[@]}")
        local -i index place="${COMP_CWORD}"
        if [[ "${COMP_WORDS[1]}" == help && place -eq 2 ]]; then
            COMPREPLY=($(compgen -W '\(names)' -- "${COMP_WORDS[2]}"))
            return
        fi
        COMP_WORDS=()
        for index in "${!parted[@]}"; do
            if [[ "${parted[index]}" == "=" && index -gt 0 && "${parted[index - 1]}" == --* ]]; then
                if [[ index -eq place ]]; then COMP_WORDS+=(""); elif [[ index -lt place ]]; then ((COMP_CWORD -= 1)); fi
            else
                COMP_WORDS+=("${parted[index]}")
            fi
        done
        _bundlepolicy "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    }

    complete -o filenames -F _bundlepolicy_parted bundlepolicy

    """
  }

  /// Makes zsh complete values after `--name=`, too, by `--name=[help]:VALUE:…`, and the commands after 'help'.
  private static func completed(_ script: String, _ names: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let specification = line.drop { $0 == " " }
      if specification == "'*:subcommands:'" { return "        '*:subcommands:(\(names))'" }
      guard specification.hasPrefix("'--") || specification.hasPrefix("'*--"), line.contains("]:"),
        let bracket = line.firstIndex(of: "[")
      else { return String(line) }
      return line[..<bracket] + "=" + line[bracket...]
    }
    .joined(separator: "\n")
  }
}
