internal import CZLib

/// A zlib decompressor. Must not be used by several threads at once.
final class Inflater {
  enum Wrapping {
    case none
    /// A gzip member; its checksum and length are verified.
    case gzip
  }

  enum Outcome {
    case more
    case ended
    case damaged
  }

  // On the heap because zlib keeps a pointer to it, and a Swift property may move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ wrapping: Wrapping, path: String) throws(StorageError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative means raw deflate; adding 16 means gzip. `inflateInit2` is a macro, which Swift does not import.
    let windowBits = wrapping == .gzip ? MAX_WBITS + 16 : -MAX_WBITS
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw StorageError(.system, path: path, detail: "out of memory")
    }
  }

  deinit {
    // Safe even if `init` failed: zlib then finds no state.
    inflateEnd(stream)
    stream.deallocate()
  }

  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, outcome: Outcome) {
    let inputCount = UInt32(clamping: input.count)
    let outputCount = UInt32(clamping: output.count)
    // zlib only reads the input; both pointers are used only during this call.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = inputCount
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = outputCount
    let code = CZLib.inflate(stream, Z_NO_FLUSH)
    let consumed = Int(inputCount - stream.pointee.avail_in)
    let produced = Int(outputCount - stream.pointee.avail_out)
    switch code {
    case Z_STREAM_END: return (consumed, produced, .ended)
    // Z_BUF_ERROR only means that no progress was possible without more input or output space.
    case Z_OK, Z_BUF_ERROR: return (consumed, produced, .more)
    default: return (consumed, produced, .damaged)
    }
  }
}

struct CRC32 {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
  }
}
