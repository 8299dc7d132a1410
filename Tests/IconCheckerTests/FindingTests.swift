import SampleFiles
import CheckerKit
import FileFacts
import Testing

@testable import IconChecker

/// Each finding, seen and, in its good twin, not seen.
@Suite struct FindingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bundle: @Sendable () -> SampleBundle
    let settings: IconSettings
    let kinds: [String]

    init(
      _ name: String, _ kinds: [String] = [], _ settings: IconSettings = IconSettings(),
      _ bundle: @escaping @Sendable () -> SampleBundle
    ) {
      (testDescription, self.kinds, self.settings, self.bundle) = (name, kinds, settings, bundle)
    }
  }

  private static func settings(_ change: (inout IconSettings) -> Void) -> IconSettings {
    var settings = IconSettings()
    change(&settings)
    return settings
  }

  static let files: [Case] = [
    Case("sound") { .phone(["Icon.png": Drawing.gradient.png(8)]) },
    Case("sound, of Xcode's form") { .phone(["Icon.png": Drawing.gradient.optimizedPNG(8)]) },
    Case("cut off", ["Icon.png decode"]) { .phone(["Icon.png": Array(Drawing.gradient.png(8).dropLast(20))]) },
    Case("no PNG", ["Icon.png decode"]) { .phone(["Icon.png": [0xFF, 0xD8, 0xFF]]) },
    Case("empty", ["Icon.png decode"]) { .phone(["Icon.png": []]) },
    Case("too large a file", ["Icon.png size"], settings { $0.fileLimit = 100 }) {
      .phone(["Icon.png": Drawing.gradient.png(8)])
    },
    Case("just large enough", [], settings { $0.fileLimit = Drawing.gradient.png(8).count }) {
      .phone(["Icon.png": Drawing.gradient.png(8)])
    },
    Case("too many pixels", ["Icon.png size"], settings { $0.pixelLimit = 63 }) {
      .phone(["Icon.png": Drawing.gradient.png(8)])
    },
    Case("just enough pixels", [], settings { $0.pixelLimit = 64 }) { .phone(["Icon.png": Drawing.gradient.png(8)]) },
    Case("a link that leads nowhere", ["Icon.png unreadable"]) {
      SampleBundle {
        $0.info = ["CFBundleIconFiles": ["Icon"]]
        $0.links = ["Icon.png": "gone.png"]
      }
    },
    Case("a link to an icon") {
      SampleBundle {
        $0.info = ["CFBundleIconFiles": ["Icon"]]
        $0.links = ["Icon.png": "Real.png"]
        $0.contents = ["Real.png": Drawing.gradient.png(4)]
      }
    },
    Case("invisible", ["Icon.png invisible"]) { .phone(["Icon.png": Drawing.nothing.png(8)]) },
    Case("invisible, of Xcode's form", ["Icon.png invisible"]) {
      .phone(["Icon.png": Drawing.nothing.optimizedPNG(8)])
    },
    Case("invisible, for macOS, in an icon family", ["Contents/Resources/App.icns invisible ic04"]) {
      .desktop([("ic04", Drawing.nothing.argb(16))])
    },
    Case("plain", ["Icon.png plain"]) { .phone(["Icon.png": Drawing.red.png(8)]) },
    Case("plain, and allowed", [], settings { $0.blank = true }) { .phone(["Icon.png": Drawing.red.png(8)]) },
  ]

  static let opacity: [Case] = [
    Case("transparent, for iOS", ["Icon.png opaque"]) { .phone(["Icon.png": Drawing.disc.png(8)]) },
    Case("transparent, for iOS, of Xcode's form", ["Icon.png opaque"]) {
      .phone(["Icon.png": Drawing.disc.optimizedPNG(8)])
    },
    Case("an alpha channel that nothing needs") { .phone(["Icon.png": Drawing.gradient.png(8)]) },
    Case("an alpha channel that may not be", ["Icon.png opaque"], settings { $0.opaque = .channel }) {
      .phone(["Icon.png": Drawing.gradient.png(8)])
    },
    Case("no alpha channel", [], settings { $0.opaque = .channel }) {
      .phone(["Icon.png": Drawing.gradient.png(8) { $0.colorType = 2 }])
    },
    Case("an alpha channel that says that it is none", [], settings { $0.opaque = .channel }) {
      .phone(["Icon.png": Drawing.gradient.png(8) { $0.optimization = [0x30, 0, 0x20, 6] }])
    },
    Case(
      "an alpha channel that says that it is none, and is used", ["Icon.png opaque"], settings { $0.opaque = .channel }
    ) {
      .phone(["Icon.png": Drawing.disc.png(8) { $0.optimization = [0x30, 0, 0x20, 6] }])
    },
    Case("transparent, and allowed", [], settings { $0.opaque = .any }) { .phone(["Icon.png": Drawing.disc.png(8)]) },
    Case("transparent, for macOS") {
      SampleBundle {
        $0.info = ["CFBundleIconFile": "Icon.png"]
        $0.contents = ["Icon.png": Drawing.disc.png(8)]
      }
    },
    Case("transparent, for macOS, and forbidden", ["Icon.png opaque"], settings { $0.opaque = .pixels }) {
      SampleBundle {
        $0.info = ["CFBundleIconFile": "Icon.png"]
        $0.contents = ["Icon.png": Drawing.disc.png(8)]
      }
    },
    Case("documents may be transparent") {
      SampleBundle {
        $0.platform = "ios"
        $0.info = ["CFBundleDocumentTypes": [["CFBundleTypeIconFiles": ["Icon.png"]]]]
        $0.contents = ["Icon.png": Drawing.disc.png(8)]
      }
    },
    Case("documents with the application's icon may not", ["Icon.png opaque"]) {
      SampleBundle {
        $0.platform = "watchos"
        $0.info = ["CFBundleDocumentTypes": [["CFBundleTypeIconFiles": ["Icon"]]], "CFBundleIconFile": "Icon"]
        $0.contents = ["Icon.png": Drawing.disc.png(8)]
      }
    },
  ]

  static let variants: [Case] = [
    Case("three sizes") {
      .phone([
        "Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Drawing.gradient.optimizedPNG(20),
        "Icon@3x.png": Drawing.gradient.png(30) { $0.colorType = 2 },
      ])
    },
    Case("one is too small", ["Icon@2x.png variant-size"]) {
      .phone([
        "Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Drawing.gradient.png(10),
        "Icon@3x.png": Drawing.gradient.png(30),
      ])
    },
    Case("the smallest is the odd one", ["Icon.png variant-size"]) {
      .phone([
        "Icon.png": Drawing.gradient.png(20), "Icon@2x.png": Drawing.gradient.png(20),
        "Icon@3x.png": Drawing.gradient.png(30),
      ])
    },
    Case("half a point is rounded") {
      .phone(["Icon@2x.png": Drawing.gradient.png(21), "Icon@3x.png": Drawing.gradient.png(31)])
    },
    Case("half a point is not two", ["Icon@3x.png variant-size"]) {
      .phone(["Icon@2x.png": Drawing.gradient.png(21), "Icon@3x.png": Drawing.gradient.png(33)])
    },
    Case("shows a different picture from", ["Icon@3x.png variant-picture"]) {
      .phone([
        "Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Drawing.gradient.png(20),
        "Icon@3x.png": Drawing.square.png(30),
      ])
    },
    Case("another picture, and the first is measured by", ["Icon@2x.png variant-picture"]) {
      .phone(["Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Drawing.square.png(20)])
    },
    Case("another picture, and tolerated", [], settings { $0.tolerance = 0.5 }) {
      .phone(["Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Drawing.square.png(20)])
    },
    Case("another picture for another device") {
      .phone(["Icon.png": Drawing.gradient.png(10), "Icon@2x~ipad.png": Drawing.square.png(24)])
    },
    Case("another picture of one device", ["Icon@2x~ipad.png variant-picture"]) {
      .phone(["Icon~ipad.png": Drawing.gradient.png(10), "Icon@2x~ipad.png": Drawing.square.png(20)])
    },
    Case("colours that can't be seen") {
      SampleBundle {
        $0.info = ["CFBundleIconFile": "Icon"]
        $0.contents = [
          "Icon.png": Drawing.disc.png(16),
          "Icon@2x.png": Drawing.disc.png(32) { sample in
            sample.pixel = { x, y in
              let pixel = Drawing.disc.pixel(x, y, side: 32)
              return pixel[3] == 0 ? [0, 255, 255, 0] : pixel
            }
          },
        ]
      }
    },
    Case("a longer name is no variant") {
      .phone(["Icon.png": Drawing.gradient.png(10), "Icon2.png": Drawing.square.png(10)])
    },
    Case("a damaged variant is not compared", ["Icon@2x.png decode"]) {
      .phone(["Icon.png": Drawing.gradient.png(10), "Icon@2x.png": Array(Drawing.square.png(20).dropLast(12))])
    },
  ]

  static let images: [Case] = [
    Case("other images are not looked at") {
      .phone(["Icon.png": Drawing.gradient.png(8), "Other.png": [], "a/Other@2x.png": [1]])
    },
    Case(
      "other images are looked at", ["Other.png decode", "a/Odd@2x.png variant-size"], settings { $0.images = true }
    ) {
      .phone([
        "Icon.png": Drawing.gradient.png(8), "Other.png": [], "a/Odd.png": Drawing.gradient.png(8),
        "a/Odd@2x.png": Drawing.gradient.png(8), "Odd@3x.png": Drawing.gradient.png(8),
      ])
    },
    Case("an icon family is no other image", ["a.png decode"], settings { $0.images = true }) {
      .phone(["a.png": SampleIcons.family([(type: "ic04", content: Drawing.disc.argb(16))])])
    },
    Case("other images may be blank", [], settings { $0.images = true }) {
      .phone(["a.png": Drawing.nothing.png(1), "b.png": Drawing.red.png(1), "c.png": Drawing.disc.png(8)])
    },
    Case(
      "other bundles' images are theirs", ["Contents/Resources/A.bundles/x.png decode"], settings { $0.images = true }
    ) {
      SampleBundle {
        $0.resourcesPath = "Contents/Resources"
        $0.nestedPaths = ["Contents/Resources/A.bundle"]
        $0.contents = [
          "Contents/Resources/A.bundle/x.png": [], "Contents/Resources/A.bundles/x.png": [], "Contents/x.png": [],
        ]
      }
    },
  ]

  @Test(arguments: files + opacity + variants + images) func finds(_ one: Case) throws {
    #expect(try one.bundle().kinds(one.settings) == one.kinds)
  }

  @Test func whatCannotBeReadStopsTheCheck() {
    struct Unreadable: IconBundle {
      let platform: String? = nil
      let resourcesPath = ""
      let nestedPaths: [String] = []
      let info: SampleInfo = ["CFBundleIconFile": "Icon.png"]
      func files() throws(CheckerError) -> [(path: String, type: CheckedBundle.FileType)] { [("Icon.png", .regular)] }
      func size(of path: String) throws(CheckerError) -> UInt64? { 1 }
      func contents(of path: String, limit: Int) throws(CheckerError) -> [UInt8] { throw CheckerError("no luck") }
    }
    #expect(throws: CheckerError("no luck")) {
      try IconInspection(bundle: Unreadable(), settings: IconSettings()).findings()
    }
  }
}
