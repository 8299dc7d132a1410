package import Basics

/// An error in making or verifying a receipt.
package typealias ReceiptError = Diagnostic<ReceiptCode>

package enum ReceiptCode: String, DiagnosticCode, CaseIterable {
  /// A key cannot be read or is not supported.
  case key = "receipt.key"
  /// The file is not a valid receipt.
  case malformed = "receipt.malformed"
  /// None of the given keys made a signature.
  case signature = "receipt.signature"
  /// The check was not completed, so there is nothing to attest.
  case refused = "receipt.refused"
}

extension ReceiptError {
  static func key(_ message: String, hint: String? = nil) -> ReceiptError { ReceiptError(.key, message, hint: hint) }

  static func malformed(_ message: String) -> ReceiptError {
    ReceiptError(
      .malformed, "this is not a receipt: \(message)", hint: "name a file written by 'bundlepolicy check --attest'")
  }
}
