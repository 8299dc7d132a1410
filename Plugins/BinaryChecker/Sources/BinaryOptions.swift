public import CheckerKit

/// What a rule demands beyond what always holds.
struct BinaryOptions {
  var architectures: [String] = []
  var allowedArchitectures: [String] = []
  var sameArchitectures = true
  var allowedRunPaths: [String] = []
  var allowedLibraries: [String] = []
  var signature = SignatureRequirement.any
  var team: String?
  var hardenedRuntime = false
}

/// Which code signature a rule demands.
public enum SignatureRequirement: String, CaseIterable, OptionValue, Sendable {
  /// None at all will do.
  case any
  /// One that protects the code from change: of a certificate, ad hoc, or of the linker.
  case present
  /// One that says who signed.
  case identified

  /// See `OptionValue`.
  public static var unset: SignatureRequirement { .any }
}
