import PropertyLists

/// The header before an entry's bytes (APPNOTE.TXT 4.3.7), compared with the central directory.
enum ZipLocalHeader {
  private static let mark = 0x0403_4B50
  private static let descriptorMark = 0x0807_4B50
  /// Extra fields read along with the header; most are shorter.
  private static let usualExtra = 64

  /// Returns the position of the entry's data. Throws if the two headers disagree or if bytes after the entry do not belong to any.
  static func dataStart(
    of record: ZipRecord, name: [UInt8], isDirectory: Bool, in source: any ByteSource, path: String
  ) throws(StorageError) -> Int {
    let size = ZipRecord.localHeaderSize
    let available = record.end - record.offset
    var header = LittleEndianBytes(
      bytes: try source.exactly(min(available, size + name.count + usualExtra), at: record.offset, path: path))
    guard header.count >= size, header.number32(0) == mark else {
      throw .entry(.malformedArchive, path, "is not where the central directory says")
    }
    let extraStart = size + header.number16(26)
    let whole = extraStart + header.number16(28)
    guard whole + record.compressed <= available else { throw .overlappingEntries(path) }
    if header.count < whole {
      header = LittleEndianBytes(bytes: try source.exactly(whole, at: record.offset, path: path))
    }
    let expectedName = isDirectory ? name + [0x2F] : name
    guard header.bytes[size..<extraStart].elementsEqual(expectedName) else { throw .disagreeingEntry(path, "name") }
    let extra = ZipExtraFields(header, extraStart..<whole)
    if try extra.hasOtherName(than: header.bytes[size..<extraStart], path: path) {
      throw .disagreeingEntry(path, "name in its extra fields")
    }
    let rest = available - whole - record.compressed
    let hasDescriptor = header.number16(6) & ZipRecord.descriptorFlag != 0 && rest > 0
    try compare(
      record, header, extra, hasPlainName: name.allSatisfy { $0 < 0x80 }, hasDescriptor: hasDescriptor, path: path)
    if rest > 0 { try checkDescriptor(rest, of: record, hasDescriptor, in: source, path: path) }
    return record.offset + whole
  }

  /// Checks the optional data descriptor after an entry's bytes: checksum and sizes of 32 or 64 bits, with or without a signature (4.3.9).
  private static func checkDescriptor(
    _ count: Int, of record: ZipRecord, _ hasDescriptor: Bool, in source: any ByteSource, path: String
  ) throws(StorageError) {
    guard hasDescriptor, [12, 16, 20, 24].contains(count) else {
      throw StorageError(
        .disagreeingArchive, path: path,
        detail: "is followed by bytes that belong to no entry (\(count)); tools differ in how they read them")
    }
    let descriptor = LittleEndianBytes(bytes: try source.exactly(count, at: record.end - count, path: path))
    let isMarked = count == 16 || count == 24
    let isLong = count >= 20
    let at = isMarked ? 4 : 0
    func agrees(_ at: Int, _ number: Int) -> Bool {
      isLong ? descriptor.number64(at) == number : descriptor.number32(at) == number & 0xFFFF_FFFF
    }
    // For a size that is known only modulo 2^32, only those bits can be compared.
    let isSize = record.isSizeKnown || !isLong ? agrees(isLong ? at + 12 : at + 8, record.size) : true
    guard !isMarked || descriptor.number32(0) == descriptorMark,
      UInt32(truncatingIfNeeded: descriptor.number32(at)) == record.checksum, agrees(at + 4, record.compressed), isSize
    else {
      throw StorageError(
        .disagreeingArchive, path: path,
        detail:
          "is followed by a data descriptor that disagrees with the central directory; tools differ in which one they use"
      )
    }
  }

  private static func compare(
    _ record: ZipRecord, _ header: LittleEndianBytes, _ extra: ZipExtraFields, hasPlainName: Bool, hasDescriptor: Bool,
    path: String
  ) throws(StorageError) {
    let flags = header.number16(6)
    let significant = ZipRecord.encryptionFlags | (hasPlainName ? 0 : ZipRecord.utf8Flag)
    guard flags & significant == record.flags & significant else { throw .disagreeingEntry(path, "set of flags") }
    guard header.number16(8) == record.method else { throw .disagreeingEntry(path, "compression method") }
    let numbers = try extra.replace64([header.number32(22), header.number32(18)], path: path)
    let checksum = UInt32(truncatingIfNeeded: header.number32(14))
    // If the numbers follow the bytes, the header contains 0, or values that were already known.
    func agrees(_ local: Int, _ central: Int) -> Bool {
      // Sizes truncated to 32 bits are truncated in both places.
      local == central || hasDescriptor && local == 0 || local == central & 0xFFFF_FFFF && !record.isWhole
    }
    guard agrees(numbers[0], record.size), agrees(numbers[1], record.compressed) else {
      throw .disagreeingEntry(path, "size")
    }
    guard checksum == record.checksum || hasDescriptor && checksum == 0 else {
      throw .disagreeingEntry(path, "checksum")
    }
  }
}
