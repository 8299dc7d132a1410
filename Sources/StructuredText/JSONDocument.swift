package import Basics

/// A JSON text with an array that is too large to keep as values: its elements are read one by one, and again on request.
package struct JSONDocument: Sendable {
  package struct Element: Hashable, Sendable {
    fileprivate let offset: Int
    package let place: Place
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) throws(StructuredTextError) { self.bytes = try PlainText.checked(bytes) }

  /// Reads the whole text. The elements of the array `name` in the outermost object are passed to `receive` and omitted from the value.
  package func read(
    elementsOf name: String, _ receive: @escaping (StructuredValue, Element) -> Void
  ) throws(StructuredTextError) -> StructuredValue {
    let output = ElementsOutput(name) { receive($0, Element(offset: $1, place: $0.place)) }
    var parser = JSONParser(bytes, output)
    try parser.parse()
    return parser.output.whole.value ?? StructuredValue(content: .null, place: Place())
  }

  package func read(_ element: Element) throws(StructuredTextError) -> StructuredValue {
    var parser = JSONParser(bytes, ValueOutput(), at: element.offset, element.place)
    try parser.parseOne()
    return parser.output.value ?? StructuredValue(content: .null, place: element.place)
  }
}

/// Builds values, but passes on the elements of one array in the outermost object.
private struct ElementsOutput: JSONOutput {
  private let name: String
  private let receive: (StructuredValue, Int) -> Void
  private(set) var whole = ValueOutput()
  private var element = ValueOutput()
  private var start = 0
  /// The number of open objects and arrays.
  private var depth = 0
  /// The last key of the outermost object.
  private var key: String?
  private var isInside = false

  init(_ name: String, _ receive: @escaping (StructuredValue, Int) -> Void) {
    self.name = name
    self.receive = receive
  }

  mutating func begin(isObject: Bool, at offset: Int, _ place: Place) {
    if isInside {
      if depth == 2 { start = offset }
      element.begin(isObject: isObject, at: offset, place)
    } else {
      whole.begin(isObject: isObject, at: offset, place)
      isInside = depth == 1 && key == name && !isObject
    }
    depth += 1
  }

  mutating func key(_ name: String, at offset: Int, _ place: Place) {
    if isInside { return element.key(name, at: offset, place) }
    if depth == 1 { key = name }
    whole.key(name, at: offset, place)
  }

  mutating func end() {
    depth -= 1
    if isInside, depth > 1 {
      element.end()
      if depth == 2 { deliver() }
    } else {
      isInside = false
      whole.end()
    }
  }

  mutating func add(_ scalar: StructuredValue.Content, at offset: Int, _ place: Place) {
    guard isInside else { return whole.add(scalar, at: offset, place) }
    if depth == 2 { start = offset }
    element.add(scalar, at: offset, place)
    if depth == 2 { deliver() }
  }

  private mutating func deliver() {
    if let value = element.value { receive(value, start) }
    element = ValueOutput()
  }
}
