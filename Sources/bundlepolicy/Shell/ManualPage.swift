import ArgumentParser
import Basics

struct ManualCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print a manual page, or write all of them to a folder",
    discussion: """
      Examples:
        bundlepolicy man check | man -l -
        bundlepolicy man --output share/man/man1

      Without a COMMAND, prints the page of bundlepolicy itself.
      """)

  @Argument(
    "the command", value: "COMMAND", completion: .list(BundlePolicy.subcommandNames))
  var command: String?

  @Option(
    "output", "write every page to this directory, as bundlepolicy.1, bundlepolicy-check.1, …", value: "DIR",
    completion: .directory
  )
  var folder: String?

  func validate() throws {
    if folder != nil, let command {
      throw ValidationError("--output writes all pages and cannot be combined with '\(command)'")
    }
  }

  func execute() throws -> ExitStatus {
    let pages = ManualPage.all()
    if let folder {
      // Creates the folder, but not its parents; other errors appear when the first page is written.
      _ = mkdir(folder, 0o755)
      for page in pages { try Output.write(Array(page.text.utf8), toFile: "\(folder)/\(page.name).1") }
      return .passed
    }
    let name = command.map { "bundlepolicy-\($0)" } ?? "bundlepolicy"
    guard let page = pages.first(where: { $0.name == name }) else {
      throw ValidationError(BundlePolicy.unknownCommand([command ?? ""]) ?? "")
    }
    try Output.write(page.text.utf8, to: Output.standardOutput)
    return .passed
  }
}

/// A manual page in the language of man(7), generated from the descriptions of the commands.
struct ManualPage {
  /// The date of ``Tool/version``.
  static let date = "2026-11-22"

  let name: String
  private(set) var text: String

  static func all() -> [ManualPage] {
    let program = CommandDescription.program
    let commands = program.subcommands.filter { $0.name != "bundlepolicy help" }
    let names = ([program] + commands).map { Self.name(of: $0) }
    return [overview(program, commands, names)] + commands.map { ManualPage($0, names) }
  }

  private static func name(of command: CommandDescription) -> String {
    command.name.split(separator: " ").joined(separator: "-")
  }

  private static func overview(
    _ program: CommandDescription, _ commands: [CommandDescription], _ names: [String]
  ) -> ManualPage {
    var page = ManualPage(name: "bundlepolicy", summary: "check Apple app bundles against policies written in Lua")
    page.text += ".SH SYNOPSIS\n.B bundlepolicy\n.I COMMAND\n.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n"
    page.text += ".SH DESCRIPTION\n" + escaped(program.abstract) + "\n"
    page.text += ".SH COMMANDS\n"
    for command in commands {
      page.text += ".TP\n.BR \(escaped(name(of: command))) (1)\n\(escaped(command.abstract)).\n"
    }
    page.addExitStatus(\.meaning)
    page.text += ".SH ENVIRONMENT\n"
    for (name, meaning) in environment { page.text += ".TP\n.B \(name)\n\(escaped(meaning))\n" }
    page.text += ".SH FILES\n"
    for (name, meaning) in files { page.text += ".TP\n.I \(escaped(name))\n\(escaped(meaning))\n" }
    page.addReferences(names)
    return page
  }

  private init(_ command: CommandDescription, _ names: [String]) {
    self.init(
      name: Self.name(of: command), summary: command.abstract.prefix(1).lowercased() + command.abstract.dropFirst())
    text += ".SH SYNOPSIS\n"
    for (number, part) in (command.subcommands.isEmpty ? [command] : command.subcommands).enumerated() {
      if number > 0 { text += ".br\n" }
      addSynopsis(part)
    }
    text += ".SH DESCRIPTION\n"
    text += command.discussion.isEmpty ? Self.escaped(command.abstract) + ".\n" : Self.paragraphs(command.discussion)
    if !command.subcommands.isEmpty { text += ".SH COMMANDS\n" }
    for part in command.subcommands {
      text += ".SS \(Self.escaped(part.name))\n\(Self.escaped(part.abstract)).\n"
      if !part.discussion.isEmpty { text += ".PP\n" + Self.paragraphs(part.discussion) }
      addArguments(part.arguments)
    }
    if command.subcommands.isEmpty {
      text += ".SH OPTIONS\n"
      addArguments(command.arguments)
    }
    addExitStatus(command.name == "bundlepolicy check" ? \.meaning : \.generalMeaning)
    addReferences(names.filter { $0 != name })
  }

  private init(name: String, summary: String) {
    self.name = name
    text = """
      .\\" Made by 'bundlepolicy man'.
      .TH \(name.uppercased()) 1 \(Self.date) "\(Tool.nameAndVersion)" "User Commands"
      .SH NAME
      \(Self.escaped(name)) \\- \(Self.escaped(summary))

      """
  }

  private mutating func addSynopsis(_ command: CommandDescription) {
    text += ".B \(Self.escaped(command.name))\n.RI [ OPTION ]...\n"
    for operand in command.operands {
      let (start, end) = operand.isOptional ? ("[ ", " ]") : ("\"\" ", "")
      text += ".RI \(start)\(Self.escaped(operand.label))\(end)\(operand.isRepeatable ? "..." : "")\n"
    }
  }

  private mutating func addArguments(_ arguments: [CommandDescription.Argument]) {
    for argument in arguments {
      let isOperand = argument.kind == "positional"
      text += isOperand ? ".TP\n" : ".TP\n\\fB\(Self.escaped(argument.label))\\fR"
      if let value = argument.value { text += "\(isOperand ? "" : " ")\\fI\(Self.escaped(value))\\fR" }
      let choice = argument.words.isEmpty ? "" : "; one of \(argument.words.joined(separator: ", "))"
      let usual = argument.defaultWord.map { "; \($0) unless given" } ?? ""
      text += "\n\(Self.escaped(argument.help + choice + usual))\n"
    }
  }

  private mutating func addExitStatus(_ meaning: (ExitStatus) -> String) {
    text += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases { text += ".TP\n.B \(status.rawValue)\n\(Self.escaped(meaning(status)))\n" }
  }

  private mutating func addReferences(_ names: [String]) {
    text += ".SH SEE ALSO\n" + names.map { ".BR \(Self.escaped($0)) (1)" }.joined(separator: ",\n") + "\n"
  }

  /// Formats paragraphs separated by empty lines. Indented lines, such as examples, are neither filled nor justified.
  private static func paragraphs(_ plain: String) -> String {
    var result = ""
    var isIndented = false
    for line in plain.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(" ") != isIndented {
        isIndented.toggle()
        result += isIndented ? ".nf\n" : ".fi\n"
      }
      result += line.isEmpty ? ".PP\n" : escaped(line) + "\n"
    }
    return result + (isIndented ? ".fi\n" : "")
  }

  static func escaped(_ plain: some StringProtocol) -> String {
    var result = ""
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      // Unescaped, these become typographic quotes and accents.
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      // A period at the start of a line begins a request.
      case "." where result.isEmpty: result += "\\&."
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// The environment variables that the program reads. A test compares the list with the sources.
  static let environment = [
    ("BUNDLEPOLICY_LEDGER", "the ledger of builds, unless --ledger is given"),
    ("BUNDLEPOLICY_ATTEST_KEY", "the private key for check --attest, in PEM, unless --attest-key is given"),
    ("BUNDLEPOLICY_CACHE", "the folder that caches packs; by default, the system's cache folder"),
    (
      "REGISTRY_AUTH_FILE",
      "the names and passwords for registries that packs come from, as 'podman login' writes them; by default, those of docker"
    ),
    ("DOCKER_CONFIG", "the folder of config.json, which 'docker login' writes; by default, ~/.docker"),
    ("BUNDLEPOLICY_PLUGINS", "folders of checkers, separated by colons, in addition to those of --plugins"),
    ("GITHUB_STEP_SUMMARY", "a file to which check --format github appends the report in Markdown"),
    (
      "GITHUB_WORKSPACE",
      "the root of the repository; check --format github, gitlab and sarif report paths relative to it"
    ),
    ("CI_PROJECT_DIR", "the same for GitLab"),
    ("NO_COLOR", "if it is not empty, output has no colors, unless --color says otherwise"),
    (
      "FORCE_COLOR",
      "if it is neither empty, 0 nor false, output has colors even without a terminal, unless NO_COLOR is set"
    ),
    ("CLICOLOR_FORCE", "the same as FORCE_COLOR"),
    ("CLICOLOR", "if it is 0, output has no colors, unless FORCE_COLOR is set"),
    ("COLUMNS", "the width of the terminal, in columns, instead of the one that the terminal reports"),
    (
      "SOURCE_DATE_EPOCH",
      "the time of a receipt, unless --attest-time is given, and of a bill of materials, in seconds since 1970"
    ),
    ("TMPDIR", "the folder for temporary files; by default, /tmp"),
    ("TERM", "if it is dumb, output has no colors, unless FORCE_COLOR is set"),
    ("XDG_STATE_HOME", "the folder in which repl keeps its history, in bundlepolicy/; by default, ~/.local/state"),
    ("PGPASSWORD", "the password for a ledger on a server; libpq reads it, as it does PostgreSQL's other variables"),
  ]

  private static let files = [
    ("policy.lua", "the policy, unless --policy is given; searched for from the working directory upwards"),
    ("waivers.lua", "the project's waivers, in the working directory; applied unless --policy is given"),
    ("bundlepolicy.yml", "the project's settings and packs, in the working directory or above it"),
    ("bundlepolicy.lock", "the locked versions of packs, and the SHA-256 digests of a policy repository's checkers"),
  ]
}
