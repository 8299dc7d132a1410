import CheckerPlugIns
import PolicyEngine
import Reporting

/// `bundlepolicy plugin list` and `inspect`.
enum PluginInspection {
  static func list(_ arguments: Arguments) throws -> ExitStatus {
    if arguments.operands.count > 1 {
      throw PluginCommand.usage("'plugin list' takes folders with --plugins, not operands")
    }
    let isJSON = try isJSON(arguments)
    let policies = arguments.all("policy")
    let settings = try arguments.checkers(of: "plugin", policies: policies, try arguments.packs(for: policies))
    if settings.sources.isEmpty {
      throw PluginCommand.usage("name folders of checkers with --plugins DIR, or in BUNDLEPOLICY_PLUGINS")
    }
    let opened = Checkers(settings)
    let (checkers, refused) = try opened.all()
    if isJSON {
      try Output.write(
        CheckerText.json(checkers.map { ($0.bundle, $0.description) }).utf8, to: Output.standardOutput)
    } else {
      try PluginCommand.say(checkers.flatMap { CheckerText.line($0.description, bundle: $0.bundle) })
    }
    let errors = refused.map(\.why) + opened.finish()
    for error in errors { complain(error) }
    if checkers.isEmpty, errors.isEmpty { Output.complain("note: there are no checkers") }
    return errors.isEmpty ? .passed : .incomplete
  }

  static func inspect(_ arguments: Arguments) throws -> ExitStatus {
    let paths = arguments.operands.dropFirst()
    if paths.isEmpty { throw PluginCommand.usage("name the CHECKER to inspect, a directory NAME.checker") }
    let isJSON = try isJSON(arguments)
    var status = ExitStatus.passed
    var found: [(bundle: CheckerBundle, digest: String, checkers: [CheckerDescription])] = []
    var settings = try arguments.checkerSettings(of: "plugin")
    for path in paths {
      var lines: [String] = []
      do throws(PlugInError) {
        let bundle = try CheckerBundle.open(path)
        let digest = try bundle.digest()
        settings.sources = [.named(bundle.path)]
        // What is registered is known though the code can't be loaded.
        lines = CheckerText.registration(of: bundle, digest: digest)
        let opened = Checkers(settings)
        let checkers = try opened.all().checkers.map(\.description)
        if let error = opened.finish().first { throw error }
        found.append((bundle, digest, checkers))
        lines += checkers.flatMap { CheckerText.details($0) }
      } catch {
        complain(error)
        status = .incomplete
      }
      if !isJSON { try PluginCommand.say(lines) }
    }
    if isJSON { try Output.write(CheckerText.json(found).utf8, to: Output.standardOutput) }
    return status
  }

  private static func isJSON(_ arguments: Arguments) throws -> Bool {
    switch arguments.first("format") ?? "text" {
    case "text": return false
    case "json": return true
    case let other: throw PluginCommand.usage("--format is text or json, not '\(other)'")
    }
  }

  static func complain(_ error: PlugInError) {
    Output.complain(TerminalText.escape(DiagnosticLine.render(EngineError(error))))
    if let hint = error.hint { Output.complain("    fix       " + TerminalText.escape(hint)) }
  }
}
