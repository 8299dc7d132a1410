import Basics
import Bundles
import KeyRegistry
import PolicyConsole
import PolicyEngine
import Reporting
import Reports

// Commands: lines that begin with a colon.
extension Repl {
  static let commands: [(name: String, operand: String, help: String)] = [
    ("help", "", "list the commands"),
    ("rules", "", "list the rules of the policies"),
    ("rule", "ID", "evaluate one rule"),
    ("check", "[BUNDLE]", "evaluate all rules; with a path or pattern, on these bundles together with the open one"),
    ("bundle", "[PATH]", "set 'bundle' to a nested bundle ('.' for the outer one); without a path, list bundles"),
    ("load", "BUNDLE", "open another bundle and clear variables"),
    ("reload", "", "reload the bundle and policies and clear variables"),
    ("doc", "KEY-OR-RULE", "explain a key of Info.plist or a rule"),
    ("type", "EXPRESSION", "show the type of a value"),
    ("quit", "", "end"),
  ]

  /// Runs a command; returns true for `:quit`.
  func run(_ command: Substring) -> Bool {
    let name = command.prefix { $0 != " " && $0 != "\t" }
    let operand = command.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
      .reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    do {
      return try run(String(name), String(operand))
    } catch let error as EngineError {
      failCommand(error)
    } catch let error as BundleError {
      failCommand(EngineError(error))
    } catch {
      fail(EngineError(code: "interactive.command", message: String(describing: error)))
    }
    return false
  }

  /// An error without a place gets the line of the command.
  private func failCommand(_ error: EngineError) {
    var error = error
    if !isInteractive, let file = error.file, error.line == nil, file != InteractiveSession.source {
      error.message = "\(file): \(error.message)"
      error.file = nil
    }
    fail(error)
  }

  private func run(_ name: String, _ operand: String) throws -> Bool {
    guard let command = Self.commands.first(where: { $0.name == name }) else {
      let nearest = SpellingCorrector.nearest(to: name, among: Self.commands.map(\.name))
      throw refusal(
        "unknown command ':\(name)'" + (nearest.map { "; did you mean ':\($0)'?" } ?? ""),
        "list the commands with ':help'")
    }
    if command.operand.isEmpty, !operand.isEmpty { throw refusal("':\(name)' takes no argument") }
    if operand.isEmpty, !command.operand.isEmpty, !command.operand.hasPrefix("[") {
      throw refusal("':\(name)' needs an argument: :\(name) \(command.operand)")
    }
    switch name {
    case "help": help()
    case "rules": try rules()
    case "rule": try check([operand])
    case "check": try check([], with: operand)
    case "bundle": try select(operand)
    case "load":
      try open(operand)
      if let graph { write([description(of: graph)]) }
    case "reload":
      try reload()
      if let graph { write([description(of: graph)]) }
    case "doc": try explain(operand)
    case "type": try type(operand)
    default: return true
    }
    return false
  }

  private func refusal(_ message: String, _ hint: String? = nil) -> EngineError {
    EngineError(code: "interactive.command", message: message, hint: hint)
  }

  private func help() {
    let names = Self.commands.map { ":\($0.name) \($0.operand)" }
    let width = (names.map(\.count).max() ?? 0) + 2
    write(
      zip(names, Self.commands).map { name, command in
        "  " + name + String(repeating: " ", count: width - name.count) + command.help
      } + ["Anything else is Lua: expressions are printed, and assigned variables keep their values for later lines."])
  }

  // MARK: Rules

  private func loaded() throws(EngineError) -> PolicyProgram {
    guard let program else {
      throw settings.loading.policies.isEmpty
        ? refusal("there is no policy", "name a policy at the start: bundlepolicy repl --policy FILE")
        : refusal("the policies cannot be loaded", "correct them; they are reloaded before the next line")
    }
    return program
  }

  private func rules() throws {
    write(try loaded().descriptions.map { "\($0.id)  (\($0.severity.rawValue))  \($0.summary)" })
  }

  /// Runs a rule. `others` is a path or pattern of bundles to compare with the open one; empty for none.
  private func check(_ rules: [String], with others: String = "") throws {
    let program = try loaded()
    guard let graph else { throw refusal("no bundle is open", "open one with ':load App.app'") }
    let descriptions = try program.descriptions
    for rule in rules where descriptions.named(rule).isEmpty {
      throw refusal(
        "there is no rule '\(rule)'" + SpellingCorrector.suggestion(for: rule, among: ruleNames),
        "list the rules with ':rules'")
    }
    var options = Check.Options(asOf: settings.asOf, previous: earlier, rules: rules, allowsEmpty: true)
    options.evidence = .excerpts
    var check = Check(program, options)
    check.run(on: graph, path: graph.displayPath)
    if !others.isEmpty {
      let found = try BundleOperands([others], isRecursive: false)
      if let error = found.errors.first { throw error }
      for path in found.paths where path != bundlePath {
        let other = try BundleGraph.open(path: path)
        check.run(on: other, path: other.displayPath)
      }
    }
    if InteractiveSession.isInterrupted { throw refusal("interrupted") }
    let report = check.report()
    let output = Output.standardOutput
    write(text: TextReport(isColored: Output.isColored(output), width: Output.width(output)).text(of: report))
    if report.verdict == .error { hasFailed = true }
  }

  // MARK: Bundles

  private func select(_ path: String) throws {
    guard let graph else { throw refusal("no bundle is open", "open one with ':load App.app'") }
    if path.isEmpty {
      return write(
        graph.bundles.map { bundle in
          (bundle.path == session.bundle?.path ? "* " : "  ") + (bundle.path.isEmpty ? "." : bundle.path)
            + "  " + bundle.kind.rawValue
        })
    }
    guard let bundle = graph.bundles.first(where: { $0.path == (path == "." ? "" : path) }) else {
      throw refusal(
        "no nested bundle at '\(path)'" + SpellingCorrector.suggestion(for: path, among: graph.bundles.map(\.path)),
        "list the bundles with ':bundle'")
    }
    session.select(bundle)
    write([bundle.displayPath])
  }

  // MARK: Words

  private func explain(_ name: String) throws {
    let rules = try program?.descriptions ?? []
    var found = rules.named(name).map(RuleReference.text)
    if let entry = KeyRegistry.entry(for: name) { found.append(KeyReference.text(entry)) }
    if found.isEmpty {
      let nearest =
        KeyRegistry.nearest(to: name)
        ?? SpellingCorrector.nearest(to: name, among: rules.map(\.id))
      throw refusal("there is no key or rule '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
    write(text: found.joined(separator: "\n"))
  }

  private func type(_ expression: String) throws {
    switch session.types(of: expression, line: line) {
    case .values(let lines): write(lines)
    case .failed(let error): throw error
    case .incomplete: throw refusal("the expression is incomplete")
    }
  }
}

// Completions of a line.
extension Repl {
  func completions(of line: String) -> InteractiveSession.Completions {
    guard line.utf8.first == UInt8(ascii: ":"), !line.hasPrefix("::") else { return session.completions(of: line) }
    guard let blank = line.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return matching(Self.commands.map { ":" + $0.name + ($0.operand.isEmpty ? "" : " ") }, line, from: 0)
    }
    let start = line.utf8.distance(from: line.utf8.startIndex, to: blank) + 1
    let typed = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
    switch line.utf8.prefix(start - 1).elementsEqual(":type".utf8)
      ? "type" : String(line.utf8.prefix(start - 1).dropFirst())
    {
    case "type":
      let found = session.completions(of: typed)
      return .init(start: found.start + start, words: found.words)
    case "rule": return matching(ruleNames, typed, from: start)
    case "doc": return matching(ruleNames + KeyRegistry.allKeys, typed, from: start)
    case "bundle": return matching(graph?.bundles.map { $0.path.isEmpty ? "." : $0.path } ?? [], typed, from: start)
    case "load", "check": return matching(DirectoryListing.paths(typed), typed, from: start)
    default: return .init(start: line.utf8.count, words: [])
    }
  }

  var ruleNames: [String] {
    (program?.ruleIDs ?? []).flatMap { id in [id, String(id.split(separator: "/").last ?? "")] }
  }

  private func matching(_ words: [String], _ typed: String, from start: Int) -> InteractiveSession.Completions {
    let found = Set(words.filter { $0.utf8.starts(with: typed.utf8) })
    return .init(start: start, words: found.sortedByBytes())
  }
}
