import Parameters
import ArgumentParser
import Basics
import FileFacts
import PolicyEngine
import Presentation
import PropertyLists
import Receipts
import Reports

struct Attestation {
  private static let keyVariable = "BUNDLEPOLICY_ATTEST_KEY"

  private let file: String
  /// The file with the key, or nil if the environment has the key.
  private let keyFile: String?
  private var key: SigningKey?
  private var terms: ReceiptTerms
  private var draft = ReceiptDraft()
  private var hasWithdrawn = false
  /// The path of the earlier receipt, with links resolved: a link stays a link.
  private var place: String?

  init?(_ command: CheckCommand) throws(ValidationError) {
    guard let file = command.receipt else { return nil }
    for (option, isGiven) in command.partial where isGiven {
      throw ValidationError("--attest signs the verdict of all rules and cannot be combined with --\(option)")
    }
    if command.allowsEmpty { throw ValidationError("--attest cannot be combined with --allow-empty") }
    keyFile = command.receiptKey
    if keyFile == nil, environmentVariable(Self.keyVariable) == nil {
      throw ValidationError(
        "--attest needs a private key; name its file with --attest-key, or put the key into \(Self.keyVariable)")
    }
    self.file = file
    let time = if let given = command.receiptTime { given } else { try Self.time() }
    terms = ReceiptTerms(
      toolVersion: Tool.version, time: time.text, asOf: command.day.text,
      failOn: command.failOn.rawValue)
    terms.resource = command.receiptResource
    terms.verifier = command.receiptVerifier
  }

  static func uri(_ text: String) throws -> String {
    guard URIText.isURI(text) else { throw ValidationError("must be a URI such as https://example.com/App.ipa") }
    return text
  }

  static func utcTime(_ text: String) throws -> UTCTime {
    guard let time = UTCTime(text) else { throw ValidationError("must be a time in UTC such as 2026-11-22T10:00:00Z") }
    return time
  }

  /// Returns the time in `SOURCE_DATE_EPOCH` (reproducible-builds.org/specs/source-date-epoch), or nil without this variable.
  static func sourceTime() throws(ValidationError) -> UTCTime? {
    guard let text = environmentVariable("SOURCE_DATE_EPOCH") else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text),
      let time = UTCTime(secondsSince1970: seconds)
    else { throw ValidationError("SOURCE_DATE_EPOCH must be a number of seconds since 1970, not '\(text)'") }
    return time
  }

  private static func time() throws(ValidationError) -> UTCTime {
    if let time = try sourceTime() { return time }
    guard let time = UTCTime(secondsSince1970: Clock.now() / 1_000) else {
      throw ValidationError("the clock is set to a time before 1970; give the time with --attest-time")
    }
    return time
  }

  /// Deletes the receipt of an earlier check, so that it does not outlive a check that fails, and reads the key.
  mutating func begin() throws {
    try withdraw()
    do {
      key = try readKey()
    } catch {
      giveUp()
      throw error
    }
  }

  private func readKey() throws -> SigningKey {
    let bytes: [UInt8]
    if let keyFile {
      warnOfReaders(of: keyFile)
      bytes = try InputFile.bytes(keyFile, what: "the key", limit: 1 << 16)
    } else {
      bytes = Array((environmentVariable(Self.keyVariable) ?? "").utf8)
    }
    return try mapError(try SigningKey(pem: bytes)) { (error: ReceiptError) in
      EngineError(error, file: keyFile ?? Self.keyVariable)
    }
  }

  private mutating func withdraw() throws {
    guard let status = FileSystem.status(file), status.type == S_IFREG, status.st_size > 0 else { return }
    let bytes = try InputFile.bytes(file, what: "the earlier receipt", limit: Receipt.sizeLimit)
    guard Receipt.isReceipt(bytes) else {
      throw EngineError(
        code: "receipt.in-the-way", message: "this file exists and is not a receipt; it was not overwritten",
        file: file,
        hint: "name another file with --attest, or remove this one")
    }
    guard let path = FileSystem.realPath(file) else { return }
    guard unlink(path) == 0 else {
      throw EngineError(
        code: "receipt.in-the-way",
        message: "the earlier receipt cannot be removed: \(SystemError(errno).text)",
        file: file,
        hint: "make its folder writable (a check that does not pass must not leave an earlier receipt behind)")
    }
    hasWithdrawn = true
    place = path
  }

  private func warnOfReaders(of path: String) {
    guard let status = FileSystem.status(path), status.type == S_IFREG, status.st_mode & 0o077 != 0 else { return }
    Output.printError(
      TerminalText.escape("\(path): warning: other users can read this private key; restrict it with chmod 600"))
  }

  // MARK: Messages

  mutating func note(_ texts: [String: String], _ files: [ParameterFile]) {
    terms.parameters = texts
    terms.parameterFiles = files.map { ReceiptTerms.File(name: $0.file, digest: $0.digest) }
  }

  mutating func note(baseline text: String, file: String) {
    terms.baseline = ReceiptTerms.File(name: file, digest: SHA256Digest(of: Array(text.utf8)).hexadecimal)
  }

  mutating func note(report digest: String, format: String, file: String) {
    terms.reports.append(.init(format: format, file: .init(name: file, digest: digest)))
  }

  mutating func add(_ bundle: BundleReport) { draft.add(bundle) }

  func giveUp() {
    Output.printError(
      TerminalText.escape(
        "bundlepolicy: no receipt was written to \(file) because the check could not be completed"
          + (hasWithdrawn ? "; the receipt of an earlier check was removed" : "")))
  }

  /// Writes the receipt, unless the check could not be completed.
  mutating func finish(_ report: Report) throws {
    guard report.verdict != .error, let key else { return giveUp() }
    let bytes: [UInt8]
    do throws(ReceiptError) {
      bytes = try draft.finish(report, terms, with: key)
    } catch {
      giveUp()
      throw EngineError(error, file: file)
    }
    try Output.write(bytes, toFile: place ?? file)
  }
}

extension EngineError {
  init(_ error: ReceiptError, file: String?) {
    self.init(code: error.code.rawValue, message: error.message, file: file, hint: error.hint)
  }
}
