import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct SliceTests {
  private typealias Processor = (type: UInt32, subtype: UInt32)
  private static let i386: Processor = (7, 3)
  private static let x86_64: Processor = (0x0100_0007, 3)
  private static let arm64: Processor = (0x0100_000C, 0)
  private static let arm64e: Processor = (0x0100_000C, 2)
  private static let armv7: Processor = (12, 9)
  private static let armv7k: Processor = (12, 12)
  private static let powerPC: Processor = (18, 0)

  /// Code for a processor, a platform and a minimum system.
  private static func code(
    _ processor: Processor, _ platform: UInt32 = 1, _ minimumOS: UInt32 = 0xD_0000, type: UInt32 = 2,
    sdk: UInt32 = 0x1A_0000
  ) -> [UInt8] {
    SampleMachO {
      ($0.cpuType, $0.cpuSubtype, $0.fileType) = (processor.type, processor.subtype, type)
      ($0.is64Bit, $0.isBigEndian) = (processor.type & 0x0100_0000 != 0, processor.type & 0xFF == 18)
      $0.add(0x32, platform, minimumOS, sdk, 0)
    }.bytes
  }

  private static func mac(_ version: String, _ code: [UInt8]) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.values["LSMinimumSystemVersion"] = .text(version)
      $0.app = code
    }
  }

  private static func device(_ platform: String, _ version: String, _ code: [UInt8])
    -> @Sendable (inout MemoryBundle) -> Void
  {
    {
      $0.platform = platform
      $0.values["LSMinimumSystemVersion"] = nil
      $0.values["MinimumOSVersion"] = .text(version)
      $0.app = code
    }
  }

  private static func fat(_ slices: (Processor, [UInt8])...) -> [UInt8] {
    SampleMachO.fat(slices.map { ($0.type, $0.subtype, $1) })
  }

  static let cases = [
    // Number and type.
    Case(
      "one architecture twice", finds: "Contents/MacOS/App: the code for arm64 occurs 2 times in the file",
      of: mac("13.0", fat((arm64, code(arm64)), (arm64, code(arm64))))),
    Case(
      "one architecture twice, with other capabilities",
      finds: "Contents/MacOS/App: the code for x86_64 occurs 2 times in the file",
      of: mac("13.0", fat((x86_64, code(x86_64)), ((x86_64.type, 0x8000_0003), code((x86_64.type, 0x8000_0003)))))),
    Case("an architecture and a form of it", of: mac("13.0", fat((arm64, code(arm64)), (x86_64, code(x86_64))))),
    Case(
      "a library and a program in one file",
      finds: "tool: warning: the code for x86_64 is of type dylib, but the code for"
    ) {
      $0.app = MemoryBundle.universal()
      $0.contents["tool"] = fat((arm64, code(arm64)), (x86_64, code(x86_64, type: 6)))
    },
    Case(
      "debug symbols for an executable", finds: "Contents/MacOS/App: the code for arm64 is of type dsym",
      of: mac("13.0", fat((arm64, code(arm64, type: 10))))),
    Case("debug symbols for a plug-in's", finds: "Contents/MacOS/App: the code for arm64 is of type dsym") {
      $0.kind = "plugin"
      $0.app = code(arm64, type: 10)
    },
    Case("a library for an executable", finds: "Contents/MacOS/App: the code for arm64 is of type dylib") {
      $0.app = code(arm64, type: 6)
    },
    // What it was built for.
    Case("no platform", finds: "Contents/MacOS/App: the code for arm64 states neither a platform nor a minimum system")
    {
      $0.app = SampleMachO().bytes
    },
    Case("no platform in one slice", finds: "Contents/MacOS/App: the code for arm64 states neither a platform nor") {
      $0.app = fat((x86_64, code(x86_64)), (arm64, SampleMachO().bytes))
    },
    Case("a library without a platform", finds: "a.dylib: warning: the code for arm64 states neither a platform nor") {
      $0.app = code(arm64)
      $0.contents["a.dylib"] = SampleMachO { $0.fileType = 6 }.bytes
    },
    Case("an object without a platform") {
      $0.app = code(arm64)
      $0.contents["a.o"] = SampleMachO { $0.fileType = 1 }.bytes
    },
    Case(
      "two minimum systems",
      finds:
        "Contents/MacOS/App: the code for arm64 states its build for macos more than once, with minimum systems 13.0"
    ) {
      $0.app = MemoryBundle.arm { $0.add(0x32, 1, 0xC_0000, 0xE_0000, 0) }
    },
    Case("one platform by two commands", finds: "Contents/MacOS/App: the code for arm64 states its build for macos mo")
    {
      $0.app = MemoryBundle.arm { $0.add(0x24, 0xD_0000, 0xE_0000) }
    },
    Case("no minimum system", finds: "Contents/MacOS/App: the code for arm64 states 0.0 as its minimum system for mac")
    {
      $0.app = code(arm64, 1, 0)
    },
    Case("no SDK", finds: "Contents/MacOS/App: warning: the code for arm64 states no SDK for macos") {
      $0.app = code(arm64, sdk: 0)
    },
    // Architectures and systems.
    Case(
      "i386 for the last system",
      of: mac("10.14", fat((i386, code(i386, 1, 0xA_0600)), (x86_64, code(x86_64, 1, 0xA_0900))))),
    Case(
      "i386 beside other code, for a later one",
      finds:
        "Contents/MacOS/App: warning: the code for i386 cannot run: macos 10.15 and later do not support it, and the",
      of: mac("10.15", fat((i386, code(i386, 1, 0xA_0600)), (x86_64, code(x86_64, 1, 0xA_0900))))),
    Case(
      "i386 alone", finds: "Contents/MacOS/App: the code for i386 cannot run: macos 10.15 and later do not support it",
      of: mac("11.0", code(i386, 1, 0xA_0600))),
    Case(
      "i386 that says so itself", finds: "Contents/MacOS/App: the code for i386 cannot run: macos 10.15",
      "LSMinimumSystemVersion: ", of: mac("10.9", code(i386, 1, 0xB_0000))),
    Case(
      "PowerPC", finds: "Contents/MacOS/App: the code for ppc cannot run: macos 10.7",
      of: mac("10.9", code(powerPC, 1, 0xA_0400))),
    Case("PowerPC for its systems", of: mac("10.5", code(powerPC, 1, 0xA_0400))),
    Case(
      "arm64 for an earlier one",
      finds: "Contents/MacOS/App: warning: the code for arm64 states macos 10.15 as its minimum system, but the first",
      of: mac("10.15", code(arm64, 1, 0xA_0F00))),
    Case(
      "arm64e", finds: "Contents/MacOS/App: warning: the code for arm64e does not run on systems before macos 26.0",
      of: mac("13.0", code(arm64e))),
    Case("arm64e for a system that runs it", of: mac("26.0", code(arm64e, 1, 0x1A_0000))),
    Case("a library with arm64e") {
      $0.app = code(arm64)
      $0.contents["a.dylib"] = fat((arm64, code(arm64, type: 6)), (arm64e, code(arm64e, type: 6)))
    },
    Case(
      "armv7 for the Mac", finds: "Contents/MacOS/App: the code for armv7 cannot run: no version of macos supports it",
      of: mac("13.0", code(armv7))),
    Case(
      "armv7 for iOS 11",
      finds: "Contents/MacOS/App: the code for armv7 cannot run: ios 11.0 and later do not support it",
      of: device("ios", "11.0", code(armv7, 2, 0x8_0000))),
    Case("armv7 for iOS 10", of: device("ios", "10.3", code(armv7, 2, 0x8_0000))),
    Case(
      "x86_64 for an iPhone",
      finds: "Contents/MacOS/App: the code for x86_64 cannot run: no version of ios supports it",
      of: device("ios", "15.0", fat((arm64, code(arm64, 2, 0xF_0000)), (x86_64, code(x86_64, 2, 0xF_0000))))),
    Case("x86_64 for its simulator", of: device("ios", "15.0", code(x86_64, 7, 0xF_0000))),
    Case(
      "armv7k for watchOS 9", finds: "Contents/MacOS/App: the code for armv7k cannot run: watchos 9.0 and later",
      of: device("watchos", "9.0", code(armv7k, 4, 0x4_0000))),
    Case("armv7k for watchOS 4", of: device("watchos", "4.0", code(armv7k, 4, 0x4_0000))),
    Case(
      "armv7k for the iPhone",
      finds: "Contents/MacOS/App: the code for armv7k cannot run: no version of ios supports it",
      of: device("ios", "9.0", code(armv7k, 2, 0x9_0000))),
    Case("an architecture without a name", of: mac("13.0", code((0x0100_0063, 0)))),
    Case(
      "a library of another time",
      finds: "a.dylib: warning: the file has no code for arm64",
      "a.dylib: warning: the code for i386 cannot run: macos 10.15"
    ) {
      $0.app = code(arm64)
      $0.contents["a.dylib"] = code(i386, 1, 0xA_0600)
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }

  /// The reader refuses these, which is a finding, too.
  @Test(
    arguments: [
      [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0], [0xCA, 0xFE, 0xBA, 0xBF, 0, 0, 0, 0],
    ] as [[UInt8]])
  func anEmptyFatFile(_ bytes: [UInt8]) throws {
    let found = try MemoryBundle { $0.app = bytes + [UInt8](repeating: 0, count: 64) }.judged()
    #expect(found.count == 1 && found[0].hasPrefix("Contents/MacOS/App: the Mach-O file is malformed"), "\(found)")
  }
}
