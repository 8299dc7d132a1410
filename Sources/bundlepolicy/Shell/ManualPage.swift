/// Manual pages in the language of man(7), made from the commands themselves.
enum ManualPage {
  /// The day of ``BundlePolicy/version``, which pages are dated with.
  static let date = "2026-11-22"

  /// The page of the program.
  static func overview(_ commands: [Command]) -> String {
    var page = head("bundlepolicy", "hold Apple bundles against policies written in Lua")
    page += ".SH SYNOPSIS\n.B bundlepolicy\n.I COMMAND\n.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n"
    page += ".SH DESCRIPTION\n" + Roff.text(Help.summary) + "\n"
    page += ".SH COMMANDS\n"
    for command in commands {
      page += ".TP\n.BR bundlepolicy\\-\(Roff.text(command.name)) (1)\n\(Roff.text(command.summary)).\n"
    }
    page += exitStatus(\.meaning)
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page += ".TP\n.B \(name)\n\(Roff.text(meaning))\n" }
    page += ".SH FILES\n"
    for (name, meaning) in files { page += ".TP\n.I \(Roff.text(name))\n\(Roff.text(meaning))\n" }
    return page + seeAlso(commands.map(\.name))
  }

  /// The page of one command.
  static func page(of command: Command, among commands: [Command]) -> String {
    let summary = command.summary.prefix(1).lowercased() + command.summary.dropFirst()
    var page = head("bundlepolicy-\(command.name)", summary)
    page += ".SH SYNOPSIS\n.B bundlepolicy \(Roff.text(command.name))\n"
    if !command.options.isEmpty { page += ".RI [ OPTION ]...\n" }
    if !command.operands.isEmpty { page += Roff.text(command.operands) + "\n" }
    page += ".SH DESCRIPTION\n"
    page += command.discussion.isEmpty ? Roff.text(command.summary) + ".\n" : Roff.paragraphs(command.discussion)
    if !command.options.isEmpty {
      page += ".SH OPTIONS\n"
      for option in command.options {
        page += ".TP\n\\fB\\-\\-\(Roff.text(option.name))\\fR"
        if let value = option.value { page += " \\fI\(Roff.text(value))\\fR" }
        page += "\n\(Roff.text(option.help))"
        page += option.isRepeatable ? " (may be given again)\n" : "\n"
      }
    }
    let isCheck = command.name == CheckCommand.command.name
    return page + exitStatus(isCheck ? \.meaning : \.generalMeaning)
      + seeAlso([nil] + commands.map(\.name).filter { $0 != command.name })
  }

  private static func head(_ name: String, _ summary: String) -> String {
    """
    .\\" Made by 'bundlepolicy man'.
    .TH \(name.uppercased()) 1 \(date) "bundlepolicy \(BundlePolicy.version)" "User Commands"
    .SH NAME
    \(Roff.text(name)) \\- \(Roff.text(summary))

    """
  }

  private static func exitStatus(_ meaning: (ExitStatus) -> String) -> String {
    ".SH EXIT STATUS\n"
      + ExitStatus.allCases.map { ".TP\n.B \($0.rawValue)\n\(Roff.text(meaning($0)))\n" }.joined()
  }

  /// nil stands for the page of the program.
  private static func seeAlso(_ names: [String?]) -> String {
    ".SH SEE ALSO\n"
      + names.map { ".BR bundlepolicy" + ($0.map { "\\-" + Roff.text($0) } ?? "") + " (1)" }.joined(separator: ",\n")
      + "\n"
  }

  /// What the program reads of its environment. A test holds the sources against it.
  static let environment = [
    ("BUNDLEPOLICY_LEDGER", "the ledger of builds, where --ledger is not given"),
    ("BUNDLEPOLICY_ATTEST_KEY", "the private key for check --attest, in PEM, where --attest-key is not given"),
    ("BUNDLEPOLICY_CACHE", "where packs are kept; else the system's place for caches"),
    ("BUNDLEPOLICY_PLUGINS", "folders of checkers, separated by colons, besides those of --plugins"),
    ("GITHUB_STEP_SUMMARY", "a file that check --format github adds the report in Markdown to"),
    (
      "GITHUB_WORKSPACE",
      "the root of the repository, from which check names places in the formats github, gitlab and sarif"
    ),
    ("CI_PROJECT_DIR", "the same in GitLab"),
    ("NO_COLOR", "when it is not empty, nothing is colored"),
    ("SOURCE_DATE_EPOCH", "the time of a receipt, in seconds since 1970, where --attest-time is not given"),
    ("TMPDIR", "where what is large is kept until it is written; else /tmp"),
    ("TERM", "dumb is a terminal without colors"),
    ("XDG_STATE_HOME", "where repl keeps earlier lines, below bundlepolicy/; else ~/.local/state"),
    ("PGPASSWORD", "the password of a ledger on a server; libpq reads it, and the other variables of PostgreSQL"),
  ]

  private static let files = [
    ("policy.lua", "the policy, where --policy is not given; looked for from the working directory upwards"),
    ("waivers.lua", "waivers of the project, in the working directory; applied unless --policy is given"),
    ("bundlepolicy.json", "the packs that a project uses"),
    ("bundlepolicy.lock", "what packs are locked to, and the checkers of a policy repository by their SHA-256"),
  ]
}
