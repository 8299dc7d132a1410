import PropertyLists

/// Counts what a reading reads, for its price.
final class MeteredSource: ByteSource, @unchecked Sendable {  // made for one reading, which stays on its thread
  private let inner: any ByteSource
  private(set) var reads: UInt64 = 0
  private(set) var bytes: UInt64 = 0

  init(_ inner: any ByteSource) { self.inner = inner }

  var count: Int { inner.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    reads += 1
    let got = try inner.read(at: offset, into: buffer)
    bytes += UInt64(max(0, got))
    return got
  }
}
