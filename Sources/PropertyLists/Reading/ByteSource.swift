package import Basics

/// Bytes that are read in pieces: a file, an entry of an archive, an array.
///
/// May be used by several threads at once.
package protocol ByteSource: Sendable {
  var count: Int { get }

  /// Whether random access costs about as much as reading everything, as in compressed files. Such a source is best read once from its
  /// start. False by default.
  var isSequential: Bool { get }

  /// Copies bytes from `offset` into `buffer` and returns their number: as many as fit, fewer only at the end, 0 outside the source.
  ///
  /// Throws if they cannot be read, or if the source has become shorter.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}

package typealias ByteSourceError = Diagnostic<ByteSourceCode>

package enum ByteSourceCode: String, DiagnosticCode {
  /// They cannot be read, or the source has become shorter.
  case unreadable = "bytes.unreadable"
}

extension ByteSourceError {
  package init(_ message: String) { self.init(.unreadable, message) }
}

extension ByteSource {
  package var isSequential: Bool { false }

  /// Returns at most `count` bytes from `offset`; fewer at the end. Returns no bytes for a negative offset or count.
  package func bytes(at offset: Int, count wanted: Int) throws(ByteSourceError) -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    return try [UInt8](count: min(wanted, count - offset)) { (buffer) throws(ByteSourceError) in
      max(0, min(try read(at: offset, into: buffer), buffer.count))
    }
  }
}

extension ByteSource {
  // Fewer and larger reads do not make hashing faster.
  private static var pieceSize: Int { 256 << 10 }

  /// Passes all bytes to `body` in ascending pieces. Returns their number, which is less than `count` if the source has become shorter.
  package func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) throws(ByteSourceError) -> Int {
    let count = count
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(count, Self.pieceSize)), alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < count {
      let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count - offset))
      let got = min(try read(at: offset, into: piece), piece.count)
      if got <= 0 { break }
      body(UnsafeRawBufferPointer(rebasing: piece[..<got]))
      offset += got
    }
    return offset
  }
}

package struct ByteArray: ByteSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let length = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<(offset + length)]))
    }
    return length
  }
}

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
