/// Why a receipt can't be made, or nothing is known of one that is there.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A key can't be read, or is of a kind that is not used.
    case key = "receipt.key"
    /// The receipt is not what the formats say.
    case malformed = "receipt.malformed"
    /// None of the signatures is by one of the keys.
    case signature = "receipt.signature"
    /// There is nothing that a receipt could say.
    case refused = "receipt.refused"
  }

  /// What kind of trouble it is.
  public let code: Code
  /// One sentence.
  public let message: String
  /// What to do about it.
  public let hint: String?

  init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  static func key(_ message: String, hint: String? = nil) -> ReceiptError { ReceiptError(.key, message, hint: hint) }

  static func malformed(_ message: String) -> ReceiptError {
    ReceiptError(
      .malformed, "this is no receipt: \(message)", hint: "name a file that 'bundlepolicy check --attest' wrote")
  }
}
