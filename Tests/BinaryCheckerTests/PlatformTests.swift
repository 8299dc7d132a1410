import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct PlatformTests {
  private static func declared(_ name: String, platform: String, key: String = "CFBundleSupportedPlatforms")
    -> @Sendable (inout MemoryBundle) -> Void
  {
    {
      $0.platform = platform
      $0.values[key] = .list([name])
    }
  }

  private static func phone(_ code: UInt32, in name: String = "iPhoneOS", _ bundle: inout MemoryBundle) {
    declared(name, platform: "ios")(&bundle)
    bundle.app = MemoryBundle.code(for: code)
  }

  static let cases = [
    Case("a device") { phone(2, &$0) },
    Case(
      "a simulator's code for devices",
      finds: "Contents/MacOS/App: the code for arm64 is for ios-simulator, but CFBundleSupportedPlatforms is iPhoneOS"
    ) { phone(7, &$0) },
    Case("a simulator") { phone(7, in: "iPhoneSimulator", &$0) },
    Case("a device's code for simulators", finds: "Contents/MacOS/App: the code for arm64 is for ios, but CFBundleSu") {
      phone(2, in: "iPhoneSimulator", &$0)
    },
    Case("by DTPlatformName", finds: "Contents/MacOS/App: the code for arm64 is for macos, but DTPlatformName is xros")
    {
      $0.platform = "visionos"
      $0.values["DTPlatformName"] = .text("xros")
      $0.app = MemoryBundle.code(for: 1)
    },
    Case(
      "a name that is not known, and one that is", finds: "Contents/MacOS/App: the code for arm64 is for tvos, but DT"
    ) {
      $0.platform = "ios"
      $0.values["CFBundleSupportedPlatforms"] = .list(["Toaster"])
      $0.values["DTPlatformName"] = .text("iphoneos")
      $0.app = MemoryBundle.code(for: 3)
    },
    Case("either, when nothing tells") {
      $0.platform = "ios"
      $0.app = MemoryBundle.code(for: 7)
    },
    Case(
      "another, when little tells", finds: "Contents/MacOS/App: the code for arm64 is for macos, but the bundle is for"
    ) {
      $0.platform = "ios"
      $0.app = MemoryBundle.code(for: 1)
    },
    Case("unknown") {
      $0.platform = nil
      $0.app = MemoryBundle.code(for: 9)
    },
    Case("code that tells nothing", finds: "Contents/MacOS/App: the code for arm64 states neither a platform") {
      $0.app = SampleMachO().bytes
    },
    Case(
      "devices and simulators in one file, when little tells",
      finds: "Contents/MacOS/App: the code for arm64 is for ios, but the code for x86_64 is for ios-simulator"
    ) {
      $0.platform = "ios"
      let intel = SampleMachO {
        ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3)
        $0.add(0x32, 7, 0xC_0000, 0xC_0000, 0)
      }
      $0.app = SampleMachO.fat([(0x0100_0007, 3, intel.bytes), (0x0100_000C, 0, MemoryBundle.code(for: 2))])
    },
    Case("for the Mac and for Catalyst at once") {
      $0.app = MemoryBundle.arm { $0.add(0x32, 6, 0xE_0000, 0x1A_0000, 0) }
    },
    Case("Catalyst") {
      declared("MacOSX", platform: "catalyst")(&$0)
      $0.app = MemoryBundle.code(for: 6)
    },
    Case(
      "Catalyst without families", finds: "Contents/MacOS/App: warning: the code for arm64 is for catalyst, but "
    ) {
      declared("MacOSX", platform: "macos")(&$0)
      $0.app = MemoryBundle.code(for: 6)
    },
    Case("the Mac with families", finds: "Contents/MacOS/App: warning: the code for arm64 is for macos, but ") {
      declared("MacOSX", platform: "catalyst")(&$0)
      $0.app = MemoryBundle.code(for: 1)
    },
    Case(
      "a library for another", finds: "Frameworks/a.dylib: warning: the code for arm64 is for macos, but CFBundleSuppor"
    ) {
      phone(2, &$0)
      $0.contents["Frameworks/a.dylib"] = MemoryBundle.code(for: 1, type: 6)
    },
    Case("a library for visionOS") {
      phone(2, &$0)
      $0.contents["Frameworks/a.dylib"] = MemoryBundle.code(for: 11, type: 6)
    },
    Case(
      "a program for visionOS", finds: "Contents/MacOS/App: the code for arm64 is for visionos, but CFBundleSupporte"
    ) {
      phone(11, &$0)
    },
    Case(
      "one slice of two, as old compilers said it",
      finds: "Contents/MacOS/App: the code for x86_64 is for ios-simulator, but CFBundleSupportedPlatforms is iPhoneOS"
    ) {
      declared("iPhoneOS", platform: "ios")(&$0)
      let intel = SampleMachO {
        ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3)
        $0.add(0x25, 0xC_0000, 0xC_0000)
      }
      $0.app = SampleMachO.fat([(0x0100_0007, 3, intel.bytes), (0x0100_000C, 0, MemoryBundle.code(for: 2))])
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }
}

@Suite struct MinimumSystemTests {
  private static func mac(_ version: String?, _ code: [UInt8]) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.values["LSMinimumSystemVersion"] = version.map { .text($0) }
      $0.app = code
    }
  }

  private static func phone(_ version: String, _ minimumOS: UInt32, platform: UInt32 = 2)
    -> @Sendable (inout MemoryBundle) -> Void
  {
    {
      $0.platform = "ios"
      $0.values["LSMinimumSystemVersion"] = .text("1.0")
      $0.values["MinimumOSVersion"] = .text(version)
      $0.app = MemoryBundle.code(for: platform, minimumOS)
    }
  }

  private static func special(_ versions: [(String, String?)]) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.values["LSMinimumSystemVersion"] = .text("10.9")
      $0.values["LSMinimumSystemVersionByArchitecture"] = .dictionary(versions.map { ($0.0, $0.1) })
      $0.app = MemoryBundle.universal()
    }
  }

  static let cases = [
    Case("the same", of: mac("13.0", MemoryBundle.universal())),
    Case("13 is 13.0", of: mac("13", MemoryBundle.universal())),
    Case("later", of: mac("14.1", MemoryBundle.universal())), Case("not said", of: mac(nil, MemoryBundle.universal())),
    Case(
      "earlier",
      finds: "LSMinimumSystemVersion: LSMinimumSystemVersion is 12.7.6, the code for x86_64 and arm64 needs 13.0",
      of: mac("12.7.6", MemoryBundle.universal())),
    Case(
      "numbers, not text", finds: "LSMinimumSystemVersion: LSMinimumSystemVersion is 9.9, the code",
      of: mac("9.9", MemoryBundle.universal())),
    Case(
      "the third number counts", finds: "LSMinimumSystemVersion: ",
      of: mac("10.14.5", MemoryBundle.intel { $0.commands[0] = version(0xA_0E06) })),
    Case("the third number suffices", of: mac("10.14.6", MemoryBundle.intel { $0.commands[0] = version(0xA_0E06) })),
    Case(
      "the first system of the architecture", of: mac("10.9", MemoryBundle.arm { $0.commands[0] = version(0xB_0000) })),
    Case(
      "one later than the first",
      finds: "LSMinimumSystemVersion: LSMinimumSystemVersion is 10.9, the code for arm64 needs 11.1",
      of: mac("10.9", MemoryBundle.arm { $0.commands[0] = version(0xB_0100) })),
    Case(
      "the first system of another",
      finds: "LSMinimumSystemVersion: LSMinimumSystemVersion is 10.9, the code for x86_64",
      of: mac("10.9", MemoryBundle.intel { $0.commands[0] = version(0xB_0000) })),
    Case(
      "by architecture, one of them too early",
      finds:
        "LSMinimumSystemVersionByArchitecture/arm64: LSMinimumSystemVersionByArchitecture for arm64 is 12.0, the code for",
      of: special([("arm64", "12.0"), ("x86_64", "13.0")])),
    Case("by architecture", of: special([("arm64", "13.0"), ("x86_64", "13.0")])),
    Case(
      "by architecture, one of them by the other key",
      finds: "LSMinimumSystemVersion: LSMinimumSystemVersion is 10.9, the code for x86_64 needs 13.0",
      of: special([("arm64", "13.0")])),
    Case(
      "by architecture, malformed",
      finds: "LSMinimumSystemVersionByArchitecture/arm64: LSMinimumSystemVersionByArchitecture for arm64 is a value",
      of: special([("arm64", nil), ("x86_64", "13.0"), ("arm64", "13.0")])),
    Case("by architecture, no dictionary", finds: "LSMinimumSystemVersionByArchitecture: LSMinimumSystemVersionByA") {
      $0.values["LSMinimumSystemVersionByArchitecture"] = .text("13.0")
      $0.app = MemoryBundle.universal()
    },
    Case("iOS", of: phone("15.0", 0xF_0000)),
    Case(
      "iOS, earlier", finds: "MinimumOSVersion: MinimumOSVersion is 14.9, the code for arm64 needs 15.0",
      of: phone("14.9", 0xF_0000)),
    Case("a simulator on Apple's processors", of: phone("12.0", 0xE_0000, platform: 7)),
    Case(
      "a simulator, earlier", finds: "MinimumOSVersion: MinimumOSVersion is 12.0, the code",
      of: phone("12.0", 0xE_0100, platform: 7)),
    Case("Catalyst states versions of iOS") {
      $0.platform = "catalyst"
      $0.app = MemoryBundle.code(for: 6, 0x11_0000)
    },
    Case(
      "a library that needs a later system",
      finds: "Contents/Frameworks/a.dylib: warning: LSMinimumSystemVersion is 13.0, the code for arm64 needs 14.0"
    ) {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/Frameworks/a.dylib"] = MemoryBundle.code(for: 1, 0xE_0000, type: 6)
    },
  ]

  private static func version(_ packed: UInt32) -> (UInt32, [UInt8]) {
    var made = SampleMachO()
    made.add(0x32, 1, packed, 0x1A_0000, 0)
    return made.commands[0]
  }

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }

  @Test(arguments: ["", "x", "10.", ".9", "10..9", "10.9.1.1", "-1", "+1", "10.9 ", "4294967296", "１０.9", "10,9"])
  func malformedVersions(_ text: String) throws {
    let found = try MemoryBundle {
      $0.values["LSMinimumSystemVersion"] = .text(text)
      $0.app = MemoryBundle.universal()
    }.judged()
    #expect(
      found == ["LSMinimumSystemVersion: LSMinimumSystemVersion is \"\(text)\", which is not a system version"])
  }

  @Test(arguments: [("10.9", "10.10"), ("9", "10"), ("10.9.5", "10.10"), ("10.15", "10.15.1"), ("9.9.9", "10")])
  func order(_ earlier: String, _ later: String) throws {
    let (left, right) = (try #require(SystemVersion(earlier)), try #require(SystemVersion(later)))
    #expect(left < right && !(right < left))
  }
}
