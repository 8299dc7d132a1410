import FileFacts
import Testing

@testable import IconChecker

@Suite(.enabled(if: RealFiles.root != nil, "BUNDLEPOLICY_ICON_SAMPLES names no folder"))
struct RealFileTests {
  /// Icon families of released applications are sound, but for what is decided by taste.
  @Test(arguments: RealFiles.paths(".icns")) func iconFamilies(_ path: String) throws {
    let bytes = RealFiles.bytes(path)
    let bundle = SampleBundle {
      $0.info = ["CFBundleIconFile": "App"]
      $0.contents = ["App.icns": bytes]
    }
    var settings = IconSettings()
    settings.tolerance = 0
    let findings = try bundle.findings(settings)
    for finding in findings { print(PicturePlace(path: path).subject, finding.message) }
    #expect(try bundle.findings().filter { $0.severity != .note } == [], "\(path)")
  }

  /// A folder `iOS` with files that Apple's pngcrush made of those in `Common`, as swift-png has among the inputs of its tests.
  @Test(arguments: RealFiles.paths(".png").filter { $0.contains("/iOS/") }) func optimizedPictures(_ path: String)
    throws
  {
    let name = PicturePlace(path: path).subject
    let original = path.dropLast(name.count + 4) + "Common/" + name
    let optimized = try PNGDecoder.decode(RealFiles.bytes(path))
    let usual = try PNGDecoder.decode(Self.withoutGamma(RealFiles.bytes(String(original))))
    let distance = Thumbnail(optimized).distance(to: Thumbnail(usual))
    print(name, optimized.form, usual.form, optimized.hasAlphaChannel, usual.hasAlphaChannel, distance)
    #expect(distance < 0.003, "\(name)")
    #expect(PictureFacts(optimized).opaqueCount == PictureFacts(usual).opaqueCount)
  }

  /// Removes gamma chunks: in the optimized form they would apply to premultiplied colors.
  private static func withoutGamma(_ bytes: [UInt8]) throws -> [UInt8] {
    var chunks = PNGChunks(bytes)
    var file = Array(bytes.prefix(8))
    while let chunk = try chunks.next() {
      if chunk.type != "gAMA" { file += bytes[chunk.whole] }
    }
    return file
  }
}
