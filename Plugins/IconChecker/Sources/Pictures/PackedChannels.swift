/// Samples of one channel after another, packed as in `.icns` files.
///
/// A byte below 128 is followed by that many bytes plus one, as they are. For another byte, the next byte is repeated
/// that many times minus 125 (Wikipedia, "Apple Icon Image format", section Compression).
enum PackedChannels {
  /// Unpacks the first `count` samples. Throws if there are fewer, or if the last run exceeds them. Ignores what
  /// follows, because some writers add a byte.
  static func unpack(_ data: ArraySlice<UInt8>, count: Int) throws(PictureError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(count)
    var rest = data
    while samples.count < count {
      guard let control = rest.popFirst() else {
        throw .damaged("its packed data ends after \(samples.count) of \(count) samples")
      }
      let length = control < 0x80 ? Int(control) + 1 : Int(control) - 125
      guard length <= count - samples.count else {
        throw .damaged("a run in its packed data exceeds its \(count) samples")
      }
      if control < 0x80 {
        guard rest.count >= length else { throw .damaged("its packed data ends within a run") }
        samples += rest.prefix(length)
        rest = rest.dropFirst(length)
      } else {
        guard let sample = rest.popFirst() else { throw .damaged("its packed data ends within a run") }
        samples += repeatElement(sample, count: length)
      }
    }
    return samples
  }
}
