import PropertyLists

/// Counts the bytes that are read. Only for one thread at a time.
final class CountingSource: ByteSource, @unchecked Sendable {  // only ever used by the test that made it
  private let inner: ByteArray
  private(set) var bytesRead = 0
  private(set) var reads = 0
  /// The offset from which reading fails.
  var failsFrom = Int.max
  /// The offset from which there are no bytes, although the size is larger.
  var endsAt = Int.max

  init(_ bytes: [UInt8]) { inner = ByteArray(bytes) }

  var count: Int { inner.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    reads += 1
    if offset >= failsFrom { throw ByteSourceError("a.bin can't be read: the disk is gone") }
    let got = min(inner.read(at: offset, into: buffer), max(0, endsAt - offset))
    bytesRead += got
    return got
  }
}
