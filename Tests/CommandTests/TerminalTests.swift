import PolicyTestSupport
import Testing

/// Terminals, and environment variables about them.
@Suite struct TerminalTests {
  private static let colors = "\u{1B}["

  /// `--color` takes precedence, then NO_COLOR, then variables that enable colors, then those that disable them.
  @Test(
    arguments: [
      ([], [:], false), (["--color", "always"], [:], true),
      (["--color=always"], ["NO_COLOR": "1", "TERM": "dumb"], true),
      (["--color", "never"], ["FORCE_COLOR": "1"], false), (["--color", "auto"], ["FORCE_COLOR": "1"], true),
      ([], ["FORCE_COLOR": "1"], true), ([], ["CLICOLOR_FORCE": "1"], true), ([], ["FORCE_COLOR": "0"], false),
      ([], ["FORCE_COLOR": "false"], false), ([], ["FORCE_COLOR": ""], false),
      ([], ["FORCE_COLOR": "1", "NO_COLOR": "1"], false), ([], ["FORCE_COLOR": "1", "NO_COLOR": ""], true),
      ([], ["CLICOLOR_FORCE": "1", "CLICOLOR": "0", "TERM": "dumb"], true), ([], ["CLICOLOR": "1"], false),
    ] as [([String], [String: String], Bool)])
  func colors(_ options: [String], _ environment: [String: String], _ isColored: Bool) throws {
    let folder = try workshop(#"rule "r" { summary = "s", forbid = { "Bad", "Bad" } }"#)
    try folder.write("old.lua", "policy \"o\" { summary = \"s\" }\n")
    _ = try Program.run(["check", "-p", "policy.lua", "-f", "json=report.json", "Bad.app"], in: folder.path)
    for command in [
      ["check", "-p", "policy.lua", "Bad.app"], ["inspect", "Bad.app"], ["diff", "Bad.app", "Good.app"],
      ["test", "policy.lua", "--verbose"], ["lint", "policy.lua"], ["report", "report.json"],
    ] {
      let result = try Program.run(command + options, in: folder.path, environment: environment)
      let text = result.outputText + result.errorText
      #expect(text.contains(Self.colors) == isColored, "\(command) \(options) \(environment): \(text)")
    }
    // Files have no colors.
    let file = try Program.run(
      ["check", "-p", "policy.lua", "-o", "out.txt", "-f", "text", "Bad.app"] + options, in: folder.path,
      environment: environment)
    let written = try folder.text("out.txt")
    #expect(file.status == 1 && !written.contains(Self.colors))
  }

  private static let script = "/usr/bin/script"

  /// Returns the output of a command on a terminal with this width.
  private static func onTerminal(
    _ command: String, columns: Int, in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> String {
    let words = "stty cols \(columns) rows 24; '\(Program.path)' \(command)"
    let run = try ChildProcess.run(
      Self.script, ["-qec", words, "/dev/null"], in: folder.path, environment: environment)
    return run.outputText.replacing("\r\n", with: "\n")
  }

  #if os(Linux)
    @Test(.enabled(if: BuiltProgram.isExecutable(script), "there is no \(script)")) func terminals() throws {
      let folder = try workshop()
      let check = "check -p policy.lua Bad.app"
      let narrow = try Self.onTerminal(check, columns: 48, in: folder, environment: ["NO_COLOR": "1"])
      #expect(narrow.contains("Bad.app/Contents/Info.plist:5:1: error: Bad is\n    not allowed\n"), "\(narrow)")
      let wide = try Self.onTerminal(check, columns: 200, in: folder, environment: ["NO_COLOR": "1"])
      let whole = try Program.run(["check", "-p", "policy.lua", "Bad.app"], in: folder.path).outputText
      #expect(wide == whole)
      let given = try Self.onTerminal(
        check, columns: 200, in: folder, environment: ["COLUMNS": "48", "NO_COLOR": "1"])
      #expect(given == narrow)
      let colored = try Self.onTerminal(check, columns: 200, in: folder)
      #expect(colored.contains("\u{1B}[1;31merror\u{1B}[0m"), "\(colored)")
      for declined in [["CLICOLOR": "0"], ["TERM": "dumb"]] {
        let plain = try Self.onTerminal(check, columns: 200, in: folder, environment: declined)
        #expect(!plain.contains(Self.colors))
      }
      let help = try Self.onTerminal("help check", columns: 60, in: folder)
      let made = try Program.run(["help", "check"], environment: ["COLUMNS": "60"]).outputText
      #expect(help == made)
    }
  #endif

  /// Without a terminal, COLUMNS has no effect, because logs are searched by line.
  @Test func withoutATerminalNoLineIsBroken() throws {
    let folder = try workshop()
    let arguments = ["check", "-p", "policy.lua", "Bad.app"]
    let plain = try Program.run(arguments, in: folder.path)
    #expect(try Program.run(arguments, in: folder.path, environment: ["COLUMNS": "40"]).outputText == plain.outputText)
  }

  /// Every command's help fits the width, and has its examples first.
  @Test(arguments: [("40", 40), ("57", 57), ("100", 100), ("", 80), ("x", 80), ("-1", 80), ("2", 40)])
  func helpFits(_ columns: String, _ width: Int) throws {
    // How COLUMNS is read does not depend on the command, so odd values are tested with one.
    let isOdd = Int(columns) != width
    for command in isOdd ? ["check"] : Self.commands {
      let words = command.split(separator: " ").map(String.init)
      let result = try Program.run(["help"] + words, environment: ["COLUMNS": columns])
      #expect(result.status == 0 && result.errors.isEmpty)
      let lines = result.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      // The library wraps all lines except these.
      for line in lines where line.count > width && !line.hasPrefix("USAGE: ") && !line.hasPrefix("  See '") {
        // A single word may be longer.
        #expect(line.drop { $0 == " " }.split(separator: " ").count <= 2, "\(command) at \(columns): \(line)")
      }
      let first = lines.firstIndex { $0.hasPrefix("Examples:") || $0.hasPrefix("For bash:") }
      #expect(first.map { $0 < 6 } == true, "\(command): \(result.outputText)")
      let usage = lines.first { $0.hasPrefix("USAGE: bundlepolicy") }
      #expect(usage != nil && lines.contains("OPTIONS:"), "\(command)")
      if isOdd || width == 40 {
        #expect(try Program.run(words + ["--help"], environment: ["COLUMNS": columns]).output == result.output)
      }
    }
  }

  private static let commands = [
    "", "check", "test", "lint", "rules", "explain", "inspect", "diff", "verify-receipt", "waive", "init", "plugin",
    "plugin new", "plugin list", "plugin inspect", "plugin test", "plugin lock", "plugin header", "pack", "pack add",
    "pack update", "pack fetch", "pack list", "pack verify", "pack why", "pack remove", "ledger", "ledger init",
    "ledger log", "ledger show", "ledger verify", "ledger next", "ledger export", "ledger import", "repl", "lsp",
    "completions", "man",
  ]

  @Test func helpInFull() throws {
    let result = try Program.run(["pack", "why", "--help"])
    #expect(
      result.outputText == """
        OVERVIEW: Show which policies use a pack, and where it comes from

        Examples:
          bundlepolicy pack why acme
          bundlepolicy pack why --policy org.lua acme.ios

        USAGE: bundlepolicy pack why <MODULE-OR-PACK> [--policy <FILE> ...]

        ARGUMENTS:
          <MODULE-OR-PACK>        a pack or one of its modules, such as acme or acme.ios

        OPTIONS:
          -p, --policy <FILE>     the policy: a Lua file, a directory with policy.lua,
                                  a pack, or a standard policy such as
                                  apple.recommended (repeatable)
          --version               Show the version.
          -h, --help              Show help information.


        """)
  }

  /// Unknown words are wrong usage.
  @Test(arguments: [
    ("help nope", "unknown command 'nope'\n  See 'bundlepolicy --help' for more information.\n"),
    ("nope --help", "unknown command 'nope'"),
    ("help chek", "unknown command 'chek'; did you mean 'check'?"),
    ("help --nope", "Unknown option '--nope'"), ("help pack udpate", "'pack' has no subcommand 'udpate'; did you mean"),
    ("pack nope --help", "'pack' has no subcommand 'nope'"), ("pack udpate", "did you mean 'update'?"),
    ("--policy x App.app", "Unknown option '--policy'"), ("-p x App.app", "Unknown option '-p'"),
    ("App.app", "to check a bundle, write 'bundlepolicy check App.app'"), ("-v", "Unknown option '-v'"),
    ("ledger --leger x log", "Unknown option '--leger'. Did you mean '--ledger'?"),
    ("ledger --leger x", "Unknown option '--leger'. Did you mean '--ledger'?"),
    ("lint --polic x", "Unknown option '--polic'"),
    ("check --policy", "Missing value for '--policy <FILE>'"), ("check", "name a bundle to check"),
    (
      "check --color sometimes x",
      "The value 'sometimes' is invalid for '--color <WHEN>': must be one of auto, always, never"
    ),
    ("init a b", "Unexpected argument 'b'"), ("repl a b c", "2 unexpected arguments: 'b', 'c'"),
  ])
  func wrongWords(_ words: String, _ message: String) throws {
    let result = try Program.run(words.split(separator: " ").map(String.init))
    #expect(result.status == 64 && result.output.isEmpty, "\(result.outputText)")
    #expect(result.errorText.hasPrefix("Error: ") && result.errorText.contains(message), "\(result.errorText)")
  }
}
