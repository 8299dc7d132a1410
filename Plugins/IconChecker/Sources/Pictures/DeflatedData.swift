import CZLib

/// Measures raw deflated data (RFC 1951) by inflating it once.
struct DeflatedData {
  let count: Int
  /// The Adler-32 of the inflated data (RFC 1950, section 8).
  let checksum: UInt32

  private static let windowSize = 64 << 10

  /// Throws if the data is malformed, truncated, or inflates to more than `limit` bytes.
  init(_ data: [UInt8], limit: Int) throws(PictureError) {
    // On the heap, because zlib keeps a pointer to it.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let window = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.windowSize)
    defer {
      inflateEnd(stream)
      stream.deallocate()
      window.deallocate()
    }
    // Negative: raw data. `inflateInit2` is a macro, which Swift does not import.
    guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .damaged("there is not enough memory to decompress it")
    }
    (count, checksum) = try data.withUnsafeBufferPointer { (input) throws(PictureError) in
      try Self.measure(input, limit, stream, window)
    }
  }

  private static func measure(
    _ input: UnsafeBufferPointer<UInt8>, _ limit: Int, _ stream: UnsafeMutablePointer<z_stream>,
    _ window: UnsafeMutablePointer<UInt8>
  ) throws(PictureError) -> (count: Int, checksum: UInt32) {
    // zlib reads the input and never writes to it.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    guard let available = UInt32(exactly: input.count) else { throw .damaged("its image data is too long") }
    stream.pointee.avail_in = available
    var produced = 0
    var checksum = adler32_z(0, nil, 0)
    while true {
      stream.pointee.next_out = window
      stream.pointee.avail_out = UInt32(windowSize)
      let code = inflate(stream, Z_NO_FLUSH)
      let count = windowSize - Int(stream.pointee.avail_out)
      produced += count
      checksum = adler32_z(checksum, window, count)
      if produced > limit {
        throw .damaged("its image data expands to more than the \(limit) bytes that its size requires")
      }
      switch code {
      case Z_STREAM_END:
        return (input.count - Int(stream.pointee.avail_in), UInt32(truncatingIfNeeded: checksum))
      case Z_OK where count > 0: continue
      case Z_OK, Z_BUF_ERROR: throw .damaged("its image data ends too early")
      default:
        let message = stream.pointee.msg.map { String(cString: $0) } ?? "error \(code)"
        throw .damaged("its image data cannot be decompressed: zlib reports '\(message)'")
      }
    }
  }
}
