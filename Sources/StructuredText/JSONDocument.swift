package import Basics

/// A JSON text one of whose arrays is too large to be kept as values: its elements are read one by one, and again when they are needed.
package struct JSONDocument: Sendable {
  /// Where an element starts.
  package struct Element: Hashable, Sendable {
    let offset: Int
    package let place: Place
  }

  let bytes: [UInt8]

  /// Throws where the text is not UTF-8.
  package init(_ bytes: [UInt8]) throws(StructuredTextError) { self.bytes = try PlainText.checked(bytes) }

  /// Reads the whole text. The elements of the array `name` of the outermost object are given to `receive`, and are not in the value.
  package func read(
    elementsOf name: String,
    _ receive: @escaping (StructuredValue, Element) throws(StructuredTextError) -> Void
  ) throws(StructuredTextError) -> StructuredValue {
    var reader = JSONReader(self, nil)
    return try reader.document(apart: name) { value, offset throws(StructuredTextError) in
      try receive(value, Element(offset: offset, place: value.place))
    }
  }

  /// Reads an element again.
  package func read(_ element: Element) throws(StructuredTextError) -> StructuredValue {
    var reader = JSONReader(self, element)
    return try reader.element()
  }
}
