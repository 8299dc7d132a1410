import ArgumentParser
import Basics
import Receipts
import Reports

struct CheckCommand: Command, ProjectOptions, EvaluationOptions, PolicyLoading, ReportOptions, PlugInLoading {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check bundles against policies",
    discussion: """
      Examples:
        bundlepolicy check App.app
        bundlepolicy check --policy policy.lua --format html=report.html App.ipa
        bundlepolicy check --recursive --fail-on warning Build/
        bundlepolicy check --fix --dry-run Sources/Info.plist

      A BUNDLE is an .app, .framework, .appex or any other bundle directory, an archive of one (.ipa, .zip, .tar.gz, \
      …), or a bare Info.plist. Bundles nested inside it are checked too. A BUNDLE can also be a pattern \
      ('build/**/*.app'), a folder with --recursive, or - to read a list of paths from standard input, separated by \
      newlines or NUL characters. --recursive also finds archives named after a bundle, such as App.ipa and \
      App.app.zip. It does not follow links out of the folder, but warns about them. Bundles are checked in the order \
      of their paths, regardless of --jobs.

      --shard K/N splits the bundles over several machines: every machine names the same bundles, checks its own part, \
      and 'bundlepolicy report' merges the parts. A bundle's part depends only on its path.

      --fix changes source files in place: XML and old-style property lists, strings files, and binary property lists if nothing would be \
      lost. Comments, order, layout and encoding stay. Signed bundles and archives are refused, unless the project file \
      names their sources: then these are changed. The report and the exit status are those of the check \
      after the changes, but sources change nothing that is built: they count at the next build.

      Without --policy, the command uses the policies in the project file bundlepolicy.yml; if it names none, the \
      nearest policy.lua, searching from the working directory upwards; and if there is none, the built-in policy \
      apple.recommended. Options take precedence over the project file. If --policy names a policy, the project file \
      cannot weaken it: its parameters, waivers, baseline and 'fail-on: never' are not applied.

      Exit status: 0 if at least one rule applied and every rule that applied passed; 1 if there are violations, as \
      counted by --fail-on; 2 if something could not be checked, no rule applied to a bundle, or nothing was compared with \
      a --previous (everything else is still reported).
      """)

  @Argument("a bundle, an archive, an Info.plist, a folder or a pattern", value: "BUNDLE", completion: .file())
  var bundles: [String] = []

  @Option(.policy) var namedPolicies: [String] = []
  @Option(.project) var projectFile: String?
  @Flag(.noProject) var ignoresProject = false

  @Option(
    "shard", "check only the K-th of N parts of the bundles; merge the parts with 'report'", value: "K/N",
    transform: OptionValue.shard)
  var shard: Shard?

  @Option(.failOn) var threshold: FailureThreshold?
  @Option(.rule) var rules: [String] = []
  @Option(.skip) var skipped: [String] = []
  @Option(.tag) var tags: [String] = []
  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?
  @Option(.waivers) var waivers: [String] = []
  @Flag(.noWaivers) var leavesWaiversAlone = false
  @Option(.previous) var previous: [String] = []
  @Flag(.recursive) var isRecursive = false
  @Option(.jobs, transform: OptionValue.jobs) var jobs: Int?
  @Flag(.allowEmpty) var allowsEmpty = false

  @Option(
    "symbols", "a folder with the .dSYM bundles of this build, for rules about debug symbols", value: "DIR",
    completion: .directory)
  var symbols: String?

  @Option(.param, transform: NamedValue.read) var values: [NamedValue] = []
  @Option(.params) var parameterPaths: [String] = []
  @Option(.standardPolicies) var standardDirectory: String?

  @Option(.format, transform: ReportForm.read) var formats: [ReportForm] = []
  @Option(.output) var outputs: [String] = []
  @Flag(.quiet) var isQuiet = false
  @Option(.color) var color: ColorChoice?

  @Option(.ledger, transform: LedgerChoice.init(url:)) var ledger = LedgerChoice()

  @Flag(
    "record",
    "record bundles that pass in the ledger, which takes their build number; excludes --rule, --skip, --tag, --write-baseline and --fail-on never"
  )
  var records = false

  @Flag("record-failures", "also record bundles that fail; their build numbers stay free") var recordsFailures = false

  @Option(
    "label", "with --record, a label to store in the row, such as commit=1a2b3c", value: "K=V",
    transform: NamedValue.read)
  var labels: [NamedValue] = []

  @Option(
    "baseline", "accept the findings in this file, written by --write-baseline: they are shown but do not fail",
    value: "FILE", completion: .file())
  var baseline: String?

  @Option(
    "write-baseline", "write all findings to this file, for use with --baseline", value: "FILE", completion: .file())
  var newBaseline: String?

  @Flag("strict-baseline", "fail if a finding in the baseline no longer occurs") var isBaselineStrict = false

  @Flag(.locked) var isLocked = false

  @Flag(
    "fix",
    "apply the changes of findings to property lists and strings files of unsigned bundles, then check again"
  )
  var fixes = false

  @Flag("dry-run", "with --fix, print the changes as a diff and write nothing") var isDryRun = false

  @Option(.plugIns) var folders: [String] = []
  @Flag(.withCheckers) var trustsLocked = false
  @Flag(.inProcessPlugIns) var isInProcess = false
  @Option(.checkerTime, transform: OptionValue.checkerSeconds) var seconds: Int?
  @Option(.checkerMemory, transform: OptionValue.checkerMebibytes) var mebibytes: Int?

  @Flag("verbose", "print which project file is used, and its settings") var isVerbose = false

  @Flag("explain", "explain the result of each rule, and list what it read") var explains = false

  @Option(
    "attest", "write a signed receipt of the verdict to this file, for 'verify-receipt'", value: "FILE",
    completion: .file())
  var receipt: String?

  @Option(
    "attest-key", "the private key to sign with, in PEM (default: BUNDLEPOLICY_ATTEST_KEY)", value: "FILE",
    completion: .file())
  var receiptKey: String?

  @Option(
    "attest-resource", "where the bundle will be published (default: the first bundle's name)", value: "URI",
    transform: Attestation.uri)
  var receiptResource: String?

  @Option(
    "attest-verifier", "who issues the receipt (default: bundlepolicy:check)", value: "URI", transform: Attestation.uri)
  var receiptVerifier: String?

  @Option(
    "attest-time", "the receipt's time, such as 2026-11-22T10:00:00Z (default: SOURCE_DATE_EPOCH, or else now)",
    value: "TIME",
    transform: Attestation.utcTime)
  var receiptTime: UTCTime?

  func validate() throws {
    try checkLimits()
    if newBaseline != nil, !(rules + skipped + tags).isEmpty {
      throw ValidationError(
        "--write-baseline writes the findings of all rules and cannot be combined with --rule, --skip or --tag")
    }
    if newBaseline != nil, shard != nil {
      throw ValidationError("--write-baseline writes the findings of all bundles and cannot be combined with --shard")
    }
    if isDryRun, !fixes { throw ValidationError("--dry-run needs --fix") }
    for (option, isGiven, why) in [
      ("record", records, "records builds, which nothing may change any more"),
      ("attest", receipt != nil, "vouches for a build, which nothing may change any more"),
      ("shard", shard != nil, "leaves the rest of the bundles to other machines"),
    ] where fixes && isGiven {
      throw ValidationError("--\(option) \(why), and cannot be combined with --fix")
    }
    for (option, isGiven) in [
      ("format", !formats.isEmpty), ("output", !outputs.isEmpty), ("write-baseline", newBaseline != nil),
    ] where isDryRun && isGiven {
      throw ValidationError("--dry-run prints only the changes and cannot be combined with --\(option)")
    }
    for (option, isGiven) in [
      ("attest-key", receiptKey != nil), ("attest-resource", receiptResource != nil),
      ("attest-verifier", receiptVerifier != nil),
      ("attest-time", receiptTime != nil),
    ] where receipt == nil && isGiven {
      throw ValidationError("--\(option) needs --attest FILE")
    }
  }

  func execute() throws -> ExitStatus {
    var run = try CheckRun(self)
    if fixes { try run.fix() }
    if isDryRun { return run.status }
    return try run.perform()
  }

  var partial: [(name: String, isGiven: Bool)] {
    [
      ("rule", !rules.isEmpty), ("skip", !skipped.isEmpty), ("tag", !tags.isEmpty),
      ("write-baseline", newBaseline != nil), ("fail-on never", failOn == .never),
    ]
  }
}
