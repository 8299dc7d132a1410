struct PictureFacts: Hashable {
  /// In pixels.
  let width: Int
  let height: Int
  let form: String
  /// Whether the format has an alpha channel, used or not.
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
