/// One flag of a command.
///
/// The parser is our own because start-up is a promise of this tool: a general one, measured on the same commands, took longer
/// than a whole check.
struct Option: Sendable {
  let name: String
  /// What stands for the value in help; nil for a flag without one.
  var value: String?
  var isRepeatable = false
  /// Whether an empty value says something.
  var mayBeEmpty = false
  let help: String
  /// What shells offer for the value.
  var completes: Completion = .byPlaceholder

  static let parameterFiles = Option(
    name: "params", value: "FILE", isRepeatable: true,
    help: "values of parameters, in JSON, YAML or a property list; --param wins over it")
}

/// A command with its flags and what else it takes.
struct Command: Sendable {
  let name: String
  let summary: String
  let options: [Option]
  /// What stands for the other arguments in help.
  let operands: String
  let discussion: String
  /// The words of which the first operand is one; none when it may be anything.
  var verbs: @Sendable () -> [Verb] = { [] }
  let run: @Sendable (Arguments) throws -> ExitStatus
}

/// A word that says what a command is to do: `log` of `ledger log`.
struct Verb: Sendable {
  let name: String
  /// The names of the command's options that go with it; nil for all.
  var options: Set<String>?
}

/// What the command ends the process with.
enum ExitStatus: Int32, CaseIterable {
  case passed = 0
  case violations = 1
  case incomplete = 2
  case usage = 64

  /// What it says of a check.
  var meaning: String {
    switch self {
    case .passed: "every rule that applied passed, and at least one applied"
    case .violations: "violations"
    case .incomplete: "the check could not be completed"
    case .usage: "wrong usage"
    }
  }

  /// What it says of any command.
  var generalMeaning: String {
    switch self {
    case .passed: "it was done, and nothing is wrong or differs"
    case .violations: "it was done, and something is wrong or differs"
    case .incomplete: "it could not be done, or not wholly"
    case .usage: meaning
    }
  }
}

/// The command line cannot be understood.
struct UsageError: Error {
  let message: String
  /// The command whose help serves, if one was recognised.
  var command: String?
}

extension Option {
  /// For policies that are written, or kept at a version of one's own.
  static let standardPolicies = Option(
    name: "standard-policies", value: "DIR", help: "read apple/… there in place of the standard policies built in")

  static let policies = Option(
    name: "policy", value: "FILE", isRepeatable: true,
    help: "a Lua file, a directory with policy.lua, a pack, or a standard policy: apple.recommended, …",
    completes: .policies)

  static let locked = Option(
    name: "locked",
    help: "refuse to start unless bundlepolicy.lock pins the digest of every pack in bundlepolicy.json, used or not")

  static let ledger = Option(
    name: "ledger", value: "URL",
    help: "the ledger of builds: a file, or postgres://…; also BUNDLEPOLICY_LEDGER", completes: .files)

  static let plugIns = Option(
    name: "plugins", value: "DIR", isRepeatable: true,
    help: "load checkers there: a folder of NAME.checker, or one; also BUNDLEPOLICY_PLUGINS")
  static let withCheckers = Option(
    name: "with-checkers",
    help:
      "load the native checkers that the repository or a pack of a named policy has locked; they run with your rights")
  static let inProcess = Option(
    name: "in-process-plugins", help: "run checkers in this process: faster, and a fault of one ends the run")
  static let checkerTime = Option(
    name: "checker-time", value: "SECONDS", help: "how long a checker may take for one bundle (default: 30)")
  static let checkerMemory = Option(
    name: "checker-memory", value: "MIB", help: "how much memory the process of a checker may take (default: 1024)")
}
