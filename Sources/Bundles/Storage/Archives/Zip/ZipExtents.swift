import PropertyLists

/// Which bytes of the archive belong to which entry: all of them, each to one.
///
/// Readers that go through an archive from its beginning see what stands between the entries too. So nothing may be
/// there. As far as the central directory can tell, there may be the extra fields of an entry's own header, at most 65,535
/// bytes, and its description; `withHeaders` looks.
struct ZipExtents {
  let source: any ByteSource
  let index: ArchiveIndex
  let directoryStart: Int

  private static let slack = 65_535 + ZipRecord.descriptorSize
  private static let turn = 1 << 32
  /// Turns of 2^32 bytes tried: 1 TiB.
  private static let maximumTurns = 256

  /// The records with their ends, and with whole numbers where only 32 bits of them were written.
  func settle(_ given: [ZipRecord], isWrapped: Bool) throws(StorageError) -> [ZipRecord] {
    var records = given
    if isWrapped { try unwrap(&records) }
    var order = Array(records.indices)
    // Nearly every writer lists the entries as they lie.
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

  /// Records with their ends, and with where their bytes begin. Throws for a header that says something else than its record, and for
  /// bytes behind an entry that belong to none.
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

  /// Where the entry ends without extra fields and description.
  private func minimumEnd(of number: Int, _ record: ZipRecord) throws(StorageError) -> Int {
    let header = ZipRecord.localHeaderSize + index.entries[number].nameCount
    // The name is as long as the one in the directory, which may end in a slash that `nameCount` leaves out.
    let start = record.offset.addingReportingOverflow(header)
    let end = start.partialValue.addingReportingOverflow(record.compressed)
    guard !start.overflow, !end.overflow, end.partialValue <= directoryStart else {
      throw .overlappingEntries(name(number))
    }
    return end.partialValue
  }

  private func name(_ number: Int) -> String { index.text(index.entries[number]) }

  // MARK: More than 4 GiB in 32 bits

  /// Makes offsets whole: entries lie in the order of the directory, each behind the one before.
  ///
  /// Where one entry is itself larger than 4 GiB, what follows comes out too low, by as many turns at the end as there are
  /// missing. The entries after which a turn is missing are found by halves, by looking where an entry's header lies.
  private func unwrap(_ records: inout [ZipRecord]) throws(StorageError) {
    var reached = 0
    for number in records.indices {
      guard records[number].offset < Self.turn, records[number].compressed < Self.turn else {
        throw .disagreeingArchive("has 64-bit numbers of entries and no 64-bit end record")
      }
      let start = records[number].offset
      let turns = max(0, reached - start + Self.turn - 1) / Self.turn
      records[number].offset = start + turns * Self.turn
      reached = try minimumEnd(of: number, records[number])
    }
    let missing = (directoryStart - reached) / Self.turn
    guard missing > 0, !records.isEmpty else { return }
    guard missing <= Self.maximumTurns else { throw .foreignBytes(directoryStart - reached, "between its entries") }
    try place(&records, 0..<records.count, from: 0, to: missing)
  }

  /// The first of `range` lies `first` turns higher, what follows the last one `last` turns.
  private func place(
    _ records: inout [ZipRecord], _ range: Range<Int>, from first: Int, to last: Int
  ) throws(StorageError) {
    if first == last {
      for number in range { records[number].offset += first * Self.turn }
    } else if range.count == 1 {
      let number = range.lowerBound
      records[number].offset += first * Self.turn
      records[number].compressed += (last - first) * Self.turn
      records[number].isWhole = false
      // What is stored is as large as it lies there; what is deflated is known only when it is inflated.
      if records[number].method == ZipRecord.stored {
        records[number].size = records[number].compressed
      } else {
        records[number].isSizeKnown = false
      }
    } else {
      let middle = range.lowerBound + range.count / 2
      var found: Int?
      for turns in first...last where try isHeader(of: middle, at: records[middle].offset + turns * Self.turn) {
        guard found == nil else { throw .disagreeingArchive("has two possible places for \(name(middle))") }
        found = turns
      }
      guard let found else {
        throw .malformedEntry(name(middle), "is not where the central directory says")
      }
      try place(&records, range.lowerBound..<middle, from: first, to: found)
      try place(&records, middle..<range.upperBound, from: found, to: last)
    }
  }

  private func isHeader(of number: Int, at offset: Int) throws(StorageError) -> Bool {
    let name = index.bytes(of: index.entries[number])
    guard offset <= directoryStart - ZipRecord.localHeaderSize - name.count else { return false }
    let header = LittleEndianBytes(
      bytes: try source.exactly(ZipRecord.localHeaderSize + name.count, at: offset))
    return header.number32(0) == 0x0403_4B50
      && header.bytes[ZipRecord.localHeaderSize...].elementsEqual(name)
  }
}
