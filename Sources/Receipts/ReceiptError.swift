package import Basics

/// Why a receipt can't be made, or nothing is known of one that is there.
package typealias ReceiptError = Diagnostic<ReceiptCode>

/// What kind of trouble it is.
package enum ReceiptCode: String, DiagnosticCode, CaseIterable {
  /// A key can't be read, or is of a kind that is not used.
  case key = "receipt.key"
  /// The receipt is not what the formats say.
  case malformed = "receipt.malformed"
  /// None of the signatures is by one of the keys.
  case signature = "receipt.signature"
  /// There is nothing that a receipt could say.
  case refused = "receipt.refused"
}

extension ReceiptError {
  static func key(_ message: String, hint: String? = nil) -> ReceiptError { ReceiptError(.key, message, hint: hint) }

  static func malformed(_ message: String) -> ReceiptError {
    ReceiptError(
      .malformed, "this is not a receipt: \(message)", hint: "name a file written by 'bundlepolicy check --attest'")
  }
}
