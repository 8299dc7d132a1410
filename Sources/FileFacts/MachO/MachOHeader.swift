struct MachOHeader {
  /// The four formats of a header.
  struct Form {
    let is64Bit: Bool
    let isBigEndian: Bool

    /// The format with this magic number, read as big-endian; nil if it is not Mach-O.
    init?(magic: UInt32) {
      switch magic {
      case 0xFEED_FACE: (is64Bit, isBigEndian) = (false, true)
      case 0xCEFA_EDFE: (is64Bit, isBigEndian) = (false, false)
      case 0xFEED_FACF: (is64Bit, isBigEndian) = (true, true)
      case 0xCFFA_EDFE: (is64Bit, isBigEndian) = (true, false)
      default: return nil
      }
    }
  }

  let form: Form
  let range: Range<Int>
  let cpuType: UInt32
  let cpuSubtype: UInt32
  let fileType: UInt32
  let commandCount: UInt32
  let flags: UInt32
  let commands: Fields

  init(_ reader: FieldReader, _ form: Form, _ entry: MachOReader.Entry, commandSizeLeft: Int) throws(FileFactError) {
    self.form = form
    range = entry.range
    let (start, end) = (range.lowerBound, range.upperBound)
    let size = form.is64Bit ? 32 : 28
    var fields = try reader.fields(at: start, count: size, end: end, of: "the Mach-O header")
    fields.isBigEndian = form.isBigEndian
    cpuType = try fields.uint32(4)
    cpuSubtype = try fields.uint32(8)
    fileType = try fields.uint32(12)
    commandCount = try fields.uint32(16)
    let commandSize = try fields.uint32(20)
    flags = try fields.uint32(24)
    if let type = entry.type, let subtype = entry.subtype {
      // Like dyld, which ignores the capability bits because they often differ.
      guard type == cpuType, MachOArchitecture.subtype(subtype) == MachOArchitecture.subtype(cpuSubtype) else {
        throw .sliceArchitecture(
          entry.number, fat: MachOArchitecture.name(type: type, subtype: subtype),
          slice: MachOArchitecture.name(type: cpuType, subtype: cpuSubtype), fields.place(4))
      }
    }
    guard commandCount <= MachOFile.commandLimit else {
      throw .commandCount(commandCount, limit: MachOFile.commandLimit, fields.place(16))
    }
    guard commandSize <= commandSizeLeft else {
      throw .commandsTooLarge(commandSize, limit: commandSizeLeft, fields.place(20))
    }
    let left = end - start - size
    guard commandSize <= left else { throw .commandsOutside(commandSize, left: left, fields.place(20)) }
    var commands = try reader.fields(at: start + size, count: Int(commandSize), end: end, of: "the load commands")
    commands.isBigEndian = form.isBigEndian
    self.commands = commands
  }

  /// The names from `MH_OBJECT` = 1.
  private static let fileTypes = [
    "object", "execute", "fvmlib", "core", "preload", "dylib", "dylinker", "bundle", "dylib_stub", "dsym",
    "kext_bundle", "fileset", "gpu_execute", "gpu_dylib",
  ]

  func slice() throws(FileFactError) -> MachOSlice {
    var slice = emptySlice
    slice.commandPart = MachOCommandPart(offset: commands.offset, size: commands.count, count: Int(commandCount))
    try commands.forEachCommand(count: Int(commandCount)) { (command) throws(FileFactError) in try slice.add(command) }
    return slice
  }

  private var emptySlice: MachOSlice {
    MachOSlice(
      architecture: MachOArchitecture.name(type: cpuType, subtype: cpuSubtype), cpuType: cpuType,
      cpuSubtype: cpuSubtype, offset: range.lowerBound, size: range.count,
      fileType: (1...Self.fileTypes.count).contains(Int(fileType))
        ? Self.fileTypes[Int(fileType) - 1] : "type_\(fileType)",
      is64Bit: form.is64Bit, isBigEndian: form.isBigEndian, flags: MachOFlags(rawValue: flags))
  }
}

extension Fields {
  /// Calls a function with each load command. Throws if they do not fit.
  func forEachCommand(
    count: Int, _ body: (Fields) throws(FileFactError) -> Void
  ) throws(FileFactError) {
    var start = 0
    for number in 1..<(count + 1) {
      guard self.count - start >= 8 else {
        throw .commandOutside(number, of: UInt32(clamping: count), place(start))
      }
      let size = try uint32(start + 4)
      guard size >= 8, size <= self.count - start else {
        throw .commandSize("load command \(number)", size, least: 8, left: self.count - start, place(start + 4))
      }
      try body(try fields(start, Int(size), of: "a load command"))
      start += Int(size)
    }
  }
}
