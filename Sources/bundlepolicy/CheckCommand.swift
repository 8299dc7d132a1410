import ArgumentParser

/// `bundlepolicy check`.
struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check bundles against policies",
    discussion: """
      A BUNDLE is an .app, .framework, .appex or any other bundle directory, an archive of one (.ipa, .zip, .tar.gz, …), \
      or a bare Info.plist. Bundles inside it are checked too. Many may be named: by patterns ('build/**/*.app'), by folders \
      with --recursive, and by - for a list on standard input, a path a line or each ended by a NUL. Of archives --recursive \
      finds those named after a bundle, such as App.ipa and App.app.zip. Links to folders elsewhere are told of, not searched. \
      Bundles are checked in the order of their paths, whatever --jobs is.

      Without --policy the nearest policy.lua is used, from the working directory upwards; where there is none, \
      apple.recommended, which the program carries.

      Exit status: 0 when every rule that applied passed, and at least one applied; 1 when there are violations, as \
      --fail-on counts them; 2 when something could not be checked, or no rule applied to a bundle; the rest is \
      reported all the same.
      """)

  @Argument(help: ArgumentHelp("what to check", valueName: "BUNDLE"), completion: .file()) var bundles: [String]

  @OptionGroup var policy: PolicyOptions
  @OptionGroup var judging: JudgingOptions
  @OptionGroup var parameters: ParameterOptions
  @OptionGroup var standardPolicies: StandardPolicyOptions
  @OptionGroup var lock: LockOptions
  @OptionGroup var output: ReportOutputOptions
  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var recording: RecordingOptions

  @Option(
    name: .customLong("baseline"), parsing: .unconditional,
    help: ArgumentHelp(
      "findings that were there before, as --write-baseline wrote them: shown, and they fail nothing",
      valueName: "FILE"),
    completion: .file())
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"), parsing: .unconditional,
    help: ArgumentHelp("write the findings there, for --baseline", valueName: "FILE"), completion: .file())
  var newBaseline: String?

  @Flag(name: .customLong("strict-baseline"), help: "fail when a finding of the baseline is gone")
  var isBaselineStrict = false

  @OptionGroup var checkers: PlugInOptions

  @Flag(name: .customLong("explain"), help: "tell of each rule why it came to what it did, and what it read")
  var explains = false

  @OptionGroup var attestation: AttestationOptions

  func validate() throws {
    if isBaselineStrict, baseline == nil { throw ValidationError("--strict-baseline needs a --baseline FILE") }
    if newBaseline != nil, !(judging.rules + judging.skipped).isEmpty {
      throw ValidationError("--write-baseline writes the findings of all rules; leave --rule and --skip out")
    }
  }

  func execute() throws -> ExitStatus {
    var run = try CheckRun(self)
    return try run.perform()
  }

  /// The options that leave something out, each with whether it is given.
  var partial: [(name: String, isGiven: Bool)] {
    [
      ("rule", !judging.rules.isEmpty), ("skip", !judging.skipped.isEmpty), ("write-baseline", newBaseline != nil),
    ]
  }
}
