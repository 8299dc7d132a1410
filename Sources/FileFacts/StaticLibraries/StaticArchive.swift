package import PropertyLists

package struct StaticArchive: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    /// The name, which need not be unique. Bytes that are not UTF-8 are replaced by U+FFFD.
    package let name: String
    package let offset: Int
    package let size: Int
  }

  /// In archive order, without tables of symbols and names.
  package let members: [Member]
  /// Whether it has a table of the symbols that its members define, which linkers need.
  package let hasSymbolTable: Bool

  package static let memberLimit = 100_000
  package static let nameLimit = 16 << 20

  /// Returns the archives of a file by slice: one archive at position 0, or the archives in the slices of a universal file. Nil if the file
  /// contains none.
  ///
  /// Reads the headers of the members. Throws for a thin archive, which does not contain its members, and for a malformed one.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> [Int: StaticArchive]? {
    let reader = FieldReader(source, file: file)
    var limits = Limits()
    if let archive = try StaticArchiveReader(reader, 0..<reader.count).read(&limits) { return [0: archive] }
    // Most files are not universal.
    guard try MachOReader.isFat(reader), let code = try MachOFile.read(source, file: file) else { return nil }
    var archives: [Int: StaticArchive] = [:]
    for (position, slice) in code.slices.enumerated() where slice.fileType == "archive" {
      let range = slice.offset..<(slice.offset + slice.size)
      archives[position] = try StaticArchiveReader(reader, range).read(&limits)
    }
    return archives.isEmpty ? nil : archives
  }

  struct Limits {
    var members = StaticArchive.memberLimit
    var nameBytes = StaticArchive.nameLimit
  }
}

extension StaticArchive.Member {
  /// The Mach-O header and load commands of the member; nil if it is not a Mach-O file, such as bitcode or an archive.
  package func slice(in source: any ByteSource, file: String) throws(FileFactError) -> MachOSlice? {
    try MachOReader(FieldReader(source, file: file)).slice(ofMember: offset..<(offset + size))
  }
}

/// Reads one archive in the format of BSD, which Apple's tools write, or of System V and GNU.
struct StaticArchiveReader {
  private static let magic = Array("!<arch>\n".utf8)
  private static let thinMagic = Array("!<thin>\n".utf8)
  private static let headerSize = 60

  private let reader: FieldReader
  private let range: Range<Int>

  init(_ reader: FieldReader, _ range: Range<Int>) {
    self.reader = reader
    self.range = range
  }

  func read(_ limits: inout StaticArchive.Limits) throws(FileFactError) -> StaticArchive? {
    let (start, end) = (range.lowerBound, range.upperBound)
    if try reader.begins(with: Self.thinMagic, at: start, end: end) {
      throw FileFactError(
        reader.place(start), "a thin archive names its members, but does not contain them",
        hint: "create the archive with libtool -static, or with ar without the option T")
    }
    guard try reader.begins(with: Self.magic, at: start, end: end) else { return nil }
    var members: [StaticArchive.Member] = []
    var hasSymbolTable = false
    var longNames: Fields?
    var place = start + Self.magic.count
    while place < end {
      let header = try Header(reader, at: place, end: end)
      // Contents start at even offsets.
      place = header.content.upperBound + (header.content.upperBound - start) % 2
      switch header.name {
      case "/", "/SYM64/", "__.SYMDEF", "__.SYMDEF SORTED", "__.SYMDEF_64", "__.SYMDEF_64 SORTED":
        hasSymbolTable = true
        continue
      case "//":
        guard header.content.count <= StaticArchive.nameLimit else {
          throw .archiveNames(limit: StaticArchive.nameLimit, header.place)
        }
        longNames = try reader.fields(
          at: header.content.lowerBound, count: header.content.count, end: end, of: "the names of the archive")
        continue
      default: break
      }
      let name = try header.fullName(in: longNames)
      limits.members -= 1
      guard limits.members >= 0 else {
        throw FileFactError(
          header.place, "the archives of the file have more than \(StaticArchive.memberLimit) members")
      }
      limits.nameBytes -= name.utf8.count
      guard limits.nameBytes >= 0 else { throw .archiveNames(limit: StaticArchive.nameLimit, header.place) }
      members.append(.init(name: name, offset: header.content.lowerBound, size: header.content.count))
    }
    return StaticArchive(members: members, hasSymbolTable: hasSymbolTable)
  }

  /// `ar_hdr`
  private struct Header {
    /// The name as stated; for GNU's long names, a reference to the name.
    let name: String
    let content: Range<Int>
    let place: BytePlace

    init(_ reader: FieldReader, at start: Int, end: Int) throws(FileFactError) {
      let fields = try reader.fields(
        at: start, count: StaticArchiveReader.headerSize, end: end, of: "the header of an archive member")
      place = fields.place()
      guard try fields.part(58, 2, of: "the header").elementsEqual([0x60, 0x0A]) else {
        throw .damaged(fields.place(58), "the header of an archive member does not end with 60 0A")
      }
      guard let size = Self.number(try fields.part(48, 10, of: "the size")) else {
        throw .damaged(fields.place(48), "the size of an archive member is not a number")
      }
      let first = start + StaticArchiveReader.headerSize
      guard size <= end - first else {
        throw .incomplete(
          fields.place(48),
          "an archive member has \(size) bytes, but only \(end - first) \(end - first == 1 ? "is" : "are") left")
      }
      let stated = Self.trimmed(try fields.part(0, 16, of: "the name"))
      // BSD stores a name that is long or contains a space before the content.
      guard stated.hasPrefix("#1/") else {
        name = stated
        content = first..<(first + size)
        return
      }
      guard let length = Self.number(stated.utf8.dropFirst(3)), length <= size else {
        throw .damaged(fields.place(), "the name of an archive member is longer than the member")
      }
      guard length <= StaticArchive.nameLimit else { throw .archiveNames(limit: StaticArchive.nameLimit, place) }
      let bytes = try reader.fields(at: first, count: length, end: end, of: "the name of an archive member")
      name = try bytes.text(0, upTo: length)
      content = (first + length)..<(first + size)
    }

    /// The complete name: in the formats of System V and GNU, from the table of names or without the trailing slash.
    func fullName(in longNames: Fields?) throws(FileFactError) -> String {
      guard name.hasPrefix("/") else { return name.hasSuffix("/") ? String(name.dropLast()) : name }
      guard let start = Self.number(name.utf8.dropFirst()), let longNames, start < longNames.count else {
        throw .damaged(place, "the name of an archive member is not in the table of names")
      }
      let rest = try longNames.part(start, longNames.count - start, of: "the names of the archive")
      let bytes = rest.prefix { $0 != 0x0A && $0 != 0 }
      return String(decoding: bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
      let kept = bytes.lastIndex { $0 != 0x20 && $0 != 0 }.map { bytes[...$0] } ?? []
      return String(decoding: kept, as: UTF8.self)
    }

    /// Decimal digits with trailing spaces.
    private static func number(_ bytes: some Sequence<UInt8>) -> Int? {
      let digits = trimmed(Array(bytes)[...])
      return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }
  }
}

extension FileFactError {
  static func archiveNames(limit: Int, _ place: BytePlace) -> FileFactError {
    FileFactError(place, "the archives of the file have more than \(limit) bytes of names")
  }
}
