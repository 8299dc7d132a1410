import ArgumentParser
import Reports

protocol Command: ParsableCommand {
  /// When to use colors; nil without `--color`.
  var color: ColorChoice? { get }

  func execute() throws -> ExitStatus
}

extension Command {
  var color: ColorChoice? { nil }
}

protocol CommandGroup: ParsableCommand {}

extension CommandGroup {
  func run() throws {
    throw ValidationError("name a subcommand: " + Self.subcommandNames.joined(separator: ", "))
  }
}

extension ParsableCommand {
  static var subcommandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}

enum ExitStatus: Int32, CaseIterable {
  case passed = 0
  case violations = 1
  case incomplete = 2
  case usage = 64

  init(_ verdict: Verdict) {
    switch verdict {
    case .pass: self = .passed
    case .fail: self = .violations
    case .error: self = .incomplete
    }
  }

  var meaning: String {
    switch self {
    case .passed: "at least one rule applied, and every rule that applied passed"
    case .violations: "violations"
    case .incomplete: "the check could not be completed"
    case .usage: "usage error"
    }
  }

  var generalMeaning: String {
    switch self {
    case .passed: "success"
    case .violations: "the command found problems or differences"
    case .incomplete: "the command could not be completed"
    case .usage: meaning
    }
  }
}
