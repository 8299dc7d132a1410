import SampleFiles
@testable import FileFacts
import PropertyLists
import Testing

@Suite struct MachOFileTests {
  static func read(_ bytes: [UInt8]) throws -> MachOFile? { try MachOFile.read(ByteArray(bytes), file: "App") }

  static func slice(_ change: (inout SampleMachO) -> Void) throws -> MachOSlice {
    let file = try #require(try read(SampleMachO(change).bytes))
    #expect(!file.isFat)
    return try #require(file.slices.first)
  }

  // MARK: Headers

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func theFourForms(_ is64Bit: Bool, _ isBigEndian: Bool) throws {
    let slice = try Self.slice {
      ($0.is64Bit, $0.isBigEndian) = (is64Bit, isBigEndian)
      $0.fileType = 6
      $0.add(library: "/usr/lib/libSystem.B.dylib")
      $0.tail = [UInt8](repeating: 9, count: 100)
    }
    #expect(slice.is64Bit == is64Bit)
    #expect(slice.isBigEndian == isBigEndian)
    #expect(slice.fileType == "dylib")
    #expect(slice.architecture == "arm64")
    #expect(slice.flags.names == ["noundefs", "dyldlink", "twolevel", "pie"])
    #expect(slice.flags.contains(.positionIndependent))
    #expect(slice.libraries.map(\.name) == ["/usr/lib/libSystem.B.dylib"])
    #expect(slice.offset == 0)
    #expect(slice.size == (is64Bit ? 32 : 28) + 64 - 8 + 100)
  }

  /// Only the magic number determines whether a file is read as code.
  @Test(
    arguments: [
      ([], false), ([0xCF], false), ([0xCF, 0xFA, 0xED], false), ([0xCF, 0xFA, 0xED, 0xFE], true),
      ([0xCE, 0xFA, 0xED, 0xFE], true), ([0xFE, 0xED, 0xFA, 0xCF], true), ([0xFE, 0xED, 0xFA, 0xCE], true),
      ([0xCA, 0xFE, 0xBA, 0xBE], true), ([0xCA, 0xFE, 0xBA, 0xBF], true), ([0xBE, 0xBA, 0xFE, 0xCA], false),
      ([0x7F, 0x45, 0x4C, 0x46], false), ([0x21, 0x3C, 0x61, 0x72], false), ([0, 0, 0, 0], false),
    ] as [([UInt8], Bool)])
  func beginning(_ magic: [UInt8], _ expected: Bool) throws {
    #expect(try MachOFile.hasMagicNumber(ByteArray(magic)) == expected)
    let longer = magic + [UInt8](repeating: 0, count: 60)
    #expect(try MachOFile.hasMagicNumber(ByteArray(longer)) == (expected && magic.count == 4))
    if !expected { #expect(try Self.read(longer) == nil) }
  }

  /// `mach/machine.h`
  @Test(arguments: [
    (0x0100_000C, 0, "arm64"), (0x0100_000C, 1, "arm64v8"), (0x0100_000C, 2, "arm64e"),
    (0x0100_000C, 0x8000_0002, "arm64e"), (0x0200_000C, 1, "arm64_32"), (12, 12, "armv7k"), (12, 9, "armv7"),
    (12, 11, "armv7s"), (12, 6, "armv6"), (0x0100_0007, 3, "x86_64"), (0x0100_0007, 0x8000_0003, "x86_64"),
    (0x0100_0007, 8, "x86_64h"), (7, 3, "i386"), (18, 0, "ppc"), (18, 10, "ppc7400"), (0x0100_0012, 0, "ppc64"),
    (0x0100_000C, 9, "cpu_16777228_9"), (99, 1, "cpu_99_1"),
  ])
  func architectures(_ type: UInt32, _ subtype: UInt32, _ name: String) throws {
    let slice = try Self.slice { ($0.cpuType, $0.cpuSubtype) = (type, subtype) }
    #expect(slice.architecture == name)
    #expect(slice.cpuType == type)
    #expect(slice.cpuSubtype == subtype)
  }

  @Test(arguments: [
    (1, "object"), (2, "execute"), (6, "dylib"), (8, "bundle"), (10, "dsym"), (11, "kext_bundle"), (14, "gpu_dylib"),
    (0, "type_0"), (15, "type_15"), (UInt32.max, "type_4294967295"),
  ])
  func fileTypes(_ number: UInt32, _ name: String) throws {
    #expect(try Self.slice { $0.fileType = number }.fileType == name)
  }

  @Test(arguments: [[], [0xFE, 0xED, 0xFA], Array("#!/bin/sh\n".utf8), [0x7F, 0x45, 0x4C, 0x46, 2]] as [[UInt8]])
  func otherFilesAreNone(_ bytes: [UInt8]) throws {
    #expect(try Self.read(bytes) == nil)
  }

  // MARK: Load commands

  @Test func builds() throws {
    let slice = try Self.slice {
      $0.add(0x32, 1, 0xE_0000, 0xF_0201, 0)
      $0.add(0x32, 6, 0xD_0100, 0, 0)
      $0.add(0x25, 0x9_0003, 0)
    }
    #expect(slice.builds.map(\.platform) == ["macos", "catalyst", "ios"])
    #expect(slice.builds.map(\.minimumOS) == ["14.0", "13.1", "9.0.3"])
    #expect(slice.builds.map(\.sdk) == ["15.2.1", nil, nil])
  }

  @Test(arguments: [
    (1, "macos"), (2, "ios"), (3, "tvos"), (4, "watchos"), (6, "catalyst"), (7, "ios-simulator"), (11, "visionos"),
    (12, "visionos-simulator"), (99, "platform-99"),
  ])
  func platforms(_ number: UInt32, _ name: String) throws {
    #expect(try Self.slice { $0.add(0x32, number, 0, 0, 0) }.builds.map(\.platform) == [name])
  }

  @Test(arguments: [
    (0x24, 0x0100_0007, "macos"), (0x25, 0x0100_0007, "ios-simulator"), (0x25, 7, "ios-simulator"),
    (0x25, 0x0100_000C, "ios"), (0x2F, 0x0100_000C, "tvos"), (0x30, 0x0200_000C, "watchos"),
    (0x30, 7, "watchos-simulator"),
  ])
  func platformsOfOldCommands(_ command: UInt32, _ type: UInt32, _ name: String) throws {
    let slice = try Self.slice {
      $0.cpuType = type
      $0.add(command, 0xA_0F00, 0xB_0000)
    }
    #expect(slice.builds == [.init(platform: name, minimumOS: "10.15", sdk: "11.0")])
  }

  @Test func libraries() throws {
    let slice = try Self.slice {
      $0.add(library: "/a", as: 0xC)
      $0.add(library: "/b", as: 0x8000_0018)
      $0.add(library: "@rpath/c", as: 0x8000_001F)
      $0.add(library: "/d", as: 0x20)
      $0.add(library: "/e", as: 0x8000_0023)
      for flags in [1, 2, 4, 8, 3, 0] as [UInt32] {
        $0.add(0xC, [28, 0x1A74_1800, 0x1_0203, 0x1_0000, flags], text: "/f\(flags)")
      }
      $0.add(library: "@rpath/Self", as: 0xD)
      $0.add(library: "@rpath/Other", as: 0xD)
    }
    #expect(
      slice.libraries.map(\.name) == ["/a", "/b", "@rpath/c", "/d", "/e", "/f1", "/f2", "/f4", "/f8", "/f3", "/f0"])
    #expect(
      slice.libraries.map(\.kind) == [
        .normal, .weak, .reexport, .lazy, .upward, .weak, .reexport, .upward, .lazy, .reexport, .normal,
      ])
    #expect(slice.libraries.filter(\.isWeak).map(\.name) == ["/b", "/f1", "/f3"])
    #expect(slice.libraries.allSatisfy { $0.currentVersion == "1.2.3" && $0.compatibilityVersion == "1.0.0" })
    #expect(slice.identification?.name == "@rpath/Self")
  }

  @Test func otherCommands() throws {
    let slice = try Self.slice {
      $0.add(0x8000_001C, [12], text: "@executable_path/../Frameworks")
      $0.add(0x8000_001C, [12], text: "")
      $0.commands.append((0x1B, Array(0xF0...0xFF)))
      $0.add(0x1D, 4096, 100)
      $0.add(0x2C, 4096, 4096, 1, 0)
      $0.add(0x7777_7777)
    }
    #expect(slice.runPaths == ["@executable_path/../Frameworks", ""])
    #expect(slice.uuid == "F0F1F2F3-F4F5-F6F7-F8F9-FAFBFCFDFEFF")
    #expect(slice.hasCodeSignature)
    #expect(slice.encryption == 1)
    #expect(slice.builds == [])
    #expect(slice.identification == nil)
    let bare = try Self.slice { $0.add(0x21, 0, 0, 0) }
    #expect(bare.encryption == 0)
    #expect(!bare.hasCodeSignature)
    #expect(bare.uuid == nil)
    #expect(try Self.slice { _ in }.encryption == nil)
  }

  @Test(arguments: [(2, 104), (10, 1 << 40), (9, 1 << 40)] as [(UInt32, UInt64)])
  func segmentsThatMayBe(_ fileType: UInt32, _ size: UInt64) throws {
    let slice = try Self.slice {
      $0.fileType = fileType
      $0.segment(offset: 0, size: size)
    }
    #expect(slice.size == 104)
  }

  // MARK: Malformed

  private static func sample(_ change: (inout SampleMachO) -> Void) -> [UInt8] { SampleMachO(change).bytes }

  static let malformed: [(String, [UInt8], Int, String)] = [
    ("magic alone", [0xCF, 0xFA, 0xED, 0xFE], 0, "the Mach-O header needs 32 bytes here, but only 4 are left"),
    (
      "32-bit header cut", [0xFE, 0xED, 0xFA, 0xCE] + [UInt8](repeating: 0, count: 23), 0,
      "needs 28 bytes here, but only 27"
    ),
    ("commands outside", sample { $0.statedSize = 1 }, 20, "states 1 byte of load commands, but only 0 are left"),
    ("too many commands", sample { $0.statedCount = 16_385 }, 16, "16385 load commands; the limit is 16384"),
    ("too large commands", sample { $0.statedSize = 1 << 24 | 1 }, 20, "the limit is 16777216"),
    ("more commands than bytes", sample { $0.statedCount = 1 }, 32, "load command 1 of 1"),
    (
      "fewer bytes than commands",
      sample {
        $0.add(0x7777)
        $0.statedCount = 2
      }, 40, "load command 2 of 2"
    ),
    (
      "command of no size",
      sample {
        $0.commands = [(1, [])]; $0.tail = []
      }.replacing(36, 7), 36, "states 7 bytes; it has at least 8, and 8"
    ),
    (
      "command outside", sample { $0.add(0x7777) }.replacing(36, 9), 36,
      "states 9 bytes; it has at least 8, and 8 are left"
    ),
    (
      "segment outside", sample { $0.segment(offset: 0, size: 105) }, 72,
      "105 bytes at offset 0, but the slice has only 104"
    ),
    ("segment far outside", sample { $0.segment(offset: .max, size: 2) }, 72, "2 bytes at offset 18446744073709551615"),
    ("short segment", sample { $0.add(0x19) }, 36, "LC_SEGMENT_64 states 8 bytes; it has at least 72"),
    (
      "32-bit segment outside",
      sample {
        $0.is64Bit = false
        $0.add(0x1, 0, 0, 0, 0, 0, 0, 80, 5, 0, 0, 0, 0)
      }, 60, "5 bytes at offset 80, but the slice has only 84"
    ),
    ("short dylib", sample { $0.add(0xC, 1, 2, 3) }, 36, "LC_LOAD_DYLIB states 20 bytes; it has at least 24"),
    ("name before its fields", sample { $0.add(0xC, [23, 0, 0, 0], text: "a") }, 40, "starts at its byte 23"),
    ("name outside", sample { $0.add(0xC, [32, 0, 0, 0], text: "a") }, 40, "starts at its byte 32"),
    (
      "name far outside", sample { $0.add(0xC, [UInt32.max, 0, 0, 0], text: "a") }, 40, "starts at its byte 4294967295"
    ),
    (
      "name without end",
      sample { $0.commands = [(0xC, [24] + [UInt8](repeating: 0, count: 15) + Array("abcdefgh".utf8))] }, 56,
      "is not terminated"
    ),
    ("short rpath", sample { $0.add(0x8000_001C) }, 36, "LC_RPATH states 8 bytes; it has at least 12"),
    ("rpath without text", sample { $0.add(0x8000_001C, 12) }, 40, "starts at its byte 12"),
    ("short uuid", sample { $0.add(0x1B, 1, 2, 3) }, 36, "LC_UUID states 20 bytes"),
    ("short signature", sample { $0.add(0x1D, 1) }, 36, "LC_CODE_SIGNATURE states 12 bytes"),
    ("short encryption", sample { $0.add(0x2C, 1, 2) }, 36, "LC_ENCRYPTION_INFO_64 states 16 bytes"),
    ("short build version", sample { $0.add(0x32, 1, 2, 3) }, 36, "LC_BUILD_VERSION states 20 bytes"),
    ("short minimum version", sample { $0.add(0x24, 1) }, 36, "LC_VERSION_MIN_MACOSX states 12 bytes"),
  ]

  @Test(arguments: malformed) func malformedFiles(_ name: String, _ bytes: [UInt8], _ offset: Int, _ message: String) {
    let error = #expect(throws: FileFactError.self, "\(name)") { try Self.read(bytes) }
    #expect(error?.place.byteOffset == UInt64(offset), "\(name): \(error as Any)")
    #expect(error?.message.contains(message) == true, "\(name): \(error as Any)")
  }

  @Test func everyCutOfHeaderAndCommandsIsAnError() {
    let bytes = SampleMachO {
      $0.add(library: "/usr/lib/libSystem.B.dylib")
      $0.add(0x32, 1, 0xE_0000, 0xF_0201, 0)
    }.bytes
    for length in 4..<bytes.count {
      #expect(throws: FileFactError.self, "\(length) bytes") { try Self.read(Array(bytes.prefix(length))) }
    }
  }

  @Test func readsLittle() throws {
    let source = CountingSource(
      SampleMachO {
        for number in 0..<500 { $0.add(library: "/usr/lib/lib\(number).dylib") }
        $0.tail = [UInt8](repeating: 1, count: 20_000_000)
      }.bytes)
    #expect(try MachOFile.read(source, file: "App")?.slices.first?.libraries.count == 500)
    #expect(source.bytesRead < 50_000)
    #expect(source.reads < 5)
  }
}

extension [UInt8] {
  /// Returns the bytes with the one at `position` replaced.
  func replacing(_ position: Int, _ byte: UInt8) -> [UInt8] {
    var changed = self
    changed[position] = byte
    return changed
  }
}

extension SampleMachO {
  /// Adds a segment of the 64-bit form, without sections.
  mutating func segment(offset: UInt64, size: UInt64) {
    var body = ByteWriter(isBigEndian: isBigEndian)
    body.add([UInt8](repeating: 0, count: 32))
    body.add64(offset, size)
    body.add(0, 0, 0, 0)
    commands.append((0x19, body.bytes))
  }
}
