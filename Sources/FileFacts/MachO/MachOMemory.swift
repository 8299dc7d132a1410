import PropertyLists

struct MachOSegment: Hashable, Sendable {
  let address: UInt64
  let offset: UInt64
  /// The number of bytes in the file. The rest of its memory is zero.
  let size: UInt64
}

/// Reads a slice by the addresses in its pointers. Each part of the file is read at most once.
///
/// Must not be used by several threads at once.
final class MachOMemory {
  private static let pageSize = 64 << 10

  let slice: MachOSlice
  let file: String
  private let reader: FieldReader
  private let segments: [MachOSegment]
  private let pointers: MachOPointers
  private var pages: [Int: [UInt8]] = [:]
  private var bytesLeft = MachOSlice.symbolPartLimit
  /// The remaining number of bytes in parts to iterate over: thousands of sections may refer to the same bytes.
  private var passesLeft: Int

  init(_ slice: MachOSlice, _ source: any ByteSource, file: String) throws(FileFactError) {
    self.slice = slice
    self.file = file
    passesLeft = slice.nameLimit
    reader = FieldReader(source, file: file)
    segments = slice.segments.filter { $0.size > 0 }.sorted { $0.address < $1.address }
    pointers = try MachOPointers(slice, reader)
  }

  /// Counts the bytes of a part before iterating over it. Throws if there are too many.
  func pass(_ count: Int, of part: MachOPart) throws(FileFactError) {
    guard count <= passesLeft else {
      throw .pointersTooMany(part.name, bytes: slice.nameLimit, BytePlace(file: file, offset: part.fieldOffset))
    }
    passesLeft -= count
  }

  /// The offset in the slice of the byte at an address; nil if it is not in the file.
  func offset(of address: UInt64) -> Int? {
    let next = segments.partitionPoint { $0.address > address }
    guard next > 0, address - segments[next - 1].address < segments[next - 1].size else { return nil }
    // Segments are within their slice, whose size is an `Int`.
    return Int(segments[next - 1].offset + (address - segments[next - 1].address))
  }

  /// The target address of the pointer at an offset of the slice; nil for null and for a pointer into other code.
  func pointer(at offset: Int, _ what: String) throws(FileFactError) -> UInt64? {
    let size = slice.is64Bit ? 8 : 4
    var value: UInt64 = 0
    for position in 0..<size {
      let byte = UInt64(try byte(at: offset + position, what))
      value |= byte << UInt64((slice.isBigEndian ? size - 1 - position : position) * 8)
    }
    return pointers.target(of: value, at: offset)
  }

  func text(at start: Int, _ what: String) throws(FileFactError) -> [UInt8] {
    var text: [UInt8] = []
    var offset = start
    while true {
      let page = try page(of: offset, what)
      let rest = page[(offset % Self.pageSize)...]
      if let end = rest.firstIndex(of: 0) { return text + rest[..<end] }
      text += rest
      offset += rest.count
    }
  }

  private func byte(at offset: Int, _ what: String) throws(FileFactError) -> UInt8 {
    try page(of: offset, what)[offset % Self.pageSize]
  }

  private func page(of offset: Int, _ what: String) throws(FileFactError) -> [UInt8] {
    let number = offset / Self.pageSize
    if let page = pages[number], offset % Self.pageSize < page.count { return page }
    guard offset < slice.size else {
      throw .ends(within: what, needs: 1, left: 0, BytePlace(file: file, offset: slice.offset + slice.size))
    }
    let start = number * Self.pageSize
    let count = min(Self.pageSize, slice.size - start)
    guard count <= bytesLeft else {
      throw .symbolsTooLarge(
        what, names: MachOSlice.symbolLimit, bytes: MachOSlice.symbolPartLimit,
        BytePlace(file: file, offset: slice.offset + start))
    }
    bytesLeft -= count
    let fields = try reader.fields(at: slice.offset + start, count: count, end: slice.offset + slice.size, of: what)
    let page = fields.bytes
    pages[number] = page
    return page
  }
}

/// The storage formats of a slice's pointers, before the loader relocates them.
struct MachOPointers {
  /// `DYLD_CHAINED_PTR_…` of `mach-o/fixup-chains.h`; nil for plain addresses.
  private var forms: [UInt16?] = []
  /// Sorted by offset, each with its number in the load commands.
  private let segments: [(number: Int, segment: MachOSegment)]
  private let base: UInt64

  init(_ slice: MachOSlice, _ reader: FieldReader) throws(FileFactError) {
    segments = slice.segments.enumerated().filter { $0.element.size > 0 }
      .sorted { $0.element.offset < $1.element.offset }.map { ($0.offset, $0.element) }
    base = slice.segments.first { $0.offset == 0 && $0.size > 0 }?.address ?? 0
    guard let part = slice.symbolParts.fixups, part.size > 0 else {
      // Before there was a load command for chained fixups, arm64e code used the first format.
      let isThreaded = slice.architecture == "arm64e" && slice.fileType != "object"
      forms = [UInt16?](repeating: isThreaded ? 1 : nil, count: slice.segments.count)
      return
    }
    let range = try part.range(in: slice, file: reader.file)
    guard range.count <= MachOSlice.symbolPartLimit else {
      throw .partTooLarge(part, limit: MachOSlice.symbolPartLimit, reader.place(part.fieldOffset))
    }
    var fields = try reader.fields(at: range.lowerBound, count: range.count, end: range.upperBound, of: part.name)
    fields.isBigEndian = slice.isBigEndian
    guard fields.count >= 8 else { throw .symbolsMalformed(part.name, "its header needs 28 bytes", fields.place()) }
    let starts = Int(try fields.uint32(4))
    func check(_ position: Int, _ size: Int) throws(FileFactError) {
      guard position <= fields.count - size else {
        throw .symbolsMalformed(part.name, "the forms of pointers do not fit", fields.place(4))
      }
    }
    try check(starts, 4)
    for number in 0..<min(Int(try fields.uint32(starts)), slice.segments.count) {
      try check(starts + 4 + number * 4, 4)
      let start = Int(try fields.uint32(starts + 4 + number * 4))
      guard start > 0 else {
        forms.append(nil)
        continue
      }
      try check(starts + start + 6, 2)
      let form = try fields.uint16(starts + start + 6)
      guard Self.known.contains(form) else {
        throw .symbolsMalformed(part.name, "unknown format \(form) of pointers", fields.place(starts + start + 6))
      }
      forms.append(form)
    }
  }

  /// The formats of programs and libraries. The others are for the kernel, firmware and the system's cache.
  private static let known: Set<UInt16> = [1, 2, 3, 6, 9, 12]

  /// The target address of a stored pointer; nil for null and for a pointer into other code.
  func target(of stored: UInt64, at offset: Int) -> UInt64? {
    guard stored != 0 else { return nil }
    guard let form = form(at: offset) else { return stored }
    switch form {
    case 2, 6:
      guard stored >> 63 == 0 else { return nil }
      return absolute(stored & 0xF_FFFF_FFFF, isOffset: form == 6)
    case 3: return stored >> 31 == 0 ? stored & 0x3FF_FFFF : nil
    default:
      guard stored >> 62 & 1 == 0 else { return nil }
      // An authenticated pointer contains an offset in every format.
      if stored >> 63 == 1 { return absolute(stored & 0xFFFF_FFFF, isOffset: true) }
      return absolute(stored & 0x7FF_FFFF_FFFF, isOffset: form != 1)
    }
  }

  private func form(at offset: Int) -> UInt16? {
    let next = segments.partitionPoint { $0.segment.offset > offset }
    guard next > 0 else { return nil }
    let (number, segment) = segments[next - 1]
    guard UInt64(offset) - segment.offset < segment.size, number < forms.count else { return nil }
    return forms[number]
  }

  private func absolute(_ value: UInt64, isOffset: Bool) -> UInt64? {
    guard isOffset else { return value }
    let sum = base.addingReportingOverflow(value)
    return sum.overflow ? nil : sum.partialValue
  }
}
