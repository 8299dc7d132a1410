import PolicyTestSupport
import Testing

@testable import bundlepolicy

/// Completions and manual pages match the commands. `Scripts/tests/completions` runs them in shells.
@Suite struct CompletionCommandTests {
  /// Placeholders of values that cannot be completed.
  static let free: Set = [
    "K=V", "ID", "TAG", "DATE", "N", "SECONDS", "MIB", "TEXT", "SEED", "PERCENT", "WHO", "POINTER", "LANGUAGE", "HASH",
    "URI",
    "TIME", "DAYS", "NAME", "K/N", "PATH",
  ]

  /// A command in the library's JSON description.
  struct Described {
    /// `ledger log`.
    let name: String
    let arguments: [JSONText]

    /// All commands without subcommands.
    static func all() throws -> [Described] {
      let dump = try JSONText(try Program.run(["--experimental-dump-help"]).output)
      func leaves(_ command: JSONText, _ above: String) -> [Described] {
        let parts = command["subcommands"]?.elements ?? []
        if parts.isEmpty { return [Described(name: above, arguments: command["arguments"]?.elements ?? [])] }
        return parts.flatMap { leaves($0, "\(above) \($0["commandName"]?.text ?? "")") }
      }
      let commands = (dump["command"]?["subcommands"]?.elements ?? []).filter { $0["commandName"]?.text != "help" }
      return commands.flatMap { leaves($0, $0["commandName"]?.text ?? "") }
    }
  }

  @Test func everyValueIsOfferedOrKnownToBeFree() throws {
    let commands = try Described.all()
    #expect(commands.count > 30)
    for command in commands {
      for option in command.arguments where option["kind"]?.text == "option" && option["completionKind"] == nil {
        let value = option["valueName"]?.text ?? ""
        #expect(
          Self.free.contains(value),
          "\(command.name) --\(option["preferredName"]?["name"]?.text ?? "") \(value): say what it completes")
      }
    }
  }

  /// Every offered word is accepted, and others are refused.
  @Test func wordsThatAreOfferedAreTaken() throws {
    let folder = try workshop()
    _ = try Program.run(["ledger", "init", "--ledger", "l.db"], in: folder.path)
    var lists = 0
    for command in try Described.all() {
      for option in command.arguments where option["kind"]?.text == "option" {
        guard let values = option["completionKind"]?["list"]?["values"]?.elements else { continue }
        lists += 1
        let name = option["preferredName"]?["name"]?.text ?? ""
        for word in values.compactMap(\.text) + ["nonsense"] {
          var line = command.name.split(separator: " ").map(String.init) + ["--\(name)=\(word)"]
          line += Self.operands[command.name] ?? Self.operands[String(line[0])] ?? []
          if command.name == "diff", name == "fail-on" { line += ["--against", "policy.lua"] }
          let isTaken = try Program.run(line, in: folder.path).status != 64
          #expect(isTaken == (word != "nonsense"), "\(command.name) --\(name) \(word)")
        }
      }
    }
    #expect(lists > 10)
  }

  /// Required operands for the test above.
  static let operands = [
    "check": ["Good.app"], "inspect": ["Good.app"], "ledger": ["--ledger", "l.db"],
    "ledger show": ["--ledger", "l.db", "1"], "ledger withdraw": ["--ledger", "l.db", "1", "--because", "x"],
    "ledger ship": ["--ledger", "l.db", "1"], "ledger label": ["--ledger", "l.db", "1", "a=b"],
    "ledger next": ["--ledger", "l.db", "com.x.good"],
    "pack update": ["--preview"], "rules": ["--policy", "policy.lua"], "lint": ["policy.lua"],
    "plugin list": ["--plugins", "."],
    "plugin inspect": ["none.checker"], "pack add": ["git+file:///none", "--signers", "text.txt"],
    "diff": ["Good.app", "Info.plist"], "report": ["text.txt"], "verify-receipt": ["--key", "policy.lua", "text.txt"],
  ]

  @Test(arguments: [
    ("completions", 64, "Missing expected argument '<SHELL>"),
    ("completions bash zsh", 64, "Unexpected argument 'zsh'"),
    ("completions zhs", 64, "must be one of bash, zsh, fish; did you mean 'zsh'?"),
    ("man nothing", 64, "unknown command 'nothing'"), ("man chekc", 64, "did you mean 'check'?"),
    ("man check test", 64, "Unexpected argument 'test'"),
    ("man --output . check", 64, "cannot be combined with 'check'"),
    ("man --output gone/man", 2, "gone/man/bundlepolicy.1: error: cannot be written"),
  ])
  func whatIsWrongIsSaid(_ line: String, _ status: Int32, _ message: String) throws {
    let folder = try workshop()
    let run = try Program.run(line.split(separator: " ").map(String.init), in: folder.path)
    #expect(run.status == status && run.errorText.contains(message), "\(run.errorText)")
  }

  /// Requests completions as the shells' scripts do.
  @Test func standardPoliciesAndFilesAreOffered() throws {
    let folder = try workshop()
    func offered(_ word: String) throws -> [String] {
      let line = [
        "---completion", "check", "--", "--policy", "3", "\(word.count)", "bundlepolicy", "check", "--policy",
      ]
      return try Program.run(line + [word], in: folder.path).outputText.split(separator: "\n").map(String.init)
    }
    let names = try offered("apple.")
    #expect(names.contains("apple.recommended") && names.contains("apple.app-store.ios") && names.count == 13)
    #expect(try offered("pol") == ["policy.lua"])
    #expect(try offered("Good.app/") == ["Good.app/Contents/"])
  }

  /// Characters that are special in roff are escaped, and text never becomes a request.
  @Test(arguments: [
    ("a\\b", "a\\eb"), (".so x", "\\&.so x"), ("'so x", "\\(aqso x"), ("--no-x", "\\-\\-no\\-x"), ("…", "\\[u2026]"),
    ("~/`^", "\\(ti/\\(ga\\(ha"), ("a.b", "a.b"),
  ])
  func roffIsEscaped(_ plain: String, _ escaped: String) { #expect(ManualPage.escaped(plain) == escaped) }

  /// The program's page lists every environment variable that the command line reads.
  @Test func variablesOfTheEnvironmentAreInTheManual() throws {
    let found = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        "grep -rhoE '(getenv|environmentVariable)\\(\"[A-Z_]+\"' Sources/bundlepolicy | sed 's/.*\"\\(.*\\)\"/\\1/'",
      ],
      in: Program.packageRoot)
    let names = Set(found.outputText.split(separator: "\n").map(String.init)).subtracting(["HOME"])
    #expect(names.count >= 4)
    #expect(names.isSubset(of: Set(ManualPage.environment.map(\.0))), "\(names)")
  }

  @Test func allPagesAreWritten() throws {
    let folder = try workshop()
    #expect(try Program.run(["man", "--output", folder.path]).status == 0)
    for command in try Described.all() {
      let page = try folder.text("bundlepolicy-\(command.name.split(separator: " ")[0]).1")
      for option in command.arguments where option["kind"]?.text != "positional" {
        let name = option["preferredName"]?["name"]?.text ?? ""
        #expect(page.contains("\\fB\\-\\-\(ManualPage.escaped(name))\\fR"), "\(command.name) --\(name)")
      }
    }
  }
}
