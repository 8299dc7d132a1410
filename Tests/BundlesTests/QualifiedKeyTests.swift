import PropertyLists
import Testing

@testable import Bundles

@Suite struct QualifiedKeyTests {
  @Test(
    arguments: [
      ("K-macos", "K", "macos", nil), ("K-iphoneos", "K", "iphoneos", nil), ("K~ipad", "K", nil, "ipad"),
      ("K-iphoneos~ipad", "K", "iphoneos", "ipad"), ("K~ipod", "K", nil, "ipod"),
      ("K-tvos~appletv", "K", "tvos", "appletv"),
      ("K-watchos", "K", "watchos", nil), ("K~applewatch", "K", nil, "applewatch"), ("A-B-macos", "A-B", "macos", nil),
      ("A~B~iphone", "A~B", nil, "iphone"),
      // No system reads these as qualified.
      ("K", "K", nil, nil), ("K~iPad", "K~iPad", nil, nil), ("K-macosx", "K-macosx", nil, nil),
      ("K-iphonesimulator", "K-iphonesimulator", nil, nil), ("K~mac", "K~mac", nil, nil),
      ("-macos", "-macos", nil, nil),
      ("~ipad", "~ipad", nil, nil), ("K-", "K-", nil, nil), ("K~", "K~", nil, nil), ("K-~ipad", "K-~ipad", nil, nil),
      ("K~ipad-iphoneos", "K~ipad-iphoneos", nil, nil), ("K-macos~ipad", "K-macos~ipad", nil, nil),
      ("K-visionos", "K-visionos", nil, nil), ("K-MACOS", "K-MACOS", nil, nil), ("", "", nil, nil),
    ] as [(String, String, String?, String?)])
  func split(key: String, base: String, platform: String?, device: String?) {
    let parts = QualifiedKey.split(key)
    #expect(parts == QualifiedKey(base: base, platform: platform, device: device))
    #expect(parts.isQualified == (platform != nil || device != nil))
  }

  @Test(
    arguments: [
      ("K", nil), ("K~ipad", nil), ("K-iphoneos~ipad", nil), ("A-B-macos", nil), ("A B~ipad", nil), ("my-key", nil),
      ("K~iPad", nil), ("K-macosx", nil), ("K~mac", nil), ("K-", nil), ("K~x", nil), ("", nil), ("K~x-y", nil),
      ("my-macos-app.Key", nil), ("K~ipad~iphone", .severalDevices), ("K~~ipad", .severalDevices),
      ("K~x~ipad", .severalDevices), ("K-iphoneos-macos", .severalPlatforms), ("-iphoneos-macos", .severalPlatforms),
      ("K-iphoneos-macos~ipad", .severalPlatforms), ("K~ipad-iphoneos", .deviceFirst),
      ("K~macos", .platformAsDevice("macos")), ("K ~ipad", .blank), (" K~ipad", .blank), ("K~ipad ", .blank),
      ("K~ ipad", .blank), ("K -macos", .blank), ("K- macos", .blank), ("K-macos\t", .blank), ("K\u{A0}~ipad", .blank),
      ("K\u{200B}-macos", .blank), ("K- iphoneos~ipad", .blank), ("K~", .empty), ("K-macos~", .empty),
      ("K--macos", .empty),
      ("K-~ipad", .empty), ("~ipad", .noKey), ("-macos", .noKey), ("-iphoneos~ipad", .noKey),
      ("K-macos~ipad", .unknownCombination(platform: "macos", device: "ipad")),
      ("com.my-app.Key~ipad", .unknownCombination(platform: "app.Key", device: "ipad")),
    ] as [(String, QualifierProblem?)])
  func malformed(key: String, problem: QualifierProblem?) {
    #expect(QualifiedKey.problem(of: key) == problem)
  }

  @Test func devicesOfABundle() throws {
    func kinds(_ info: KeyValuePairs<String, String>, _ families: String = "") throws -> [String] {
      let text = plist(strings(info) + (families.isEmpty ? "" : "<key>UIDeviceFamily</key><array>\(families)</array>"))
      let list = try PropertyList.parse(Array(text.utf8), file: "Info.plist")
      return BundleGraph.propertyList(list, name: "Info.plist", displayPath: "Info.plist").outer.deviceKinds.map(
        \.description)
    }
    #expect(try kinds([:]) == [])
    #expect(try kinds(["LSMinimumSystemVersion": "13.0"]) == ["macos"])
    #expect(try kinds(["MinimumOSVersion": "15.0"]) == ["ios~iphone", "ios~ipad", "ios~ipod"])
    #expect(try kinds([:], "<integer>2</integer>") == ["ios~ipad"])
    #expect(try kinds([:], "<integer>1</integer>") == ["ios~iphone", "ios~ipod"])
    #expect(try kinds([:], "<string>1</string><integer>2</integer>") == ["ios~iphone", "ios~ipad", "ios~ipod"])
  }

  @Test func unknownQualifiers() {
    #expect(!QualifiedKey.split("K-windows").isQualified)
    #expect(!QualifiedKey.split("K-macos~ipad").isQualified)
  }

  @Test func dropped() {
    #expect(QualifiedKey.droppingSystem(of: "K-macosx") == "macos")
    #expect(QualifiedKey.droppingSystem(of: "K~iphone6") == "iphoneos")
    #expect(QualifiedKey.droppingSystem(of: "K-macos") == nil)
    #expect(QualifiedKey.droppingSystem(of: "K-iphonesimulator") == nil)
    #expect(QualifiedKey.droppingSystem(of: "K") == nil)
  }

  /// Keys that contain a hyphen or tilde, and the empty key, split like Core Foundation.
  @Test(
    arguments: [
      ("A-B", .ios, "ipad", "i"), ("A-B", .ios, "iphone", "ip"), ("A-B", .ios, nil, "i"), ("A-B", .macos, nil, "0"),
      ("A-B~ipad", .ios, "ipad", "literal"), ("A~B", .ios, "ipad", "p"), ("A~B", .ios, nil, "0"),
      ("A~B-iphoneos", .ios, nil, "literal"), ("", .ios, "ipad", "empty"), ("", .ios, nil, "empty"),
      ("-iphoneos", .ios, nil, "literal"), ("~ipad", .ios, "ipad", "literal"),
    ] as [(String, Bundle.Platform, String?, String)])
  func keysWithMarks(_ key: String, _ platform: Bundle.Platform, _ device: String?, _ expected: String) throws {
    let list = try PropertyList.parse(
      Array(
        plist(
          strings([
            "A-B": "0", "A-B~ipad": "literal", "A-B-iphoneos": "i", "A-B-iphoneos~iphone": "ip",
            "A~B-iphoneos": "literal",
            "A~B~ipad": "p", "A~B": "0", "-iphoneos": "literal", "~ipad": "literal", "": "empty",
          ])
        ).utf8), file: "t")
    let found = QualifiedKey.resolve(list, key, platform: platform, device: device)
    #expect(found.flatMap { list.string(of: $0.node) } == expected)
    // Each key of the file has one effective name.
    let seen = QualifiedKey.effective(list, platform: platform, device: device).first { $0.name == key }
    #expect(seen?.node == found?.node)
  }

  private static let info = strings([
    "All": "0", "All-macos": "m", "All-iphoneos": "i", "All~ipad": "p", "All-iphoneos~ipad": "ip", "All~appletv": "t",
    "Only~ipad": "p", "Device": "0", "Device~iphone": "ph", "Device-iphoneos": "i", "K-macosx": "x", "K": "k",
    "CFBundleIdentifier": "own", "CFBundleIdentifier-macos": "other", "CFBundleExecutable~ipad": "other",
    "Odd~iPad": "o",
  ])

  @Test(
    arguments: [
      ("All", Bundle.Platform.macos, nil, "m"), ("All", .ios, "iphone", "i"), ("All", .ios, "ipad", "ip"),
      ("All", .ios, nil, "i"),
      ("All", .tvos, "appletv", "t"), ("All", .tvos, nil, "0"), ("All", .watchos, nil, "0"),
      ("All", .visionos, nil, "0"),
      ("All", .catalyst, nil, "m"), ("All", .macos, "ipad", "m"),
      ("Only", .ios, "ipad", "p"), ("Only", .ios, "iphone", nil), ("Only", .macos, nil, nil),
      // The device precedes the platform.
      ("Device", .ios, "iphone", "ph"), ("Device", .ios, "ipad", "i"), ("Device", .macos, nil, "0"),
      // Looked up by its full name: missing on systems that read it as qualified, an ordinary key on others.
      ("Only~ipad", .ios, "ipad", nil), ("Only~ipad", .macos, nil, "p"), ("All-macos", .macos, nil, nil),
      ("All-macos", .ios, nil, "m"), ("K-macosx", .macos, nil, nil), ("K-macosx", .ios, nil, "x"),
      ("Odd~iPad", .ios, "ipad", "o"),
      ("CFBundleIdentifier", .macos, nil, "own"), ("CFBundleExecutable", .ios, "ipad", nil), ("None", .ios, nil, nil),
      ("All~ipad", .visionos, nil, "p"),
    ] as [(String, Bundle.Platform, String?, String?)])
  func resolves(key: String, platform: Bundle.Platform, device: String?, value: String?) throws {
    let info = try parse(Self.info)
    let found = QualifiedKey.resolve(info, key, platform: platform, device: device)
    #expect(found.flatMap { info.string(of: $0.node) } == value)
  }

  @Test func everyDevice() throws {
    let info = try parse(Self.info)
    func table(_ key: String) -> [String] {
      QualifiedKey.allResolutions(info, key).map { "\($0.platform) \($0.device ?? "-") \($0.key ?? "-")" }
    }
    #expect(
      table("Only") == [
        "macos - -", "ios iphone -", "ios ipad Only~ipad", "ios ipod -", "watchos applewatch -", "tvos appletv -",
        "visionos - -",
      ])
    #expect(
      table("All") == [
        "macos - All-macos", "ios iphone All-iphoneos", "ios ipad All-iphoneos~ipad", "ios ipod All-iphoneos",
        "watchos applewatch All", "tvos appletv All~appletv", "visionos - All",
      ])
  }

  @Test(
    arguments: [
      ("ios~ipad", "ios", "ipad"), ("~ipad", "ios", "ipad"), ("iphoneos~ipod", "ios", "ipod"), ("macos", "macos", nil),
      ("tvos", "tvos", "appletv"), ("tvos~appletv", "tvos", "appletv"), ("watchos", "watchos", "applewatch"),
      ("visionos", "visionos", nil), ("catalyst", "catalyst", nil), ("ios", nil, nil), ("ipad", nil, nil),
      ("", nil, nil),
      ("~", nil, nil), ("macos~", nil, nil), ("macos~ipad", nil, nil), ("ios~iPad", nil, nil), ("ios~ipad~x", nil, nil),
    ] as [(String, String?, String?)])
  func deviceKinds(name: String, platform: String?, device: String?) {
    let kind = DeviceKind(name)
    #expect(kind?.platform.rawValue == platform && kind?.device == device)
    if let kind { #expect(DeviceKind(kind.description) == kind) }
  }

  @Test func everyKindOfDevice() {
    #expect(
      DeviceKind.all.map(\.description) == [
        "macos", "catalyst", "ios~iphone", "ios~ipad", "ios~ipod", "watchos~applewatch", "tvos~appletv", "visionos",
      ])
  }

  @Test func effective() throws {
    let info = try parse(Self.info)
    func keys(_ platform: Bundle.Platform, _ device: String?) -> [String] {
      QualifiedKey.effective(info, platform: platform, device: device).map {
        $0.name == $0.key ? $0.key : "\($0.name)<\($0.key)"
      }
    }
    #expect(
      keys(.ios, "ipad") == [
        "All<All-iphoneos~ipad", "All-macos", "All~appletv", "Only<Only~ipad", "Device<Device-iphoneos", "K-macosx",
        "K",
        "CFBundleIdentifier", "CFBundleIdentifier-macos", "Odd~iPad",
      ])
    #expect(
      keys(.macos, nil) == [
        "All<All-macos", "All-iphoneos", "All~ipad", "All-iphoneos~ipad", "All~appletv", "Only~ipad", "Device",
        "Device~iphone", "Device-iphoneos", "K", "CFBundleIdentifier", "CFBundleExecutable~ipad", "Odd~iPad",
      ])
    #expect(keys(.visionos, nil).count == info.count(of: info.root))
    // Each value equals the result of a lookup.
    for (platform, device) in [(Bundle.Platform.ios, "ipad"), (.ios, "ipod"), (.macos, nil), (.tvos, "appletv")] {
      for entry in QualifiedKey.effective(info, platform: platform, device: device) {
        #expect(QualifiedKey.resolve(info, entry.name, platform: platform, device: device)?.node == entry.node)
      }
    }
  }

  @Test func variants() throws {
    let info = try parse(Self.info)
    #expect(
      QualifiedKey.variants(of: "All", in: info).map(\.key) == [
        "All-macos", "All-iphoneos", "All~ipad", "All-iphoneos~ipad", "All~appletv",
      ])
    #expect(QualifiedKey.variants(of: "Odd", in: info).isEmpty)
    #expect(QualifiedKey.variants(of: "CFBundleExecutable", in: info).count == 1)
    #expect(QualifiedKey.all(in: info).count == 10)
  }
}
