struct IconElementType {
  /// The format, unless the data is a PNG or JPEG 2000.
  let format: IconFamily.Format
  /// In pixels.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Int
  /// Whether the data may also be a PNG or JPEG 2000.
  let mayBeFile: Bool

  /// Fails for types that are not images, and for unknown types.
  init?(_ type: String) {
    let side: Int
    var scale = 1
    var format = IconFamily.Format.argb
    switch type {
    case "ic04", "icp4": side = 16
    case "ic05", "icp5": side = 32
    // `kIconServices48PixelDataARGB`
    case "icp6": side = 48
    case "ic07": side = 128
    case "ic08": side = 256
    case "ic09": side = 512
    case "ic10": (side, scale) = (1024, 2)
    case "ic11": (side, scale) = (32, 2)
    case "ic12": (side, scale) = (64, 2)
    case "ic13": (side, scale) = (256, 2)
    case "ic14": (side, scale) = (512, 2)
    case "icsb": side = 18
    case "icsB": (side, scale) = (36, 2)
    case "sb24": side = 24
    case "SB24": (side, scale) = (48, 2)
    case "is32": (side, format) = (16, .rgb)
    case "il32": (side, format) = (32, .rgb)
    case "ih32": (side, format) = (48, .rgb)
    case "it32": (side, format) = (128, .rgb)
    case "s8mk": (side, format) = (16, .mask)
    case "l8mk": (side, format) = (32, .mask)
    case "h8mk": (side, format) = (48, .mask)
    case "t8mk": (side, format) = (128, .mask)
    case "icm#", "icm4", "icm8", "ics#", "ics4", "ics8": (side, format) = (16, .bitmap)
    case "ICON", "ICN#", "icl4", "icl8": (side, format) = (32, .bitmap)
    case "ich#", "ich4", "ich8": (side, format) = (48, .bitmap)
    default: return nil
    }
    self.format = format
    self.scale = scale
    width = side
    // The mini icons are the only ones that are not square.
    height = type.hasPrefix("icm") ? 12 : side
    mayBeFile = format == .argb || format == .rgb
  }
}
