import FileFacts
import Testing

@testable import BinaryChecker

@Suite struct RunPathTests {
  private static func paths(_ paths: String...) -> @Sendable (inout MemoryBundle) -> Void {
    {
      $0.app = MemoryBundle.arm { code in
        for path in paths { code.add(0x8000_001C, [12], text: path) }
      }
    }
  }

  static let cases = [
    Case(
      "in the bundle and the system",
      of: paths(
        "@executable_path/../Frameworks", "@loader_path", "@loader_path/../..", "@rpath/x", "/usr/lib/swift",
        "/usr/lib",
        "/System/Library/Frameworks", "/usr/lib/./swift/../x")),
    Case(
      "of Homebrew",
      finds:
        "Contents/MacOS/App: the code for arm64 looks for libraries in /opt/homebrew/lib, which is a folder of the",
      of: paths("/opt/homebrew/lib")),
    Case(
      "of Xcode", finds: "Contents/MacOS/App: the code for arm64 looks for libraries in /Applications/Xcode.app/Con",
      of: paths(
        "/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib/swift-5.5/macosx")),
    Case(
      "of somebody", finds: "Contents/MacOS/App: the code for arm64 looks for libraries in /Users/me/build",
      of: paths("/Users/me/build")),
    Case(
      "out of the application",
      finds:
        "Contents/MacOS/App: the code for arm64 looks for libraries in @executable_path/../../../lib, which is outside",
      of: paths("@executable_path/../../../lib")),
    Case("like the system's", finds: "Contents/MacOS/App: the code", of: paths("/usr/libexec")),
    Case("out of the system", finds: "Contents/MacOS/App: the code", of: paths("/usr/lib/../local/lib")),
    Case("above the root", finds: "Contents/MacOS/App: the code", of: paths("/../../opt/lib")),
    Case("like a variable", finds: "Contents/MacOS/App: the code", of: paths("@executable_paths/x")),
    Case(
      "shared",
      finds: "Contents/MacOS/App: warning: the code for arm64 looks for libraries in /Library/Frameworks, which",
      of: paths("/Library/Frameworks")),
    Case(
      "relative", finds: "Contents/MacOS/App: the code for arm64 looks for libraries in lib, relative to the directory",
      of: paths("lib")),
    Case("empty", finds: "Contents/MacOS/App: the code for arm64 looks for libraries in , relative", of: paths("")),
    Case(
      "allowed", with: { $0.allowedRunPaths = ["/opt/ours/", "lib"] }, of: paths("/opt/ours", "/opt/ours/lib", "lib")),
    Case(
      "not allowed", finds: "Contents/MacOS/App: the code", with: { $0.allowedRunPaths = ["/opt/ours"] },
      of: paths("/opt/ours2")),
    Case(
      "twice", finds: "Contents/MacOS/App: warning: the code for arm64 has the run path @loader_path more than once",
      of: paths("@loader_path", "@executable_path", "@loader_path")),
    Case(
      "four times",
      finds: "Contents/MacOS/App: warning: the code for arm64 has the run path @loader_path more than once",
      of: paths("@loader_path", "@loader_path", "@loader_path", "@loader_path")),
    Case("in several slices", finds: "Contents/MacOS/App: the code for x86_64 and arm64 looks for libraries in /opt") {
      $0.app = MemoryBundle.universal { $0.add(0x8000_001C, [12], text: "/opt") }
    },
    Case(
      "in several slices, otherwise",
      finds: "Contents/MacOS/App: the code for x86_64 looks for libraries in /opt/intel",
      "Contents/MacOS/App: the code for arm64 looks for libraries in /opt/arm"
    ) {
      $0.app = MemoryBundle.universal {
        $0.add(0x8000_001C, [12], text: $0.cpuSubtype == 3 ? "/opt/intel" : "/opt/arm")
      }
    },
  ]

  @Test(arguments: cases) func judges(_ sample: Case) throws { try sample.run() }
}
