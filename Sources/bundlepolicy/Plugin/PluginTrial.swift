import Bundles
import CheckerPlugIns
import PolicyEngine
import PropertyLists
import Reporting

/// `bundlepolicy plugin test`: what a checker says of bundles, without a policy around it.
enum PluginTrial {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let operands = arguments.operands.dropFirst()
    guard let checker = operands.first, operands.count > 1 else {
      throw PluginCommand.usage("name a CHECKER and the BUNDLE… to try it on")
    }
    var settings = try arguments.checkerSettings(of: "plugin")
    settings.sources = [.named(checker)]
    let checkers = Checkers(settings)
    let (all, refused) = try checkers.all()
    if let refusal = refused.first { throw refusal.why }
    var descriptions = all.map(\.description)
    if let wanted = arguments.first("checker") {
      descriptions.removeAll { $0.identifier != wanted }
      if descriptions.isEmpty { throw PluginCommand.usage("there is no checker '\(wanted)' in \(checker)") }
    }
    var texts: [(name: String, text: String)] = []
    for word in arguments.all("with") {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw PluginCommand.usage("--with is NAME=VALUE, not '\(word)'")
      }
      texts.append((String(word[..<equals]), String(word[word.index(after: equals)...])))
    }
    var status = ExitStatus.passed
    var opened: [(CheckerDescription, BundleGraph, PropertyList)] = []
    for description in descriptions {
      let options = try CheckerOptions.read(texts, for: description)
      for path in operands.dropFirst() {
        do throws(BundleError) {
          let graph = try BundleGraph.open(path: path)
          opened.append((description, graph, options))
        } catch {
          Output.complain(TerminalText.escape(error.description))
          status = .incomplete
        }
      }
    }
    for (description, graph, options) in opened {
      status = max(status, try trial(of: description, on: graph, options, checkers))
    }
    for error in checkers.finish() {
      PluginInspection.complain(error)
      status = .incomplete
    }
    return status
  }

  private static func trial(
    of description: CheckerDescription, on graph: BundleGraph, _ options: PropertyList, _ checkers: Checkers
  ) throws -> ExitStatus {
    var status = ExitStatus.passed
    for error in graph.errors {
      Output.complain(TerminalText.escape(error.description))
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
        "  \(outcome.findings.count) findings, \(outcome.calls) calls, \(outcome.bytes) bytes read, \(milliseconds) ms")
      try PluginCommand.say(lines)
      for line in outcome.log { Output.complain(TerminalText.escape("  log: \(line)")) }
      if !outcome.findings.isEmpty { status = max(status, .violations) }
      if let failure = outcome.failure {
        PluginInspection.complain(failure)
        status = .incomplete
      }
    }
    return status
  }

  private static func max(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
    left.rawValue < right.rawValue ? right : left
  }
}
