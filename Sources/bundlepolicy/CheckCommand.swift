import ArgumentParser
import Receipts

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    // Spares each check the library's look for a request of completions, a sixth of what it takes to start.
    _superCommandName: "bundlepolicy", abstract: "Check bundles against policies",
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

  @Argument("what to check", value: "BUNDLE", completion: .file()) var bundles: [String]

  @OptionGroup var policy: PolicyOptions
  @OptionGroup var evaluation: EvaluationOptions
  @OptionGroup var loading: LoadingOptions

  @Option(
    "format", "\(ReportForm.words.joined(separator: ", ")) (default: text); =FILE: written there",
    value: "FORMAT[=FILE]",
    completion: .list(ReportForm.words), transform: ReportForm.read)
  var formats: [ReportForm] = []

  @Option(
    "output", "where a --format without =FILE is written (default: standard output)", value: "FILE", completion: .file()
  )
  var outputs: [String] = []

  @Flag("quiet", "in text, show only the bundles that did not pass, and the summary") var isQuiet = false

  @OptionGroup var ledger: LedgerOptions

  @Flag("record", "record what passes in the ledger: its number is taken; not with --rule, --skip or --write-baseline")
  var records = false

  @Flag("record-failures", "record what fails, too, as failed; its number stays free") var recordsFailures = false

  @Option(
    "label", "with --record: what the row says besides, commit=1a2b3c, pipeline=…", value: "K=V",
    transform: NamedValue.read)
  var labels: [NamedValue] = []

  @Option(
    "baseline", "findings that were there before, as --write-baseline wrote them: shown, and they fail nothing",
    value: "FILE", completion: .file())
  var baseline: String?

  @Option("write-baseline", "write the findings there, for --baseline", value: "FILE", completion: .file())
  var newBaseline: String?

  @Flag("strict-baseline", "fail when a finding of the baseline is gone") var isBaselineStrict = false

  @Flag(
    "locked", "refuse to start unless bundlepolicy.lock pins the digest of every pack in bundlepolicy.json, used or not"
  )
  var isLocked = false

  @OptionGroup var checkers: PlugInOptions

  @Flag("explain", "tell of each rule why it came to what it did, and what it read") var explains = false

  @Option(
    "attest", "write a signed receipt of the verdict there, for 'verify-receipt'", value: "FILE", completion: .file())
  var receipt: String?

  @Option(
    "attest-key", "the private key to sign with, in PEM; without it the one in BUNDLEPOLICY_ATTEST_KEY", value: "FILE",
    completion: .file())
  var receiptKey: String?

  @Option(
    "attest-resource", "where the bundle will be had (default: the first bundle's name)", value: "URI",
    transform: Attestation.uri)
  var receiptResource: String?

  @Option("attest-verifier", "who vouches (default: bundlepolicy:check)", value: "URI", transform: Attestation.uri)
  var receiptVerifier: String?

  @Option(
    "attest-time", "the receipt's time, 2026-11-22T10:00:00Z (default: SOURCE_DATE_EPOCH, else now)", value: "TIME",
    transform: Attestation.utcTime)
  var receiptTime: UTCTime?

  func validate() throws {
    if isBaselineStrict, baseline == nil { throw ValidationError("--strict-baseline needs a --baseline FILE") }
    if newBaseline != nil, !(evaluation.rules + evaluation.skipped).isEmpty {
      throw ValidationError("--write-baseline writes the findings of all rules; leave --rule and --skip out")
    }
    for (option, isGiven) in [
      ("attest-key", receiptKey != nil), ("attest-resource", receiptResource != nil),
      ("attest-verifier", receiptVerifier != nil),
      ("attest-time", receiptTime != nil),
    ] where receipt == nil && isGiven {
      throw ValidationError("--\(option) belongs to --attest FILE, which is missing")
    }
  }

  func execute() throws -> ExitStatus {
    var run = try CheckRun(self)
    return try run.perform()
  }

  /// The options that leave something out, each with whether it is given.
  var partial: [(name: String, isGiven: Bool)] {
    [
      ("rule", !evaluation.rules.isEmpty), ("skip", !evaluation.skipped.isEmpty),
      ("write-baseline", newBaseline != nil),
    ]
  }
}
