/// What the code signature of a slice says of the code, none of it verified: no hash is computed, no certificate is looked at.
///
/// Names and numbers are those of Apple's `osfmk/kern/cs_blobs.h` (xnu). All numbers have their most significant byte first.
package struct CodeSignature: Hashable, Sendable {
  /// What the code is called: by `codesign` the `CFBundleIdentifier`, of a bare file or from a linker the file's name. Bytes
  /// that are no UTF-8 show as U+FFFD.
  package let identifier: String
  /// Of the team whose certificate signed it; nil when the signature names none.
  package let team: String?
  /// How the system is to treat the code.
  package let flags: CodeSignatureFlags
  /// Whether there is a signature made with a certificate (CMS), not only the hashes of an ad hoc one.
  package let hasCertificate: Bool
}

/// The flags of a code directory (`CS_…` in `cs_blobs.h`).
package struct CodeSignatureFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// Makes flags from their bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nobody signed it: its hashes protect it from change, no certificate says who made it.
  package static let adHoc = CodeSignatureFlags(rawValue: 0x2)
  /// The hardened runtime, which notarization requires.
  package static let hardenedRuntime = CodeSignatureFlags(rawValue: 0x1_0000)
  /// The linker made it, which knows nothing of the bundle; `codesign` replaces it.
  package static let linkerSigned = CodeSignatureFlags(rawValue: 0x2_0000)
}
