struct IconSettings {
  var opaque = IconOpacity.platform
  /// The largest difference between two variants of an image, from 0 to 1.
  var tolerance = 0.1
  var images = false
  var blank = false

  /// The size of the largest file that is read, in bytes.
  var fileLimit = 64 << 20
  /// The pixels of the largest image in a file of its own that is decoded.
  var pixelLimit = PNGDecoder.pixelLimit
  /// The pixels of the largest image in an icon family that is decoded. The largest type has 1024 × 1024.
  var elementPixelLimit = 1 << 22
}
