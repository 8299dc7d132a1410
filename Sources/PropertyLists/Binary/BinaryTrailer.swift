import Basics

struct BinaryTrailer: BitwiseCopyable {
  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  let offsetTable: Int

  static let size = 32
  static let headerSize = 8

  init(_ file: UnsafePointer<UInt8>, _ count: Int) throws(PropertyListError) {
    guard count >= 8, file[6] == UInt8(ascii: "0") else {
      throw .binary(
        "version", "a binary property list of an unknown version; expected bplist0 followed by a digit or letter", at: 6
      )
    }
    guard count >= BinaryTrailer.headerSize + 1 + 1 + BinaryTrailer.size else {
      throw .binary("cut-off", "a binary property list cannot be as short as \(counted(count, "byte"))", at: count)
    }
    let start = count - BinaryTrailer.size
    let offsetSize = Int(file[start + 6])
    let referenceSize = Int(file[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw .binary(
        "trailer", "offsets of \(offsetSize) and references of \(referenceSize) bytes; expected 1 to 8", at: start + 6)
    }
    let objectCount = BigEndianBytes.load(file + start + 8, 8)
    let topObject = BigEndianBytes.load(file + start + 16, 8)
    let offsetTable = BigEndianBytes.load(file + start + 24, 8)
    guard offsetTable >= 9, offsetTable < UInt64(start) else {
      throw .binary("trailer", "an offset table at byte \(offsetTable), outside the file", at: start + 24)
    }
    let room = UInt64(start) - offsetTable
    guard objectCount > 0, objectCount <= room, objectCount * UInt64(offsetSize) == room else {
      throw .binary(
        "trailer", "an offset table for \(objectCount) objects of \(offsetSize) bytes does not end at the trailer",
        at: start + 8)
    }
    guard topObject < objectCount else {
      throw .binary(
        "trailer", "the top object is \(topObject), but there are only \(objectCount) objects", at: start + 16)
    }
    // Core Foundation rejects sizes too small for the number of objects and the position of the offset table, even if no number needs them,
    // and then reads the file as text.
    guard BinaryTrailer.fits(objectCount, in: referenceSize) else {
      throw .binary(
        "trailer", "references of \(counted(referenceSize, "byte")) are too narrow for \(objectCount) objects",
        at: start + 7)
    }
    guard BinaryTrailer.fits(offsetTable, in: offsetSize) else {
      throw .binary(
        "trailer",
        "offsets of \(counted(offsetSize, "byte")) are too narrow for an offset table at byte \(offsetTable)",
        at: start + 6)
    }
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = Int(truncatingIfNeeded: objectCount)
    self.topObject = Int(truncatingIfNeeded: topObject)
    self.offsetTable = Int(truncatingIfNeeded: offsetTable)
  }

  private static func fits(_ number: UInt64, in size: Int) -> Bool { size >= 8 || number >> UInt64(8 * size) == 0 }
}

enum BigEndianBytes {
  @inline(__always) static func load(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> UInt64 {
    if size == 1 { return UInt64(bytes[0]) }
    if size == 2 { return UInt64(bytes[0]) << 8 | UInt64(bytes[1]) }
    var value: UInt64 = 0
    for at in 0..<size { value = value << 8 | UInt64(bytes[at]) }
    return value
  }

  @inline(__always) static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let raw = UnsafeRawPointer(bytes)
    var at = 0
    var all: UInt64 = 0
    while at + 8 <= count {
      all |= raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      at += 8
    }
    while at < count {
      all |= UInt64(bytes[at])
      at += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
