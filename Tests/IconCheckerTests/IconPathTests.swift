import CheckerKit
import Testing

@testable import IconChecker

@Suite struct IconPathTests {
  static let names: [(String, String?)] = [
    ("Icon.png", "Icon 1 "), ("Icon@2x.png", "Icon 2 "), ("Icon@3x~ipad.png", "Icon 3 ~ipad"),
    ("a/Icon~iphone.PNG", "a/Icon 1 ~iphone"), ("AppIcon83.5x83.5@2x~ipad.png", "AppIcon83.5x83.5 2 ~ipad"),
    ("Icon~ipad@2x.png", "Icon~ipad 2 "), ("Icon@4x.png", "Icon@4x 1 "), ("~/x.png", "~/x 1 "), ("a~1.png", "a~1 1 "),
    ("Icon.icns", nil), (".png", nil), ("png", nil), ("Icon.png.txt", nil),
  ]

  @Test(arguments: names) func variants(_ path: String, _ expected: String?) {
    #expect(VariantName(path).map { "\($0.stem) \($0.scale) \($0.device)" } == expected)
  }

  @Test func namesOfIcons() {
    let info: SampleInfo = [
      "CFBundleIconFile": "A", "CFBundleIconFiles": ["B", "A"], "CFBundleIconFiles~ipad": ["C"],
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["D", ["no name"]], "CFBundleIconName": "Asset"],
        "CFBundleAlternateIcons": [
          "Blue": ["CFBundleIconFiles": ["E"]], "Green": ["CFBundleIconFiles": "F"], "Broken": "Z",
        ],
        "UINewsstandIcon": ["CFBundleIconFiles": ["Z"]],
      ],
      "CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["G"]]],
      "CFBundleDocumentTypes": [
        ["CFBundleTypeIconFile": "H", "CFBundleTypeIconFiles": ["I"]], ["CFBundleTypeIconFile": "A"],
      ],
      "UTExportedTypeDeclarations": [["UTTypeIconFile": "J", "UTTypeIconFiles": ["K", ""]]],
    ]
    let names = NamedIcons(info).names
    #expect(names.map(\.name).sorted() == ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"])
    #expect(Set(names.filter { $0.role == .document }.map(\.name)) == ["H", "I", "J", "K"])
  }

  private static func paths(
    _ name: String, images: Bool = false, in folder: String = "", _ files: [String]
  ) throws -> [String] {
    let bundle = SampleBundle {
      $0.resourcesPath = folder
      $0.info = ["CFBundleIconFile": .string(name)]
      for file in files { $0.contents[file] = [] }
    }
    return try IconPaths(bundle, images: images).entries.map(\.path)
  }

  @Test func whatANameStandsFor() throws {
    let files = ["App", "App.icns", "App.png", "App@2x.png", "App@2x~ipad.png", "AppB.png", "a/App.png", "App.txt"]
    let variants = ["App.png", "App@2x.png", "App@2x~ipad.png"]
    #expect(try Self.paths("App", files) == ["App", "App.icns"] + variants)
    #expect(try Self.paths("App.icns", files) == ["App.icns"])
    #expect(try Self.paths("App.png", files) == variants)
    #expect(try Self.paths("App@2x.png", files) == variants)
    #expect(try Self.paths("App@2x", files) == variants)
    #expect(try Self.paths("a/App", files) == ["a/App.png"])
    #expect(try Self.paths("app", files) == [])
    #expect(try Self.paths("../App", files) == [])
    #expect(try Self.paths("empty", []) == [])
    #expect(try Self.paths("App", in: "Resources", ["App.icns", "Resources/App.icns"]) == ["Resources/App.icns"])
  }

  @Test func images() throws {
    let files = ["App.png", "a/b.PNG", "a/c.icns"]
    #expect(try Self.paths("App", images: true, files) == ["App.png", "a/b.PNG"])
    #expect(try Self.paths("App", images: true, in: "a", files) == ["a/b.PNG"])
    #expect(try Self.paths("App", images: true, in: "a", ["a/\u{301}b.png"]).count == 1)
  }

  @Test func nestedPaths() {
    #expect(CheckedBundle.path("PlugIns/A.appex", in: "") == "PlugIns/A.appex")
    #expect(CheckedBundle.path("PlugIns/A.appex/B.bundle", in: "PlugIns/A.appex") == "B.bundle")
    #expect(CheckedBundle.path("A.app/\u{301}B.bundle", in: "A.app").unicodeScalars.first == "\u{301}")
  }
}
