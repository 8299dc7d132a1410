import ArgumentParser
import Basics
import Bundles
import CheckerPlugIns
import PolicyEngine
import Presentation
import PropertyLists

struct PluginTest: Command {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the checkers of a checker bundle on app bundles, without a policy",
    discussion: """
      Examples:
        bundlepolicy plugin test IconChecker.checker App.app
        bundlepolicy plugin test --with size=1024 IconChecker.checker App.app
      """)

  @Argument("a directory NAME.checker", value: "CHECKER", completion: .directory) var checker: String

  @Argument("the bundles to check", value: "BUNDLE", completion: .file()) var bundles: [String]

  @Option("with", "set an option; separate list items by commas: a,b,c", value: "K=V", transform: NamedValue.read)
  var options: [NamedValue] = []

  @Option("checker", "run only this checker of the checker bundle", value: "ID") var identifier: String?

  @OptionGroup var limits: PlugInLimitOptions

  func execute() throws -> ExitStatus {
    var settings = limits.settings()
    settings.sources = [.named(checker)]
    let checkers = Checkers(settings)
    let (all, refused) = try checkers.all()
    if let refusal = refused.first { throw refusal.why }
    var descriptions = all.map(\.description)
    if let wanted = identifier {
      descriptions.removeAll { $0.identifier != wanted }
      if descriptions.isEmpty { throw ValidationError("\(checker) has no checker '\(wanted)'") }
    }
    let texts = options.map { (name: $0.name, text: $0.value) }
    var status = ExitStatus.passed
    var opened: [(CheckerDescription, BundleGraph, PropertyList)] = []
    for description in descriptions {
      let options = try CheckerOptions.read(texts, for: description)
      for path in bundles {
        do throws(BundleError) {
          let graph = try BundleGraph.open(path: path)
          opened.append((description, graph, options))
        } catch {
          Output.printError(TerminalText.escape(error.description))
          status = .incomplete
        }
      }
    }
    for (description, graph, options) in opened {
      status = Self.max(status, try Self.trial(of: description, on: graph, options, checkers))
    }
    for error in checkers.finish() {
      Output.printError(error)
      status = .incomplete
    }
    return status
  }

  private static func trial(
    of description: CheckerDescription, on graph: BundleGraph, _ options: PropertyList, _ checkers: Checkers
  ) throws -> ExitStatus {
    var status = ExitStatus.passed
    for error in graph.errors {
      Output.printError(TerminalText.escape(error.description))
      status = .incomplete
    }
    for bundle in graph.bundles {
      let start = ContinuousClock.now
      let outcome = checkers.check(
        description.identifier, bundle: bundle.index, of: graph, options: options, isExplaining: false)
      let took = start.duration(to: .now)
      var lines = ["\(bundle.displayPath)  \(description.identifier)"]
      for finding in outcome.findings {
        lines.append("  \(finding.severity == .rule ? "finding" : "\(finding.severity)"): \(finding.message)")
        let owner = graph.bundles.indices.contains(finding.bundle) ? graph.bundles[finding.bundle] : bundle
        if let file = finding.file { lines.append("    file      \(owner.displayPath)/\(file)") }
        let key = [finding.pointer, finding.key.map { "/" + JSONPointer.escape($0) }].compactMap { $0 }.joined()
        if finding.pointer != nil { lines.append("    key       \(key)") }
        if let expected = finding.expected { lines.append("    expected  \(expected)") }
        if let fix = finding.fix { lines.append("    fix       \(fix)") }
      }
      let milliseconds =
        Double(took.components.attoseconds / 1_000_000_000_000) / 1000 + Double(took.components.seconds) * 1000
      lines.append(
        "  \(counted(outcome.findings.count, "finding")), \(counted(outcome.calls, "call")), \(counted(outcome.bytes, "byte")) read, \(milliseconds) ms"
      )
      try Output.print(lines)
      for line in outcome.log { Output.printError(TerminalText.escape("  log: \(line)")) }
      if !outcome.findings.isEmpty { status = max(status, .violations) }
      if let failure = outcome.failure {
        Output.printError(failure)
        status = .incomplete
      }
    }
    return status
  }

  private static func max(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
    left.rawValue < right.rawValue ? right : left
  }
}
