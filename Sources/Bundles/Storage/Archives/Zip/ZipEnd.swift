import Basics
import PropertyLists

/// The location of a zip's central directory, read from the records at the archive's end (APPNOTE.TXT 4.3.14 to 4.3.16).
struct ZipEnd {
  var directoryStart: Int
  /// The length in bytes; the central directory extends to the end records.
  var directoryCount: Int
  /// The number of entries: exact if `isCountExact`, otherwise modulo 65,536.
  var entries: Int
  var isCountExact: Bool
  /// Whether offsets and sizes are modulo 2^32: the archive is larger than 4 GiB and was written without the 64-bit records.
  var isWrapped: Bool

  private static let size = 22
  private static let locatorSize = 20
  private static let record64Size = 56
  private static let maximumComment = 65_535

  static func find(in source: any ByteSource, limits: ArchiveLimits) throws(StorageError) -> ZipEnd {
    guard source.count >= size else { throw .noEndRecord }
    let tailCount = min(source.count, size + maximumComment + locatorSize)
    let tailStart = source.count - tailCount
    let tail = LittleEndianBytes(bytes: try source.exactly(tailCount, at: tailStart))
    let at = try position(in: tail)
    let has64 = at >= locatorSize && tail.number32(at - locatorSize) == 0x0706_4B50
    // Some writers leave these numbers to the 64-bit record, too.
    let isWhole = [4, 6].allSatisfy { tail.number16(at + $0) == 0 || has64 && tail.number16(at + $0) == 0xFFFF }
    guard isWhole, tail.number16(at + 8) == tail.number16(at + 10) else { throw .splitArchive }
    let entries = tail.number16(at + 10)
    let count = tail.number32(at + 12)
    let offset = tail.number32(at + 16)
    if has64 {
      let locator = tailStart + at - locatorSize
      return try find64(in: source, tail: tail, at: at, locator: locator)
    }
    let end = tailStart + at
    guard count <= end else { throw .malformedArchive("has a central directory larger than the archive") }
    let start = end - count
    let missing = start - offset
    guard missing >= 0 else { throw .malformedArchive("is truncated: its central directory should begin at \(offset)") }
    // Apple's ditto, and therefore Xcode, writes archives of any size without the 64-bit records; the numbers are then truncated to 32 and
    // 16 bits.
    let isWrapped = missing > 0 && missing % (1 << 32) == 0
    guard missing == 0 || isWrapped else { throw .foreignBytes(missing, "before its entries or its central directory") }
    return ZipEnd(
      directoryStart: start, directoryCount: count, entries: entries, isCountExact: false, isWrapped: isWrapped)
  }

  /// Returns the position of the end record in the archive's last bytes.
  ///
  /// Its comment must extend to the end of the file. If several records look valid, readers differ in which one they use, and some use one
  /// inside the comment; so the archive would be ambiguous.
  private static func position(in tail: LittleEndianBytes) throws(StorageError) -> Int {
    let marks = tail.bytes.withUnsafeBytes { bytes -> [Int] in
      var marks: [Int] = []
      var at = 0
      // Every byte accessed is before `count`.
      while at + size <= bytes.count, let start = bytes.baseAddress {
        guard let found = memchr(start + at, 0x50, bytes.count - size + 1 - at) else { break }
        at = UnsafeRawPointer(found) - start
        if bytes[at + 1] == 0x4B, bytes[at + 2] == 5, bytes[at + 3] == 6 { marks.append(at) }
        at += 1
      }
      return marks
    }
    let whole = marks.filter { $0 + size + tail.number16($0 + 20) == tail.count }
    guard let found = whole.first else { throw .noEndRecord }
    guard whole.count == 1, marks.last == found else { throw .severalEndRecords }
    return found
  }

  /// Reads the 64-bit record to which the locator before the end record points.
  private static func find64(
    in source: any ByteSource, tail: LittleEndianBytes, at: Int, locator: Int
  ) throws(StorageError) -> ZipEnd {
    let before = at - locatorSize
    // Windows writes a total of 0 parts instead of 1.
    guard tail.number32(before + 4) == 0, tail.number32(before + 16) <= 1 else { throw .splitArchive }
    guard let offset = tail.number64(before + 8), offset <= locator - record64Size else {
      throw .malformedArchive("has a 64-bit end record outside the archive")
    }
    let record = LittleEndianBytes(bytes: try source.exactly(record64Size, at: offset))
    guard record.number32(0) == 0x0606_4B50, let size = record.number64(4), size >= record64Size - 12,
      size <= locator - offset - 12
    else { throw .malformedArchive("has no 64-bit end record where it should be") }
    guard size == locator - offset - 12 else {
      throw .foreignBytes(locator - offset - 12 - size, "between its end records")
    }
    guard record.number32(16) == 0, record.number32(20) == 0 else { throw .splitArchive }
    guard let entriesOnDisk = record.number64(24), let entries = record.number64(32), entriesOnDisk == entries,
      let count = record.number64(40), let start = record.number64(48), count <= offset
    else { throw .malformedArchive("has an impossible 64-bit end record") }
    guard start == offset - count else {
      guard start < offset - count else {
        throw .malformedArchive("is truncated: its central directory should begin at \(start)")
      }
      throw .foreignBytes(offset - count - start, "before its entries or its central directory")
    }
    // The short record must agree with the long one; a field with its maximum value defers to the long record.
    func agrees(_ short: Int, _ long: Int, orIs none: Int) -> Bool { short == long || short == none }
    guard agrees(tail.number16(at + 10), entries, orIs: 0xFFFF),
      agrees(tail.number32(at + 12), count, orIs: 0xFFFF_FFFF), agrees(tail.number32(at + 16), start, orIs: 0xFFFF_FFFF)
    else { throw .disagreeingArchive("has two end records that contradict each other") }
    return ZipEnd(
      directoryStart: start, directoryCount: count, entries: entries, isCountExact: true, isWrapped: false)
  }
}
