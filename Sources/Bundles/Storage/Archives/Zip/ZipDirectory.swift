import Basics
import PropertyLists

/// The central directory of a zip, which alone determines the entries, as it does for installers.
///
/// Every entry's own header is compared with it, so that programs that read the archive sequentially find the same entries.
struct ZipDirectory {
  let index: ArchiveIndex
  let records: [ZipRecord]

  private static let mark = 0x0201_4B50
  private static let headerSize = 46

  init(source: any ByteSource, limits: ArchiveLimits) throws(StorageError) {
    let end = try ZipEnd.find(in: source, limits: limits)
    guard end.directoryCount <= limits.directoryBytes else {
      throw StorageError(.tooLarge, path: "the archive's central directory", limit: limits.directoryBytes)
    }
    let bytes = LittleEndianBytes(bytes: try source.exactly(end.directoryCount, at: end.directoryStart))
    var entries: [ArchiveIndex.Entry] = []
    var records: [ZipRecord] = []
    let expected = min(end.entries, bytes.count / Self.headerSize)
    entries.reserveCapacity(expected)
    records.reserveCapacity(expected)
    var at = 0
    while at < bytes.count {
      guard records.count < limits.entries else { throw .tooManyEntries(limits.entries) }
      let (entry, record, next) = try Self.read(bytes, at)
      entries.append(entry)
      records.append(record)
      at = next
    }
    guard end.isCountExact ? records.count == end.entries : records.count % 65_536 == end.entries else {
      throw .disagreeingArchive(
        "has \(counted(records.count, "entry", "entries")) in its central directory but \(end.entries) in its end record"
      )
    }
    let index = try ArchiveIndex(entries: entries, names: bytes.bytes, limits: limits)
    self.index = index
    let extents = ZipExtents(source: source, index: index, directoryStart: end.directoryStart)
    self.records = try extents.withHeaders(try extents.assignEnds(records, isWrapped: end.isWrapped))
  }

  private static func read(
    _ bytes: LittleEndianBytes, _ at: Int
  ) throws(StorageError) -> (ArchiveIndex.Entry, ZipRecord, next: Int) {
    guard bytes.count - at >= headerSize, bytes.number32(at) == mark else {
      throw .malformedArchive("has a central directory that is truncated or malformed")
    }
    let nameStart = at + headerSize
    var nameCount = bytes.number16(at + 28)
    let extraStart = nameStart + nameCount
    let extraEnd = extraStart + bytes.number16(at + 30)
    let next = extraEnd + bytes.number16(at + 32)
    guard next <= bytes.count else { throw .malformedArchive("has a truncated central directory") }
    func name() -> String { String(decoding: bytes.bytes[nameStart..<(nameStart + nameCount)], as: UTF8.self) }

    let extra = ZipExtraFields(bytes, extraStart..<extraEnd)
    let numbers = try extra.replace64(
      [bytes.number32(at + 24), bytes.number32(at + 20), bytes.number32(at + 42)], path: name())
    let part = bytes.number16(at + 34)
    guard part == 0 || part == 0xFFFF else { throw .splitArchive }
    if try extra.hasOtherName(than: bytes.bytes[nameStart..<extraStart], path: name()) {
      throw .disagreeingEntry(name(), "name in its extra fields")
    }
    let record = ZipRecord(
      flags: bytes.number16(at + 8), method: bytes.number16(at + 10),
      checksum: UInt32(truncatingIfNeeded: bytes.number32(at + 16)), compressed: numbers[1], size: numbers[0],
      offset: numbers[2], end: 0)
    let isDirectory = nameCount > 0 && bytes.bytes[extraStart - 1] == 0x2F
    if isDirectory {
      nameCount -= 1
      guard record.size == 0 else { throw .entry(.malformedArchive, name(), "is a directory with data of its own") }
    }
    let (type, mode) = try fileType(
      host: bytes.number16(at + 4) >> 8, mode: bytes.number16(at + 40), isDirectory: isDirectory, name: name())
    return (ArchiveIndex.Entry(nameStart: nameStart, nameCount: nameCount, type: type, mode: mode), record, next)
  }

  /// Reads the upper half of the external attributes, which Unix and macOS (hosts 3 and 19) fill with `st_mode`.
  private static func fileType(
    host: Int, mode: Int, isDirectory: Bool, name: @autoclosure () -> String
  ) throws(StorageError) -> (FileType, UInt16) {
    let isUnix = host == 3 || host == 19
    let plain = isDirectory ? FileType.directory : .file
    // Some writers omit the type, others the mode.
    let type = mode & 0o170000 == 0 ? plain : FileType(mode: UInt32(mode))
    guard (type == .directory) == isDirectory else {
      throw .entry(
        .malformedArchive, name(),
        isDirectory
          ? "ends in a slash, but its mode is not that of a directory"
          : "has the mode of a directory, but does not end in a slash"
      )
    }
    guard isUnix || type == plain else {
      throw .entry(
        .malformedArchive, name(),
        "does not have the mode of a regular file, which archives made on Unix and macOS store")
    }
    let bits = UInt16(truncatingIfNeeded: mode & 0o7777)
    return (type, isUnix && mode != 0 ? bits : isDirectory ? 0o755 : 0o644)
  }
}
