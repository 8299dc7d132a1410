package import PropertyLists

extension StructuredValue {
  /// The root of a property list with everything in it. Throws for what is nested too deep, and for what the platform would
  /// read as something else without a word, such as a key that stands twice.
  package init(_ list: PropertyList) throws(StructuredTextError) {
    if let silent = list.diagnostics.first(where: { $0.code != .leadingBlanks }) {
      throw StructuredTextError(silent.message, at: silent.place)
    }
    try self.init(list, list.root, depth: 1)
  }

  private init(_ list: PropertyList, _ node: PropertyList.Node, depth: Int) throws(StructuredTextError) {
    place = list.place(of: node)
    if depth > StructuredTextError.maximumDepth { throw .tooDeep(place) }
    switch list.kind(of: node) {
    case .dictionary:
      var entries: [Entry] = []
      for position in 0..<list.count(of: node) {
        guard let child = list.element(of: node, at: position) else { continue }
        entries.append(
          Entry(
            key: list.key(of: node, at: position), place: list.keyPlace(of: node, at: position),
            value: try StructuredValue(list, child, depth: depth + 1)))
      }
      content = .mapping(entries)
    case .array:
      var elements: [StructuredValue] = []
      for position in 0..<list.count(of: node) {
        guard let child = list.element(of: node, at: position) else { continue }
        elements.append(try StructuredValue(list, child, depth: depth + 1))
      }
      content = .list(elements)
    case .string: content = .string(list.string(of: node) ?? "")
    case .integer:
      guard case .signed(let value)? = list.integer(of: node) else {
        throw StructuredTextError("the integer has more than 64 bits", at: place)
      }
      content = .integer(value)
    case .real:
      guard let value = list.real(of: node), value.isFinite else {
        throw StructuredTextError("the number is not finite", at: place)
      }
      content = .number(value)
    case .boolean: content = .boolean(list.boolean(of: node) ?? false)
    case .date: content = .foreign("a date")
    case .data: content = .foreign("data")
    case .uid: content = .foreign("a UID")
    case .set: content = .foreign("a set")
    case .null: content = .null
    }
  }
}
