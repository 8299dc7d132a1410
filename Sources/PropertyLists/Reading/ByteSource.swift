package import Basics

/// Bytes that are read piece by piece: a file, an entry of an archive, an array.
///
/// May be called from several threads at once.
package protocol ByteSource: Sendable {
  /// How many bytes there are.
  var count: Int { get }

  /// Whether reading here and there costs about as much as reading everything, as in what is compressed. Such a source is
  /// best read once from its start. False unless a source says otherwise.
  var isSequential: Bool { get }

  /// Copies bytes from `offset` on into `buffer` and returns how many: as many as fit, fewer only at the end, none
  /// outside the source.
  ///
  /// Throws when they can't be read, or when the source has become shorter than it was.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int
}

/// Why bytes couldn't be read.
package typealias ByteSourceError = Diagnostic<ByteSourceCode>

/// What kind of trouble it is.
package enum ByteSourceCode: String, DiagnosticCode {
  /// They can't be read, or the source has become shorter.
  case unreadable = "bytes.unreadable"
}

extension ByteSourceError {
  /// Makes an error of one sentence that names the file.
  package init(_ message: String) { self.init(.unreadable, message) }
}

extension ByteSource {
  /// See the protocol.
  package var isSequential: Bool { false }

  /// At most `count` bytes from `offset` on; fewer at the end. A negative offset or count reads nothing.
  package func bytes(at offset: Int, count wanted: Int) throws(ByteSourceError) -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    // A closure can't throw a typed error out of this one's caller.
    var outcome = Result<Int, ByteSourceError>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: min(wanted, count - offset)) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(buffer)
      outcome = Result { () throws(ByteSourceError) in try read(at: offset, into: room) }
      if case .success(let got) = outcome { filled = max(0, min(got, room.count)) }
    }
    _ = try outcome.get()
    return bytes
  }
}

extension ByteSource {
  // Fewer and larger reads do not make hashing faster.
  private static var pieceSize: Int { 256 << 10 }

  /// Hands over all bytes, ascending, a piece at a time. Returns how many there were: fewer than `count` when the source has become shorter.
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

/// Bytes in memory.
package struct ByteArray: ByteSource {
  private let bytes: [UInt8]

  /// Makes a source of `bytes`.
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
