/// Counts the bytes that a reading reads, so that it can be charged for them.
package final class MeteredSource: ByteSource, @unchecked Sendable {  // made for one reading, which stays on its thread
  private let inner: any ByteSource
  package private(set) var reads: UInt64 = 0
  package private(set) var bytes: UInt64 = 0

  /// The maximum number of bytes that one reading may read, including repetitions: no reader needs a file twice, but a malicious file may
  /// refer a reader to the same part again and again.
  private let limit: UInt64

  package init(_ inner: any ByteSource) {
    self.inner = inner
    let product = UInt64(max(0, inner.count)).multipliedReportingOverflow(by: 16)
    limit = product.overflow ? .max : product.partialValue.addingReportingOverflow(16 << 20).partialValue
  }

  package var count: Int { inner.count }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    reads += 1
    guard bytes < limit else {
      throw ByteSourceError("its parts overlap: reading them all takes more than \(limit) bytes")
    }
    let got = try inner.read(at: offset, into: buffer)
    bytes += UInt64(max(0, got))
    return got
  }
}
