/// What a Mach-O file states about itself before its code: one slice for each architecture.
///
/// Names and numbers are those of Apple's `mach-o/fat.h`, `mach-o/loader.h` and `mach/machine.h`.
package struct MachOFile: Hashable, Sendable {
  /// Whether it starts with a table of slices (a "universal" file), though there be but one.
  package let isFat: Bool
  /// In the order of the table; at least one.
  package let slices: [MachOSlice]
}

/// The code of one architecture.
package struct MachOSlice: Hashable, Sendable {
  /// What it was built for.
  package struct Build: Hashable, Sendable {
    /// See `MachOPlatform`.
    package let platform: String
    /// The oldest system that runs it: `14.0` or `14.0.1`.
    package let minimumOS: String
    /// The SDK it was built with, likewise; nil when it names none.
    package let sdk: String?
  }

  /// A dynamic library, as a load command names it.
  package struct Library: Hashable, Sendable {
    /// How it is linked.
    package enum Kind: String, Hashable, Sendable {
      /// It must be there.
      case normal
      /// It may be missing.
      case weak
      /// Its symbols are passed on.
      case reexport
      /// It is loaded when first used.
      case lazy
      /// It depends on this one.
      case upward
    }

    /// The path or `@rpath/…`. Bytes that are no UTF-8 show as U+FFFD.
    package let name: String
    /// How it is linked; of several ways the first of re-exported, upward, weak and lazy.
    package let kind: Kind
    /// Whether it may be missing, whatever else it is.
    package let isWeak: Bool
    /// `1.2.3`
    package let currentVersion: String
    /// `1.2.3`
    package let compatibilityVersion: String
  }

  /// `arm64`, `arm64e`, `x86_64`, …; see `MachOArchitecture`.
  package let architecture: String
  /// `cputype`.
  package let cpuType: UInt32
  /// `cpusubtype`, with its capability bits.
  package let cpuSubtype: UInt32
  /// Where it starts in the file, in bytes; 0 in a file with one slice.
  package let offset: Int
  /// Its size in bytes.
  package let size: Int
  /// `execute`, `dylib`, `bundle`, `dsym`…; `archive` and `bitcode` for slices that are a static library or LLVM's bit code,
  /// which state nothing of what follows.
  package internal(set) var fileType: String
  /// Whether it is of the 64-bit form.
  package internal(set) var is64Bit = false
  /// Whether its numbers have their most significant byte first.
  package internal(set) var isBigEndian = false
  /// The header's flags.
  package internal(set) var flags = MachOFlags(rawValue: 0)
  /// What it was built for, in order. A library for macOS and Mac Catalyst at once has two.
  package internal(set) var builds: [Build] = []
  /// The libraries it is linked with, in order.
  package internal(set) var libraries: [Library] = []
  /// What a dynamic library calls itself.
  package internal(set) var identification: Library?
  /// Where `@rpath` is looked up, in order.
  package internal(set) var runPaths: [String] = []
  /// `8C2B…`, 8-4-4-4-12 upper-case hexadecimal digits.
  package internal(set) var uuid: String?
  /// Whether a load command names a code signature. See `codeSignature(in:file:)`.
  package internal(set) var hasCodeSignature = false
  /// The encryption system in use, 0 for none yet; nil when the file keeps no room for one.
  package internal(set) var encryption: UInt32?
  /// Where the code signature lies.
  var signaturePart: MachOPart?
  /// Where the information property list lies that is linked into the code.
  var infoPart: MachOPart?
}
