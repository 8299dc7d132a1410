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

  /// Nil unless the number of pixels matches the size.
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
