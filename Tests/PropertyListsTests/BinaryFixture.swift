/// A valid or invalid binary property list, built object by object.
struct BinaryFixture {
  var objects: [[UInt8]]
  var offsetSize = 1
  var referenceSize = 1
  var top: UInt64 = 0
  var version: [UInt8] = Array("00".utf8)
  /// Changes the offset table before it is written.
  var offsets: [Int: UInt64] = [:]
  var objectCount: UInt64?
  var tableOffset: UInt64?

  init(_ objects: [UInt8]...) { self.objects = objects }

  init(objects: [[UInt8]]) { self.objects = objects }

  var bytes: [UInt8] {
    var file = Array("bplist".utf8) + version
    var table: [UInt64] = []
    for object in objects {
      table.append(UInt64(file.count))
      file += object
    }
    let start = UInt64(file.count)
    for (at, offset) in table.enumerated() { file += BinaryFixture.number(offsets[at] ?? offset, offsetSize) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    file += BinaryFixture.number(objectCount ?? UInt64(objects.count), 8)
    file += BinaryFixture.number(top, 8)
    file += BinaryFixture.number(tableOffset ?? start, 8)
    return file
  }

  /// Returns a big-endian number, with leading zeros beyond eight bytes.
  static func number(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { at in
      let shift = (size - 1 - at) * 8
      return shift > 56 ? 0 : UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }

  static func ascii(_ text: String) -> [UInt8] { marker(0x50, text.utf8.count) + Array(text.utf8) }

  static func unicode(_ text: String) -> [UInt8] { marker(0x60, text.utf16.count) + utf16(text, bigEndian: true) }

  /// Returns a marker with its count, which follows it if it is 15 or more.
  static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    if count < 15 { return [kind | UInt8(count)] }
    if count < 256 { return [kind | 0xF, 0x10, UInt8(count)] }
    return [kind | 0xF, 0x12] + number(UInt64(count), 4)
  }
}
