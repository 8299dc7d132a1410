import ArgumentParser
import Reports

/// A command of the program: its options are its properties, and it ends the process with a status.
protocol Command: ParsableCommand {
  func execute() throws -> ExitStatus
}

/// What the command ends the process with.
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

/// The command line cannot be understood. What it is about is said by the program: `(see 'bundlepolicy check --help')`.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
