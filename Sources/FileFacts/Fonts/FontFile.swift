import Basics
package import PropertyLists

package struct FontFile: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable { case truetype, opentype, collection }

  package struct Face: Hashable, Sendable {
    /// The tags of its tables, in order: `cmap`, `glyf`, …
    package fileprivate(set) var tables: [String] = []
    fileprivate var names: [UInt16: String] = [:]

    package var copyright: String? { names[0] }
    /// The family; the typographic family if it is stated.
    package var family: String? { names[16] ?? names[1] }
    package var style: String? { names[17] ?? names[2] }
    package var fullName: String? { names[4] }
    package var version: String? { names[5] }
    package var postScriptName: String? { names[6] }
    package var manufacturer: String? { names[8] }
  }

  package let kind: Kind
  /// At least one.
  package let faces: [Face]

  fileprivate static let faceLimit = 256
  fileprivate static let tableLimit = 512
  fileprivate static let nameLimit = 4096
  fileprivate static let textLimit = 2048

  package static func isFont(named file: String) -> Bool {
    let name = file.suffix(4).lowercased()
    return [".ttf", ".otf", ".ttc"].contains(name)
  }

  /// Reads the tables of names. Returns nil if the file does not begin like a font; throws if it is malformed or cannot be read.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> FontFile? {
    let reader = FieldReader(source, file: file)
    guard reader.count >= 12 else { return nil }
    let head = try reader.fields(at: 0, count: 12, end: reader.count, of: "the font header")
    let magic = try head.uint32(0)
    if let kind = kind(of: magic) { return FontFile(kind: kind, faces: [try face(at: 0, reader)]) }
    // `ttcf`
    guard magic == 0x7474_6366 else { return nil }
    let count = Int(try head.uint32(8))
    guard (1...faceLimit).contains(count) else {
      throw .fontCount("fonts in a collection", count, limit: faceLimit, head.place(8))
    }
    let offsets = try reader.fields(at: 12, count: count * 4, end: reader.count, of: "the offsets of the collection")
    var faces: [Face] = []
    for number in 0..<count { faces.append(try face(at: Int(try offsets.uint32(number * 4)), reader)) }
    return FontFile(kind: .collection, faces: faces)
  }

  private static func kind(of magic: UInt32) -> Kind? {
    switch magic {
    // Version 1.0, and `true`
    case 0x0001_0000, 0x7472_7565: .truetype
    // `OTTO`
    case 0x4F54_544F: .opentype
    default: nil
    }
  }

  private static func face(at offset: Int, _ reader: FieldReader) throws(FileFactError) -> Face {
    let head = try reader.fields(at: offset, count: 12, end: reader.count, of: "the font header")
    let count = Int(try head.uint16(4))
    guard (1...tableLimit).contains(count) else {
      throw .fontCount("tables", count, limit: tableLimit, head.place(4))
    }
    let records = try reader.fields(
      at: offset + 12, count: count * 16, end: reader.count, of: "the directory of the font")
    var face = Face()
    for number in 0..<count {
      let record = try records.fields(number * 16, 16, of: "a table of the font")
      let (start, length) = (Int(try record.uint32(8)), Int(try record.uint32(12)))
      let tag = try record.code(0)
      guard start <= reader.count, length <= reader.count - start else {
        throw .incomplete(
          record.place(8),
          "the table \(tag) of the font has \(counted(length, "byte")) at offset \(start), but the file has only \(reader.count)"
        )
      }
      face.tables.append(tag)
      if tag == "name", face.names.isEmpty { face.names = try names(start..<(start + length), reader) }
    }
    return face
  }

  // MARK: Names

  private static func names(_ range: Range<Int>, _ reader: FieldReader) throws(FileFactError) -> [UInt16: String] {
    let name = "the font's table of names"
    let head = try reader.fields(at: range.lowerBound, count: 6, end: range.upperBound, of: name)
    let (count, texts) = (Int(try head.uint16(2)), range.lowerBound + Int(try head.uint16(4)))
    guard count <= nameLimit else { throw .fontCount("names", count, limit: nameLimit, head.place(2)) }
    let records = try reader.fields(at: range.lowerBound + 6, count: count * 12, end: range.upperBound, of: name)
    var best: [UInt16: (rank: Int, text: String)] = [:]
    for number in 0..<count {
      let record = try records.fields(number * 12, 12, of: name)
      let identifier = try record.uint16(6)
      guard [0, 1, 2, 4, 5, 6, 8, 16, 17].contains(identifier) else { continue }
      let (platform, language) = (try record.uint16(0), try record.uint16(4))
      let rank = rank(platform, language)
      if let known = best[identifier], known.rank <= rank { continue }
      let length = min(Int(try record.uint16(8)), textLimit)
      let bytes = try reader.fields(
        at: texts + Int(try record.uint16(10)), count: length, end: range.upperBound, of: "a name of the font")
      best[identifier] = (rank, text(Array(try bytes.part(0, length, of: "a name of the font")), platform))
    }
    return best.mapValues(\.text)
  }

  /// Names in English for Windows first, as most programs show them.
  private static func rank(_ platform: UInt16, _ language: UInt16) -> Int {
    switch (platform, language) {
    case (3, 0x409): 0
    case (0, _): 1
    case (1, 0): 2
    case (3, _): 3
    default: 4
    }
  }

  /// UTF-16 for Windows and Unicode; otherwise Mac Roman, whose first half is ASCII.
  private static func text(_ bytes: [UInt8], _ platform: UInt16) -> String {
    if platform == 1 { return String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }
}
