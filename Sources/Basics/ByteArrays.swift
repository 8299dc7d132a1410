extension [UInt8] {
  /// The bytes that `fill` writes into a buffer of `count` bytes: as many as it returns.
  package init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Failure) in
      try fill(UnsafeMutableRawBufferPointer(buffer))
    }
    bytes.removeLast(count - filled)
    self = bytes
  }
}
