import ArgumentParser
import Reports

/// An option that several commands have. 'check' has no groups of options, because the library examines each group several times at each
/// start, a quarter of the time of a small check.
struct SharedOption {
  let name, help, value: String
  let completion: CompletionKind?

  private init(_ name: String, _ help: String, _ value: String = "", _ completion: CompletionKind? = nil) {
    (self.name, self.help, self.value, self.completion) = (name, help, value, completion)
  }

  // MARK: Policies and their parameters

  static var policy: SharedOption {
    .init(
      "policy",
      "the policy: a Lua file, a directory with policy.lua, a pack, or a standard policy such as apple.recommended",
      "FILE", .policies)
  }
  static var project: SharedOption {
    .init(
      "project", "the project file (default: the nearest bundlepolicy.yml, up to the top of the repository)", "FILE",
      .file())
  }
  static var noProject: SharedOption { .init("no-project", "do not use the settings of bundlepolicy.yml") }
  static var param: SharedOption {
    .init("param", "set a parameter of the policy (a list: K=a,b; a map: K=x=1,y=2 or JSON)", "K=V")
  }
  static var params: SharedOption {
    .init(
      "params", "read parameters from a JSON, YAML or property list file; --param takes precedence", "FILE", .file())
  }
  static var standardPolicies: SharedOption {
    .init(
      "standard-policies", "read the standard policies from apple/ in this directory instead of the built-in ones",
      "DIR",
      .directory)
  }
  static var locked: SharedOption {
    .init("locked", "require bundlepolicy.lock to pin the digest of every pack in bundlepolicy.yml, used or not")
  }

  // MARK: Evaluation

  static var failOn: SharedOption {
    .init(
      "fail-on", "the lowest severity that fails a bundle, or never to only report violations (default: error)",
      "SEVERITY")
  }
  static var rule: SharedOption {
    .init("rule", "evaluate only this rule, or the rules that match a pattern such as 'apple.app-store.*'", "ID")
  }
  static var skip: SharedOption { .init("skip", "skip this rule, or the rules that match a pattern", "ID") }
  static var tag: SharedOption { .init("tag", "evaluate only rules with this tag, such as sdk", "TAG") }
  static var asOf: SharedOption {
    .init(
      "as-of", "the day of the check, for waivers and for rules that depend on it, YYYY-MM-DD (default: today)", "DATE")
  }
  static var waivers: SharedOption {
    .init(
      "waivers",
      "a waivers file of the project (default: those of the project file, or else waivers.lua if it exists, unless --policy is given)",
      "FILE", .file())
  }
  static var noWaivers: SharedOption { .init("no-waivers", "do not read waivers.lua") }
  static var previous: SharedOption {
    .init(
      "previous", "an earlier build to compare with: a bundle, an archive, a property list or a JSON report", "OLD",
      .file())
  }
  static var recursive: SharedOption { .init("recursive", "search directories recursively for bundles") }
  static var jobs: SharedOption {
    .init("jobs", "how many bundles to check at a time, 1 to 64 (default: the number of processors)", "N")
  }
  static var allowEmpty: SharedOption {
    .init(
      "allow-empty",
      "let a bundle pass even if no rule applies to it, and accept a --previous that nothing is compared with")
  }
  static var ledger: SharedOption {
    .init(
      "ledger", "the ledger of builds: a file, postgres://… or git+https://… (default: BUNDLEPOLICY_LEDGER)", "URL",
      .file())
  }

  // MARK: Reports

  static var format: SharedOption {
    .init(
      "format", "\(ReportForm.words.joined(separator: ", ")) (default: text); with =FILE, write it to FILE",
      "FORMAT[=FILE]", .list(ReportForm.words))
  }
  static var output: SharedOption {
    .init(
      "output", "write the --format that has no =FILE to this file (default: standard output)", "FILE", .file())
  }
  static var quiet: SharedOption {
    .init("quiet", "in text, show only bundles that did not pass, without accepted findings, and the summary")
  }
  static var color: SharedOption { .init("color", "when to use colors (default: auto, on a terminal)", "WHEN") }

  // MARK: Checkers

  static var plugIns: SharedOption {
    .init(
      "plugins", "load the checkers in this folder, or this NAME.checker; also BUNDLEPOLICY_PLUGINS", "DIR", .directory)
  }
  static var withCheckers: SharedOption {
    .init(
      "with-checkers",
      "load the native checkers locked by the repository or the packs of a named policy; they run with your permissions"
    )
  }
  static var inProcessPlugIns: SharedOption {
    .init("in-process-plugins", "run checkers in this process: faster, but a crash in one ends the run")
  }
  static var checkerTime: SharedOption {
    .init("checker-time", "the time limit of a checker for one bundle, in seconds (default: 30)", "SECONDS")
  }
  static var checkerMemory: SharedOption {
    .init("checker-memory", "the memory limit of a checker's process, in MiB (default: 1024)", "MIB")
  }
}
