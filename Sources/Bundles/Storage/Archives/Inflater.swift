internal import CZLib

/// zlib's inflate. Used by one thread at a time.
final class Inflater {
  /// What stands around the deflated bytes.
  enum Wrapping {
    /// Nothing, as in zips.
    case none
    /// A gzip member; its checksum and length are verified.
    case gzip
  }

  enum Outcome {
    /// More input or room for output is needed.
    case more
    /// The compressed stream ended.
    case ended
    /// The input is not what deflate writes.
    case damaged
  }

  // On the heap, because zlib keeps a pointer to it, and a Swift property may move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Throws when memory is short.
  init(_ wrapping: Wrapping, path: String) throws(StorageError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative: no wrapping; 16 more: gzip's. `inflateInit2` is a macro, which Swift doesn't import.
    let windowBits = wrapping == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw StorageError(.system, path: path, detail: "out of memory")
    }
  }

  deinit {
    // Harmless when `init` failed: zlib then finds no state.
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Inflates as much as both buffers allow.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, outcome: Outcome) {
    let inputCount = UInt32(clamping: input.count)
    let outputCount = UInt32(clamping: output.count)
    // zlib reads the input and never writes it; both pointers are used only during this call.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = inputCount
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = outputCount
    let code = CZLib.inflate(stream, Z_NO_FLUSH)
    let consumed = Int(inputCount - stream.pointee.avail_in)
    let produced = Int(outputCount - stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: return (consumed, produced, .ended)
    // Z_BUF_ERROR only says that nothing could be done without more input or room.
    case Z_OK, Z_BUF_ERROR: return (consumed, produced, .more)
    default: return (consumed, produced, .damaged)
    }
  }
}

/// The checksum of zip entries.
struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
  }
}
