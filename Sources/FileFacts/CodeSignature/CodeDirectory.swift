package import Basics

/// What a code signature says about the code, and the hashes of everything that it covers (`CS_CodeDirectory` of xnu's
/// `cs_blobs.h`). None of the hashes is compared with anything: see `SignedParts` and `CodePages`.
package struct CodeDirectory: Hashable, Sendable {
  /// What the code is called: by `codesign` the `CFBundleIdentifier`, of a bare file or from a linker the file's name. Bytes
  /// that are not UTF-8 show as U+FFFD.
  package let identifier: String
  /// Of the team whose certificate signed it; nil when the signature names none.
  package let team: String?
  /// How the system is to treat the code.
  package let flags: CodeSignatureFlags
  /// The version of its form: 0x20400.
  package let version: UInt32
  /// The kind of all its hashes; nil for one that no public system knows.
  package let hash: SignatureHash?
  /// The number of that kind.
  package let hashNumber: UInt8
  /// The bytes of each hash.
  package let hashSize: Int
  /// The bytes of a page; 0 if all code has a single hash.
  package let pageSize: Int
  /// How many bytes of the slice have hashes.
  package let codeLimit: UInt64
  /// How many pages have hashes.
  package let pageCount: Int
  /// Whether only parts of the code have hashes. No tool of today makes such signatures.
  package let isScattered: Bool
  /// The segment with the code; nil in versions before 0x20400.
  package let executableSegment: ExecutableSegment?
  /// The version of the SDK whose hardened runtime the code asks for: 14.0.0; nil if none is stated.
  package let runtimeVersion: String?
  /// The identifier of the whole code directory by which the system knows the code: 20 bytes. Empty for an unknown kind of hash.
  package let cdhash: [UInt8]
  /// The hashes of what is not code, by slot; without those that are zeros, which stand for nothing.
  package let partHashes: [UInt32: [UInt8]]
  /// Where the hashes of the pages are in the file.
  let pageHashes: Range<Int>

  /// The segment with the code (`execSeg…`).
  package struct ExecutableSegment: Hashable, Sendable {
    /// Where it starts in the slice.
    package let base: UInt64
    /// Its size in bytes.
    package let limit: UInt64
    /// `CS_EXECSEG_…`
    package let flags: UInt64

    /// Whether it is the main executable of a process.
    package var isMain: Bool { flags & 1 != 0 }
  }
}

/// What a code signature covers besides the code, by the number of its slot (`CSSLOT_…`).
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

  /// As policies name it.
  package var name: String {
    switch self {
    case .infoPlist: "info_plist"
    case .requirements: "requirements"
    case .resources: "resources"
    case .application: "application"
    case .entitlements: "entitlements"
    case .diskImage: "disk_image"
    case .encodedEntitlements: "der_entitlements"
    case .launchConstraint: "launch_constraint"
    case .parentConstraint: "parent_constraint"
    case .responsibleConstraint: "responsible_constraint"
    case .libraryConstraint: "library_constraint"
    }
  }

  /// The name of any slot.
  package static func name(_ slot: UInt32) -> String { SignedPart(rawValue: slot)?.name ?? "slot-\(slot)" }
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

  private static let named: [(UInt32, String)] = [
    (0x1, "host"), (0x2, "adhoc"), (0x100, "hard"), (0x200, "kill"), (0x400, "expires"), (0x800, "restrict"),
    (0x1000, "enforcement"), (0x2000, "library-validation"), (0x1_0000, "runtime"), (0x2_0000, "linker-signed"),
  ]

  /// As `codesign` prints them: `adhoc`, `runtime`, …; others as a hexadecimal number each.
  package var names: [String] {
    (0..<32).compactMap { bit in
      let flag = UInt32(1) << bit
      guard rawValue & flag != 0 else { return nil }
      return Self.named.first { $0.0 == flag }?.1 ?? "0x" + String(flag, radix: 16)
    }
  }
}
