/// What a rule asks of icons: the options, apart from the checker.
struct IconSettings {
  /// What the transparency of application icons may be.
  var opaque = IconOpacity.platform
  /// How far two variants of a picture may be apart, from 0 to 1.
  var tolerance = 0.1
  /// Whether every PNG in the resources is looked at.
  var images = false
  /// Whether an icon may be of one colour all over.
  var blank = false

  /// Bytes of the largest file that is read.
  var fileLimit = 64 << 20
  /// Pixels of the largest picture in a file of its own that is decoded.
  var pixelLimit = PNGDecoder.pixelLimit
  /// Pixels of the largest picture in an icon family that is decoded. The largest that a type stands for has 1024 × 1024.
  var elementPixelLimit = 1 << 22
}
