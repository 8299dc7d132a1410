import Basics
import PropertyLists

struct ValueOutput: JSONOutput {
  private enum Container {
    case list([StructuredValue], Place)
    case mapping([StructuredValue.Entry], key: (String, Place)?, Place)
  }

  private(set) var value: StructuredValue?
  private var open: [Container] = []

  mutating func begin(isObject: Bool, at offset: Int, _ place: Place) {
    open.append(isObject ? .mapping([], key: nil, place) : .list([], place))
  }

  mutating func key(_ name: String, at offset: Int, _ place: Place) {
    guard case .mapping(let entries, _, let start)? = open.popLast() else { return }
    open.append(.mapping(entries, key: (name, place), start))
  }

  mutating func end() {
    switch open.popLast() {
    case .list(let elements, let place)?: add(StructuredValue(content: .list(elements), place: place))
    case .mapping(let entries, _, let place)?: add(StructuredValue(content: .mapping(entries), place: place))
    case nil: break
    }
  }

  mutating func add(_ scalar: StructuredValue.Content, at offset: Int, _ place: Place) {
    add(StructuredValue(content: scalar, place: place))
  }

  private mutating func add(_ new: StructuredValue) {
    // Popped first, so that appending does not copy the elements.
    switch open.popLast() {
    case .list(var elements, let place)?:
      elements.append(new)
      open.append(.list(elements, place))
    case .mapping(var entries, let key?, let place)?:
      entries.append(.init(key: key.0, place: key.1, value: new))
      open.append(.mapping(entries, key: nil, place))
    case .mapping(let entries, nil, let place)?: open.append(.mapping(entries, key: nil, place))
    case nil: value = new
    }
  }
}

struct PropertyListOutput: JSONOutput {
  let assembler: PropertyListAssembler

  func begin(isObject: Bool, at offset: Int, _ place: Place) throws(StructuredTextError) {
    try limited(place) { () throws(PropertyListError) in
      try assembler.begin(isObject ? .dictionary : .array, at: offset)
    }
  }

  func key(_ name: String, at offset: Int, _ place: Place) { assembler.key(name, at: offset) }

  func end() { assembler.end() }

  func add(_ scalar: StructuredValue.Content, at offset: Int, _ place: Place) throws(StructuredTextError) {
    try limited(place) { () throws(PropertyListError) in
      switch scalar {
      case .string(let text): try assembler.string(text, at: offset)
      case .integer(let number): try assembler.scalar(.integer, UInt64(bitPattern: number), at: offset)
      case .number(let number): try assembler.scalar(.real, number.bitPattern, at: offset)
      case .boolean(let truth): try assembler.scalar(.boolean, truth ? 1 : 0, at: offset)
      case .null, .list, .mapping, .foreign: try assembler.scalar(.null, 0, at: offset)
      }
    }
  }

  /// The only possible errors are exceeded limits.
  private func limited(
    _ place: Place, _ body: () throws(PropertyListError) -> Void
  ) throws(StructuredTextError) {
    do throws(PropertyListError) { try body() } catch {
      throw StructuredTextError(error.code.rawValue == "limit.depth" ? .tooDeep : .tooMany, error.message, place: place)
    }
  }
}
