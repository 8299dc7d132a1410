import Basics

extension MachOSlice {
  /// Adds the facts of a load command; `command` has at least 8 bytes, and as many as it states.
  mutating func add(_ command: Fields) throws(FileFactError) {
    let number = try command.uint32(0)
    switch number {
    case LoadCommand.segment, LoadCommand.segment64:
      let form = SectionForm(is64Bit: number == LoadCommand.segment64)
      try Self.check(command, form.start)
      try addSegment(
        MachOSegment(
          address: try form.word(command, 24, 24), offset: try form.word(command, 32, 40),
          size: try form.word(command, 36, 48)), command.place(form.is64Bit ? 40 : 32))
      try addSections(command, form)
    case LoadCommand.loadDylib: libraries.append(try library(command, .normal))
    case LoadCommand.loadWeakDylib: libraries.append(try library(command, .weak))
    case LoadCommand.reexportDylib: libraries.append(try library(command, .reexport))
    case LoadCommand.lazyLoadDylib: libraries.append(try library(command, .lazy))
    case LoadCommand.loadUpwardDylib: libraries.append(try library(command, .upward))
    case LoadCommand.idDylib:
      let identification = try library(command, .normal)
      self.identification = self.identification ?? identification
    case LoadCommand.runPath: runPaths.append(try Self.text(command, at: 8, after: 12))
    case LoadCommand.uuid:
      try Self.check(command, 24)
      let digits = try command.part(8, 16, of: "LC_UUID")
      uuid = uuid ?? Hexadecimal.uuid(Array(digits))
    case LoadCommand.codeSignature:
      try Self.check(command, 16)
      hasCodeSignature = true
      let part = try Self.part("the code signature", command, 8)
      signaturePart = signaturePart ?? part
    case LoadCommand.encryptionInfo, LoadCommand.encryptionInfo64:
      try Self.check(command, 20)
      let part = EncryptedPart(
        system: try command.uint32(16), offset: try command.uint32(8), size: try command.uint32(12))
      // Encrypted by any of several.
      if encryptedPart.map({ $0.system < part.system }) ?? true { encryptedPart = part }
    case LoadCommand.buildVersion:
      try Self.check(command, 24)
      var build = Self.build(
        MachOPlatform.name(try command.uint32(8)), try command.uint32(12), try command.uint32(16))
      build.tools = try Self.tools(command)
      builds.append(build)
    case LoadCommand.sourceVersion:
      try Self.check(command, 16)
      let version = Self.sourceVersion(try command.uint64(8))
      sourceVersion = sourceVersion ?? version
    default:
      guard let platform = MachOPlatform.name(versionCommand: number, isIntel: cpuType & 0xFF_FFFF == 7) else {
        return try addSymbols(command)
      }
      try Self.check(command, 16)
      builds.append(Self.build(platform, try command.uint32(8), try command.uint32(12)))
    }
  }

  static func check(_ command: Fields, _ least: Int) throws(FileFactError) {
    guard command.count >= least else {
      throw .commandSize(
        LoadCommand.name(try command.uint32(0)), try command.uint32(4), least: least, left: command.count,
        command.place(4))
    }
  }

  /// The system does not load truncated segments; debug symbols and stubs keep the segments of the original file.
  private mutating func addSegment(_ segment: MachOSegment, _ place: BytePlace) throws(FileFactError) {
    if fileType == "dsym" || fileType == "dylib_stub" { return }
    let end = segment.offset.addingReportingOverflow(segment.size)
    guard !end.overflow, end.partialValue <= size else {
      throw .incomplete(
        place,
        "a segment has \(counted(segment.size, "byte")) at offset \(segment.offset), but the slice has only \(size)")
    }
    segments.append(segment)
  }

  /// `build_tool_version`
  private static func tools(_ command: Fields) throws(FileFactError) -> [Tool] {
    let count = try command.uint32(20)
    let room = (command.count - 24) / 8
    guard count <= room else {
      throw .damaged(command.place(20), "LC_BUILD_VERSION states \(count) tools, but has room for \(room)")
    }
    var tools: [Tool] = []
    for number in 0..<Int(count) {
      tools.append(
        Tool(
          name: MachOTool.name(try command.uint32(24 + number * 8)),
          version: libraryVersion(try command.uint32(28 + number * 8))))
    }
    return tools
  }

  private static func build(_ platform: String, _ minimumOS: UInt32, _ sdk: UInt32) -> Build {
    Build(platform: platform, minimumOS: systemVersion(minimumOS), sdk: sdk == 0 ? nil : systemVersion(sdk))
  }

  /// A `dylib_command`, or the `dylib_use_command` of macOS 15 and later, which has additional flags.
  private func library(_ command: Fields, _ kind: Library.Kind) throws(FileFactError) -> Library {
    try Self.check(command, 24)
    var kind = kind
    var isWeak = kind == .weak
    var end = 24
    let (start, stamp) = (try command.uint32(8), try command.uint32(12))
    if command.count >= 28, start == 28, stamp == LoadCommand.useMarker {
      end = 28
      let uses = try command.uint32(24)
      isWeak = isWeak || uses & LoadCommand.Use.weakLink != 0
      if uses & LoadCommand.Use.reexport != 0 {
        kind = .reexport
      } else if uses & LoadCommand.Use.upward != 0 {
        kind = .upward
      } else if isWeak {
        kind = .weak
      } else if uses & LoadCommand.Use.delayedInit != 0 {
        kind = .lazy
      }
    }
    return Library(
      name: try Self.text(command, at: 8, after: end), kind: kind, isWeak: isWeak,
      currentVersion: Self.libraryVersion(try command.uint32(16)),
      compatibilityVersion: Self.libraryVersion(try command.uint32(20)))
  }

  /// The string whose offset in the command is at `position`; it must start after the command's fields.
  private static func text(_ command: Fields, at position: Int, after end: Int) throws(FileFactError) -> String {
    try check(command, end)
    let offset = try command.uint32(position)
    guard offset >= end, offset < command.count else {
      throw .damaged(
        command.place(position),
        "the name in \(LoadCommand.name(try command.uint32(0))) starts at its byte \(offset), which overlaps its fields"
      )
    }
    let rest = try command.part(Int(offset), command.count - Int(offset), of: "a load command")
    guard let zero = rest.firstIndex(of: 0) else {
      throw .damaged(
        command.place(Int(offset)), "the name in \(LoadCommand.name(try command.uint32(0))) is not terminated")
    }
    return String(decoding: rest[..<zero], as: UTF8.self)
  }

  /// `xxxx.yy.zz` packed into 16, 8 and 8 bits; the last number is omitted if it is 0, as in the names of systems.
  private static func systemVersion(_ packed: UInt32) -> String {
    let patch = packed & 0xFF
    return "\(packed >> 16).\(packed >> 8 & 0xFF)" + (patch == 0 ? "" : ".\(patch)")
  }

  /// `A.B.C.D.E` packed into 24 and four times 10 bits; trailing zeros are omitted. Nil for 0, which means that there is no version.
  private static func sourceVersion(_ packed: UInt64) -> String? {
    guard packed != 0 else { return nil }
    var numbers = [packed >> 40, packed >> 30 & 0x3FF, packed >> 20 & 0x3FF, packed >> 10 & 0x3FF, packed & 0x3FF]
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    return numbers.map(String.init).joined(separator: ".")
  }

  private static func libraryVersion(_ packed: UInt32) -> String {
    "\(packed >> 16).\(packed >> 8 & 0xFF).\(packed & 0xFF)"
  }
}

package enum LoadCommand {
  static let segment: UInt32 = 0x1
  static let symbolTable: UInt32 = 0x2
  static let dynamicSymbols: UInt32 = 0xB
  static let loadDylib: UInt32 = 0xC
  static let idDylib: UInt32 = 0xD
  static let segment64: UInt32 = 0x19
  static let uuid: UInt32 = 0x1B
  static let codeSignature: UInt32 = 0x1D
  static let lazyLoadDylib: UInt32 = 0x20
  static let encryptionInfo: UInt32 = 0x21
  static let dyldInfo: UInt32 = 0x22
  static let versionMinMacOS: UInt32 = 0x24
  static let versionMinIOS: UInt32 = 0x25
  static let encryptionInfo64: UInt32 = 0x2C
  static let sourceVersion: UInt32 = 0x2A
  static let versionMinTVOS: UInt32 = 0x2F
  static let versionMinWatchOS: UInt32 = 0x30
  static let buildVersion: UInt32 = 0x32
  static let loadWeakDylib: UInt32 = 0x8000_0018
  static let runPath: UInt32 = 0x8000_001C
  static let reexportDylib: UInt32 = 0x8000_001F
  static let dyldInfoOnly: UInt32 = 0x8000_0022
  static let loadUpwardDylib: UInt32 = 0x8000_0023
  static let exportTrie: UInt32 = 0x8000_0033
  static let chainedFixups: UInt32 = 0x8000_0034

  /// Replaces the time stamp in a command that has flags after its fields (`DYLIB_USE_MARKER`).
  static let useMarker: UInt32 = 0x1A74_1800

  /// `DYLIB_USE_…`
  enum Use {
    static let weakLink: UInt32 = 1
    static let reexport: UInt32 = 2
    static let upward: UInt32 = 4
    static let delayedInit: UInt32 = 8
  }
}
