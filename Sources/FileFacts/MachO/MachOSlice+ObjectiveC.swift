package import PropertyLists

/// The data of the Objective-C runtime (`objc-runtime-new.h`) in a slice, as stated by its sections.
struct ObjectiveCParts: Hashable, Sendable {
  /// Pointers to the classes that it defines.
  var classes: [MachOPart] = []
  /// Pointers to the names of selectors that it uses.
  var selectorReferences: [MachOPart] = []
  /// Names of selectors; in an object file also selectors whose references have no addresses yet.
  var methodNames: [MachOPart] = []
  /// Whether it is for the runtime of 32-bit Macs, which has a different data format.
  var usesOldRuntime = false

  mutating func add(_ name: String, _ section: Fields, _ form: MachOSlice.SectionForm) throws(FileFactError) {
    // Old linkers omit some sections; those that move data to a segment of constants create several.
    switch name {
    case "__objc_classlist": classes.append(try form.part("the list of Objective-C classes", section))
    case "__objc_selrefs": selectorReferences.append(try form.part("the list of selectors", section))
    case "__objc_methname": methodNames.append(try form.part("the names of selectors", section))
    default: break
    }
  }
}

extension MachOSlice {
  private var hasReadableObjectiveC: Bool {
    (encryption ?? 0) == 0 && !objectiveCParts.usesOldRuntime && fileType != "dsym" && fileType != "dylib_stub"
      && fileType != "archive" && fileType != "bitcode"
  }

  /// The names of the Objective-C classes that this slice defines, as known to the runtime: a Swift class without an Objective-C name has
  /// its mangled name. Nil for code that is encrypted or for the runtime of 32-bit Macs.
  ///
  /// `source` and `file` must be the source of the slice. Throws if the data is malformed or too large, or cannot be read.
  package func classes(in source: any ByteSource, file: String) throws(FileFactError) -> SymbolNames? {
    guard hasReadableObjectiveC else { return nil }
    var builder = SymbolNames.Builder(limit: nameLimit)
    // Pointers in an object file have no values before it is linked.
    if fileType == "object" {
      guard let table = symbolParts.table else { return builder.names }
      let reader = SymbolReader(slice: self, source: source, file: file)
      return try reader.names(of: .defined, in: table).withoutPrefixes(["_OBJC_CLASS_$_"])
    }
    if !objectiveCParts.classes.isEmpty {
      let reader = ObjectiveCReader(try MachOMemory(self, source, file: file))
      for part in objectiveCParts.classes { try reader.add(classes: part, to: &builder) }
    }
    return builder.names
  }

  /// The names of the Objective-C classes of other code that this slice uses; nil if it has no symbol table. Throws like `imports`.
  package func usedClasses(in source: any ByteSource, file: String) throws(FileFactError) -> SymbolNames? {
    try imports(in: source, file: file)?.withoutPrefixes(["_OBJC_CLASS_$_", ".objc_class_name_"])
  }

  /// The Objective-C selectors that this slice uses: in messages that it sends, and of some methods that it implements. Nil as for
  /// `classes`.
  package func selectors(in source: any ByteSource, file: String) throws(FileFactError) -> SymbolNames? {
    guard hasReadableObjectiveC else { return nil }
    var builder = SymbolNames.Builder(limit: nameLimit)
    if fileType == "object" {
      let reader = ObjectiveCReader(try MachOMemory(self, source, file: file))
      for part in objectiveCParts.methodNames { try reader.add(names: part, to: &builder) }
      if let stubs = try imports(in: source, file: file)?.withoutPrefixes(["_objc_msgSend$"]) {
        try builder.add(stubs, from: symbolParts.table?.strings, file: file)
      }
    } else if !objectiveCParts.selectorReferences.isEmpty {
      let reader = ObjectiveCReader(try MachOMemory(self, source, file: file))
      for part in objectiveCParts.selectorReferences { try reader.add(references: part, to: &builder) }
    }
    return builder.names
  }
}

private struct ObjectiveCReader {
  private let memory: MachOMemory
  private var slice: MachOSlice { memory.slice }
  private var pointerSize: Int { slice.is64Bit ? 8 : 4 }

  init(_ memory: MachOMemory) { self.memory = memory }

  private func places(of part: MachOPart) throws(FileFactError) -> StrideTo<Int> {
    let range = try part.range(in: slice, file: memory.file)
    let count = range.count / pointerSize
    guard count <= MachOSlice.symbolLimit else {
      throw .symbolsTooLarge(
        part.name, names: MachOSlice.symbolLimit, bytes: MachOSlice.symbolPartLimit,
        BytePlace(file: memory.file, offset: part.fieldOffset))
    }
    try memory.pass(range.count, of: part)
    let start = range.lowerBound - slice.offset
    return stride(from: start, to: start + count * pointerSize, by: pointerSize)
  }

  /// The target offset in the slice of the pointer at an offset, without the lowest bits if they are flags; nil for null.
  private func target(at offset: Int, of part: MachOPart, flags: UInt64 = 0) throws(FileFactError) -> Int? {
    guard let address = try memory.pointer(at: offset, part.name) else { return nil }
    guard let target = memory.offset(of: address & ~flags) else {
      throw .symbolsMalformed(
        part.name, "a pointer leads to 0x\(String(address, radix: 16)), which is not in the file",
        BytePlace(file: memory.file, offset: slice.offset + offset))
    }
    return target
  }

  /// Reads `class_t`, whose fifth field points to its `class_ro_t`. The low bits of that pointer are flags.
  func add(classes part: MachOPart, to builder: inout SymbolNames.Builder) throws(FileFactError) {
    for place in try places(of: part) {
      guard let object = try target(at: place, of: part) else { continue }
      guard let data = try target(at: object + 4 * pointerSize, of: part, flags: UInt64(pointerSize - 1)),
        let name = try target(at: data + (slice.is64Bit ? 24 : 16), of: part)
      else {
        throw .symbolsMalformed(
          part.name, "a class has no name", BytePlace(file: memory.file, offset: slice.offset + place))
      }
      try builder.add(try memory.text(at: name, part.name), from: part, file: memory.file)
    }
  }

  func add(references part: MachOPart, to builder: inout SymbolNames.Builder) throws(FileFactError) {
    for place in try places(of: part) {
      guard let name = try target(at: place, of: part) else { continue }
      try builder.add(try memory.text(at: name, part.name), from: part, file: memory.file)
    }
  }

  func add(names part: MachOPart, to builder: inout SymbolNames.Builder) throws(FileFactError) {
    let range = try part.range(in: slice, file: memory.file)
    try memory.pass(range.count, of: part)
    var place = range.lowerBound - slice.offset
    while place < range.upperBound - slice.offset {
      let text = try memory.text(at: place, part.name)
      if !text.isEmpty { try builder.add(text, from: part, file: memory.file) }
      place += text.count + 1
    }
  }
}
