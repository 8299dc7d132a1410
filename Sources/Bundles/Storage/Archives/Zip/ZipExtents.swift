import PropertyLists

/// Assigns all bytes of the archive to entries, each byte to one.
///
/// Programs that read an archive sequentially also see bytes between the entries, so there must not be any. The central directory alone
/// still allows for the extra fields of an entry's own header, at most 65,535 bytes, and its data descriptor; `withHeaders` checks these.
struct ZipExtents {
  let source: any ByteSource
  let index: ArchiveIndex
  let directoryStart: Int

  private static let slack = 65_535 + ZipRecord.descriptorSize
  private static let modulus = 1 << 32
  /// The maximum archive size to consider, in units of 2^32 bytes: 1 TiB.
  private static let maximumWraps = 256

  /// Returns the records with their ends, and with complete numbers if only 32 bits were written.
  func assignEnds(_ given: [ZipRecord], isWrapped: Bool) throws(StorageError) -> [ZipRecord] {
    var records = given
    if isWrapped { try unwrap(&records) }
    var order = Array(records.indices)
    // Almost every writer lists the entries in archive order.
    if zip(order, order.dropFirst()).contains(where: { records[$0].offset > records[$1].offset }) {
      order.sort { records[$0].offset < records[$1].offset }
    }
    var reached = 0
    for (position, number) in order.enumerated() {
      let start = records[number].offset
      guard start >= reached, start <= directoryStart else { throw .overlappingEntries(name(number)) }
      try checkGap(start - reached, before: position)
      let end = position + 1 < order.count ? records[order[position + 1]].offset : directoryStart
      reached = try minimumEnd(of: number, records[number])
      guard reached <= end else { throw .overlappingEntries(name(number)) }
      records[number].end = end
    }
    try checkGap(directoryStart - reached, before: order.count)
    return records
  }

  /// Returns records with the positions of their data. Throws if a header differs from its record, and for bytes after an entry that do not
  /// belong to any.
  func withHeaders(_ settled: [ZipRecord]) throws(StorageError) -> [ZipRecord] {
    var records = settled
    for number in records.indices {
      let entry = index.entries[number]
      records[number].dataStart = try ZipLocalHeader.dataStart(
        of: records[number], name: index.bytes(of: entry), isDirectory: entry.type == .directory, in: source,
        path: index.text(entry))
    }
    return records
  }

  private func checkGap(_ gap: Int, before position: Int) throws(StorageError) {
    guard gap <= (position == 0 ? 0 : Self.slack) else {
      throw .foreignBytes(gap, position == 0 ? "before its entries" : "between its entries")
    }
  }

  /// The end of an entry without extra fields and data descriptor.
  private func minimumEnd(of number: Int, _ record: ZipRecord) throws(StorageError) -> Int {
    let header = ZipRecord.localHeaderSize + index.entries[number].nameCount
    // The name has the length of the one in the directory, which may end in a slash that `nameCount` does not include.
    let start = record.offset.addingReportingOverflow(header)
    let end = start.partialValue.addingReportingOverflow(record.compressed)
    guard !start.overflow, !end.overflow, end.partialValue <= directoryStart else {
      throw .overlappingEntries(name(number))
    }
    return end.partialValue
  }

  private func name(_ number: Int) -> String { index.text(index.entries[number]) }

  // MARK: More than 4 GiB in 32 bits

  /// Completes truncated offsets: entries have the order of the directory, each after the previous one.
  ///
  /// After an entry that is itself larger than 4 GiB, offsets are too low by a multiple of 2^32; the total that is missing is known at the
  /// end. A binary search, which looks for entries' headers, finds the entries after which a multiple is missing.
  private func unwrap(_ records: inout [ZipRecord]) throws(StorageError) {
    var reached = 0
    for number in records.indices {
      guard records[number].offset < Self.modulus, records[number].compressed < Self.modulus else {
        throw .disagreeingArchive("has 64-bit numbers of entries and no 64-bit end record")
      }
      let start = records[number].offset
      let wraps = max(0, reached - start + Self.modulus - 1) / Self.modulus
      records[number].offset = start + wraps * Self.modulus
      reached = try minimumEnd(of: number, records[number])
    }
    let missing = (directoryStart - reached) / Self.modulus
    guard missing > 0, !records.isEmpty else { return }
    guard missing <= Self.maximumWraps else { throw .foreignBytes(directoryStart - reached, "between its entries") }
    try place(&records, 0..<records.count, from: 0, to: missing)
  }

  /// Adds `first` multiples to the first entry of `range` and `last` multiples to the entry after it.
  private func place(
    _ records: inout [ZipRecord], _ range: Range<Int>, from first: Int, to last: Int
  ) throws(StorageError) {
    if first == last {
      for number in range { records[number].offset += first * Self.modulus }
    } else if range.count == 1 {
      let number = range.lowerBound
      records[number].offset += first * Self.modulus
      records[number].compressed += (last - first) * Self.modulus
      records[number].isWhole = false
      // A stored entry has the size of its data; for a deflated entry it is only known after inflating.
      if records[number].method == ZipRecord.stored {
        records[number].size = records[number].compressed
      } else {
        records[number].isSizeKnown = false
      }
    } else {
      let middle = range.lowerBound + range.count / 2
      var found: Int?
      for wraps in first...last where try isHeader(of: middle, at: records[middle].offset + wraps * Self.modulus) {
        guard found == nil else { throw .disagreeingArchive("has two possible places for \(name(middle))") }
        found = wraps
      }
      guard let found else { throw .entry(.malformedArchive, name(middle), "is not where the central directory says") }
      try place(&records, range.lowerBound..<middle, from: first, to: found)
      try place(&records, middle..<range.upperBound, from: found, to: last)
    }
  }

  private func isHeader(of number: Int, at offset: Int) throws(StorageError) -> Bool {
    let name = index.bytes(of: index.entries[number])
    guard offset <= directoryStart - ZipRecord.localHeaderSize - name.count else { return false }
    let header = LittleEndianBytes(bytes: try source.exactly(ZipRecord.localHeaderSize + name.count, at: offset))
    return header.number32(0) == 0x0403_4B50
      && header.bytes[ZipRecord.localHeaderSize...].elementsEqual(name)
  }
}
