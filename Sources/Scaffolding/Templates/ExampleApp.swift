import SampleFiles

/// An app for macOS to try policies on, written by `init --example`. It passes the standard policies.
package enum ExampleApp {
  package static let name = "App.app"

  /// The files of the app, relative to the folder that contains it.
  package static var files: [ScaffoldFile] {
    [
      ScaffoldFile(path: "\(name)/Contents/Info.plist", text: info),
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

  private static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>CFBundleDevelopmentRegion</key>
      <string>en</string>
      <key>CFBundleExecutable</key>
      <string>Hello</string>
      <key>CFBundleIdentifier</key>
      <string>com.example.Hello</string>
      <key>CFBundleInfoDictionaryVersion</key>
      <string>6.0</string>
      <key>CFBundleName</key>
      <string>Hello</string>
      <key>CFBundlePackageType</key>
      <string>APPL</string>
      <key>CFBundleShortVersionString</key>
      <string>1.4.0</string>
      <key>CFBundleSupportedPlatforms</key>
      <array>
        <string>MacOSX</string>
      </array>
      <key>CFBundleVersion</key>
      <string>42</string>
      <key>LSMinimumSystemVersion</key>
      <string>12.0</string>
      <key>NSHumanReadableCopyright</key>
      <string>Copyright © 2026 Example</string>
      <key>NSPrincipalClass</key>
      <string>NSApplication</string>
      <key>com.example.APIHost</key>
      <string>api.example.com</string>
    </dict>
    </plist>

    """
}
