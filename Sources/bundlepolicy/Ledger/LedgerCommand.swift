import Basics
import PolicyEngine
import ReleaseLedger
import Reporting
import Versions

/// `bundlepolicy ledger`.
enum LedgerCommand {
  static let command = Command(
    name: "ledger", summary: "Keep and look into the ledger of all builds that passed",
    options: [
      .ledger,
      Option(
        name: "format", value: "FORMAT", help: "log: text (the default), json or html; show, verify: text or json",
        completes: .words { ["text", "json", "html"] }),
      Option(name: "output", value: "FILE", help: "log, export: where the result goes"),
      Option(name: "identifier", value: "ID", help: "log: only builds of this CFBundleIdentifier"),
      Option(
        name: "platform", value: "NAME", help: "log, next: only builds for this system: macos, ios, …",
        completes: .words { LedgerSubject.platforms }),
      Option(
        name: "version", value: "TEXT",
        help: "log: only builds whose CFBundleVersion or CFBundleShortVersionString is exactly this text"),
      Option(
        name: "verdict", value: "WORD", help: "log: only builds that came to this: pass or fail",
        completes: .words { ["pass", "fail"] }),
      Option(
        name: "label", value: "K=V", isRepeatable: true, mayBeEmpty: true, help: "log: only builds with this label"),
      Option(name: "since", value: "DATE", help: "log: only builds recorded on this day or later, YYYY-MM-DD, in UTC"),
      Option(name: "until", value: "DATE", help: "log: only builds recorded on this day or earlier"),
      Option(name: "limit", value: "N", help: "log: at most so many, the newest (default: 50; of html 5000)"),
      Option(name: "parts", help: "log: the bundles inside of products, too"),
      Option(
        name: "head", value: "HASH", help: "verify: a hash that was the last row's once; the ledger must still hold it"),
      Option(
        name: "dialect", value: "NAME",
        help: "next: how build numbers are ordered: apple (the default), sparkle, semver",
        completes: .words { VersionDialect.allCases.map(\.rawValue) }),
    ],
    operands: "init|log|show|verify|next|export|import …",
    discussion: """
      init                  begin a ledger, or bring one of an earlier version up to date
      log                   the builds, newest first
      show ROW              all that is known of one: its number, 12; its hash or digest, or 7 digits of them; ID or ID@VERSION
      verify                hold every row against the chain of hashes
      next BUNDLE-ID        propose the next CFBundleVersion; 1 for a product that the ledger does not know
      export [FILE]         write the whole ledger as lines of JSON: to FILE or --output FILE, else to standard output
      import FILE           read what was exported into a new ledger, or into one that holds a part of it

      A ledger is a file (kept by SQLite), or a PostgreSQL database: postgres://user@host/database. Builds are recorded by
      'bundlepolicy check --ledger URL --record'. A password belongs into BUNDLEPOLICY_LEDGER, PGPASSWORD or ~/.pgpass.
      """,
    verbs: { actions.map { Verb(name: $0.name, options: $0.options.union(["ledger"])) } },
    run: run)

  private struct Action: Sendable {
    let name: String
    let options: Set<String>
    let operands: ClosedRange<Int>
    /// What it needs to be told; nil where nothing is needed.
    var need: String?
    let run: @Sendable (Arguments, LedgerLocation) throws -> ExitStatus
  }

  private static let actions: [Action] = [
    Action(name: "init", options: [], operands: 0...0, run: LedgerKeeping.initialize),
    Action(
      name: "log",
      options: [
        "format", "output", "identifier", "platform", "version", "verdict", "label", "since", "until", "limit", "parts",
      ],
      operands: 0...0, run: LedgerLog.run),
    Action(
      name: "show", options: ["format"], operands: 1...1,
      need: "a row: its number, its hash or digest, or BUNDLE-ID@VERSION",
      run: LedgerShow.run),
    Action(name: "verify", options: ["format", "head"], operands: 0...0, run: LedgerKeeping.verify),
    Action(
      name: "next", options: ["platform", "dialect"], operands: 1...1,
      need: "a bundle identifier, such as com.example.App",
      run: LedgerNext.run),
    Action(name: "export", options: ["output"], operands: 0...1, run: LedgerExchange.export),
    Action(
      name: "import", options: [], operands: 1...1, need: "the FILE that 'ledger export' wrote",
      run: LedgerExchange.import),
  ]

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let names = actions.map(\.name)
    guard let word = arguments.operands.first else { throw usage("say what to do: \(names.joined(separator: ", "))") }
    guard let verb = actions.first(where: { $0.name == word }) else {
      let nearest = SpellingCorrector.suggestion(for: word, among: names)
      throw usage("'ledger' can't '\(word)'\(nearest)")
    }
    for option in command.options
    where option.name != "ledger" && !verb.options.contains(option.name) && arguments.isGiven(option.name) {
      throw usage("--\(option.name) can't be given with 'ledger \(word)'")
    }
    let count = arguments.operands.count - 1
    if count < verb.operands.lowerBound { throw usage("'ledger \(word)' needs \(verb.need ?? "more words")") }
    if count > verb.operands.upperBound {
      throw usage(
        "'ledger \(word)' takes no '\(arguments.operands[verb.operands.upperBound + 1])'; the ledger is named with --ledger"
      )
    }
    guard let location = try arguments.ledgerLocation(of: "ledger") else {
      throw usage("name the ledger with --ledger URL, or in BUNDLEPOLICY_LEDGER: a file, or postgres://…")
    }
    return try verb.run(arguments, location)
  }

  static func usage(_ message: String) -> UsageError { UsageError(message: message, command: "ledger") }

  static func say(_ lines: String...) throws { try say(lines: lines) }

  static func say(lines: [String]) throws {
    try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
  }

  /// The format asked for, of those that a verb has.
  static func format(_ arguments: Arguments, among known: [String]) throws -> String {
    let format = arguments.first("format") ?? "text"
    guard known.contains(format) else {
      let list = known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
      throw usage("--format is \(list), not '\(format)'")
    }
    return format
  }

  static func write(_ bytes: [UInt8], _ arguments: Arguments) throws {
    if let file = arguments.first("output") {
      try check(output: file, word: "--output", arguments)
      try Output.write(bytes, toFile: file)
      Output.complain("wrote \(TerminalText.escape(file))")
    } else {
      try Output.write(bytes, to: Output.standardOutput)
    }
  }

  /// Throws when a result would take the ledger's place.
  static func check(output file: String, word: String, _ arguments: Arguments) throws {
    let outputs = try OutputFiles([OutputFiles.Named(word: word, path: file)], of: "ledger")
    try outputs.check(try arguments.ledgerFiles(of: "ledger"), readFor: "--ledger")
  }
}
