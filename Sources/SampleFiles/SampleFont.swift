package struct SampleFont: Sendable {
  package var isOpenType = false
  /// The tags of its tables; `name` has the names, and the others are empty.
  package var tables = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"]
  package var names: [(identifier: UInt16, text: String)] = []
  package var isForMac = false

  package init(_ change: (inout SampleFont) -> Void = { _ in }) { change(&self) }

  package var bytes: [UInt8] { bytes(at: 0) }

  package func bytes(at offset: Int) -> [UInt8] {
    let content = nameTable
    let start = offset + 12 + tables.count * 16
    var file = ByteWriter()
    file.add(isOpenType ? 0x4F54_544F : 0x0001_0000)
    file.add16(UInt16(tables.count), 0, 0, 0)
    for tag in tables {
      file.add(text: tag, filledUpTo: 4)
      file.add(0, UInt32(start), tag == "name" ? UInt32(content.count) : 0)
    }
    file.add(content)
    return file.bytes
  }

  private var nameTable: [UInt8] {
    var (records, texts) = (ByteWriter(), ByteWriter())
    for (identifier, text) in names {
      let units = isForMac ? Array(text.utf8) : Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      records.add16(isForMac ? 1 : 3, isForMac ? 0 : 1, isForMac ? 0 : 0x409, identifier)
      records.add16(UInt16(units.count), UInt16(texts.bytes.count))
      texts.add(units)
    }
    var table = ByteWriter()
    table.add16(0, UInt16(names.count), UInt16(6 + records.bytes.count))
    return table.bytes + records.bytes + texts.bytes
  }
}
