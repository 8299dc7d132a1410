/// The headers of a Mach-O file: one slice for each architecture.
///
/// Names and numbers are from Apple's `mach-o/fat.h`, `mach-o/loader.h` and `mach/machine.h`.
package struct MachOFile: Hashable, Sendable {
  /// Whether it starts with a table of slices (a "universal" file), even if there is only one.
  package let isFat: Bool
  /// In table order; at least one.
  package let slices: [MachOSlice]
}

package struct MachOSlice: Hashable, Sendable {
  package struct Build: Hashable, Sendable {
    package let platform: String
    /// The oldest system that can run it: `14.0` or `14.0.1`.
    package let minimumOS: String
    package let sdk: String?
    package var tools: [Tool] = []
  }

  package struct Tool: Hashable, Sendable {
    /// `clang`, `swift`, `ld`, …; `tool-NUMBER` for an unknown one.
    package let name: String
    package let version: String
  }

  package struct EncryptedPart: Hashable, Sendable {
    /// The encryption system; 0 if not yet encrypted.
    package let system: UInt32
    /// Its start in the slice, in bytes. It may be outside.
    package let offset: UInt32
    /// In bytes.
    package let size: UInt32
  }

  package struct Library: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case normal
      case weak
      case reexport
      /// It is loaded on first use.
      case lazy
      /// It depends on this library.
      case upward
    }

    /// The path or `@rpath/…`. Bytes that are not UTF-8 are replaced by U+FFFD.
    package let name: String
    /// How it is linked; if several apply, the first of re-exported, upward, weak and lazy.
    package let kind: Kind
    /// Whether it may be missing, independently of `kind`.
    package let isWeak: Bool
    package let currentVersion: String
    package let compatibilityVersion: String
  }

  package let architecture: String
  package let cpuType: UInt32
  /// `cpusubtype`, with its capability bits.
  package let cpuSubtype: UInt32
  /// Its start in the file, in bytes; 0 in a file with one slice.
  package let offset: Int
  package let size: Int
  /// `execute`, `dylib`, `bundle`, `dsym`…; `archive` and `bitcode` for slices that are a static library or LLVM bitcode, for which the
  /// following properties are not set.
  package internal(set) var fileType: String
  package internal(set) var is64Bit = false
  package internal(set) var isBigEndian = false
  package internal(set) var flags = MachOFlags(rawValue: 0)
  /// The platforms it was built for, in order. A library for macOS and Mac Catalyst has two.
  package internal(set) var builds: [Build] = []
  package internal(set) var libraries: [Library] = []
  package internal(set) var identification: Library?
  package internal(set) var runPaths: [String] = []
  /// `8C2B…`, 8-4-4-4-12 upper-case hexadecimal digits.
  package internal(set) var uuid: String?
  package internal(set) var sourceVersion: String?
  /// Whether a load command refers to a code signature. See `codeSignature(in:file:)`.
  package internal(set) var hasCodeSignature = false
  /// The encryption system, 0 if not yet encrypted; nil if the file does not reserve space for encryption.
  package var encryption: UInt32? { encryptedPart?.system }
  package internal(set) var encryptedPart: EncryptedPart?
  var commandPart: MachOCommandPart?
  var signaturePart: MachOPart?
  var infoPart: MachOPart?
  var symbolParts = MachOSymbolParts()
  var segments: [MachOSegment] = []
  var objectiveCParts = ObjectiveCParts()
}

/// A part of a slice, as stated by a load command. It may be outside the slice.
struct MachOPart: Hashable, Sendable {
  let name: String
  let offset: UInt64
  let size: UInt64
  /// The position in the file of the statement, in bytes.
  let fieldOffset: Int

  /// The position in the file. Throws if it is not within its slice.
  func range(in slice: MachOSlice, file: String) throws(FileFactError) -> Range<Int> {
    let end = offset.addingReportingOverflow(size)
    guard !end.overflow, end.partialValue <= slice.size else {
      throw .incomplete(
        BytePlace(file: file, offset: fieldOffset),
        "\(name) has \(size) bytes at offset \(offset), but the slice has only \(slice.size)")
    }
    // The slice is within a file, whose size is an `Int`.
    return (slice.offset + Int(offset))..<(slice.offset + Int(end.partialValue))
  }
}

struct MachOCommandPart: Hashable, Sendable {
  let offset: Int
  let size: Int
  let count: Int
}

/// The flags of a Mach-O header (`MH_…` in `mach-o/loader.h`).
package struct MachOFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let positionIndependent = MachOFlags(rawValue: 0x20_0000)

  private static let names = [
    "noundefs", "incrlink", "dyldlink", "bindatload", "prebound", "split_segs", "lazy_init", "twolevel", "force_flat",
    "nomultidefs", "nofixprebinding", "prebindable", "allmodsbound", "subsections_via_symbols", "canonical",
    "weak_defines", "binds_to_weak", "allow_stack_execution", "root_safe", "setuid_safe", "no_reexported_dylibs", "pie",
    "dead_strippable_dylib", "has_tlv_descriptors", "no_heap_execution", "app_extension_safe",
    "nlist_outofsync_with_dyldinfo", "sim_support", "implicit_pagezero", "bit_29", "bit_30", "dylib_in_cache",
  ]

  /// The names from the header without `MH_`, in lower case, by bit: `noundefs`, `dyldlink`, `twolevel`, `pie`…
  package var names: [String] {
    Self.names.enumerated().filter { rawValue >> UInt32($0.offset) & 1 == 1 }.map(\.element)
  }
}

/// Names of platforms: the names that policies use for bundles, and for other platforms the names of the linker's `-platform_version`.
enum MachOPlatform {
  /// By `PLATFORM_…` of `mach-o/loader.h`, from 0.
  private static let names = [
    "unknown", "macos", "ios", "tvos", "watchos", "bridgeos", "catalyst", "ios-simulator", "tvos-simulator",
    "watchos-simulator", "driverkit", "visionos", "visionos-simulator", "firmware", "sepos",
  ]

  static func name(_ number: UInt32) -> String {
    number < names.count ? names[Int(number)] : "platform-\(number)"
  }

  /// The platform of a version command older than `LC_BUILD_VERSION`. Intel code for iOS and its relatives runs only in simulators; dyld
  /// assumes the same.
  static func name(versionCommand command: UInt32, isIntel: Bool) -> String? {
    switch command {
    case LoadCommand.versionMinMacOS: "macos"
    case LoadCommand.versionMinIOS: isIntel ? "ios-simulator" : "ios"
    case LoadCommand.versionMinTVOS: isIntel ? "tvos-simulator" : "tvos"
    case LoadCommand.versionMinWatchOS: isIntel ? "watchos-simulator" : "watchos"
    default: nil
    }
  }
}

/// Names of architectures, as used by `lipo` and compilers.
enum MachOArchitecture {
  /// The subtype without capability bits (`CPU_SUBTYPE_MASK`).
  static func subtype(_ raw: UInt32) -> UInt32 { raw & 0x00FF_FFFF }

  /// `arm64e`, `x86_64`…; `cpu_TYPE_SUBTYPE` if it is unknown.
  static func name(type: UInt32, subtype raw: UInt32) -> String {
    let subtype = subtype(raw)
    let name: String? =
      switch type {
      case 0x0000_0007: subtype == 4 ? "i486" : "i386"
      case 0x0100_0007: subtype == 8 ? "x86_64h" : subtype == 3 ? "x86_64" : nil
      case 0x0000_000C: arm[subtype]
      case 0x0100_000C: [0: "arm64", 1: "arm64v8", 2: "arm64e"][subtype]
      case 0x0200_000C: subtype <= 1 ? "arm64_32" : nil
      case 0x0000_0012: powerPC[subtype]
      case 0x0100_0012: subtype == 0 ? "ppc64" : subtype == 100 ? "ppc970-64" : nil
      default: nil
      }
    return name ?? "cpu_\(type)_\(subtype)"
  }

  private static let arm: [UInt32: String] = [
    0: "arm", 5: "armv4t", 6: "armv6", 7: "armv5", 8: "xscale", 9: "armv7", 10: "armv7f", 11: "armv7s", 12: "armv7k",
    13: "armv8", 14: "armv6m", 15: "armv7m", 16: "armv7em",
  ]

  private static let powerPC: [UInt32: String] = [
    0: "ppc", 1: "ppc601", 3: "ppc603", 4: "ppc603e", 5: "ppc603ev", 6: "ppc604", 7: "ppc604e", 9: "ppc750",
    10: "ppc7400", 11: "ppc7450", 100: "ppc970",
  ]
}

package enum CodeRole: String, CaseIterable, Sendable {
  /// The executable of the bundle.
  case main
  case program
  case library
  /// Code that a program loads (`MH_BUNDLE`).
  case plugIn = "plug_in"
  case object
  case archive
  case debugSymbols = "debug_symbols"
  /// Other code, or code that cannot be read.
  case other

  package init(_ slices: [MachOSlice]) {
    switch slices.first?.fileType {
    case "execute": self = .program
    case "dylib", "dylib_stub", "fvmlib": self = .library
    case "bundle": self = .plugIn
    case "object": self = .object
    case "archive": self = .archive
    case "dsym": self = .debugSymbols
    default: self = .other
    }
  }
}

enum MachOTool {
  private static let names: [UInt32: String] = [
    1: "clang", 2: "swift", 3: "ld", 4: "lld", 1024: "metal", 1025: "airlld", 1026: "airnt", 1027: "airnt-plugin",
    1028: "airpack", 1031: "gpuarchiver", 1032: "metal-framework",
  ]

  static func name(_ number: UInt32) -> String { names[number] ?? "tool-\(number)" }
}
