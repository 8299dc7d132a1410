/// The last 32 bytes of a binary property list, checked.
struct BinaryTrailer: BitwiseCopyable {
  /// Bytes of an entry of the offset table.
  let offsetSize: Int
  /// Bytes of a reference to an object.
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  /// Where the offset table begins, which is where objects end.
  let offsetTable: Int

  static let size = 32
  static let headerSize = 8

  init(_ file: UnsafePointer<UInt8>, _ count: Int) throws(PropertyListError) {
    guard count >= 8, file[6] == UInt8(ascii: "0") else {
      throw .binary(
        "version", "a binary property list of an unknown version; expected bplist0 and a digit or letter", at: 6)
    }
    guard count >= BinaryTrailer.headerSize + 1 + 1 + BinaryTrailer.size else {
      throw .binary("cut-off", "\(count) bytes are too few for a binary property list", at: count)
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
        "trailer", "an offset table for \(objectCount) objects of \(offsetSize) bytes doesn't end at the trailer",
        at: start + 8)
    }
    guard topObject < objectCount else {
      throw .binary("trailer", "the top object is \(topObject); there are \(objectCount)", at: start + 16)
    }
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = Int(truncatingIfNeeded: objectCount)
    self.topObject = Int(truncatingIfNeeded: topObject)
    self.offsetTable = Int(truncatingIfNeeded: offsetTable)
  }
}
