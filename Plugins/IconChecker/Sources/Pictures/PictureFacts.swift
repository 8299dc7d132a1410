/// What is known of a picture once it is decoded.
struct PictureFacts: Hashable {
  /// In pixels.
  let width: Int
  /// In pixels.
  let height: Int
  /// As `Picture.form`.
  let form: String
  /// Whether the form has room for transparency, used or not.
  let hasAlphaChannel: Bool
  /// How many pixels have an alpha above 0.
  let visibleCount: Int
  /// How many pixels have the highest alpha.
  let opaqueCount: Int
  /// Whether all pixels are the same, alpha included.
  let isPlain: Bool

  /// Looks at every pixel once.
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

  /// How many pixels there are, at least 1.
  var pixelCount: Int { width * height }

  /// The share of pixels that can be seen at all, from 0 to 1.
  var coverage: Double { Double(visibleCount) / Double(pixelCount) }

  /// Whether no pixel can be seen.
  var isInvisible: Bool { visibleCount == 0 }

  /// Whether no pixel lets through what is behind it.
  var isOpaque: Bool { opaqueCount == pixelCount }
}
