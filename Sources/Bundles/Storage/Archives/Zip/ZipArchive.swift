import Basics
import PropertyLists

/// A zip archive, read by its central directory. Opening reads that directory and the header of each entry.
final class ZipArchive: Archive {
  let index: ArchiveIndex
  private let records: [ZipRecord]
  private let source: any ByteSource
  private let budget: ArchiveBudget

  init(_ source: any ByteSource, limits: ArchiveLimits) throws(StorageError) {
    let directory = try ZipDirectory(source: source, limits: limits)
    index = directory.index
    records = directory.records
    self.source = source
    budget = ArchiveBudget(limits)
  }

  func checkReadable(_ entries: ArraySlice<Int>) throws(StorageError) {
    for entry in entries where records[entry].isEncrypted { throw .encryptedEntry(index.text(index.entries[entry])) }
  }

  func position(of entry: Int) -> Int { records[entry].offset }

  func size(of entry: Int, path: String) throws(StorageError) -> Int {
    let record = records[entry]
    // No compressor doubles the size; if it seems so, the size was truncated to 32 bits.
    let isPossible =
      record.method == ZipRecord.deflated
      ? record.compressed / 2 - 65_536 <= record.size
      : record.method != ZipRecord.stored || record.compressed == record.size
    guard record.isSizeKnown else {
      throw .entry(
        .entrySize, path, "is of unknown size: the archive stores only 32 bits of it; archive it again, or unpack it")
    }
    guard isPossible else {
      throw .entry(
        .entrySize, path,
        "cannot expand to \(counted(record.size, "byte")) from \(counted(record.compressed, "compressed byte"))")
    }
    return record.size
  }

  func compressedSize(of entry: Int) -> Int? { records[entry].isSizeKnown ? records[entry].compressed : nil }

  func linkTarget(of entry: Int, path: String) throws(StorageError) -> [UInt8] {
    let size = try size(of: entry, path: path)
    guard size <= budget.limits.linkBytes else {
      throw .entry(
        .entryLink, path,
        "is a symbolic link of \(counted(size, "byte")); at most \(budget.limits.linkBytes) can be followed")
    }
    return try read(entry, path: path, limit: size)
  }

  func read(_ entry: Int, path: String, limit: Int) throws(StorageError) -> [UInt8] {
    let size = try size(of: entry, path: path)
    guard size <= limit else { throw StorageError(.tooLarge, path: path, limit: limit) }
    return try ZipEntryStream(try readableRecord(entry, path: path), source: source, budget: budget, path: path).bytes()
  }

  func source(of entry: Int, path: String) throws(StorageError) -> any ByteSource {
    let size = try size(of: entry, path: path)
    // If the entry cannot be read at all, throw now rather than on the first read.
    let record = try readableRecord(entry, path: path)
    let (source, budget) = (source, budget)
    return ZipEntrySource(count: size) { () throws(StorageError) in
      try ZipEntryStream(record, source: source, budget: budget, path: path)
    }
  }

  private func readableRecord(_ entry: Int, path: String) throws(StorageError) -> ZipRecord {
    let record = records[entry]
    if record.isEncrypted { throw .encryptedEntry(path) }
    guard record.method == ZipRecord.stored || record.method == ZipRecord.deflated else {
      throw .unknownMethod(record.method, path: path)
    }
    try budget.checkRatio(compressed: record.compressed, inflated: record.size, path: path)
    // Do not allocate memory for an impossible size: deflate produces at most 1032 bytes from one, and a few at the end.
    guard record.size / 1032 <= record.compressed else {
      throw .entry(
        .entrySize, path,
        "cannot expand to \(counted(record.size, "byte")) from \(counted(record.compressed, "compressed byte"))")
    }
    return record
  }
}
