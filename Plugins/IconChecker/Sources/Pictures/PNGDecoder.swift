import CLibPNG
import FileFacts
import PropertyLists

/// Decodes PNGs, including those that Xcode makes for iOS.
///
/// Uses only libpng's simplified interface, which returns after errors: the other one jumps over its caller's stack
/// frames, which Swift does not support.
enum PNGDecoder {
  /// The pixels of the largest image that is decoded: 8192 × 8192, which take 256 MiB.
  static let pixelLimit = 1 << 26

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func accepts(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: signature.prefix(4)) }

  static func decode(_ bytes: [UInt8], pixelLimit: Int = pixelLimit) throws(PictureError) -> Picture {
    let header = try header(bytes)
    let (area, isTooLarge) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isTooLarge, area <= pixelLimit else {
      throw .tooManyPixels(width: header.width, height: header.height, limit: pixelLimit)
    }
    try requireEnd(bytes)
    guard header.isCgBI else {
      return try picture(try pixels(bytes, header), header, hasAlphaChannel: header.hasAlpha, isPremultiplied: false)
    }
    let optimized = try AppleOptimizedPNG(bytes, header)
    var pixels = try pixels(optimized.standard, header)
    if header.colorType == .truecolor || header.colorType == .truecolorAlpha { swapRedAndBlue(&pixels) }
    let hasAlphaChannel = header.hasAlpha && optimized.isAlphaUsed
    return try picture(
      pixels, header, hasAlphaChannel: hasAlphaChannel,
      isPremultiplied: header.colorType == .truecolorAlpha || header.colorType == .grayscaleAlpha)
  }

  private static func header(_ bytes: [UInt8]) throws(PictureError) -> PNGHeader {
    do throws(FileFactError) {
      if let header = try PNGHeader.read(ByteArray(bytes), file: "") { return header }
    } catch {
      throw .damaged(error.message)
    }
    throw .damaged("it does not start with the PNG signature")
  }

  /// libpng stops once it has all pixels, but a file that is cut off after them is damaged as well.
  private static func requireEnd(_ bytes: [UInt8]) throws(PictureError) {
    var chunks = PNGChunks(bytes)
    do throws(PlainPNG.Refusal) { while try chunks.next() != nil {} } catch { throw .damaged(error.reason) }
  }

  private static func picture(
    _ pixels: [UInt8], _ header: PNGHeader, hasAlphaChannel: Bool, isPremultiplied: Bool
  ) throws(PictureError) -> Picture {
    let picture = Picture(
      width: header.width, height: header.height, pixels: pixels, isPremultiplied: isPremultiplied,
      form: form(header, hasAlphaChannel: hasAlphaChannel), hasAlphaChannel: hasAlphaChannel)
    guard let picture else { throw .damaged("libpng returned a different number of pixels than the size requires") }
    return picture
  }

  private static func form(_ header: PNGHeader, hasAlphaChannel: Bool) -> String {
    let colors =
      switch header.colorType {
      case .grayscale, .grayscaleAlpha: "grey"
      case .truecolor, .truecolorAlpha: "RGB"
      case .indexed: "palette"
      }
    return "\(colors)\(hasAlphaChannel ? " with alpha" : ""), \(header.bitDepth) bit\(header.isCgBI ? ", CgBI" : "")"
  }

  /// The pixels that libpng decodes: 8-bit sRGB with alpha, not multiplied by alpha.
  private static func pixels(_ bytes: [UInt8], _ header: PNGHeader) throws(PictureError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { (file) throws(PictureError) in try pixels(UnsafeRawBufferPointer(file), header)
    }
  }

  private static func pixels(
    _ file: UnsafeRawBufferPointer, _ header: PNGHeader
  ) throws(PictureError) -> [UInt8] {
    // On the heap, because libpng keeps a pointer to it between the calls.
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    defer {
      png_image_free(image)
      image.deallocate()
    }
    guard png_image_begin_read_from_memory(image, file.baseAddress, file.count) != 0 else { throw failure(image) }
    // The area was limited by the same header.
    guard Int(image.pointee.width) == header.width, Int(image.pointee.height) == header.height else {
      throw .damaged("libpng reads a different size than the header states")
    }
    image.pointee.format = png_uint_32(PNG_FORMAT_FLAG_ALPHA) | png_uint_32(PNG_FORMAT_FLAG_COLOR)
    // Otherwise libpng takes 16-bit samples without a gamma as linear, which no writer of icons means.
    image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let count = header.width * header.height * 4
    var isRead = false
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      isRead = png_image_finish_read(image, nil, buffer.baseAddress, png_int_32(header.width * 4), nil) != 0
      initializedCount = isRead ? count : 0
    }
    guard isRead else { throw failure(image) }
    return pixels
  }

  private static func failure(_ image: UnsafeMutablePointer<png_image>) -> PictureError {
    let text = withUnsafeBytes(of: &image.pointee.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return .damaged("libpng reports '\(text)'")
  }

  private static func swapRedAndBlue(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBufferPointer { pixels in
      for start in stride(from: 0, to: pixels.count - 3, by: 4) { pixels.swapAt(start, start &+ 2) }
    }
  }
}
