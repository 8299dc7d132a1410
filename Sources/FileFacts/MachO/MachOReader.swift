import Basics
package import PropertyLists

extension MachOFile {
  package static let sliceLimit = 64
  /// The maximum number of load commands in a slice; real ones have a few hundred.
  package static let commandLimit = 16_384
  package static let commandSizeLimit = 16 << 20

  /// Whether a file begins like a Mach-O file or a Java class file, without reading anything else.
  package static func hasMagicNumber(_ source: any ByteSource) throws(ByteSourceError) -> Bool {
    let bytes = try source.bytes(at: 0, count: 4)
    let magic = UInt32(truncatingIfNeeded: UInt64(bigEndianBytes: bytes[...]))
    return bytes.count == 4 && (MachOReader.isFat(magic: magic) || MachOHeader.Form(magic: magic) != nil)
  }

  /// Returns the slices of a Mach-O file, or nil if the file does not begin like one; Java class files are not Mach-O files.
  ///
  /// Reads the headers and load commands. Throws for slices outside the file or overlapping, segments outside their slice, load commands
  /// that do not fit, and unterminated names.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> MachOFile? {
    var reader = MachOReader(FieldReader(source, file: file))
    return try reader.read()
  }
}

struct MachOReader {
  let reader: FieldReader
  private var commandSizeLeft = MachOFile.commandSizeLimit

  private static let fatMagic: UInt32 = 0xCAFE_BABE
  private static let fatMagic64: UInt32 = 0xCAFE_BABF

  init(_ reader: FieldReader) { self.reader = reader }

  static func isFat(_ reader: FieldReader) throws(FileFactError) -> Bool {
    guard reader.count >= 4 else { return false }
    return isFat(magic: try MachOReader(reader).magic(at: 0, end: 4))
  }

  private func magic(at start: Int, end: Int) throws(FileFactError) -> UInt32 {
    try reader.fields(at: start, count: 4, end: end, of: "the magic number").uint32(0)
  }

  static func isFat(magic: UInt32) -> Bool { magic == fatMagic || magic == fatMagic64 }

  mutating func read() throws(FileFactError) -> MachOFile? {
    guard reader.count >= 4 else { return nil }
    let magic = try magic(at: 0, end: 4)
    if Self.isFat(magic: magic) { return try readFat(is64Bit: magic == Self.fatMagic64) }
    guard MachOHeader.Form(magic: magic) != nil else { return nil }
    let whole = Entry(number: 1, type: nil, subtype: nil, range: 0..<reader.count, place: reader.place(0))
    return MachOFile(isFat: false, slices: [try slice(whole)])
  }

  struct Entry {
    let number: Int
    let type: UInt32?
    let subtype: UInt32?
    let range: Range<Int>
    let place: BytePlace
  }

  private mutating func readFat(is64Bit: Bool) throws(FileFactError) -> MachOFile? {
    let head = try reader.fields(at: 0, count: 8, end: reader.count, of: "the fat header")
    let count = try head.uint32(4)
    if !is64Bit, try isJavaClass(count) { return nil }
    guard count >= 1, count <= MachOFile.sliceLimit else {
      throw FileFactError(
        head.place(4), "the fat header lists \(count) architectures; it must be from 1 to \(MachOFile.sliceLimit)")
    }
    let size = is64Bit ? 32 : 20
    let table = try reader.fields(
      at: 8, count: Int(count) * size, end: reader.count, of: "the fat header of \(count) architectures")
    var entries: [Entry] = []
    for number in 1...Int(count) {
      let fields = try table.fields((number - 1) * size, size, of: "an architecture of the fat header")
      let start = is64Bit ? try fields.uint64(8) : UInt64(try fields.uint32(8))
      let length = is64Bit ? try fields.uint64(16) : UInt64(try fields.uint32(12))
      let end = start.addingReportingOverflow(length)
      guard !end.overflow, end.partialValue <= reader.count, length > 0 else {
        throw .incomplete(
          fields.place(8),
          "slice \(number) has \(counted(length, "byte")) at offset \(start), but the file has only \(reader.count)")
      }
      // Both are at most the file's size.
      entries.append(
        Entry(
          number: number, type: try fields.uint32(0), subtype: try fields.uint32(4),
          range: Int(start)..<Int(end.partialValue), place: fields.place(8)))
    }
    try checkOverlaps(entries, headerEnd: 8 + Int(count) * size)
    var slices: [MachOSlice] = []
    for entry in entries { slices.append(try slice(entry)) }
    return MachOFile(isFat: true, slices: slices)
  }

  /// Class files have the same magic number. It is followed by their version, which is at least 45, the number of constants (two bytes),
  /// and the type of the first constant, which is not 0; the corresponding byte of a CPU type is always 0.
  private func isJavaClass(_ count: UInt32) throws(FileFactError) -> Bool {
    guard count >= 45, reader.count >= 11 else { return false }
    return try reader.fields(at: 10, count: 1, end: reader.count, of: "a constant").uint8(0) != 0
  }

  private func checkOverlaps(_ entries: [Entry], headerEnd: Int) throws(FileFactError) {
    var previous: Entry?
    for entry in entries.sorted(by: { ($0.range.lowerBound, $0.number) < ($1.range.lowerBound, $1.number) }) {
      if entry.range.lowerBound < headerEnd { throw .fatOverlap(entry.number, with: "the fat header", entry.place) }
      if let previous, entry.range.lowerBound < previous.range.upperBound {
        throw .fatOverlap(entry.number, with: "slice \(previous.number)", entry.place)
      }
      previous = entry
    }
  }

  private mutating func slice(_ entry: Entry) throws(FileFactError) -> MachOSlice {
    let (start, end) = (entry.range.lowerBound, entry.range.upperBound)
    if let type = entry.type, let subtype = entry.subtype {
      for (fileType, beginnings) in Self.otherContents {
        for beginning in beginnings where try reader.begins(with: beginning, at: start, end: end) {
          return MachOSlice(
            architecture: MachOArchitecture.name(type: type, subtype: subtype), cpuType: type, cpuSubtype: subtype,
            offset: start, size: end - start, fileType: fileType)
        }
      }
    }
    guard let form = MachOHeader.Form(magic: try magic(at: start, end: end)) else {
      throw .damaged(reader.place(start), "slice \(entry.number) is neither a Mach-O file nor a static archive")
    }
    let header = try MachOHeader(reader, form, entry, commandSizeLeft: commandSizeLeft)
    commandSizeLeft -= header.commands.count
    return try header.slice()
  }

  /// The slice of a member of a static library; nil if the member is not a Mach-O file.
  func slice(ofMember range: Range<Int>) throws(FileFactError) -> MachOSlice? {
    guard range.count >= 4,
      let form = MachOHeader.Form(magic: try magic(at: range.lowerBound, end: range.upperBound))
    else { return nil }
    let entry = Entry(number: 1, type: nil, subtype: nil, range: range, place: reader.place(range.lowerBound))
    return try MachOHeader(reader, form, entry, commandSizeLeft: MachOFile.commandSizeLimit).slice()
  }

  /// Other contents of a universal file: static libraries, and bitcode with or without a wrapper.
  private static let otherContents: [(fileType: String, beginnings: [[UInt8]])] = [
    ("archive", [Array("!<arch>\n".utf8)]),
    ("bitcode", [[0x42, 0x43, 0xC0, 0xDE], [0xDE, 0xC0, 0x17, 0x0B]]),
  ]
}
