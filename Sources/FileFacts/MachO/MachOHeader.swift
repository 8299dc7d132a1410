import Basics

struct MachOHeader {
  struct Form {
    let is64Bit: Bool
    let isBigEndian: Bool

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
        let listed = MachOArchitecture.name(type: type, subtype: subtype)
        let own = MachOArchitecture.name(type: cpuType, subtype: cpuSubtype)
        throw .damaged(
          fields.place(4), "slice \(entry.number) is \(listed) in the fat header, but \(own) in its own header")
      }
    }
    guard commandCount <= MachOFile.commandLimit else {
      throw FileFactError(fields.place(16), "\(commandCount) load commands; the limit is \(MachOFile.commandLimit)")
    }
    guard commandSize <= commandSizeLeft else {
      throw FileFactError(
        fields.place(20), "\(counted(commandSize, "byte")) of load commands; the limit is \(commandSizeLeft)")
    }
    let left = end - start - size
    guard commandSize <= left else {
      throw .incomplete(
        fields.place(20),
        "the header states \(counted(commandSize, "byte")) of load commands, but only \(left) \(left == 1 ? "is" : "are") left"
      )
    }
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
  func forEachCommand(
    count: Int, _ body: (Fields) throws(FileFactError) -> Void
  ) throws(FileFactError) {
    var start = 0
    for number in 1..<(count + 1) {
      guard self.count - start >= 8 else {
        throw .damaged(place(start), "load command \(number) of \(count) is after the end of the load commands")
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
