import Basics
package import PropertyLists

/// A file with the extended attributes of another file, for file systems and archives without attributes (AppleDouble, RFC 1740, with the
/// attributes as in `copyfile.c` of Apple's copyfile). Its name is `._` and the name of the other file.
package struct AppleDouble: Hashable, Sendable {
  /// The names of the attributes, sorted by bytes, including the Finder's information and the resource fork if they are not empty.
  package let attributes: [String]

  private static let entryLimit = 64
  private static let attributeLimit = 1_000

  private static let magic: UInt32 = 0x0005_1607
  private static let finderInfo = "com.apple.FinderInfo"
  private static let resourceFork = "com.apple.ResourceFork"

  /// Reads a file. Returns nil if it does not begin like AppleDouble; throws if it is malformed or cannot be read.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> AppleDouble? {
    let reader = FieldReader(source, file: file)
    guard reader.count >= 26 else { return nil }
    let head = try reader.fields(at: 0, count: 26, end: reader.count, of: "the AppleDouble header")
    guard try head.uint32(0) == magic else { return nil }
    let count = Int(try head.uint16(24))
    guard count <= entryLimit else { throw .appleDoubleCount("entries", count, limit: entryLimit, head.place(24)) }
    let entries = try reader.fields(
      at: 26, count: count * 12, end: reader.count, of: "the entries of the AppleDouble header")
    var names: Set<String> = []
    for number in 0..<count {
      let entry = try entries.fields(number * 12, 12, of: "an entry of the AppleDouble header")
      let (offset, length) = (Int(try entry.uint32(4)), Int(try entry.uint32(8)))
      guard offset <= reader.count, length <= reader.count - offset else {
        throw .incomplete(
          entry.place(4),
          "an AppleDouble entry has \(counted(length, "byte")) at offset \(offset), but the file has only \(reader.count)"
        )
      }
      switch try entry.uint32(0) {
      // A fork without resources is written with a header of 286 bytes.
      case 2 where length > 286: names.insert(resourceFork)
      case 9: try add(offset, length, reader, to: &names)
      default: break
      }
    }
    return AppleDouble(attributes: names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
  }

  private static func add(
    _ offset: Int, _ length: Int, _ reader: FieldReader, to names: inout Set<String>
  ) throws(FileFactError) {
    let end = offset + length
    guard length >= 32 else { return }
    let info = try reader.fields(at: offset, count: 32, end: end, of: "the Finder's information")
    if try info.part(0, 32, of: "the Finder's information").contains(where: { $0 != 0 }) { names.insert(finderInfo) }
    guard length >= 34 + 36 else { return }
    let head = try reader.fields(at: offset + 34, count: 36, end: end, of: "the header of the attributes")
    guard try head.uint32(0) == 0x4154_5452 else { return }
    let count = Int(try head.uint16(34))
    guard count <= attributeLimit else {
      throw .appleDoubleCount("attributes", count, limit: attributeLimit, head.place(34))
    }
    var position = offset + 34 + 36
    for _ in 0..<count {
      let entry = try reader.fields(at: position, count: 11, end: end, of: "an attribute")
      let size = Int(try entry.uint8(10))
      let name = try reader.fields(at: position + 11, count: size, end: end, of: "the name of an attribute")
      names.insert(try name.text(0, upTo: size))
      position += (11 + size + 3) & ~3
    }
  }
}
