import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct ArchitectureTests {
  private static func library(_ path: String, _ bytes: [UInt8]) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.app = MemoryBundle.universal()
      $0.contents[path] = bytes
    }
  }

  private static let armLibrary = MemoryBundle.arm { $0.fileType = 6 }
  private static let intelLibrary = MemoryBundle.intel { $0.fileType = 6 }

  static let cases = [
    Case("all that are wanted", with: { $0.architectures = ["arm64", "x86_64"] }) { $0.app = MemoryBundle.universal() },
    Case(
      "one that is wanted is not there",
      finds: "Contents/MacOS/App: the file has no code for x86_64, only for arm64",
      with: { $0.architectures = ["arm64", "x86_64"] }
    ) { $0.app = MemoryBundle.arm() },
    Case("all that may be", with: { $0.allowedArchitectures = ["arm64", "x86_64"] }) {
      $0.app = MemoryBundle.universal()
    },
    Case(
      "one that may not be", finds: "Contents/MacOS/App: the code for x86_64 is not allowed",
      with: { $0.allowedArchitectures = ["arm64"] }
    ) { $0.app = MemoryBundle.universal() },
    Case("libraries for both", of: library("Contents/Frameworks/a.dylib", MemoryBundle.universal { $0.fileType = 6 })),
    Case(
      "a library for one",
      finds: "Contents/Frameworks/a.dylib: the file has no code for x86_64, unlike the executable; only for arm64",
      of: library("Contents/Frameworks/a.dylib", armLibrary)),
    Case(
      "a loadable bundle for one",
      finds: "Contents/PlugIns/a.so: the file has no code for x86_64, unlike the executable",
      of: library("Contents/PlugIns/a.so", MemoryBundle.arm { $0.fileType = 8 })),
    Case(
      "a library for the other",
      finds: "Contents/Frameworks/a.dylib: the file has no code for arm64, unlike the executable",
      of: library("Contents/Frameworks/a.dylib", intelLibrary)),
    Case(
      "a library for one, allowed", with: { $0.sameArchitectures = false },
      of: library("Contents/Frameworks/a.dylib", armLibrary)),
    Case("one for each by its folder", of: library("Contents/Resources/lib-arm64/a.dylib", armLibrary)),
    Case("one for each by its name", of: library("Contents/Resources/a.x86_64.dylib", intelLibrary)),
    Case(
      "a name that only contains one", finds: "Contents/Resources/charm64k.dylib: the file has no code for x86_64",
      of: library("Contents/Resources/charm64k.dylib", armLibrary)),
    Case(
      "a tool", finds: "Contents/MacOS/tool: warning: the file has no code for x86_64, unlike the executable",
      of: library("Contents/MacOS/tool", MemoryBundle.arm())),
    Case("more than the executable") {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/Frameworks/a.dylib"] = MemoryBundle.universal { $0.fileType = 6 }
    },
    Case("a library for the general form", finds: "Contents/MacOS/App: warning: the code for arm64e does not run") {
      $0.app = MemoryBundle.arm { $0.cpuSubtype = 2 }
      $0.contents["Contents/Frameworks/a.dylib"] = armLibrary
    },
    Case(
      "without an executable", finds: "a.dylib: the file has no code for x86_64, only",
      with: { $0.architectures = ["x86_64"] }
    ) {
      ($0.kind, $0.executable) = ("plugin", nil)
      $0.values["CFBundleExecutable"] = nil
      $0.contents["a.dylib"] = armLibrary
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }
}
