import SampleFiles
import FileFacts
import PolicyTestSupport
import Testing

/// The built-in standard policies on valid bundles, and on bundles with one defect.
@Suite struct SoundBundleCommandTests {
  /// Code for arm64, with the loader's number of the platform and the minimum system.
  private static func code(_ platform: UInt32, _ system: UInt32, type: UInt32 = 2) -> [UInt8] {
    SampleMachO {
      $0.fileType = type
      $0.add(0x32, platform, system << 16, system << 16, 0)
    }.bytes
  }

  private static func icon(_ width: UInt32) -> [UInt8] {
    SamplePNG {
      ($0.width, $0.height) = (width, width)
      $0.colorType = 2
    }.bytes
  }

  private static func info(_ name: String, _ type: String, _ platform: String, _ more: String = "") -> String {
    PropertyListText.document(
      PropertyListText.strings([
        "CFBundleExecutable": name, "CFBundleIdentifier": "com.example.\(name)", "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": name, "CFBundlePackageType": type, "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1",
      ]) + "<key>CFBundleSupportedPlatforms</key><array><string>\(platform)</string></array>\n" + more)
  }

  /// An application for macOS with a framework, one for iOS, and a plug-in that registers a factory.
  private static func folder() throws -> TemporaryFolder {
    let system = "<key>LSMinimumSystemVersion</key><string>11.0</string>\n"
    let folder = try TemporaryFolder([
      "Mac.app/Contents/Info.plist": info(
        "Mac", "APPL", "MacOSX", system + "<key>CFBundleIconFile</key><string>Mac</string>"),
      "Mac.app/Contents/PkgInfo": "APPL????",
      "Mac.app/Contents/Resources/fr.lproj/InfoPlist.strings": "CFBundleName = \"Le Mac\";\n",
      "Mac.app/Contents/Resources/en.lproj/InfoPlist.strings": "CFBundleName = \"Mac\";\n",
      "Mac.app/Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": info(
        "Kit", "FMWK", "MacOSX", system),
      "Phone.app/Info.plist": info(
        "Phone", "APPL", "iPhoneOS",
        """
        <key>MinimumOSVersion</key><string>16.0</string>
        <key>LSRequiresIPhoneOS</key><true/>
        <key>UIDeviceFamily</key><array><integer>1</integer></array>
        <key>UILaunchScreen</key><dict/>
        <key>CFBundleIconFiles</key><array><string>Icon60x60</string></array>
        """),
      "Plug.bundle/Contents/Info.plist": info(
        "Plug", "BNDL", "MacOSX",
        system + """
          <key>CFPlugInFactories</key>
          <dict><key>0C5C8A5A-8C2B-4B7E-9A51-5D2B0A3F6E11</key><string>MakePlug</string></dict>
          <key>CFPlugInTypes</key>
          <dict><key>5E2D9680-5022-40FA-B806-43349622E5B9</key><array><string>0C5C8A5A-8C2B-4B7E-9A51-5D2B0A3F6E11</string></array></dict>
          """),
    ])
    let kit = "Mac.app/Contents/Frameworks/Kit.framework/"
    try folder.write("Mac.app/Contents/MacOS/Mac", code(1, 11), mode: 0o755)
    try folder.write(
      "Mac.app/Contents/Resources/Mac.icns", SampleIcons.family([(type: "ic10", content: icon(1024))]))
    try folder.write(kit + "Versions/A/Kit", code(1, 11, type: 6), mode: 0o755)
    try folder.link(kit + "Versions/Current", to: "A")
    try folder.link(kit + "Kit", to: "Versions/Current/Kit")
    try folder.link(kit + "Resources", to: "Versions/Current/Resources")
    try folder.write("Phone.app/Phone", code(2, 16), mode: 0o755)
    try folder.write("Phone.app/Icon60x60@2x.png", icon(120))
    try folder.write("Plug.bundle/Contents/MacOS/Plug", code(1, 11, type: 8), mode: 0o755)
    return folder
  }

  @Test func soundBundlesAreSilent() throws {
    let folder = try Self.folder()
    let child = try Program.run(
      ["check", "--policy", "apple.recommended", "--fail-on", "note", "Mac.app", "Phone.app", "Plug.bundle"],
      in: folder.path)
    #expect(child.status == 0)
    #expect(child.outputText.contains("\nPASS: no findings"))
  }

  /// The shell command that makes the defect, the bundle, the place of the finding, and the rule.
  @Test(arguments: [
    (
      "sed -i.old 's/com.example.Mac/com.example.my_mac./' Mac.app/Contents/Info.plist; rm Mac.app/Contents/Info.plist.old",
      "Mac.app",
      "Mac.app/Contents/Info.plist:6:1: error: the bundle identifier 'com.example.my_mac.' has an empty part",
      "identifier-form"
    ),
    (
      "rm Mac.app/Contents/MacOS/Mac", "Mac.app", "Mac.app/Contents/Info.plist:5:1: error: the executable", "executable"
    ),
    (
      "cd Mac.app/Contents/Frameworks/Kit.framework; rm Resources; cp -R Versions/A/Resources Resources", "Mac.app",
      "Mac.app/Contents/Frameworks/Kit.framework/Resources: error: 'Resources' is not a symbolic link",
      "versioned-links"
    ),
    (
      "echo 'CFBundleVersion = \"2\";' >> Mac.app/Contents/Resources/fr.lproj/InfoPlist.strings", "Mac.app",
      "Mac.app/Contents/Resources/fr.lproj/InfoPlist.strings:2:1: error: CFBundleVersion is localized",
      "not-localizable"
    ),
    (
      "mv Phone.app/Icon60x60@2x.png Phone.app/icon60x60@2x.png", "Phone.app",
      "the bundle has no icon 'Icon60x60'", "icons-exist"
    ),
    (
      "echo x > Phone.app/Icon60x60@2x.png", "Phone.app",
      "Phone.app/Icon60x60@2x.png: error: Icon60x60@2x.png is not a PNG file",
      "icons-are-png"
    ),
    (
      "sed -i.old 's/MakePlug/Make Plug/' Plug.bundle/Contents/Info.plist", "Plug.bundle",
      "'Make Plug' is not the name of a C function", "plug-in-functions"
    ),
  ])
  func defectsAreFound(script: String, bundle: String, place: String, rule: String) throws {
    let folder = try Self.folder()
    #expect(try ChildProcess.run("/bin/sh", ["-c", script], in: folder.path).status == 0)
    let child = try Program.run(["check", "--policy", "apple.recommended", bundle], in: folder.path)
    #expect(child.status == 1)
    #expect(child.outputText.contains(place), "\(child.outputText)")
    #expect(child.outputText.contains("rule      apple.recommended/\(rule) "), "\(child.outputText)")
  }
}
