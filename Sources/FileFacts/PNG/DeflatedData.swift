import CZLib

/// Inflates raw deflated data (RFC 1951), as in the images of a PNG that Xcode's pngcrush has optimized for iOS.
package enum DeflatedData {
  private static let windowSize = 64 << 10

  /// Passes the data to `body` piece by piece, and returns how many bytes of the input it took. Throws if it is malformed, truncated, or
  /// inflates to more than `limit` bytes.
  package static func inflate(
    _ data: [UInt8], limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(PlainPNG.Refusal) -> Int {
    // On the heap, because zlib keeps a pointer to it.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let window = UnsafeMutablePointer<UInt8>.allocate(capacity: windowSize)
    defer {
      inflateEnd(stream)
      stream.deallocate()
      window.deallocate()
    }
    // Negative: raw data. `inflateInit2` is a macro, which Swift does not import.
    guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw PlainPNG.Refusal("there is not enough memory to decompress it")
    }
    guard let available = UInt32(exactly: data.count) else { throw PlainPNG.Refusal("its image data is too long") }
    return try data.withUnsafeBufferPointer { input throws(PlainPNG.Refusal) in
      // zlib reads the input and never writes to it.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = available
      var produced = 0
      while true {
        stream.pointee.next_out = window
        stream.pointee.avail_out = UInt32(windowSize)
        let code = CZLib.inflate(stream, Z_NO_FLUSH)
        let count = windowSize - Int(stream.pointee.avail_out)
        produced += count
        if produced > limit {
          throw PlainPNG.Refusal("its image data expands to more than the \(limit) bytes that its size requires")
        }
        body(UnsafeBufferPointer(start: window, count: count))
        switch code {
        case Z_STREAM_END: return data.count - Int(stream.pointee.avail_in)
        case Z_OK where count > 0: continue
        case Z_OK, Z_BUF_ERROR: throw PlainPNG.Refusal("its image data ends too early")
        default:
          let message = stream.pointee.msg.map { String(cString: $0) } ?? "error \(code)"
          throw PlainPNG.Refusal("its image data cannot be decompressed: zlib reports '\(message)'")
        }
      }
    }
  }
}
