import FileFacts
import PolicySchema
import LuaRuntime

// Load commands, segments, sections, strings and symbols of a slice, which are read only for rules that need them.
extension PolicyHost {
  static let segment = ObjectSchema<MachOLayout.Segment>(
    record: "Segment", "A part of code that the loader maps.",
    [
      .text("name", "`__TEXT`, `__DATA`, `__LINKEDIT`, …; empty in an object file.") { $0.name },
      .integer("address", "Where it starts in memory.") { $0.address },
      .integer("size", "The size in memory, in bytes.") { $0.memorySize },
      .integer("offset", "Where it starts in the slice, in bytes.") { $0.offset },
      .integer("file_size", "The size in the slice, in bytes.") { $0.size },
      .text("initial_protection", "The permissions when the code is loaded: `r-x`, `rw-`, …") { $0.protection.text },
      .text("max_protection", "What the code may do with it at most: `r-x`, `rw-`, …") { $0.maximumProtection.text },
      .value("sections", "Section[]", "Its sections, in order.") { .list($0.sections.map(section.record)) },
    ])

  static let section = ObjectSchema<MachOLayout.Section>(
    record: "Section", "A part of a segment.",
    [
      .text("name", "`__text`, `__cstring`, …") { $0.name },
      .text("segment", "The segment that it is for, which in an object file is not the one that contains it.") {
        $0.segment
      },
      .integer("address", "Where it starts in memory.") { $0.address },
      .integer("offset", "Where it starts in the slice, in bytes.") { $0.offset },
      .integer("size", "In bytes.") { $0.size },
      .integer("alignment", "In bytes, a power of two; 0 if it is not valid.") { $0.alignment },
      .integer("flags", "Its type, in the lowest byte, and its attributes.") { $0.flags },
    ])

  static let encryption = ObjectSchema<MachOSlice.EncryptedPart>(
    record: "CodeEncryption", "The part of code that the store encrypts.",
    [
      .integer("cryptid", "0 if it is not encrypted.") { $0.system },
      .integer("offset", "Where it starts in the slice, in bytes.") { $0.offset },
      .integer("size", "In bytes.") { $0.size },
    ])

  static let codeLayoutFields: [ObjectField<(slice: MachOSlice, node: LuaNode)>] = [
    .layout("load_commands", "string[]", "The names of its load commands, each once, in order: `LC_SEGMENT_64`, …") {
      .list($0.commandNames.map(LuaValue.string))
    },
    .layout("segments", "Segment[]", "Its segments, in order.") { .list($0.segments.map(segment.record)) },
    .layout("has_bitcode", "boolean", "Whether it contains LLVM bitcode, or room for it (segment `__LLVM`).") {
      .boolean($0.hasBitcode)
    },
    .layout("entry?", "EntryPoint", "How the system starts it; nil if it is not a program.") {
      $0.entryPoint.map { .string($0.rawValue) } ?? .nil
    },
    .value("encryption?", "CodeEncryption", "The part that the store encrypts; nil if no load command states one.") {
      $0.slice.encryptedPart.map(encryption.record) ?? .nil
    },
    .localSymbols(
      "is_stripped?", "boolean",
      "Whether it has no symbols that only debuggers need; nil for code that is not linked, and for debug symbols."
    ) { .boolean($0.isStripped) },
    .localSymbols(
      "local_symbols?", "integer", "The number of symbols that other code cannot find; nil as for `is_stripped`."
    ) { .integer(Int64($0.count)) },
    .localSymbols(
      "debug_symbols?", "integer",
      "The number of entries for debuggers, such as the names of source files; nil as for `is_stripped`."
    ) { .integer(Int64($0.debugCount)) },
  ]

  static let stringQuery = APIClass(
    "StringQuery", .declaration, "Conditions on strings in code; a string must meet all that are given.",
    fields: [
      APIField("starts?", "string", "What it starts with."),
      APIField("ends?", "string", "What it ends with."),
      APIField("contains?", "string", "What it contains."),
      APIField("among?", "string[]", "The whole strings to look for."),
      APIField("limit?", "integer", "The maximum number of strings to return; by default, 100."),
    ])

  // MARK: Reading

  func layout(of slice: MachOSlice, _ node: LuaNode, _ answer: LuaAnswer) -> MachOLayout? {
    guard let layout = facts(behind: node, \.layouts, bytesPerUnit: 8, answer, slice.layout(in:file:)),
      keep(table: node, bytes: layout.byteSize, of: path(ofFile: node.owner), answer)
    else { return nil }
    return layout
  }

  fileprivate func readSegment(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "slice:segment(name)"
    guard let (slice, node) = codeSlice(call, usage, answer) else { return }
    guard case .string(let name) = call[1] else { return answer.fail("\(usage): the name must be a string") }
    guard let layout = layout(of: slice, node, answer) else { return }
    answer.charge(UInt64(layout.segments.count))
    guard let segment = layout.segments.first(where: { $0.name.hasSameBytes(as: name) }) else { return }
    answer.charge(UInt64(segment.sections.count) * 160)
    answer.set(Self.segment.record(of: segment))
  }

  fileprivate func hasString(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "slice:has_string(text)"
    guard let (slice, node) = codeSlice(call, usage, answer) else { return }
    guard case .string(let text) = call[1], !text.isEmpty else {
      return answer.fail("\(usage): the text must be a string that is not empty")
    }
    var query = StringQuery()
    query.among = [Array(text.utf8)]
    if let found = strings(query, of: slice, node, answer) { answer.set(!found.isEmpty) }
  }

  fileprivate func readStrings(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "slice:strings(query)"
    guard let (slice, node) = codeSlice(call, usage, answer) else { return }
    let query = attempt(answer) { () throws(DeclarationError) in try Self.query(call[1], usage) }
    guard let query, let found = strings(query, of: slice, node, answer) else { return }
    answer.charge(UInt64(found.reduce(0) { $0 + $1.count }))
    answer.set(.list(found.map { .string(String(decoding: $0, as: UTF8.self)) }))
  }

  /// The maximum number of texts to look for, and of strings to return.
  private static let queryLimit = 10_000

  private static func query(_ value: LuaValue, _ usage: String) throws(DeclarationError) -> StringQuery {
    let reader = try DeclarationReader(value, place: usage, of: stringQuery)
    func bytes(_ field: String) throws(DeclarationError) -> [UInt8]? {
      guard let text = try reader.text(field) else { return nil }
      guard !text.isEmpty else { throw DeclarationError("\(usage): '\(field)' must not be empty") }
      return Array(text.utf8)
    }
    var query = StringQuery()
    query.starts = try bytes("starts")
    query.ends = try bytes("ends")
    query.contains = try bytes("contains")
    query.among = try reader.texts("among")?.map { Array($0.utf8) }
    guard query.starts != nil || query.ends != nil || query.contains != nil || query.among != nil else {
      throw DeclarationError("\(usage): give at least one of 'starts', 'ends', 'contains' and 'among'")
    }
    guard query.among?.count ?? 0 <= queryLimit else {
      throw DeclarationError("\(usage): 'among' can have at most \(queryLimit) strings", isLimit: true)
    }
    if let limit = try reader.integer("limit", in: 1...Int64(queryLimit)) { query.limit = Int(limit) }
    if let among = query.among { query.limit = max(query.limit, min(among.count, queryLimit)) }
    return query
  }

  private func strings(
    _ query: StringQuery, of slice: MachOSlice, _ node: LuaNode, _ answer: LuaAnswer
  ) -> [[UInt8]]? {
    // Hashes of the texts are computed for each search.
    answer.charge(UInt64(query.among?.reduce(0) { $0 + $1.count + 20 } ?? 0))
    let reading = reading(objects.files[Int(node.owner)], 8) { (source, file) throws(FileFactError) in
      try slice.strings(query, in: source, file: file)
    }
    return given(reading, answer)
  }

  func codeSlice(
    _ call: LuaCall, _ usage: String, _ answer: LuaAnswer
  ) -> (slice: MachOSlice, node: LuaNode)? {
    guard case .node(let node) = call[0], node.kind == ObjectKind.machOSlice.rawValue, let slice = slice(node) else {
      answer.fail("\(usage) is called with a colon on a slice, found \(description(of: call[0]))")
      return nil
    }
    return (slice, node)
  }
}

extension HostFunction {
  static let sliceMethods = [
    HostFunction("segment(name: string): Segment?", "Returns the first segment with this name.") {
      host, call, answer in host.readSegment(call, answer)
    },
    HostFunction(
      "has_string(text: string): boolean?",
      "Returns whether the code has this C string: a literal, or the name of a class, selector or type. Nil if it is encrypted, or without code. Swift keeps strings of up to 15 bytes in instructions, where they are not found."
    ) { host, call, answer in host.hasString(call, answer) },
    HostFunction(
      "strings(query: StringQuery): string[]?",
      "Returns the C strings of the code that meet all conditions, each once, in order; nil as for `has_string`."
    ) { host, call, answer in host.readStrings(call, answer) },
    findInSlice,
  ]
}

extension ObjectField where Subject == (slice: MachOSlice, node: LuaNode) {
  fileprivate static func layout(
    _ name: String, _ type: String, _ summary: String, _ value: @escaping @Sendable (MachOLayout) -> LuaValue
  ) -> Self {
    answer(name, type, summary) { host, this, answer in
      guard let layout = host.layout(of: this.slice, this.node, answer) else { return }
      // Each record becomes a table in Lua.
      answer.charge(UInt64(layout.byteSize))
      answer.set(value(layout))
    }
  }

  fileprivate static func localSymbols(
    _ name: String, _ type: String, _ summary: String, _ value: @escaping @Sendable (LocalSymbols) -> LuaValue
  ) -> Self {
    answer(name, type, summary) { host, this, answer in
      let symbols = host.facts(
        behind: this.node, \.localSymbols, bytesPerUnit: 8, answer, this.slice.localSymbols(in:file:))
      if let symbols { answer.set(value(symbols)) }
    }
  }
}
