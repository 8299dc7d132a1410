import ArgumentParser
import Bundles
import PolicyEngine
import Receipts
import ReleaseLedger
import Reporting

struct VerifyReceiptCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify-receipt", abstract: "Hold a receipt of 'check --attest' against keys, bundles and policies",
    discussion: """
      Needs no network. Exit status: 0 when one of the keys signed the receipt, the check passed, and every bundle and \
      policy given is one of the check's, byte for byte; 1 when the receipt is sound and says otherwise, is too old, or a \
      waiver that the check used has expired since; 2 when nothing is known, because no key given signed it or something \
      can't be read. Without --bundle nothing is held against the receipt, which then says nothing of what you ship.
      """)

  @Argument("the receipt", value: "RECEIPT", completion: .file()) var file: String

  @Option(
    "key", "a public key in PEM; one of those given must have signed the receipt", value: "FILE", completion: .file())
  var keys: [String]

  @Option(
    "bundle", "what is to be shipped: the receipt must be about it, as it is now", value: "BUNDLE", completion: .file())
  var bundles: [String] = []

  @Option(
    "policy", "a policy or a pack that the check must have used, as it is now: as for 'check'", value: "FILE",
    completion: .policies)
  var policies: [String] = []

  @Option(
    "standard-policies", "read apple/… there in place of the standard policies built in", value: "DIR",
    completion: .directory)
  var standardDirectory: String?

  @Option("resource", "the resource that the receipt must name", value: "URI") var resource: String?

  @Option("verifier", "who must have vouched", value: "URI") var verifier: String?

  @Option("max-age", "how many days old the receipt may be", value: "DAYS", transform: days) var maximumAge: Int?

  @OptionGroup var day: DayOptions

  @Flag("require-pass", "take no receipt of a check that failed (the default)") var requiresPass = false

  @Flag("allow-failed", "take a receipt of a check that failed, too") var allowsFailed = false

  @Option("format", "how the result is written", value: "FORMAT") var format = TextFormat.text

  private static func days(_ text: String) throws -> Int {
    guard let days = Int(text), days >= 0 else { throw InvalidValue("must be a number of days") }
    return days
  }

  func validate() throws {
    if requiresPass, allowsFailed { throw ValidationError("--require-pass and --allow-failed contradict each other") }
  }

  func execute() throws -> ExitStatus {
    var options = ReceiptVerification.Options(asOf: day.day)
    options.allowsFailed = allowsFailed
    options.resource = resource
    options.verifier = verifier
    options.maximumAge = maximumAge
    do {
      let receipt = try read()
      var verification = ReceiptVerification(receipt, options)
      try hold(against: &verification)
      try write(.init(file: file, receipt: receipt, verification: verification))
      return verification.problems.isEmpty ? .passed : .violations
    } catch let error as EngineError {
      if format == .json {
        try Output.write(
          VerificationResult.failure(file: file, code: error.code.rawValue, message: error.message, at: error.file),
          to: Output.standardOutput)
      }
      throw error
    }
  }

  private func read() throws(EngineError) -> Receipt {
    var known: [VerifyingKey] = []
    for path in keys {
      let text = try InputFile.bytes(path, what: "the key", limit: 1 << 16)
      do throws(ReceiptError) {
        known.append(try VerifyingKey(pem: text))
      } catch {
        throw EngineError(error, file: path)
      }
    }
    let bytes = try InputFile.bytes(file, what: "the receipt", limit: Receipt.sizeLimit)
    do throws(ReceiptError) {
      return try Receipt(bytes, keys: known)
    } catch {
      throw EngineError(error, file: file)
    }
  }

  private func hold(against verification: inout ReceiptVerification) throws(EngineError) {
    for path in bundles {
      do {
        verification.hold(try SubjectDigests(of: try BundleGraph.open(path: path)), path: path)
      } catch let error as BundleError {
        throw EngineError(error)
      } catch let error as LedgerError {
        throw EngineError(error)
      } catch {
        throw EngineError(code: "receipt.failed", message: "\(error)", file: path)
      }
    }
    if policies.isEmpty { return }
    var loading = PolicyProgram.Options(policies: policies)
    try loading.findPacks()
    loading.standardPolicies = try PolicySearch.standardPolicies(in: standardDirectory)
    for policy in try PolicyProgram(loading).policies { verification.hold(policy) }
  }

  private func write(_ result: VerificationResult) throws {
    if format == .json { return try Output.write(result.json, to: Output.standardOutput) }
    try Output.print(result.lines)
  }
}
