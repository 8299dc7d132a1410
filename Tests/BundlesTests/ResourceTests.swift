import Testing

@testable import Bundles

@Suite struct ResourceTests {
  private static func bundle(_ files: [String], info: String = strings(["CFBundleDevelopmentRegion": "en"])) throws
    -> Bundle
  {
    var entries: [String: MemoryStorage.Node] = ["Info.plist": .info(info)]
    for file in files { entries[file] = .text("") }
    return try open("It.app", entries).outer
  }

  @Test(
    arguments: [
      (["a.png", "fr.lproj/a.png"], "fr", "a.png"), (["fr.lproj/a.png", "en.lproj/a.png"], "fr", "fr.lproj/a.png"),
      (["fr.lproj/b.png", "en.lproj/a.png"], "fr", "en.lproj/a.png"),
      (["fr.lproj/b.png", "Base.lproj/a.png", "en.lproj/a.png"], "fr", "Base.lproj/a.png"),
      (["fr_CA.lproj/a.png", "fr.lproj/a.png"], "fr-CA", "fr_CA.lproj/a.png"),
      (["fr_CA.lproj/b", "fr.lproj/a.png"], "fr-CA", "fr.lproj/a.png"),
      (["English.lproj/a.png", "fr.lproj/a.png"], "ja", "English.lproj/a.png"),
      (["fr.lproj/b", "ja.lproj/a.png"], "fr", nil), ([], "fr", nil),
      (["en.lproj/A.png"], "en", nil),
    ] as [([String], String, String?)])
  func order(files: [String], language: String, expected: String?) throws {
    #expect(try Self.bundle(files).resource(named: "a", ofType: "png", language: language) == expected)
    #expect(try Self.bundle(files).resource(named: "a.png", ofType: nil, language: language) == expected)
    #expect(try Self.bundle(files).resource(named: "a", ofType: ".png", language: language) == expected)
  }

  @Test(
    arguments: [
      (["a.png", "a~ipad.png"], "ipad", "a~ipad.png"), (["a.png", "a~ipad.png"], "iphone", "a.png"),
      (["a.png", "a-iphoneos.png"], "ipad", "a-iphoneos.png"),
      (["a-iphoneos.png", "a~ipad.png"], "ipad", "a~ipad.png"),
      (["a~ipad.png", "a-iphoneos~ipad.png"], "ipad", "a-iphoneos~ipad.png"),
      (["a~iphone.png", "a~ipod.png"], "ipod", "a~iphone.png"),
      (["a-macos.png"], "ipad", nil), (["a~ipad.png"], nil, nil),
      // The first directory with any form of the name decides.
      (["a.png", "en.lproj/a~ipad.png"], "ipad", "a.png"),
    ] as [([String], String?, String?)])
  func qualified(files: [String], device: String?, expected: String?) throws {
    let bundle = try Self.bundle(
      files, info: strings(["DTPlatformName": "iphoneos"]) + array("CFBundleLocalizations", ["en"]))
    #expect(try bundle.resource(named: "a", ofType: "png", device: device) == expected)
  }

  @Test func inSubdirectory() throws {
    let bundle = try Self.bundle(["Images/a.png", "en.lproj/Images/b.png"])
    #expect(try bundle.resource(named: "Images/a", ofType: "png") == "Images/a.png")
    #expect(try bundle.resource(named: "Images/b", ofType: "png") == "en.lproj/Images/b.png")
  }
}
