import Bundles
import PolicyEngine
import Receipts
import ReleaseLedger
import Reporting

/// `bundlepolicy verify-receipt`.
enum VerifyReceiptCommand {
  static let command = Command(
    name: "verify-receipt", summary: "Hold a receipt of 'check --attest' against keys, bundles and policies",
    options: [
      Option(
        name: "key", value: "FILE", isRepeatable: true,
        help: "a public key in PEM; one of those given must have signed the receipt"),
      Option(
        name: "bundle", value: "BUNDLE", isRepeatable: true,
        help: "what is to be shipped: the receipt must be about it, as it is now"),
      Option(
        name: "policy", value: "FILE", isRepeatable: true,
        help: "a policy or a pack that the check must have used, as it is now: as for 'check'", completes: .policies),
      .standardPolicies,
      Option(name: "resource", value: "URI", help: "the resource that the receipt must name"),
      Option(name: "verifier", value: "URI", help: "who must have vouched"),
      Option(name: "max-age", value: "DAYS", help: "how many days old the receipt may be"),
      Option(name: "as-of", value: "DATE", help: "the day that ages and waivers are held against (default: today)"),
      Option(name: "require-pass", help: "take no receipt of a check that failed (the default)"),
      Option(name: "allow-failed", help: "take a receipt of a check that failed, too"),
      Option(
        name: "format", value: "FORMAT", help: "text (the default) or json", completes: .words { ["text", "json"] }),
    ],
    operands: "RECEIPT",
    discussion: """
      Needs no network. Exit status: 0 when one of the keys signed the receipt, the check passed, and every bundle and
      policy given is one of the check's, byte for byte; 1 when the receipt is sound and says otherwise, is too old, or a
      waiver that the check used has expired since; 2 when nothing is known, because no key given signed it or something
      can't be read. Without --bundle nothing is held against the receipt, which then says nothing of what you ship.
      """,
    run: run)

  private static func usage(_ message: String) -> UsageError {
    UsageError(message: message, command: "verify-receipt")
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count == 1, let file = arguments.operands.first else { throw usage("name one receipt") }
    if arguments.all("key").isEmpty { throw usage("name the public key that must have signed it, with --key") }
    if arguments.has("require-pass"), arguments.has("allow-failed") {
      throw usage("--require-pass and --allow-failed contradict each other")
    }
    let format = arguments.first("format") ?? "text"
    guard ["text", "json"].contains(format) else { throw usage("--format is text or json, not '\(format)'") }
    var options = ReceiptVerification.Options(asOf: try arguments.asOf(of: "verify-receipt"))
    options.allowsFailed = arguments.has("allow-failed")
    options.resource = arguments.first("resource")
    options.verifier = arguments.first("verifier")
    if let text = arguments.first("max-age") {
      guard let days = Int(text), days >= 0 else { throw usage("--max-age is a number of days, not '\(text)'") }
      options.maximumAge = days
    }
    do {
      let receipt = try read(file, arguments)
      var verification = ReceiptVerification(receipt, options)
      try hold(arguments, against: &verification)
      try write(.init(file: file, receipt: receipt, verification: verification), format)
      return verification.problems.isEmpty ? .passed : .violations
    } catch let error as EngineError {
      if format == "json" {
        try Output.write(
          VerificationResult.failure(file: file, code: error.code, message: error.message, at: error.file),
          to: Output.standardOutput)
      }
      throw error
    }
  }

  private static func read(_ file: String, _ arguments: Arguments) throws(EngineError) -> Receipt {
    var keys: [VerifyingKey] = []
    for path in arguments.all("key") {
      let text = try InputFile.bytes(path, what: "the key", limit: 1 << 16)
      do throws(ReceiptError) {
        keys.append(try VerifyingKey(pem: text))
      } catch {
        throw EngineError(error, file: path)
      }
    }
    let bytes = try InputFile.bytes(file, what: "the receipt", limit: Receipt.sizeLimit)
    do throws(ReceiptError) {
      return try Receipt(bytes, keys: keys)
    } catch {
      throw EngineError(error, file: file)
    }
  }

  private static func hold(
    _ arguments: Arguments, against verification: inout ReceiptVerification
  ) throws(EngineError) {
    for path in arguments.all("bundle") {
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
    let policies = arguments.all("policy")
    if policies.isEmpty { return }
    var loading = PolicyProgram.Options(policies: policies)
    loading.packs = try arguments.packs(for: policies).table
    loading.standardPolicies = try arguments.standardPolicies()
    for policy in try PolicyProgram(loading).policies { verification.hold(policy) }
  }

  private static func write(_ result: VerificationResult, _ format: String) throws {
    if format == "json" { return try Output.write(result.json, to: Output.standardOutput) }
    let text = result.lines.map { TerminalText.line($0) + "\n" }.joined()
    try Output.write(text.utf8, to: Output.standardOutput)
  }
}
