import Basics
import PropertyLists

/// Reads an entry's bytes sequentially. Must not be used by several threads at once.
final class ZipEntryStream {
  private(set) var position = 0

  private let record: ZipRecord
  private let source: any ByteSource
  private let budget: ArchiveBudget
  private let path: String
  private var checksum = CRC32()
  private var isChecked = true

  // Only for deflated entries.
  private var inflater: Inflater?
  private var input: [UInt8] = []
  private var inputAt = 0
  private var taken = 0
  private var hasEnded = false

  private static let chunk = 32 << 10

  init(_ record: ZipRecord, source: any ByteSource, budget: ArchiveBudget, path: String) throws(StorageError) {
    self.record = record
    self.source = source
    self.budget = budget
    self.path = path
    if record.method == ZipRecord.deflated { inflater = try Inflater(.none, path: path) }
  }

  /// Fills `buffer` from the current position; returns fewer bytes only at the end, where size and checksum are checked.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    var filled = 0
    let wanted = min(buffer.count, record.size - position)
    while filled < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<wanted])  // inside `buffer`, by the loop
      let got = try inflater == nil ? copy(into: rest) : inflate(into: rest)
      guard got > 0 else {
        throw .entry(.entrySize, path, "expands to \(counted(position, "byte")) instead of \(record.size)")
      }
      checksum.add(UnsafeRawBufferPointer(rebasing: rest[..<got]))
      try budget.charge(got, path: path)
      filled += got
      position += got
    }
    if position == record.size { try checkEnd() }
    return filled
  }

  func bytes() throws(StorageError) -> [UInt8] {
    try [UInt8](count: record.size - position) { (buffer) throws(StorageError) in try read(into: buffer) }
  }

  func skip(to target: Int) throws(StorageError) {
    let target = min(target, record.size)
    guard target > position else { return }
    if inflater == nil {
      // Skipped bytes are not part of the checksum.
      position = target
      isChecked = false
      return
    }
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: min(Self.chunk, target - position), alignment: 16)
    defer { scratch.deallocate() }
    while position < target {
      _ = try read(into: UnsafeMutableRawBufferPointer(rebasing: scratch.prefix(target - position)))
    }
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    try source.read(at: record.dataStart + position, into: buffer, path: path)
  }

  private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    while !hasEnded {
      if inputAt == input.count, taken < record.compressed {
        input = try source.exactly(min(Self.chunk, record.compressed - taken), at: record.dataStart + taken, path: path)
        taken += input.count
        inputAt = 0
      }
      let step = inputStep(into: buffer)
      switch step.outcome {
      case .damaged: throw .entry(.malformedArchive, path, "is damaged: it is not valid deflate data")
      case .ended: hasEnded = true
      case .more:
        if step.produced == 0, inputAt == input.count, taken == record.compressed {
          throw .entry(.malformedArchive, path, "is truncated: its compressed data ends early")
        }
      }
      if step.produced > 0 { return step.produced }
    }
    return 0
  }

  private func inputStep(into buffer: UnsafeMutableRawBufferPointer) -> (produced: Int, outcome: Inflater.Outcome) {
    guard let inflater else { return (0, .ended) }
    let step = input.withUnsafeBytes { bytes in
      inflater.inflate(UnsafeRawBufferPointer(rebasing: bytes[inputAt...]), into: buffer)  // inputAt <= count
    }
    inputAt += step.consumed
    return (step.produced, step.outcome)
  }

  /// At the end of the data: the compressed bytes must end here, too, and the checksum must match.
  private func checkEnd() throws(StorageError) {
    if inflater != nil, !hasEnded {
      let extra = try [UInt8](count: 1) { (buffer) throws(StorageError) in try inflate(into: buffer) }
      guard extra.isEmpty else {
        throw .entry(
          .entrySize, path, "expands to more than the \(counted(record.size, "byte")) in the central directory")
      }
    }
    if inflater != nil {
      guard inputAt == input.count, taken == record.compressed else {
        throw .entry(.entrySize, path, "has extra compressed bytes after the end of its data")
      }
    }
    if isChecked, checksum.value != record.checksum {
      throw StorageError(.entryChecksum, path: path, detail: "does not match its checksum: its bytes are damaged")
    }
  }
}
