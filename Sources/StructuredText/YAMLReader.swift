import Basics
internal import CLibYAML

/// Reads one YAML document of plain data: mappings with scalar keys, lists, and scalars of the core schema of YAML 1.2.
///
/// Anchors, aliases, tags and further documents are rejected: they are not useful for a few values, and cause most problems with YAML.
package final class YAMLReader {
  /// On the heap, because the parser contains pointers to itself.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var event = yaml_event_t()
  private var cursor: TextCursor

  package static func read(_ bytes: [UInt8]) throws(StructuredTextError) -> StructuredValue {
    let bytes = try PlainText.checked(bytes)
    let reader = try YAMLReader(bytes)
    let result = bytes.withUnsafeBufferPointer { input in
      Result { () throws(StructuredTextError) in
        yaml_parser_set_encoding(reader.parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(reader.parser, input.baseAddress, input.count)
        return try reader.document()
      }
    }
    return try result.get()
  }

  private init(_ bytes: [UInt8]) throws(StructuredTextError) {
    parser = .allocate(capacity: 1)
    cursor = TextCursor(bytes)
    if yaml_parser_initialize(parser) == 0 {
      throw StructuredTextError("there is not enough memory to read it", at: Place())
    }
  }

  deinit {
    yaml_event_delete(&event)
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  private func document() throws(StructuredTextError) -> StructuredValue {
    try advance()  // the start of the stream
    try advance()
    guard event.type == YAML_DOCUMENT_START_EVENT else {
      throw StructuredTextError("the file is empty", at: Place(), hint: "write one 'name: value' per line")
    }
    if let version = event.data.document_start.version_directive, version.pointee.minor != 2 {
      throw StructuredTextError(
        "YAML \(version.pointee.major).\(version.pointee.minor) is not supported; only YAML 1.2 is", at: place,
        hint: "remove the %YAML line; note that yes, no, on and off are strings")
    }
    if event.data.document_start.tag_directives.start != event.data.document_start.tag_directives.end {
      throw StructuredTextError("tags are not supported", at: place, hint: "remove the %TAG line")
    }
    try advance()
    let value = try value(depth: 1)
    try advance()  // the end of the document
    try advance()
    if event.type != YAML_STREAM_END_EVENT {
      throw StructuredTextError("a second document starts here", at: place, hint: "write only one document per file")
    }
    return value
  }

  private func value(depth: Int) throws(StructuredTextError) -> StructuredValue {
    let place = place
    if depth > StructuredTextError.maximumDepth { throw .tooDeep(place) }
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag)
      let text = Self.text(scalar)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return StructuredValue(content: isPlain ? try YAMLScalar.content(text, place) : .string(text), place: place)
    case YAML_SEQUENCE_START_EVENT:
      try refuse(anchor: event.data.sequence_start.anchor, tag: event.data.sequence_start.tag)
      var elements: [StructuredValue] = []
      try advance()
      while event.type != YAML_SEQUENCE_END_EVENT {
        elements.append(try value(depth: depth + 1))
        try advance()
      }
      return StructuredValue(content: .list(elements), place: place)
    case YAML_MAPPING_START_EVENT:
      try refuse(anchor: event.data.mapping_start.anchor, tag: event.data.mapping_start.tag)
      return StructuredValue(content: .mapping(try entries(depth: depth)), place: place)
    default:
      throw StructuredTextError(
        "anchors and aliases (&name, *name) are not supported", at: place, hint: "write out the value")
    }
  }

  private func entries(depth: Int) throws(StructuredTextError) -> [StructuredValue.Entry] {
    var entries: [StructuredValue.Entry] = []
    var seen: [ExactText: Place] = [:]
    try advance()
    while event.type != YAML_MAPPING_END_EVENT {
      let place = place
      guard event.type == YAML_SCALAR_EVENT else {
        throw StructuredTextError("a key must be a string, not a list or a mapping", at: place)
      }
      try refuse(anchor: event.data.scalar.anchor, tag: event.data.scalar.tag)
      let key = Self.text(event.data.scalar)
      if let first = seen.updateValue(place, forKey: ExactText(key)) { throw .repeated(key, place, first: first) }
      try advance()
      entries.append(.init(key: key, place: place, value: try value(depth: depth + 1)))
      try advance()
    }
    return entries
  }

  private func refuse(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?
  ) throws(StructuredTextError) {
    if anchor != nil {
      throw StructuredTextError(
        "anchors and aliases (&name, *name) are not supported", at: place, hint: "write out the value")
    }
    if tag != nil {
      throw StructuredTextError("tags (!name) are not supported", at: place, hint: "write the value without a tag")
    }
  }

  // MARK: The parser

  private var place: Place { Self.place(event.start_mark) }

  private static func place(_ mark: yaml_mark_t) -> Place {
    Place(line: UInt32(clamping: mark.line) &+ 1, column: UInt32(clamping: mark.column) &+ 1)
  }

  private static func text(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) -> String {
    String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
  }

  private func advance() throws(StructuredTextError) {
    yaml_event_delete(&event)
    if yaml_parser_parse(parser, &event) != 0 { return }
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the file is not YAML"
    let context = parser.pointee.context.map { " " + String(cString: $0) } ?? ""
    // For invalid characters the parser only knows the byte offset.
    let place =
      parser.pointee.error == YAML_READER_ERROR
      ? cursor.place(parser.pointee.problem_offset) : Self.place(parser.pointee.problem_mark)
    throw StructuredTextError(problem + context, at: place)
  }
}
