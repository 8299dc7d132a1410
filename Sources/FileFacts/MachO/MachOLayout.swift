package import PropertyLists

package struct MachOLayout: Hashable, Sendable {
  package struct Segment: Hashable, Sendable {
    /// Such as `__TEXT`; empty in an object file.
    package let name: String
    package let address: UInt64
    package let memorySize: UInt64
    /// The start in the slice, in bytes.
    package let offset: UInt64
    package let size: UInt64
    package let protection: MachOProtection
    /// The most that the process may allow later.
    package let maximumProtection: MachOProtection
    package internal(set) var sections: [Section] = []
  }

  package struct Section: Hashable, Sendable {
    package let segment: String
    package let name: String
    package let address: UInt64
    package let offset: UInt64
    package let size: UInt64
    /// In bytes: a power of two. 0 if the stated exponent is not valid.
    package let alignment: UInt64
    /// The type in the lowest byte, and the attributes (`S_…` of `mach-o/loader.h`).
    package let flags: UInt32
    /// The position of its description in the file, in bytes.
    let fieldOffset: Int

    /// Whether it contains C strings (`S_CSTRING_LITERALS`).
    package var containsStrings: Bool { flags & 0xFF == 2 }
  }

  /// The numbers of the load commands (`LC_…`), each once, in order.
  package internal(set) var commands: [UInt32] = []
  package internal(set) var segments: [Segment] = []
  package var sections: [Section] { segments.flatMap(\.sections) }

  package var commandNames: [String] { commands.map(LoadCommand.name) }

  /// Whether it contains LLVM bitcode, or room for it (segment `__LLVM`).
  package var hasBitcode: Bool {
    segments.contains { $0.name == "__LLVM" } || sections.contains { $0.segment == "__LLVM" }
  }

  package enum EntryPoint: String, CaseIterable { case main, thread }

  package var entryPoint: EntryPoint? {
    // LC_MAIN, LC_UNIXTHREAD
    commands.contains(0x8000_0028) ? .main : commands.contains(0x5) ? .thread : nil
  }

  package var byteSize: Int { segments.reduce(0) { $0 + 160 * ($1.sections.count + 1) } + commands.count * 4 }
}

/// The accesses to a segment that code may have (`VM_PROT_…`).
package struct MachOProtection: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let read = MachOProtection(rawValue: 1)
  package static let write = MachOProtection(rawValue: 2)
  package static let execute = MachOProtection(rawValue: 4)

  package var text: String {
    (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-") + (contains(.execute) ? "x" : "-")
  }
}

extension MachOSlice {
  /// Reads the load commands again for the parts that few callers need. Empty for a static library or bitcode.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the load commands are malformed or cannot be read. Segments and
  /// sections are as stated, and may be outside the slice.
  package func layout(in source: any ByteSource, file: String) throws(FileFactError) -> MachOLayout {
    var layout = MachOLayout()
    guard let part = commandPart else { return layout }
    var commands = try FieldReader(source, file: file).fields(
      at: part.offset, count: part.size, end: offset + size, of: "the load commands")
    commands.isBigEndian = isBigEndian
    var known: Set<UInt32> = []
    try commands.forEachCommand(count: part.count) { (command) throws(FileFactError) in
      let number = try command.uint32(0)
      if known.insert(number).inserted { layout.commands.append(number) }
      switch number {
      case LoadCommand.segment, LoadCommand.segment64:
        try layout.add(command, MachOSlice.SectionForm(is64Bit: number == LoadCommand.segment64))
      default: break
      }
    }
    return layout
  }
}

extension MachOLayout {
  fileprivate mutating func add(_ command: Fields, _ form: MachOSlice.SectionForm) throws(FileFactError) {
    try MachOSlice.check(command, form.start)
    let end = form.start
    var segment = Segment(
      name: try command.name(8), address: try form.word(command, 24, 24), memorySize: try form.word(command, 28, 32),
      offset: try form.word(command, 32, 40), size: try form.word(command, 36, 48),
      protection: MachOProtection(rawValue: try command.uint32(end - 12)),
      maximumProtection: MachOProtection(rawValue: try command.uint32(end - 16)))
    for position in 0..<(try form.sectionCount(command)) {
      let section = try command.fields(form.start + position * form.size, form.size, of: "a section")
      let part = try form.part("a section", section)
      let exponent = try section.uint32(form.is64Bit ? 52 : 44)
      segment.sections.append(
        Section(
          segment: try section.name(16), name: try section.name(0),
          address: try form.word(section, 32, 32), offset: part.offset, size: part.size,
          alignment: exponent < 64 ? 1 << UInt64(exponent) : 0, flags: try section.uint32(form.is64Bit ? 64 : 56),
          fieldOffset: part.fieldOffset))
    }
    segments.append(segment)
  }
}

extension LoadCommand {
  static func name(_ number: UInt32) -> String {
    if let name = names[number] { return "LC_" + name }
    return "LC_0x" + String(number, radix: 16)
  }

  package static func number(named name: String) -> UInt32? { names.first { "LC_" + $0.value == name }?.key }

  package static var allNames: [String] { names.values.map { "LC_" + $0 }.sorted() }

  private static let required: UInt32 = 0x8000_0000

  /// From `mach-o/loader.h`, without `LC_`.
  private static let names: [UInt32: String] = [
    0x1: "SEGMENT", 0x2: "SYMTAB", 0x3: "SYMSEG", 0x4: "THREAD", 0x5: "UNIXTHREAD", 0x6: "LOADFVMLIB", 0x7: "IDFVMLIB",
    0x8: "IDENT", 0x9: "FVMFILE", 0xA: "PREPAGE", 0xB: "DYSYMTAB", 0xC: "LOAD_DYLIB", 0xD: "ID_DYLIB",
    0xE: "LOAD_DYLINKER", 0xF: "ID_DYLINKER", 0x10: "PREBOUND_DYLIB", 0x11: "ROUTINES", 0x12: "SUB_FRAMEWORK",
    0x13: "SUB_UMBRELLA", 0x14: "SUB_CLIENT", 0x15: "SUB_LIBRARY", 0x16: "TWOLEVEL_HINTS", 0x17: "PREBIND_CKSUM",
    required | 0x18: "LOAD_WEAK_DYLIB", 0x19: "SEGMENT_64", 0x1A: "ROUTINES_64", 0x1B: "UUID",
    required | 0x1C: "RPATH", 0x1D: "CODE_SIGNATURE", 0x1E: "SEGMENT_SPLIT_INFO", required | 0x1F: "REEXPORT_DYLIB",
    0x20: "LAZY_LOAD_DYLIB", 0x21: "ENCRYPTION_INFO", 0x22: "DYLD_INFO", required | 0x22: "DYLD_INFO_ONLY",
    required | 0x23: "LOAD_UPWARD_DYLIB", 0x24: "VERSION_MIN_MACOSX", 0x25: "VERSION_MIN_IPHONEOS",
    0x26: "FUNCTION_STARTS", 0x27: "DYLD_ENVIRONMENT", required | 0x28: "MAIN", 0x29: "DATA_IN_CODE",
    0x2A: "SOURCE_VERSION", 0x2B: "DYLIB_CODE_SIGN_DRS", 0x2C: "ENCRYPTION_INFO_64", 0x2D: "LINKER_OPTION",
    0x2E: "LINKER_OPTIMIZATION_HINT", 0x2F: "VERSION_MIN_TVOS", 0x30: "VERSION_MIN_WATCHOS", 0x31: "NOTE",
    0x32: "BUILD_VERSION", required | 0x33: "DYLD_EXPORTS_TRIE", required | 0x34: "DYLD_CHAINED_FIXUPS",
    required | 0x35: "FILESET_ENTRY", 0x36: "ATOM_INFO", 0x37: "FUNCTION_VARIANTS", 0x38: "FUNCTION_VARIANT_FIXUPS",
    0x39: "TARGET_TRIPLE",
  ]
}
