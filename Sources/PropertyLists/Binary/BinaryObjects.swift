import Basics

/// Reads single objects of a binary property list (`CFBinaryPList.c`) and checks all offsets. Readers combine the objects.
struct BinaryObjects {
  struct Scalar {
    var kind: PropertyList.Kind
    var payload: UInt64
    var isUnsigned = false
    var isTruncated = false
  }

  let file: UnsafePointer<UInt8>
  let trailer: BinaryTrailer

  @inline(__always) func object(at reference: Int) throws(PropertyListError) -> Int {
    let object = BigEndianBytes.load(file + reference, trailer.referenceSize)
    guard object < UInt64(trailer.objectCount) else {
      throw .binary(
        "reference", "a reference to object \(object), but there are only \(trailer.objectCount) objects", at: reference
      )
    }
    return Int(truncatingIfNeeded: object)
  }

  /// The start of an object, which must be after the header and before the offset table.
  @inline(__always) func offset(of object: Int) throws(PropertyListError) -> Int {
    let entry = trailer.offsetTable + object * trailer.offsetSize
    let offset = BigEndianBytes.load(file + entry, trailer.offsetSize)
    guard offset >= UInt64(BinaryTrailer.headerSize), offset < UInt64(trailer.offsetTable) else {
      throw .binary(
        "offset", "the offset table places object \(object) at byte \(offset), outside the object data", at: entry)
    }
    return Int(truncatingIfNeeded: offset)
  }

  /// The start and length, in units of `unit` bytes, of the contents after a marker with a count. The contents are not loaded.
  @inline(__always) func body(_ offset: Int, unit: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    let short = Int(file[offset] & 0xF)
    if short != 0xF {
      try need(offset + 1, short * unit, at: offset)
      return (offset + 1, short)
    }
    try need(offset + 1, 1, at: offset)
    let marker = file[offset + 1]
    guard marker >> 4 == 1 else { throw .binary("count", "a count that is not an integer", at: offset) }
    let size = 1 << Int(marker & 0xF)
    try need(offset + 2, size, at: offset)
    let count = lowerBits(offset + 2, size)
    let start = offset + 2 + size
    guard count <= UInt64(trailer.offsetTable - start) / UInt64(unit) else {
      throw .binary("cut-off", "an object that runs into the offset table", at: offset)
    }
    return (start, Int(truncatingIfNeeded: count))
  }

  @inline(__always) func scalar(_ marker: UInt8, _ offset: Int) throws(PropertyListError) -> Scalar {
    switch marker >> 4 {
    case 0x1: return try integer(marker, offset)
    case 0x0:
      switch marker {
      case 0x00: return Scalar(kind: .null, payload: 0)
      case 0x08, 0x09: return Scalar(kind: .boolean, payload: UInt64(marker & 1))
      default: throw .unknownMarker(marker, at: offset)
      }
    case 0x2, 0x3: return try floating(marker, offset)
    case 0x8:
      let size = Int(marker & 0xF) + 1
      try need(offset + 1, size, at: offset)
      let value = lowerBits(offset + 1, size)
      guard value <= UInt64(UInt32.max) else { throw .binary("uid", "a UID larger than 32 bits", at: offset) }
      return Scalar(kind: .uid, payload: value)
    default: throw .unknownMarker(marker, at: offset)
    }
  }

  /// The last 64 bits of a number of any length, which are the bits that Core Foundation keeps.
  @inline(__always) private func lowerBits(_ start: Int, _ size: Int) -> UInt64 {
    BigEndianBytes.load(file + start + max(0, size - 8), min(size, 8))
  }

  /// An integer with a marker from 0x10 to 0x13: unsigned with 1, 2 or 4 bytes, or signed with 8.
  @inline(__always) func shortInteger(_ marker: UInt8, _ offset: Int) throws(PropertyListError) -> UInt64 {
    let size = 1 << Int(marker & 0x3)
    try need(offset + 1, size, at: offset)
    return BigEndianBytes.load(file + offset + 1, size)
  }

  @inline(__always) private func integer(_ marker: UInt8, _ offset: Int) throws(PropertyListError) -> Scalar {
    if marker & 0xF <= 3 { return Scalar(kind: .integer, payload: try shortInteger(marker, offset)) }
    guard marker & 0xF == 4 else { throw .unknownMarker(marker, at: offset) }
    try need(offset + 1, 16, at: offset)
    let high = BigEndianBytes.load(file + offset + 1, 8)
    let low = BigEndianBytes.load(file + offset + 9, 8)
    // Core Foundation ignores the upper half, even as a sign: it reads -1 as 2⁶⁴−1.
    return Scalar(kind: .integer, payload: low, isUnsigned: low > UInt64(Int64.max), isTruncated: high != 0)
  }

  @inline(__always) private func floating(_ marker: UInt8, _ offset: Int) throws(PropertyListError) -> Scalar {
    switch marker {
    case 0x22:
      try need(offset + 1, 4, at: offset)
      let bits = UInt32(truncatingIfNeeded: BigEndianBytes.load(file + offset + 1, 4))
      return Scalar(kind: .real, payload: Double(Float(bitPattern: bits)).bitPattern)
    case 0x23, 0x33:
      try need(offset + 1, 8, at: offset)
      let bits = BigEndianBytes.load(file + offset + 1, 8)
      if marker == 0x33, !CivilTime.range.contains(Double(bitPattern: bits)) {
        throw .binary("date", "a date that is not a number of seconds within \(CivilTime.rangeText)", at: offset)
      }
      return Scalar(kind: marker == 0x23 ? .real : .date, payload: bits)
    default: throw .unknownMarker(marker, at: offset)
    }
  }

  @inline(__always) private func need(_ start: Int, _ count: Int, at offset: Int) throws(PropertyListError) {
    guard count <= trailer.offsetTable - start else {
      throw .binary("cut-off", "an object that runs into the offset table", at: offset)
    }
  }
}
