/// A Mach-O file without code: header and load commands, an embedded information property list, symbols and a code
/// signature.
package struct SampleMachO {
  /// `cputype`; by default arm64.
  package var cpuType: UInt32 = 0x0100_000C
  package var cpuSubtype: UInt32 = 0
  /// 2 is a program.
  package var fileType: UInt32 = 2
  /// The header's flags; position-independent.
  package var flags: UInt32 = 0x20_0085
  package var is64Bit = true
  package var isBigEndian = false
  /// Load commands: the number of each, and its content after the size.
  package var commands: [(UInt32, [UInt8])] = []
  package var omitted: Set<UInt32> = []
  package var statedCount: UInt32?
  package var statedSize: UInt32?
  package var tail: [UInt8] = []
  /// The section `__TEXT,__info_plist`, after the tail.
  package var embeddedInfo: [UInt8]?
  /// Segments with sections, after the embedded information property list.
  package var segments: [Segment] = []
  package var objectiveC: ObjectiveC?
  package var symbols: Symbols?
  /// Data whose load command only contains its place: the number of the command, and the data.
  package var linkEditData: [(command: UInt32, content: [UInt8])] = []
  /// The data of `LC_DYLD_INFO_ONLY`.
  package var dyldInfo: DyldInfo?
  package var signature: [UInt8]?

  package struct Symbols {
    package var locals: [String] = []
    package var exports: [String] = []
    package var imports: [String] = []
    package var debugNames: [String] = []

    package init(locals: [String] = [], exports: [String] = [], imports: [String] = []) {
      (self.locals, self.exports, self.imports) = (locals, exports, imports)
    }

    fileprivate var counts: [UInt32] {
      [debugNames.count + locals.count, exports.count, imports.count].map { UInt32($0) }
    }

    fileprivate func parts(is64Bit: Bool, isBigEndian: Bool) -> (table: [UInt8], strings: [UInt8]) {
      var table = ByteWriter(isBigEndian: isBigEndian)
      var strings = ByteWriter(isBigEndian: isBigEndian)
      strings.add([0x20, 0])
      // N_OSO, N_SECT, N_EXT | N_SECT, N_EXT
      for (names, type) in [(debugNames, UInt8(0x66)), (locals, 0xE), (exports, 0xF), (imports, 1)] {
        for name in names {
          table.add(UInt32(strings.bytes.count))
          table.add([type, type == 1 ? 0 : 1, 0, 0])
          table.add(pointers: type == 1 ? 0 : 0x1000, is64Bit: is64Bit)
          strings.add(text: name)
          strings.add([0])
        }
      }
      return (table.bytes, strings.bytes)
    }
  }

  package struct DyldInfo {
    /// Instructions for binding at launch.
    package var bind: [UInt8] = []
    /// Instructions for binding on the first call.
    package var lazyBind: [UInt8] = []
    package var exports: [UInt8] = []

    package init(bind: [UInt8] = [], lazyBind: [UInt8] = [], exports: [UInt8] = []) {
      (self.bind, self.lazyBind, self.exports) = (bind, lazyBind, exports)
    }
  }

  package init() {}

  package init(_ change: (inout SampleMachO) -> Void) { change(&self) }

  package var bytes: [UInt8] {
    // The places of the parts depend on the size of the commands, but not the other way round.
    let measured = commandBytes(with: partCommands(from: 0))
    let parts = partCommands(from: (is64Bit ? 32 : 28) + measured.count + tail.count)
    let written = (commands + parts).filter { !omitted.contains($0.0) }
    var content = ByteWriter(isBigEndian: isBigEndian)
    content.add(commandBytes(with: parts))
    var file = ByteWriter(isBigEndian: isBigEndian)
    file.add(is64Bit ? 0xFEED_FACF : 0xFEED_FACE, cpuType, cpuSubtype, fileType)
    file.add(statedCount ?? UInt32(written.count), statedSize ?? UInt32(content.bytes.count), flags)
    if is64Bit { file.add(0) }
    file.add(content.bytes)
    let linkEdit = linkEdit
    let sections = segments.flatMap(\.bytes)
    let before = file.bytes.count + tail.count + (embeddedInfo?.count ?? 0) + sections.count
    let objectiveC = objectiveC?.part(of: self, at: before)
    file.add(tail + (embeddedInfo ?? []) + sections + (objectiveC?.bytes ?? []) + linkEdit.bytes + (signature ?? []))
    return file.bytes
  }

  /// The file with this signature, which contains the hashes of all that precedes it.
  package func signed(with signature: SampleSignature) -> [UInt8] {
    var (file, signature) = (self, signature)
    // The size of a signature depends on the size of the signed data, which does not depend on the signature's size.
    file.signature = [0]
    let size = file.bytes.count - 1
    signature.code = [UInt8](repeating: 0, count: size)
    file.signature = signature.bytes
    signature.code = Array(file.bytes.prefix(size))
    file.signature = signature.bytes
    return file.bytes
  }

  private var linkEdit: (bytes: [UInt8], symbols: (table: [UInt8], strings: [UInt8])?) {
    let parts = symbols?.parts(is64Bit: is64Bit, isBigEndian: isBigEndian)
    var bytes = (parts?.table ?? []) + (parts?.strings ?? [])
    for data in allLinkEditData { bytes += data.content }
    if let dyldInfo { bytes += dyldInfo.bind + dyldInfo.lazyBind + dyldInfo.exports }
    return (bytes, parts)
  }

  private var allLinkEditData: [(command: UInt32, content: [UInt8])] {
    guard let fixups = objectiveC?.fixups(isBigEndian: isBigEndian) else { return linkEditData }
    return linkEditData + [(command: 0x8000_0034, content: fixups)]
  }

  private func commandBytes(with parts: [(UInt32, [UInt8])]) -> [UInt8] {
    var content = ByteWriter(isBigEndian: isBigEndian)
    for (command, body) in commands + parts where !omitted.contains(command) {
      content.add(command, UInt32(body.count + 8))
      content.add(body)
    }
    return content.bytes
  }

  private func partCommands(from start: Int) -> [(UInt32, [UInt8])] {
    var made = SampleMachO()
    (made.is64Bit, made.isBigEndian) = (is64Bit, isBigEndian)
    if let embeddedInfo { made.infoSection(offset: UInt32(start), size: UInt64(embeddedInfo.count)) }
    let linkEdit = linkEdit
    var next = UInt32(start + (embeddedInfo?.count ?? 0))
    for (number, segment) in segments.enumerated() {
      made.commands.append(segment.command(of: self, at: next, address: UInt64(number + 1) << 24))
      next += UInt32(segment.bytes.count)
    }
    if let part = objectiveC?.part(of: self, at: Int(next)) {
      made.commands.append(part.command)
      next += UInt32(part.bytes.count)
    }
    // The offset and size of a part with this size.
    func place(_ size: Int) -> [UInt32] {
      defer { next += UInt32(size) }
      return [next, UInt32(size)]
    }
    if let symbols, let parts = linkEdit.symbols {
      let counts = symbols.counts
      let total = counts.reduce(0, +)
      made.add(0x2, numbers: [place(parts.table.count)[0], total] + place(parts.strings.count))
      made.add(
        0xB,
        numbers: [0, counts[0], counts[0], counts[1], counts[0] + counts[1], counts[2]]
          + [UInt32](repeating: 0, count: 12))
    }
    for data in allLinkEditData { made.add(data.command, numbers: place(data.content.count)) }
    if let dyldInfo {
      let (bind, lazy) = (place(dyldInfo.bind.count), place(dyldInfo.lazyBind.count))
      made.add(0x8000_0022, numbers: [0, 0] + bind + [0, 0] + lazy + place(dyldInfo.exports.count))
    }
    if let signature { made.add(0x1D, numbers: place(signature.count)) }
    return made.commands
  }

  /// Adds a segment with the section `__TEXT,__info_plist` at any offset.
  package mutating func infoSection(offset: UInt32, size: UInt64, statedCount: UInt32 = 1) {
    var section = Section("__info_plist")
    (section.statedOffset, section.statedSize) = (offset, size)
    var segment = Segment("__TEXT", [section])
    segment.statedCount = statedCount
    commands.append(segment.command(of: self, at: 0, address: 0))
  }

  package mutating func add(_ command: UInt32, _ numbers: UInt32...) { add(command, numbers: numbers) }

  private mutating func add(_ command: UInt32, numbers: [UInt32]) {
    var body = ByteWriter(isBigEndian: isBigEndian)
    for number in numbers { body.add(number) }
    commands.append((command, body.bytes))
  }

  /// Adds a load command that ends in text: its numbers, the first of which is the offset of the text.
  package mutating func add(_ command: UInt32, _ numbers: [UInt32], text: String) {
    var body = ByteWriter(isBigEndian: isBigEndian)
    for number in numbers { body.add(number) }
    body.add(text: text)
    body.add([0])
    while body.bytes.count % 8 != 0 { body.add([0]) }
    commands.append((command, body.bytes))
  }

  /// Adds a library with version 1.2.3, compatible since 1.0.0.
  package mutating func add(library: String, as command: UInt32 = 0xC) {
    add(command, [24, 2, 0x1_0203, 0x1_0000], text: library)
  }

  package static func fat(_ slices: [(type: UInt32, subtype: UInt32, content: [UInt8])], is64Bit: Bool = false)
    -> [UInt8]
  {
    var file = ByteWriter()
    file.add(is64Bit ? 0xCAFE_BABF : 0xCAFE_BABE, UInt32(slices.count))
    var offset = 8 + slices.count * (is64Bit ? 32 : 20)
    for slice in slices {
      file.add(slice.type, slice.subtype)
      if is64Bit {
        file.add64(UInt64(offset), UInt64(slice.content.count))
        file.add(2, 0)
      } else {
        file.add(UInt32(offset), UInt32(slice.content.count), 2)
      }
      offset += slice.content.count
    }
    for slice in slices { file.add(slice.content) }
    return file.bytes
  }
}
