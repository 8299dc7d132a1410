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
    /// What built it, in order.
    package var tools: [Tool] = []
  }

  /// A compiler or linker, as `LC_BUILD_VERSION` names it.
  package struct Tool: Hashable, Sendable {
    /// `clang`, `swift`, `ld`, …; `tool-NUMBER` for one that has no name here.
    package let name: String
    /// `1115.7.3`
    package let version: String
  }

  /// A dynamic library, as a load command names it.
  package struct Library: Hashable, Sendable {
    /// How it is linked.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
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
  /// The version of its source (`1600.0.39.7.2`), as the build stated it; nil if it states none.
  package internal(set) var sourceVersion: String?
  /// Whether a load command names a code signature. See `codeSignature(in:file:)`.
  package internal(set) var hasCodeSignature = false
  /// The encryption system in use, 0 for none yet; nil when the file keeps no room for one.
  package internal(set) var encryption: UInt32?
  /// Where the code signature lies.
  var signaturePart: MachOPart?
  /// Where the information property list lies that is linked into the code.
  var infoPart: MachOPart?
  /// Where its symbols are.
  var symbolParts = MachOSymbolParts()
  /// What the loader maps, in order.
  var segments: [MachOSegment] = []
  /// Where the data of the Objective-C runtime is.
  var objectiveCParts = ObjectiveCParts()
}

/// A part of a slice, as a load command states it. It need not lie within the slice.
struct MachOPart: Hashable, Sendable {
  /// What messages call it.
  let name: String
  /// Where it starts in the slice, in bytes.
  let offset: UInt64
  /// Its size in bytes.
  let size: UInt64
  /// Where the file states this, in bytes.
  let statedAt: Int

  /// Where it lies in the file. Throws when it is not within its slice.
  func range(in slice: MachOSlice, file: String) throws(FileFactError) -> Range<Int> {
    let end = offset.addingReportingOverflow(size)
    guard !end.overflow, end.partialValue <= slice.size else {
      throw .partOutside(self, slice: slice.size, BytePlace(file: file, offset: statedAt))
    }
    // The slice lies within a file, whose size is an `Int`.
    return (slice.offset + Int(offset))..<(slice.offset + Int(end.partialValue))
  }
}

/// The flags of a Mach-O header (`MH_…` in `mach-o/loader.h`).
package struct MachOFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// Makes flags from their bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The system may load the program anywhere.
  package static let positionIndependent = MachOFlags(rawValue: 0x20_0000)

  /// The names by bit, from bit 0.
  private static let names = [
    "noundefs", "incrlink", "dyldlink", "bindatload", "prebound", "split_segs", "lazy_init", "twolevel", "force_flat",
    "nomultidefs", "nofixprebinding", "prebindable", "allmodsbound", "subsections_via_symbols", "canonical",
    "weak_defines", "binds_to_weak", "allow_stack_execution", "root_safe", "setuid_safe", "no_reexported_dylibs", "pie",
    "dead_strippable_dylib", "has_tlv_descriptors", "no_heap_execution", "app_extension_safe",
    "nlist_outofsync_with_dyldinfo", "sim_support", "implicit_pagezero", "bit_29", "bit_30", "dylib_in_cache",
  ]

  /// The header's own names without `MH_`, in lower case, by bit: `noundefs`, `dyldlink`, `twolevel`, `pie`…
  package var names: [String] {
    Self.names.enumerated().filter { rawValue >> UInt32($0.offset) & 1 == 1 }.map(\.element)
  }
}

/// Names of platforms: those that policies use for bundles, and for the others what the linker's `-platform_version` takes.
enum MachOPlatform {
  /// By `PLATFORM_…` of `mach-o/loader.h`, from 0.
  private static let names = [
    "unknown", "macos", "ios", "tvos", "watchos", "bridgeos", "catalyst", "ios-simulator", "tvos-simulator",
    "watchos-simulator", "driverkit", "visionos", "visionos-simulator", "firmware", "sepos",
  ]

  /// `platform-NUMBER` for one that has no name here.
  static func name(_ number: UInt32) -> String {
    number < names.count ? names[Int(number)] : "platform-\(number)"
  }

  /// The platform that a command of before `LC_BUILD_VERSION` stands for. Intel code for iOS and its kin ran in simulators
  /// only, as dyld takes it too.
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

/// Names of architectures, as `lipo` and compilers call them.
enum MachOArchitecture {
  /// The subtype without the bits that tell capabilities (`CPU_SUBTYPE_MASK`).
  static func subtype(_ raw: UInt32) -> UInt32 { raw & 0x00FF_FFFF }

  /// `arm64e`, `x86_64`…; `cpu_TYPE_SUBTYPE` for one that has no name here.
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
