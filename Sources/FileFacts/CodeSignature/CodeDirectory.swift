package import Basics

/// The code directory of a code signature: facts about the code, and the hashes of everything that is signed (`CS_CodeDirectory` of xnu's
/// `cs_blobs.h`). Nothing is verified here: see `SignedParts` and `CodePages`.
package struct CodeDirectory: Hashable, Sendable {
  /// The code's identifier: `codesign` uses the `CFBundleIdentifier`, or the file name for a bare file, as do linkers. Bytes that are not
  /// UTF-8 are replaced by U+FFFD.
  package let identifier: String
  /// The team whose certificate signed it; nil if the signature names none.
  package let team: String?
  package let flags: CodeSignatureFlags
  package let version: UInt32
  package let hash: SignatureHash?
  package let hashNumber: UInt8
  package let hashSize: Int
  /// The size of a page, in bytes; 0 if all code has a single hash.
  package let pageSize: Int
  /// The number of bytes of the slice that are hashed.
  package let codeLimit: UInt64
  package let pageCount: Int
  /// Whether only parts of the code are hashed. No current tool creates such signatures.
  package let isScattered: Bool
  /// The segment that contains the code; nil in versions before 0x20400.
  package let executableSegment: ExecutableSegment?
  /// The version of the SDK whose hardened runtime the code requests, such as 14.0.0; nil if not stated.
  package let runtimeVersion: String?
  /// The hash of the whole code directory, by which the system identifies the code: 20 bytes. Empty if the hash type is unknown.
  package let cdhash: [UInt8]
  /// The hashes of parts other than code, by slot, without hashes that are all zeros, which mean that there is no such part.
  package let partHashes: [UInt32: [UInt8]]
  let pageHashes: Range<Int>

  package struct ExecutableSegment: Hashable, Sendable {
    /// Its start in the slice.
    package let base: UInt64
    package let limit: UInt64
    package let flags: UInt64

    package var isMain: Bool { flags & 1 != 0 }
  }
}

/// Signed parts other than code, by slot number (`CSSLOT_…`).
package enum SignedPart: UInt32, Hashable, Sendable, CaseIterable {
  case infoPlist = 1
  case requirements
  case resources
  case application
  case entitlements
  case diskImage
  case encodedEntitlements
  case launchConstraint
  case parentConstraint
  case responsibleConstraint
  case libraryConstraint

  private static let names = [
    "info_plist", "requirements", "resources", "application", "entitlements", "disk_image", "der_entitlements",
    "launch_constraint", "parent_constraint", "responsible_constraint", "library_constraint",
  ]

  package var name: String { Self.names[Int(rawValue) - 1] }

  package static func name(_ slot: UInt32) -> String { SignedPart(rawValue: slot)?.name ?? "slot-\(slot)" }
}

/// The flags of a code directory (`CS_…` in `cs_blobs.h`).
package struct CodeSignatureFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Signed without a certificate: hashes protect it from changes, but its author is unknown.
  package static let adHoc = CodeSignatureFlags(rawValue: 0x2)
  package static let hardenedRuntime = CodeSignatureFlags(rawValue: 0x1_0000)
  /// Signed by the linker, which does not know the bundle; `codesign` replaces the signature.
  package static let linkerSigned = CodeSignatureFlags(rawValue: 0x2_0000)

  private static let named: [(UInt32, String)] = [
    (0x1, "host"), (0x2, "adhoc"), (0x100, "hard"), (0x200, "kill"), (0x400, "expires"), (0x800, "restrict"),
    (0x1000, "enforcement"), (0x2000, "library-validation"), (0x1_0000, "runtime"), (0x2_0000, "linker-signed"),
  ]

  /// The names that `codesign` prints: `adhoc`, `runtime`, …; a hexadecimal number for each other flag.
  package var names: [String] {
    (0..<32).compactMap { bit in
      let flag = UInt32(1) << bit
      guard rawValue & flag != 0 else { return nil }
      return Self.named.first { $0.0 == flag }?.1 ?? "0x" + String(flag, radix: 16)
    }
  }
}
