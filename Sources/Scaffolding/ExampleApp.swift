import SampleFiles

package enum ExampleApp {
  package static let name = "App.app"

  package static var files: [ScaffoldFile] {
    [
      ScaffoldFile(path: "\(name)/Contents/Info.plist", EmbeddedText.exampleInfoPlist),
      ScaffoldFile(path: "\(name)/Contents/MacOS/Hello", content: executable, isExecutable: true),
      ScaffoldFile(path: "\(name)/Contents/PkgInfo", text: "APPL????"),
    ]
  }

  /// A Mach-O file without code, built for macOS 12 with the SDK of macOS 26.
  private static var executable: [UInt8] {
    SampleMachO {
      // LC_BUILD_VERSION
      $0.add(0x32, 1, 12 << 16, 26 << 16, 0)
      $0.add(library: "/usr/lib/libSystem.B.dylib")
    }.bytes
  }
}
