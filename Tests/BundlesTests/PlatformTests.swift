import Testing

@testable import Bundles

@Suite struct PlatformTests {
  @Test(arguments: [
    (array("CFBundleSupportedPlatforms", ["MacOSX"]), Bundle.Platform.macos),
    (array("CFBundleSupportedPlatforms", ["iPhoneOS"]), .ios),
    (array("CFBundleSupportedPlatforms", ["iPhoneSimulator"]), .ios),
    (array("CFBundleSupportedPlatforms", ["AppleTVOS"]), .tvos),
    (array("CFBundleSupportedPlatforms", ["WatchOS"]), .watchos),
    (array("CFBundleSupportedPlatforms", ["XROS"]), .visionos),
    (array("CFBundleSupportedPlatforms", ["Nokia", "iPhoneOS"]), .ios),
    (array("CFBundleSupportedPlatforms", ["MacOSX"]) + array("UIDeviceFamily", ["2", "6"]), .catalyst),
    (strings(["DTPlatformName": "iphoneos"]), .ios), (strings(["DTSDKName": "watchos10.2"]), .watchos),
    (strings(["DTSDKName": "xrsimulator2.0"]), .visionos),
    (strings(["DTPlatformName": "macosx", "MinimumOSVersion": "9.0"]), .macos),
    ("<key>UIDeviceFamily</key><array><integer>3</integer></array>", .tvos),
    ("<key>UIDeviceFamily</key><integer>4</integer>", .watchos),
    ("<key>UIDeviceFamily</key><array><integer>7</integer></array>", .visionos),
    ("<key>UIDeviceFamily</key><array><integer>6</integer></array>", .catalyst),
    (
      "<key>UIDeviceFamily</key><array><integer>2</integer><integer>6</integer></array>"
        + strings(["LSMinimumSystemVersion": "11.0"]), .catalyst
    ),
    ("<key>LSRequiresIPhoneOS</key><true/>", .ios),
    ("<key>WKWatchKitApp</key><true/>", .watchos),
    (strings(["LSMinimumSystemVersion": "10.9"]), .macos),
    (strings(["MinimumOSVersion": "9.0"]), .ios),
  ])
  func declared(content: String, platform: Bundle.Platform) throws {
    #expect(PlatformDetection.declared(try parse(content)) == platform)
  }

  @Test func nothingDeclared() throws {
    #expect(PlatformDetection.declared(try parse("<key>LSRequiresIPhoneOS</key><false/>")) == nil)
    #expect(try open("It.app", ["Info.plist": .info()]).outer.platform == .ios)
    #expect(try open("It.app", ["Contents/Info.plist": .info()]).outer.platform == .macos)
    #expect(try open("It.framework", ["Info.plist": .info()]).outer.platform == nil)
    #expect(try open("It.bundle", ["Info.plist": .info()]).outer.platform == nil)
  }

  /// Frameworks for the Mac share the property list of the other platforms.
  @Test(arguments: [
    ("<key>UIDeviceFamily</key><array><integer>1</integer></array>", Bundle.Platform.macos),
    (strings(["MinimumOSVersion": "9.0"]), .macos), ("<key>LSRequiresIPhoneOS</key><true/>", .macos),
    (
      "<key>UIDeviceFamily</key><array><integer>1</integer></array>" + strings(["LSMinimumSystemVersion": "11.0"]),
      .macos
    ),
    (strings(["MinimumOSVersion": "9.0", "DTSDKName": "iphoneos17.0"]), .ios),
    (strings(["MinimumOSVersion": "9.0", "DTSDKName": "macosx14.2"]), .macos),
    ("<key>LSRequiresIPhoneOS</key><true/>" + strings(["MinimumOSVersion": "9.0"]), .ios),
  ])
  func oneKeyAgainstTheLayout(content: String, platform: Bundle.Platform) throws {
    #expect(try open("It.app", ["Contents/Info.plist": .info(content)]).outer.platform == platform)
  }

  @Test func nestedFollowsItsHost() throws {
    let graph = try open(
      "It.app",
      [
        "Info.plist": .info(strings(["DTPlatformName": "appletvos"])), "Frameworks/A.framework/Info.plist": .info(),
        "Watch/W.app/Info.plist": .info(strings(["DTPlatformName": "watchos"])),
      ])
    #expect(graph.bundles.map(\.platform) == [.tvos, .tvos, .watchos])
  }

  @Test(arguments: [
    ("macosx", "mac"), ("iphoneos", "phone"), ("appletvos", "common"),
  ])
  func platformFileReplacesTheCommonOne(platform: String, expected: String) throws {
    let bundle = try open(
      "It.bundle",
      [
        "Info.plist": .info(strings(["DTPlatformName": platform, "From": "common", "Only": "here"])),
        "Info-macos.plist": .info(strings(["From": "mac"])), "Info-iphoneos.plist": .info(strings(["From": "phone"])),
      ]
    ).outer
    #expect(bundle.string("From") == expected)
    #expect(bundle.string("Only") == (expected == "common" ? "here" : nil))
  }

  @Test func platformFileAlone() throws {
    #expect(try open("It.app", ["Contents/Info-macos.plist": .info()]).outer.infoPath == "Contents/Info-macos.plist")
    #expect(try open("It.app", ["Info-iphoneos.plist": .info()]).outer.infoPath == "Info-iphoneos.plist")
  }
}
