import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct LibraryTests {
  private static func linked(
    _ name: String, as command: UInt32 = 0xC, type: UInt32 = 8
  ) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.kind = "plugin"
      $0.app = MemoryBundle.arm {
        $0.fileType = type
        $0.add(library: name, as: command)
      }
    }
  }

  private static func framework(id: String) -> @Sendable (inout MemoryBundle) -> Void {
    {
      linked(id, as: 0xD, type: 6)(&$0)
      $0.kind = "framework"
    }
  }

  static let names = [
    Case("of the system", of: linked("/System/Library/Frameworks/AppKit.framework/AppKit")),
    Case("of Catalyst", of: linked("/System/iOSSupport/System/Library/Frameworks/UIKit.framework/UIKit")),
    Case("by a variable", of: linked("@rpath/Kit.framework/Kit")),
    Case(
      "of Homebrew",
      finds:
        "Contents/MacOS/App: the code for arm64 is linked with /opt/homebrew/lib/libx.dylib, which is on the build",
      of: linked("/opt/homebrew/lib/libx.dylib")),
    Case(
      "of /usr/local", finds: "Contents/MacOS/App: the code for arm64 is linked with /usr/local/lib/libx.dylib",
      of: linked("/usr/local/lib/libx.dylib")),
    Case(
      "out of the system", finds: "Contents/MacOS/App: the code for arm64 is linked with",
      of: linked("/usr/lib/../local/lib/libx.dylib")),
    Case(
      "re-exported", finds: "Contents/MacOS/App: the code for arm64 is linked with /opt/x.dylib",
      of: linked("/opt/x.dylib", as: 0x8000_001F)),
    Case(
      "that may be missing", finds: "Contents/MacOS/App: warning: the code for arm64 is linked with /opt/x.dylib",
      of: linked("/opt/x.dylib", as: 0x8000_0018)),
    Case(
      "shared",
      finds:
        "Contents/MacOS/App: warning: the code for arm64 is linked with /Library/Frameworks/Mono.framework/Mono, which",
      of: linked("/Library/Frameworks/Mono.framework/Mono")),
    Case(
      "relative", finds: "Contents/MacOS/App: the code for arm64 is linked with libx.dylib, relative to the directory",
      of: linked("libx.dylib")),
    Case("allowed", with: { $0.allowedLibraries = ["/opt"] }, of: linked("/opt/lib/x.dylib")),
    Case(
      "not allowed", finds: "Contents/MacOS/App: the code", with: { $0.allowedLibraries = ["/opt"] },
      of: linked("/opt2/lib/x.dylib")),
    Case("what has the install name by a variable", of: framework(id: "@rpath/Kit.framework/Kit")),
    Case(
      "what has the install name by a folder of somebody",
      finds: "Contents/MacOS/App: the code for arm64 has the install name /Users/me/Kit.framework/Kit",
      of: framework(id: "/Users/me/Kit.framework/Kit")),
    Case(
      "what has the install name as if it were the system's",
      finds: "Contents/MacOS/App: the code for arm64 has the install name /usr/lib",
      of: framework(id: "/usr/lib/libx.dylib")),
    Case(
      "what has the install name by a shared folder",
      finds: "Contents/MacOS/App: warning: the code for arm64 has the install name /Lib",
      of: framework(id: "/Library/Frameworks/Kit.framework/Kit")),
    Case("what is allowed to", with: { $0.allowedLibraries = ["/Users"] }, of: framework(id: "/Users/me/Kit")),
    Case(
      "a library that has the install name by its name alone",
      finds: "Contents/Frameworks/libx.dylib: warning: the code for arm64 has the install name libx.dylib"
    ) {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/Frameworks/libx.dylib"] = MemoryBundle.arm {
        $0.fileType = 6
        $0.add(library: "libx.dylib", as: 0xD)
      }
    },
  ]

  @Test(arguments: names) func judgesNames(_ sample: Case) throws { try sample.run() }

  // MARK: Libraries that are there

  private static func program(
    _ library: String, _ runPaths: [String], in files: [String] = [], as command: UInt32 = 0xC
  ) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.app = MemoryBundle.arm { code in
        code.add(library: library, as: command)
        for path in runPaths { code.add(0x8000_001C, [12], text: path) }
      }
      for file in files { $0.contents[file] = [1, 2, 3, 4] }
    }
  }

  private static let kit = "@rpath/Kit.framework/Versions/A/Kit"
  private static let kitFile = "Contents/Frameworks/Kit.framework/Versions/A/Kit"
  private static let frameworks = "@executable_path/../Frameworks"

  static let resolutions = [
    Case("found", of: program(kit, [frameworks], in: [kitFile])),
    Case("found in the second place", of: program(kit, ["@loader_path", frameworks + "/"], in: [kitFile])),
    Case(
      "found whatever its case", of: program("@rpath/kit.framework/Versions/a/kit", [frameworks], in: [kitFile])),
    Case(
      "missing",
      finds: "Contents/MacOS/App: the code for arm64 is linked with @rpath/Kit.framework/Versions/A/Kit, which",
      of: program(kit, [frameworks])),
    Case(
      "missing, with Swift's own run path", finds: "Contents/MacOS/App: the code for arm64 is linked with @rpath/Kit",
      of: program(kit, ["/usr/lib/swift", frameworks])),
    Case("of Swift", of: program("@rpath/libswiftCore.dylib", ["/usr/lib/swift", frameworks])),
    Case(
      "without a run path",
      finds:
        "Contents/MacOS/App: the code for arm64 is linked with @rpath/Kit.framework/Versions/A/Kit, "
        + "but has no run path to find it", of: program(kit, [])),
    Case("perhaps in the system", of: program(kit, [frameworks, "/System/Library/Frameworks"])),
    Case(
      "outside the application",
      finds:
        "Contents/MacOS/App: the code for arm64 looks for libraries in @executable_path/../../.., which is outside",
      "Contents/MacOS/App: the code for arm64 is linked with @rpath/Kit.framework/Versions/A/Kit, which is not at",
      of: program(kit, ["@executable_path/../../.."])),
    Case("that may be missing", of: program(kit, [frameworks], as: 0x8000_0018)),
    Case("that is loaded when it is used", of: program(kit, [frameworks], as: 0x20)),
    Case(
      "by the program's place", of: program("@executable_path/libx.dylib", [], in: ["Contents/MacOS/libx.dylib"])),
    Case(
      "not at the program's place",
      finds:
        "Contents/MacOS/App: the code for arm64 is linked with @loader_path/libx.dylib, which is not at",
      of: program("@loader_path/libx.dylib", [])),
    Case("behind a link") {
      program("@rpath/Kit.framework/Versions/Current/Kit", [frameworks], in: [kitFile])(&$0)
      $0.links["Contents/Frameworks/Kit.framework/Versions/Current"] = "A"
    },
    Case("a link") {
      program("@rpath/Kit.framework/Kit", [frameworks], in: [kitFile])(&$0)
      $0.links["Contents/Frameworks/Kit.framework/Kit"] = kitFile
    },
    Case("in the bundle around it") {
      program(kit, ["@executable_path/../../../../Frameworks"])(&$0)
      ($0.kind, $0.path) = ("extension", "Contents/PlugIns/Share.appex")
      $0.around = [kitFile]
    },
    Case("not in the bundle around it", finds: "Contents/MacOS/App: the code for arm64 is linked with @rpath/Kit") {
      program(kit, ["@executable_path/../../../../Frameworks"])(&$0)
      ($0.kind, $0.path) = ("extension", "Contents/PlugIns/Share.appex")
    },
    Case("of a library, which others load") {
      $0.app = MemoryBundle.arm()
      $0.contents["Contents/Frameworks/libx.dylib"] = MemoryBundle.arm {
        $0.fileType = 6
        $0.add(library: "@loader_path/liby.dylib")
      }
    },
  ]

  @Test(arguments: resolutions) func judgesWhatIsThere(_ sample: Case) throws { try sample.run() }
}
