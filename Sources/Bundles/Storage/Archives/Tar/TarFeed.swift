internal import CLibArchive
import PropertyLists

/// Gives an archive's bytes to libarchive, and keeps watch over how much they inflate to.
///
/// gzip is inflated here, by zlib: libarchive passes over gzip's checksum. The other compressions are libarchive's.
final class TarFeed {
  /// Why reading had to stop; libarchive only knows that it did.
  private(set) var failure: StorageError?

  private let source: any ByteSource
  private let format: ArchiveFormat
  private let budget: ArchiveBudget
  private let start: Int
  private var position: Int
  private var charged = 0
  private let buffer: UnsafeMutableRawBufferPointer

  // Only of gzip.
  private let inflater: Inflater?
  private var input: [UInt8] = []
  private var inputAt = 0
  private var inflated = 0
  private var isBetweenMembers = true

  /// Compressed bytes are taken in small pieces, so that the watch comes often.
  private static let chunk = 16 << 10

  init(
    _ source: any ByteSource, from start: Int, format: ArchiveFormat, budget: ArchiveBudget
  ) throws(StorageError) {
    self.source = source
    self.start = start
    self.format = format
    self.budget = budget
    position = start
    inflater = format == .gzip ? try Inflater(.gzip, path: "the archive") : nil
    let isFilteredLater = format != .tar && format != .gzip
    buffer = .allocate(byteCount: isFilteredLater ? Self.chunk : 64 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The next bytes, none at the end; nil after a failure.
  func next(_ archive: OpaquePointer?) -> UnsafeRawBufferPointer? {
    do throws(StorageError) {
      try watch(archive)
      return UnsafeRawBufferPointer(rebasing: buffer[..<(try fill())])
    } catch {
      failure = error
      return nil
    }
  }

  /// Jumps ahead, which libarchive asks for only in a tar that is not compressed; returns by how much.
  func skip(_ wanted: Int) -> Int {
    let possible = max(0, min(wanted, source.count - position))
    position += possible
    return possible
  }

  /// Throws when the archive has inflated to too much.
  func watch(_ archive: OpaquePointer?) throws(StorageError) {
    guard format != .tar else { return }
    // Filter 0 is libarchive's last one: what the reader of the tar format was given.
    let sum = inflater != nil ? inflated : archive.map { Int(clamping: archive_filter_bytes($0, 0)) } ?? 0
    guard sum > charged else { return }
    try budget.charge(sum - charged, path: "")
    charged = sum
    try budget.checkRatio(compressed: position - start, inflated: sum, path: "")
  }

  /// Inflates what follows the tar, so that the checksum at the end is verified. Only of gzip; the others verify each block
  /// as they inflate it.
  func finish() throws(StorageError) {
    guard inflater != nil else { return }
    while try fill() > 0 { try watch(nil) }
  }

  private func fill() throws(StorageError) -> Int {
    guard let inflater else { return try take(into: buffer) }
    while true {
      if inputAt == input.count {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let got = bytes.withUnsafeMutableBytes { buffer in
          Result { () throws(StorageError) in try take(into: buffer) }
        }
        bytes.removeLast(bytes.count - (try got.get()))
        (input, inputAt) = (bytes, 0)
        if input.isEmpty {
          guard isBetweenMembers, inflated > 0 else {
            throw .malformedArchive("is truncated: its compressed data ends early")
          }
          return 0
        }
      }
      // Some tapes and downloads are padded with zeros.
      if isBetweenMembers, inflated > 0, input[inputAt] == 0 {
        inputAt += 1
        continue
      }
      isBetweenMembers = false
      let step = input.withUnsafeBytes { bytes in
        inflater.inflate(UnsafeRawBufferPointer(rebasing: bytes[inputAt...]), into: buffer)  // inputAt < count
      }
      inputAt += step.consumed
      inflated += step.produced
      switch step.outcome {
      case .damaged: throw .malformedArchive("is damaged: it is not valid gzip data, or its checksum is wrong")
      case .ended:
        isBetweenMembers = true
        inflater.restart()
      case .more:
        // zlib does something wherever there is input and room; a loop must not depend on it.
        guard step.consumed > 0 || step.produced > 0 else { throw .malformedArchive("cannot be decompressed") }
      }
      if step.produced > 0 { return step.produced }
    }
  }

  private func take(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    do throws(ByteSourceError) {
      let got = try source.read(at: position, into: buffer)
      position += got
      return got
    } catch {
      throw StorageError(.system, path: "the archive", detail: error.description)
    }
  }
}
