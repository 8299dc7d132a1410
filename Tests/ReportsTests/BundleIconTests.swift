import Bundles
import FileFacts
import PolicyEngine
import PolicyTestSupport
import SampleFiles
import SamplePictures
import Testing
@testable import Reports

/// Pictures of bundles for reports.
@Suite struct BundleIconTests {
  /// Grey, because nothing is compressed.
  private static func picture(_ side: Int, _ change: (inout SamplePicture) -> Void = { _ in }) -> [UInt8] {
    var picture = SamplePicture()
    (picture.width, picture.height) = (side, side)
    picture.colorType = 0
    change(&picture)
    return picture.bytes
  }

  /// The icon of a macOS application with these resources, which calls it `Icon`.
  private static func icon(of graph: BundleGraph) throws -> BundleIcon {
    BundleIcon(of: try #require(graph.products.first { $0.infoPath != nil }))
  }

  private static func icon(_ resources: [String: [UInt8]], named name: String = "Icon") throws -> BundleIcon {
    var files: [String: MemoryStorage.Node] = ["Contents/Info.plist": .info(["CFBundleIconFile": name])]
    for (file, bytes) in resources { files["Contents/Resources/" + file] = .file(bytes) }
    return try Self.icon(of: .fixture("App.app", files))
  }

  private static func reason(_ resources: [String: [UInt8]]) throws -> String? {
    if case .none(let reason) = try icon(resources) { reason } else { "shown" }
  }

  private static func width(_ icon: BundleIcon) -> Int? {
    if case .picture(let picture) = icon { picture.width } else { nil }
  }

  @Test func aPictureIsShownWithoutWhatElseItHolds() throws {
    let plain = Self.picture(16)
    let full = Self.picture(16) { $0.extra = [("tEXt", Array("Comment\0<script>".utf8)), ("eXIf", [1, 2, 3])] }
    let files = ["Icon.png": full + Array("<html><script>".utf8)]
    #expect(
      try Self.icon(files)
        == .picture(.init(png: plain, width: 16, height: 16, file: "Contents/Resources/Icon.png")))
  }

  @Test func ofAFamilyTheBestPNGIsShown() throws {
    let family = SampleIcons.family([
      ("icp4", Self.picture(16)), ("ic07", Self.picture(128)), ("ic08", Self.picture(256)), ("ic09", Self.picture(512)),
    ])
    #expect(Self.width(try Self.icon(["Icon.icns": family])) == 256)
    #expect(Self.width(try Self.icon(["Icon.icns": SampleIcons.family([("ic09", Self.picture(300))])])) == 300)
    let masks = SampleIcons.family([("s8mk", [UInt8](repeating: 0, count: 256))])
    #expect(try Self.reason(["Icon.icns": masks])?.contains("none of its pictures is a PNG") == true)
    #expect(try Self.reason(["Icon.icns": Array("icns\0\0\0\u{7F}".utf8)])?.contains("damaged") == true)
  }

  @Test func iOSNamesTheirPicturesInLists() throws {
    let icons = """
      <key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key>
      <array><string>AppIcon20x20</string><string>AppIcon60x60</string></array></dict></dict>
      <key>CFBundleIdentifier</key><string>com.x</string>
      """
    let graph = try BundleGraph.fixture(
      "Phone.app",
      [
        "Info.plist": .info(icons), "AppIcon20x20@2x.png": .file(Self.picture(40)),
        "AppIcon60x60@2x.png": .file(Self.picture(120)), "AppIcon60x60@3x.png": .file(Self.picture(180)),
      ])
    #expect(Self.width(try Self.icon(of: graph)) == 120)
  }

  @Test(arguments: [6, 2] as [UInt8]) func whatXcodeOptimizesIsMadeReadable(_ colorType: UInt8) throws {
    func sample(_ optimization: [UInt8]?) -> [UInt8] {
      Self.picture(16) { picture in
        picture.colorType = colorType
        picture.optimization = optimization
        picture.pixel = { x, y in [UInt8(x * 16), 20, UInt8(y * 16), x == y ? 0 : 255] }
      }
    }
    let standard = try PlainPNG(sample(nil))
    let converted = try PlainPNG(sample([0x30, 0, 0x20, 2]))
    #expect(converted.bytes != standard.bytes && converted.width == 16)
    // Read once more it is an ordinary picture, and the same again.
    #expect(try PlainPNG(converted.bytes) == converted)
    #expect(!converted.bytes.contains(sequence: Array("CgBI".utf8)))
  }

  @Test func whatIsNoSoundPictureIsNotShown() throws {
    let sound = Self.picture(16)
    var flipped = sound
    flipped[flipped.count / 2] ^= 0xFF
    let cases: [(bytes: [UInt8], part: String)] = [
      (Array("<svg onload='alert(1)'/>".utf8), "not a PNG"), ([], "not a PNG"), (flipped, "checksum"),
      (Array(sound.dropLast(12)), "ends before its last chunk, IEND"), (Array(sound.prefix(20)), "cannot be shown"),
      (SamplePNG { ($0.width, $0.height) = (1100, 1100) }.bytes, "1100 × 1100 pixels"),
      (sound + [UInt8](repeating: 0, count: 300_000), "larger than 256 KiB"),
      (SamplePNG { $0.first = [("CgBI", [0, 0, 0, 2])] }.bytes, "image data ends too early"),
      (
        SamplePNG {
          $0.first = [("CgBI", [0, 0, 0, 2])]
          $0.colorType = 3
        }.bytes, "its format is not one that Xcode writes for iOS icons"
      ),
    ]
    for (bytes, part) in cases {
      let reason = try #require(try Self.reason(["Icon.png": bytes]))
      #expect(reason.hasPrefix("Contents/Resources/Icon.png cannot be shown: ") && reason.contains(part), "\(reason)")
    }
    #expect(try Self.reason([:])?.contains("the icon 'Icon' has no file; it may be in an asset catalog") == true)
  }

  @Test(arguments: ["../../../etc/passwd", "..", "/", "a/../../b", ".", String(repeating: "x/", count: 5000), "\u{0}"])
  func namesLeadNowhereElse(_ name: String) throws {
    let escaped = name == "\u{0}" ? "x" : name
    #expect(Self.width(try Self.icon(["Other.png": Self.picture(16)], named: escaped)) == nil)
  }

  @Test func onlyApplicationsAreExpectedToHaveOne() throws {
    #expect(try Self.icon(of: .app(["CFBundleName": "A"])) != .none(because: nil))
    let framework = try BundleGraph.fixture(
      "Kit.framework",
      ["Versions/A/Resources/Info.plist": .info(["CFBundleName": "Kit"]), "Versions/Current": .link("A")])
    #expect(try Self.icon(of: framework) == .none(because: nil))
  }
}

extension [UInt8] {
  fileprivate func contains(sequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: sequence) }
  }
}
