/// Pictures of a described bundle, without pixels: what a check looks at is in their headers.
enum PictureContent {
  /// A PNG of that many pixels, of red, green and blue, and alpha or not.
  static func png(width: UInt32, height: UInt32, hasAlpha: Bool) -> [UInt8] {
    var header = NumberBytes(isBigEndian: true)
    header.add(width, height)
    header.bytes += [8, hasAlpha ? 6 : 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header.bytes) + chunk("IDAT", [])
      + chunk("IEND", [])
  }

  /// An icon family of elements of these types (four characters), each a PNG of `side` pixels.
  static func icns(_ elements: [(type: String, side: UInt32)]) -> [UInt8] {
    var content: [UInt8] = []
    for (type, side) in elements {
      let picture = png(width: side, height: side, hasAlpha: true)
      var size = NumberBytes(isBigEndian: true)
      size.add(UInt32(clamping: picture.count + 8))
      content += Array(type.utf8) + size.bytes + picture
    }
    var size = NumberBytes(isBigEndian: true)
    size.add(UInt32(clamping: content.count + 8))
    return Array("icns".utf8) + size.bytes + content
  }

  /// Length, type, content and checksum (PNG specification, 5.3).
  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var length = NumberBytes(isBigEndian: true)
    length.add(UInt32(clamping: content.count))
    let checked = Array(type.utf8) + content
    var check = UInt32.max
    for byte in checked {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? (check >> 1) ^ 0xEDB8_8320 : check >> 1 }
    }
    var end = NumberBytes(isBigEndian: true)
    end.add(~check)
    return length.bytes + checked + end.bytes
  }
}
