import SampleFiles
import FileFacts
import Testing

@testable import IconChecker

@Suite struct IconFamilyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let elements: [(String, [UInt8])]
    let kinds: [String]

    init(_ name: String, finds kinds: [String] = [], _ elements: [(String, [UInt8])]) {
      (testDescription, self.kinds, self.elements) = (name, kinds, elements)
    }
  }

  private static let dark: [UInt8] = [0xFD, 0xD9, 0x2F, 0xA8]

  /// The elements of a family without its header.
  private static func nested(_ elements: [(String, [UInt8])]) -> [UInt8] {
    Array(SampleIcons.family(elements.map { (type: $0, content: $1) }).dropFirst(8))
  }

  static let cases: [Case] = [
    Case(
      "every form of one picture",
      [
        ("is32", Drawing.disc.packed([0, 1, 2], 16)), ("s8mk", Drawing.disc.mask(16)),
        ("il32", Drawing.disc.packed([0, 1, 2], 32)), ("l8mk", Drawing.disc.mask(32)),
        ("ih32", Drawing.disc.packed([0, 1, 2], 48)), ("h8mk", Drawing.disc.mask(48)),
        ("icp4", Drawing.disc.packed([0, 1, 2], 16)), ("icp5", Drawing.disc.png(32)), ("icp6", Drawing.disc.png(64)),
        ("ic04", Drawing.disc.argb(16)), ("ic05", Drawing.disc.argb(32)), ("ic11", Drawing.disc.png(32)),
      ]),
    Case(
      "128 pixels have four bytes before them",
      [("it32", [0, 0, 0, 0] + Drawing.disc.packed([0, 1, 2], 128)), ("t8mk", Drawing.disc.mask(128))]),
    Case(
      "another picture in one size", finds: ["variant-picture ic04"],
      [("ic04", Drawing.blueDisc.argb(16)), ("ic05", Drawing.disc.argb(32)), ("ic11", Drawing.disc.png(32))]),
    Case(
      "the colours of one size are mixed up", finds: ["variant-picture is32"],
      [
        ("is32", Drawing.disc.packed([2, 1, 0], 16)), ("s8mk", Drawing.disc.mask(16)), ("ic05", Drawing.disc.argb(32)),
        ("ic11", Drawing.disc.png(32)),
      ]),
    Case(
      "another picture for dark mode may be",
      [("ic05", Drawing.disc.argb(32)), ("sbtp", nested([("ic05", Drawing.blueDisc.argb(32))]))]),
    Case(
      "another picture in one size of a family within", finds: ["variant-picture slct/ic05"],
      [
        ("ic05", Drawing.disc.argb(32)),
        ("slct", nested([("ic04", Drawing.disc.argb(16)), ("ic05", Drawing.blueDisc.argb(32))])),
      ]),
    Case(
      "a family within that has a head of its own", finds: ["decode slct/ic04"],
      [
        ("ic05", Drawing.disc.argb(32)),
        ("slct", SampleIcons.family([(type: "ic04", content: Array("ARGB".utf8))])),
      ]),
    Case("a damaged family within", finds: ["decode slct"], [("ic05", Drawing.disc.argb(32)), ("slct", [1, 2, 3])]),
    Case("an empty family", finds: ["empty"], []),
    Case("a family without pictures", finds: ["empty"], [("info", [1, 2, 3])]),
    Case("a PNG of another size", finds: ["element-size ic11"], [("ic11", Drawing.disc.png(16))]),
    Case("a PNG of a size that tools write", [("icp6", Drawing.disc.png(48))]),
    Case("a PNG of no such size", finds: ["element-size icp6"], [("icp6", Drawing.disc.png(32))]),
    Case("a damaged PNG", finds: ["decode"], [("ic11", Array(Drawing.disc.png(32).prefix(60)))]),
    Case("a PNG without its end", finds: ["decode ic11"], [("ic11", Array(Drawing.disc.png(32).dropLast(12)))]),
    Case("plain", finds: ["plain ic04"], [("ic04", Drawing.red.argb(16))]),
    Case(
      "what can't be decoded is told once", finds: ["undecoded"],
      [
        ("ic05", Drawing.disc.argb(32)), ("ic08", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ("ic09", [0xFF, 0x4F, 0xFF, 0x51]), ("icl8", []), ("is32", []),
      ]),
    Case("an element of no known form", finds: ["decode ic07"], [("ic07", [1, 2, 3, 4])]),
    Case("an empty element", finds: ["decode icp6"], [("icp6", [])]),
    Case("too few packed samples", finds: ["decode ic04"], [("ic04", Array(Drawing.disc.argb(16).dropLast()))]),
    Case("packed samples and one byte more", [("ic04", Drawing.disc.argb(16) + [0])]),
    Case(
      "a run past the end", finds: ["decode ic04"],
      [("ic04", Array("ARGB".utf8) + [UInt8](repeating: 0xFF, count: 2 * 7) + Array(repeating: 0xFF, count: 2))]),
    Case(
      "a mask of another size", finds: ["decode is32"],
      [("is32", Drawing.disc.packed([0, 1, 2], 16)), ("s8mk", Drawing.disc.mask(15))]),
  ]

  @Test(arguments: cases) func finds(_ one: Case) throws {
    #expect(
      try SampleBundle.desktop(one.elements).kinds() == one.kinds.map { "Contents/Resources/App.icns \($0)" })
  }

  @Test func darkModesTypeIsNoText() throws {
    var bundle = SampleBundle.desktop([
      ("ic05", Drawing.disc.argb(32)), ("dark", Self.nested([("ic04", Drawing.nothing.argb(16))])),
    ])
    #expect(try bundle.kinds() == [])
    let path = "Contents/Resources/App.icns"
    var bytes = try #require(bundle.contents[path])
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "dark".utf8) })
    bytes.replaceSubrange(start..<(start + 4), with: Self.dark)
    bundle.contents[path] = bytes
    #expect(try bundle.kinds() == ["\(path) invisible fdd92fa8/ic04"])
  }

  @Test func opacityIsAskedOfEachElement() throws {
    var settings = IconSettings()
    settings.opaque = .pixels
    let bundle = SampleBundle.desktop([("ic04", Drawing.disc.argb(16)), ("ic05", Drawing.disc.argb(32))])
    #expect(
      try bundle.kinds(settings) == ["opaque ic04", "opaque ic05"].map { "Contents/Resources/App.icns \($0)" })
  }

  /// The example of Wikipedia's article.
  @Test func unpacks() throws {
    let packed: [UInt8] = [0x02, 0x01, 0x02, 0x02, 0x80, 0x03, 0x81, 0x04, 0x82, 0x05]
    let samples: [UInt8] = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5]
    #expect(try PackedChannels.unpack(packed[...], count: 15) == samples)
    #expect(SampleIcons.packed(samples).count == packed.count)
    #expect(throws: PictureError.self) { try PackedChannels.unpack(packed[...], count: 16) }
    #expect(throws: PictureError.self) { try PackedChannels.unpack(packed[...], count: 14) }
  }
}
