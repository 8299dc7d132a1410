/// Decompresses a gzip file of one member with zlib, which verifies the checksum.
///
/// A file may have several members (RFC 1952, 2.2), but many programs read only the first.
final class GzipStream {
  private let source: ArchiveInput
  private let inflater: Inflater
  private var input: [UInt8] = []
  private var inputAt = 0
  private var hasEnded = false

  /// Small, so that the decompressed size is checked often.
  private static let chunk = 16 << 10

  init(_ source: ArchiveInput) throws(StorageError) {
    self.source = source
    inflater = try Inflater(.gzip, path: "the archive")
  }

  /// Decompresses at most as many bytes as fit; returns their number, 0 at the end.
  func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    while true {
      if inputAt == input.count {
        try refill()
        if input.isEmpty {
          guard hasEnded else { throw .malformedArchive("is truncated: its compressed data ends early") }
          return 0
        }
      }
      if hasEnded {
        // Some tapes and downloads are padded with zeros.
        guard let other = input[inputAt...].first(where: { $0 != 0 }) else {
          inputAt = input.count
          continue
        }
        throw other == 0x1F ? .severalMembers : .bytesAfterStream
      }
      let step = input.withUnsafeBytes { bytes in
        inflater.inflate(UnsafeRawBufferPointer(rebasing: bytes[inputAt...]), into: buffer)  // inputAt < count
      }
      inputAt += step.consumed
      switch step.outcome {
      case .damaged: throw .malformedArchive("is damaged: it is not valid gzip data, or its checksum is wrong")
      case .ended: hasEnded = true
      case .more:
        // zlib always makes progress if there is input and space, but an endless loop must not depend on that.
        guard step.consumed > 0 || step.produced > 0 else { throw .malformedArchive("cannot be decompressed") }
      }
      if step.produced > 0 { return step.produced }
    }
  }

  private func refill() throws(StorageError) {
    input = try [UInt8](count: Self.chunk) { (buffer) throws(StorageError) in try source.take(into: buffer) }
    inputAt = 0
  }
}
