import FileFacts

/// Decodes the images of an icon family (Wikipedia, "Apple Icon Image format", sections Icon types and Image data
/// format).
struct IconFamilyDecoder {
  private let bytes: [UInt8]
  private let masks: [String: Range<Int>]
  private let pixelLimit: Int

  /// The masks by the types that they belong to. `icp4` and `icp5` have the same content as `is32` and `il32`.
  private static let maskTypes = [
    "is32": "s8mk", "icp4": "s8mk", "il32": "l8mk", "icp5": "l8mk", "ih32": "h8mk", "it32": "t8mk",
  ]

  init(_ family: IconFamily, _ bytes: [UInt8], pixelLimit: Int) {
    self.bytes = bytes
    self.pixelLimit = pixelLimit
    masks = Dictionary(
      family.images.filter { $0.format == .mask }.map { ($0.type, $0.content) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Why a valid image cannot be decoded; nil if it can be tried.
  func obstacle(to image: IconFamily.Image) -> String? {
    switch image.format {
    case .jpeg2000: "JPEG 2000"
    case .bitmap: "an old bitmap"
    case .mask: "a mask"
    case .png: nil
    case .argb, .rgb:
      if !isARGB(image), let mask = Self.maskTypes[image.type], masks[mask] == nil {
        "without its mask \(mask)"
      } else {
        nil
      }
    }
  }

  func decode(_ image: IconFamily.Image) throws(PictureError) -> Picture {
    let content = bytes[image.content]
    if image.format == .png { return try PNGDecoder.decode(Array(content), pixelLimit: pixelLimit) }
    let count = image.width * image.height
    let channels: [ArraySlice<UInt8>]
    let isARGB = isARGB(image)
    if isARGB {
      let samples = try PackedChannels.unpack(content.dropFirst(4), count: count * 4)
      channels = [1, 2, 3, 0].map { samples[($0 * count)..<(($0 + 1) * count)] }
    } else if Self.maskTypes[image.type] == nil {
      throw .damaged("it is neither a PNG, nor JPEG 2000, nor packed channels with the header 'ARGB'")
    } else {
      // The samples of `it32` follow four bytes without meaning.
      let packed = image.type == "it32" ? content.dropFirst(4) : content
      let samples = try PackedChannels.unpack(packed, count: count * 3)
      channels = (0..<3).map { samples[($0 * count)..<(($0 + 1) * count)] } + [try mask(of: image, count: count)]
    }
    var pixels = [UInt8](repeating: 0, count: count * 4)
    for (channel, samples) in channels.enumerated() {
      for (index, sample) in samples.enumerated() { pixels[index * 4 + channel] = sample }
    }
    let picture = Picture(
      width: image.width, height: image.height, pixels: pixels,
      form: isARGB ? "packed ARGB, 8 bit" : "packed RGB with mask, 8 bit", hasAlphaChannel: true)
    guard let picture else { throw .damaged("its number of pixels does not match its type") }
    return picture
  }

  private func isARGB(_ image: IconFamily.Image) -> Bool { bytes[image.content].starts(with: "ARGB".utf8) }

  private func mask(of image: IconFamily.Image, count: Int) throws(PictureError) -> ArraySlice<UInt8> {
    guard let type = Self.maskTypes[image.type], let content = masks[type] else { throw .damaged("it has no mask") }
    guard content.count == count else {
      throw .damaged("its mask \(type) has \(content.count) bytes, but its size requires \(count)")
    }
    return bytes[content]
  }
}
