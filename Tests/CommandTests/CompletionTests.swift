import PolicyTestSupport
import Testing

@testable import bundlepolicy

/// What completions and manual pages are made of is what the commands take. `Scripts/tests/completions` runs them in shells.
@Suite struct CompletionTests {
  /// Placeholders of values that no list and no path can be offered for.
  static let free: Set = [
    "K=V", "ID", "DATE", "N", "SECONDS", "MIB", "TEXT", "SEED", "PERCENT", "WHO", "POINTER", "PLATFORM~DEVICE",
    "LANGUAGE",
    "HASH", "URL", "URI", "TIME", "DAYS", "NAME",
  ]

  @Test(arguments: BundlePolicy.commands.map(\.name)) func everyValueIsOfferedOrKnownToBeFree(_ name: String) throws {
    let command = try #require(BundlePolicy.commands.first { $0.name == name })
    for option in command.options {
      guard let value = option.value else { continue }
      if Candidates(option) == .anything {
        #expect(Self.free.contains(value), "\(name) --\(option.name) \(value): say what it completes")
      }
    }
  }

  /// A word of no list is refused, so what is offered is a list of what is taken, and none of it is refused.
  @Test(arguments: BundlePolicy.commands.map(\.name)) func wordsThatAreOfferedAreTaken(_ name: String) throws {
    let command = try #require(BundlePolicy.commands.first { $0.name == name })
    let folder = try workshop()
    _ = try Program.run(["ledger", "init", "--ledger", "l.db"], in: folder.path)
    for option in command.options {
      guard option.value != nil, case .words(let words) = Candidates(option) else { continue }
      let verbs = command.verbs().filter { $0.options?.contains(option.name) ?? true }.map(\.name)
      for word in words + ["nonsense"] {
        // A verb may take fewer of the words than another.
        let taken = try (verbs.isEmpty ? [""] : verbs).contains { verb in
          var line = [name] + (verb.isEmpty ? [] : [verb]) + ["--\(option.name)=\(word)"] + (Self.operands[name] ?? [])
          if verb == "next" { line.append("com.x.good") }
          if verb == "add", option.name == "signed" { line += ["git+file:///none", "--signers", "text.txt"] }
          if name == "diff", option.name == "fail-on" { line += ["--against", "policy.lua"] }
          if verb == "show" { line.append("1") }
          return try Program.run(line, in: folder.path).status != 64
        }
        #expect(taken == (word != "nonsense"), "\(name) --\(option.name) \(word)")
      }
    }
  }

  /// What makes the command lines of the test above whole.
  static let operands = [
    "check": ["Good.app"], "inspect": ["Info.plist"], "ledger": ["--ledger", "l.db"],
    "rules": ["--policy", "policy.lua"],
    "lint": ["policy.lua"], "plugin": ["--plugins", "."], "diff": ["Good.app", "Info.plist"],
    "verify-receipt": ["--key", "policy.lua", "text.txt"],
  ]

  @Test func verbsAreThoseOfTheHelp() {
    for command in BundlePolicy.commands where command.operands.contains("|") {
      let words = command.operands.split(separator: " ").first?.split(separator: "|").map(String.init) ?? []
      #expect(command.verbs().map(\.name) == words, "\(command.name): declare its verbs")
      for verb in command.verbs() {
        let known = Set(command.options.map(\.name))
        #expect(verb.options?.isSubset(of: known) ?? true, "\(command.name) \(verb.name)")
      }
    }
  }

  @Test(arguments: [
    ("completions", 64, "name one shell: bash, zsh, fish"), ("completions bash zsh", 64, "name one shell"),
    ("completions zhs", 64, "there are no completions for 'zhs'; did you mean 'zsh'?"),
    ("man nothing", 64, "there is no command 'nothing'"), ("man chekc", 64, "did you mean 'check'?"),
    ("man check test", 64, "'test' is a second one"), ("man --output . check", 64, "leave 'check' out"),
    ("man --output gone", 2, "gone/bundlepolicy.1: error: cannot be written"),
  ])
  func whatIsWrongIsSaid(_ line: String, _ status: Int32, _ message: String) throws {
    let folder = try workshop()
    let run = try Program.run(line.split(separator: " ").map(String.init), in: folder.path)
    #expect(run.status == status && run.errorText.contains(message), "\(run.errorText)")
  }

  @Test func standardPoliciesAreOfferedByTheirIdentifiers() {
    guard case .policies(let names) = Candidates(.policies) else { return #expect(Bool(false)) }
    #expect(names.contains("apple.recommended") && names.contains("apple.app-store.ios") && names.count == 7)
  }

  /// What is special to roff comes out as it is, and nothing becomes a request.
  @Test(arguments: [
    ("a\\b", "a\\eb"), (".so x", "\\&.so x"), ("'so x", "\\(aqso x"), ("--no-x", "\\-\\-no\\-x"), ("…", "\\[u2026]"),
    ("~/`^", "\\(ti/\\(ga\\(ha"), ("a.b", "a.b"),
  ])
  func roffIsEscaped(_ plain: String, _ escaped: String) { #expect(Roff.text(plain) == escaped) }

  @Test func columnsBecomeItems() {
    #expect(
      Roff.paragraphs("First.\nStill.\n\nname    what it is\nother   another\n\nLast")
        == "First.\nStill.\n.TP\n\\fBname\\fR\nwhat it is\n.TP\n\\fBother\\fR\nanother\n.PP\nLast\n")
  }

  /// The page of the program tells of each option of the environment that the command line reads.
  @Test func variablesOfTheEnvironmentAreInTheManual() throws {
    let found = try ChildProcess.run(
      "/bin/sh",
      ["-c", "grep -rhoE '(getenv|variable)\\(\"[A-Z_]+\"' Sources/bundlepolicy | sed 's/.*\"\\(.*\\)\"/\\1/'"],
      in: Program.packageRoot)
    let names = Set(found.outputText.split(separator: "\n").map(String.init)).subtracting(["HOME"])
    #expect(names.count >= 4)
    #expect(names.isSubset(of: Set(ManualPage.environment.map(\.0))), "\(names)")
  }

  @Test func allPagesAreWritten() throws {
    let folder = try workshop()
    #expect(try Program.run(["man", "--output", folder.path]).status == 0)
    for command in BundlePolicy.commands {
      let page = try folder.text("bundlepolicy-\(command.name).1")
      for option in command.options {
        #expect(page.contains("\\fB\\-\\-\(Roff.text(option.name))\\fR"), "\(command.name) --\(option.name)")
      }
    }
  }
}
