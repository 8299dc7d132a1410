/// A decoded image: four bytes per pixel, red, green, blue and alpha, row by row from the top.
struct Picture {
  /// In pixels, at least 1.
  let width: Int
  let height: Int
  /// `width * height * 4` bytes.
  let pixels: [UInt8]
  let isPremultiplied: Bool
  /// The format of the pixels in the file, such as `RGB with alpha, 8 bit`.
  let form: String
  /// Whether the format has an alpha channel, used or not.
  let hasAlphaChannel: Bool

  init?(
    width: Int, height: Int, pixels: [UInt8], isPremultiplied: Bool = false, form: String, hasAlphaChannel: Bool
  ) {
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooLarge, pixels.count % 4 == 0, pixels.count / 4 == area else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isPremultiplied = isPremultiplied
    self.form = form
    self.hasAlphaChannel = hasAlphaChannel
  }
}

enum PictureError: Error, Hashable {
  /// It does not decode; the reason without the file's name.
  case damaged(String)
  case tooManyPixels(width: Int, height: Int, limit: Int)
}

struct PictureFacts: Hashable {
  let width: Int
  let height: Int
  let form: String
  let hasAlphaChannel: Bool
  /// The number of pixels with an alpha above 0.
  let visibleCount: Int
  /// The number of pixels with the highest alpha.
  let opaqueCount: Int
  /// Whether all pixels are the same, including alpha.
  let isPlain: Bool

  init(_ picture: Picture) {
    width = picture.width
    height = picture.height
    form = picture.form
    hasAlphaChannel = picture.hasAlphaChannel
    (visibleCount, opaqueCount, isPlain) = picture.pixels.withUnsafeBytes { bytes in
      var visible = 0
      var opaque = 0
      var difference: UInt32 = 0
      let first = bytes.count < 4 ? 0 : bytes.loadUnaligned(as: UInt32.self)
      for start in stride(from: 0, to: bytes.count - 3, by: 4) {
        let pixel = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        let alpha = UInt32(littleEndian: pixel) >> 24
        visible &+= alpha == 0 ? 0 : 1
        opaque &+= alpha == 255 ? 1 : 0
        difference |= pixel ^ first
      }
      return (visible, opaque, difference == 0)
    }
  }

  var pixelCount: Int { width * height }

  /// The share of visible pixels, from 0 to 1.
  var coverage: Double { Double(visibleCount) / Double(pixelCount) }

  var isInvisible: Bool { visibleCount == 0 }

  var isOpaque: Bool { opaqueCount == pixelCount }
}
