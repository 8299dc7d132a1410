import ArgumentParser
import Basics
import BuildRecords
import Bundles
import PolicyEngine
import Receipts
import ReleaseLedger
import Reports

struct VerifyReceiptCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify-receipt", abstract: "Verify a receipt of 'check --attest' against keys, bundles and policies",
    discussion: """
      Examples:
        bundlepolicy verify-receipt --key public.pem --bundle App.ipa receipt.json

      Works without the network. Without --bundle, the command does not compare the receipt with any bundle, so it \
      says nothing about what you ship.

      Exit status: 0 if one of the keys signed the receipt, the check passed, and every bundle and policy given is \
      byte for byte one that was checked or used; 1 if the receipt is authentic but does not match, is too old, or \
      relies on a waiver that has since expired; 2 if none of the keys signed the receipt or something cannot be read.
      """)

  @Argument("a receipt written by 'check --attest'", value: "RECEIPT", completion: .file()) var file: String

  @Option(
    required: "key", "a public key in PEM; one of the given keys must have signed the receipt", value: "FILE",
    completion: .file()
  )
  var keys: [String]

  @Option(
    "bundle", "a bundle that you ship; the receipt must cover it unchanged", value: "BUNDLE", completion: .file())
  var bundles: [String] = []

  @Option(
    "policy", "a policy or pack that the check must have used unchanged, named as for 'check'", value: "FILE",
    completion: .policies)
  var policies: [String] = []

  @Option(.standardPolicies) var standardDirectory: String?

  @Option("resource", "require the receipt to name this resource", value: "URI") var resource: String?

  @Option("verifier", "require the receipt to be issued by this verifier", value: "URI") var verifier: String?

  @Option("max-age", "the maximum age of the receipt, in days", value: "DAYS", transform: days) var maximumAge: Int?

  @Option(.asOf, transform: OptionValue.day) var asOf: CalendarDate?

  @Flag("require-pass", "reject the receipt of a check that failed (the default)") var requiresPass = false

  @Flag("allow-failed", "also accept the receipt of a check that failed") var allowsFailed = false

  @Option("format", "output format", value: "FORMAT") var format = TextFormat.text

  private static func days(_ text: String) throws -> Int {
    guard let days = Int(text), days >= 0 else { throw ValidationError("must be a number of days") }
    return days
  }

  func validate() throws {
    if requiresPass, allowsFailed { throw ValidationError("--require-pass and --allow-failed cannot be combined") }
  }

  func execute() throws -> ExitStatus {
    var options = ReceiptVerification.Options(asOf: asOf ?? .today())
    options.allowsFailed = allowsFailed
    options.resource = resource
    options.verifier = verifier
    options.maximumAge = maximumAge
    do {
      let receipt = try read()
      var verification = ReceiptVerification(receipt, options)
      try compareSubjects(&verification)
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
    return try mapError(try Receipt(bytes, keys: known)) { (error: ReceiptError) in EngineError(error, file: file) }
  }

  private func compareSubjects(_ verification: inout ReceiptVerification) throws(EngineError) {
    for path in bundles {
      do {
        verification.compare(try SubjectDigests(of: try BundleGraph.open(path: path)), path: path)
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
    for policy in try PolicyProgram(loading).policies { verification.compare(policy) }
  }

  private func write(_ result: VerificationResult) throws {
    if format == .json { return try Output.write(result.json, to: Output.standardOutput) }
    try Output.print(result.lines)
  }
}
