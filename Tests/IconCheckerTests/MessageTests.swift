import SamplePictures
import FileFacts
import Testing

@testable import IconChecker

@Suite struct MessageTests {
  private static func only(_ bundle: SampleBundle, _ change: (inout IconSettings) -> Void = { _ in }) throws
    -> IconFinding
  {
    var settings = IconSettings()
    change(&settings)
    let findings = try bundle.findings(settings)
    #expect(findings.count == 1)
    return try #require(findings.first)
  }

  @Test func transparency() throws {
    let finding = try Self.only(.phone(["Icon.png": Drawing.disc.png(8)]))
    #expect(
      finding.message
        == "Icon.png has 32 of 64 pixels that are not opaque (RGB with alpha, 8 bit; 50 % is visible)")
    #expect(finding.expected == "opaque pixels only" && finding.fix != nil && finding.severity == .rule)
  }

  @Test func sizes() throws {
    let finding = try Self.only(
      .phone(["Icon@2x.png": Drawing.gradient.png(20), "Icon@3x.png": Drawing.gradient.png(20)]))
    #expect(
      finding.message
        == "Icon@3x.png has 20 × 20 pixels at scale 3, and Icon@2x.png has 20 × 20 at scale 2")
    #expect(finding.expected == "30 × 30 pixels")
  }

  @Test func sizesThatAreRounded() throws {
    let finding = try Self.only(
      .phone(["Icon@2x.png": Drawing.gradient.png(21), "Icon@3x.png": Drawing.gradient.png(40)]))
    #expect(finding.expected == "about 31 × about 31 pixels")
  }

  @Test func pictures() throws {
    let finding = try Self.only(
      .phone(["Icon.png": Drawing.gradient.png(8), "Icon@2x.png": Drawing.square.png(16)])
    ) { $0.tolerance = 0.25 }
    #expect(
      finding.message
        == "Icon@2x.png shows a different picture from Icon.png: their mean difference is 0.398, but the limit is 0.250"
    )
  }

  @Test func elements() throws {
    let finding = try Self.only(.desktop([("ic04", Drawing.nothing.argb(16))]))
    #expect(
      finding.message
        == "every pixel of the element 'ic04' of App.icns is transparent (16 × 16, packed ARGB, 8 bit)")
  }

  @Test func whatIsNotLookedAt() throws {
    let finding = try Self.only(
      .desktop([("ic05", Drawing.disc.argb(32)), ("ic08", [0xFF, 0x4F, 0xFF, 0x51]), ("is32", [])]))
    #expect(
      finding.message
        == "App.icns has elements whose pixels were not checked: ic08 (JPEG 2000), is32 (without its mask s8mk)")
    #expect(finding.severity == .note)
  }

  @Test func whatLibpngSays() throws {
    let sample = SamplePicture()
    let bytes = sample.bytes(data: SamplePicture.wrapped(Array(sample.rows.dropLast(9))))
    let finding = try Self.only(.phone(["Icon.png": bytes]))
    #expect(finding.message == "Icon.png cannot be decoded: libpng reports 'Not enough image data'")
  }

  @Test func otherForms() throws {
    let finding = try Self.only(.phone(["Icon.png": Array("GIF89a".utf8)]))
    #expect(finding.message == "Icon.png is not a PNG file: it starts with the bytes 47 49 46 38 39 61")
  }
}
