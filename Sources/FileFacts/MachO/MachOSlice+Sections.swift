import Basics
package import PropertyLists

extension MachOSlice {
  /// The format of the sections that follow a segment's fields (`struct section` and `section_64` of `mach-o/loader.h`).
  struct SectionForm {
    let is64Bit: Bool
    /// The size of the segment's own fields, in bytes.
    var start: Int { is64Bit ? 72 : 56 }
    /// The offset of the number of sections.
    var count: Int { is64Bit ? 64 : 48 }
    var size: Int { is64Bit ? 80 : 68 }

    /// A number of 32 bits at the first position, or of 64 bits at the second.
    func word(_ fields: Fields, _ narrow: Int, _ wide: Int) throws(FileFactError) -> UInt64 {
      is64Bit ? try fields.uint64(wide) : UInt64(try fields.uint32(narrow))
    }
  }

  package static let embeddedInfoLimit = 1 << 20

  /// Returns the information property list that is linked into the code as section `__info_plist` of segment `__TEXT`, as in programs
  /// without a bundle (`ld(1)`, `-sectcreate`), or nil. The bytes are as stored in the file, and encrypted if the code is.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the section is outside the slice, has more than `embeddedInfoLimit`
  /// bytes, or cannot be read.
  package func embeddedInfo(in source: any ByteSource, file: String) throws(FileFactError) -> [UInt8]? {
    guard let part = infoPart else { return nil }
    let range = try part.range(in: self, file: file)
    guard range.count <= Self.embeddedInfoLimit else {
      throw .partTooLarge(part, limit: Self.embeddedInfoLimit, BytePlace(file: file, offset: part.fieldOffset))
    }
    let fields = try FieldReader(source, file: file).fields(
      at: range.lowerBound, count: range.count, end: range.upperBound, of: part.name)
    return fields.bytes
  }

  package var hasEmbeddedInfo: Bool { infoPart != nil }

  /// Returns the information property list in the section, without positions, which would be mistaken for positions in the file. Nil if the
  /// section does not exist, or if the code is encrypted.
  ///
  /// Throws like `embeddedInfo`, and if the section is not a property list with a dictionary.
  package func embeddedInfoList(in source: any ByteSource, file: String) throws(FileFactError) -> PropertyList? {
    guard encryption ?? 0 == 0, let part = infoPart, let bytes = try embeddedInfo(in: source, file: file) else {
      return nil
    }
    let place = BytePlace(file: file, offset: part.fieldOffset)
    let list = try mapError(try PropertyList.parse(bytes, file: file)) { (error: PropertyListError) in
      FileFactError.embeddedInfoMalformed(error.message, place)
    }
    do throws(PropertyList.UnionError) {
      return try PropertyList.union(of: [list], file: file)
    } catch {
      throw .embeddedInfoMalformed("it must be a dictionary, not \(list.kind(of: list.root).name)", place)
    }
  }

  /// Adds the relevant sections of a segment; if several have the same name, the first one, like `getsectbyname(3)`.
  mutating func addSections(_ command: Fields, _ form: SectionForm) throws(FileFactError) {
    let count = try form.sectionCount(command)
    // Debug symbols keep the sections of the original code without their bytes.
    if fileType == "dsym" || fileType == "dylib_stub" { return }
    for number in 0..<count {
      let section = try command.fields(form.start + number * form.size, form.size, of: "a section")
      if infoPart == nil, try section.name(0) == "__info_plist", try section.name(16) == "__TEXT" {
        infoPart = try form.part("the section __TEXT,__info_plist", section)
      } else if try section.begins(with: Self.objectiveCPrefix) {
        try objectiveCParts.add(try section.name(0), section, form)
      }
      if try section.begins(with: Self.oldObjectiveCSegment, at: 16) { objectiveCParts.usesOldRuntime = true }
    }
  }

  private static let objectiveCPrefix = Array("__objc_".utf8)
  private static let oldObjectiveCSegment = Array("__OBJC\0".utf8)
}

extension MachOSlice.SectionForm {
  func sectionCount(_ segment: Fields) throws(FileFactError) -> Int {
    let stated = try segment.uint32(count)
    let room = (segment.count - start) / size
    guard stated <= room else {
      throw .damaged(
        segment.place(count),
        "\(LoadCommand.name(try segment.uint32(0))) states \(counted(stated, "section")), but has room for \(room)")
    }
    return Int(stated)
  }

  func part(_ name: String, _ section: Fields) throws(FileFactError) -> MachOPart {
    MachOPart(
      name: name, offset: UInt64(try section.uint32(is64Bit ? 48 : 40)), size: try word(section, 36, 40),
      fieldOffset: section.place(is64Bit ? 40 : 36).offset)
  }
}

extension Fields {
  fileprivate func begins(with bytes: [UInt8], at position: Int = 0) throws(FileFactError) -> Bool {
    try part(position, bytes.count, of: "a name").elementsEqual(bytes)
  }

  /// A name in 16 bytes, padded with zeros.
  func name(_ position: Int) throws(FileFactError) -> String {
    String(decoding: try part(position, 16, of: "a name").prefix { $0 != 0 }, as: UTF8.self)
  }
}
