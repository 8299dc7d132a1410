package import Basics

package typealias ReceiptError = Diagnostic<ReceiptCode>

package enum ReceiptCode: String, DiagnosticCode, CaseIterable {
  case key = "receipt.key"
  case malformed = "receipt.malformed"
  case signature = "receipt.signature"
  case refused = "receipt.refused"
}

extension ReceiptError {
  static func key(_ message: String, hint: String? = nil) -> ReceiptError { ReceiptError(.key, message, hint: hint) }

  static func malformed(_ message: String) -> ReceiptError {
    ReceiptError(
      .malformed, "this is not a receipt: \(message)", hint: "name a file written by 'bundlepolicy check --attest'")
  }
}
