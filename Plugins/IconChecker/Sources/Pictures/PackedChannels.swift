/// Samples of one channel after another, packed as in `.icns` files.
///
/// A byte below 128 says that one more than that many bytes follow as they are; another says that the next byte stands 125
/// less than that many times (Wikipedia, "Apple Icon Image format", section Compression).
enum PackedChannels {
  /// The first `count` samples. Throws when there are fewer, and when the last run goes past them. What follows is not
  /// looked at: some writers add a byte.
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
