import CXMLSchemas

/// A page parsed by libxml2, to check independently that text from outside did not become markup. Our pages are also well-formed XML.
package struct ParsedMarkup {
  /// An element anywhere in the document.
  package struct Element {
    package let name: String
    package let attributes: [String: String]
    /// All text inside.
    package let text: String
  }

  /// In the order of the document.
  package let elements: [Element]

  /// Nil when the text is not well-formed.
  package init?(_ bytes: [UInt8]) {
    let parsed = bytes.withUnsafeBytes { bytes in
      xmlReadMemory(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), "page.html", nil,
        Int32(XML_PARSE_NONET.rawValue))
    }
    guard let parsed else { return nil }
    defer { xmlFreeDoc(parsed) }
    var elements: [Element] = []
    Self.collect(xmlDocGetRootElement(parsed), into: &elements)
    self.elements = elements
  }

  /// The elements of a name.
  package func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  /// The element names, and the attribute names with their elements.
  package var vocabulary: Set<String> {
    Set(elements.flatMap { element in [element.name] + element.attributes.keys.map { "\(element.name) \($0)" } })
  }

  private static func collect(_ first: xmlNodePtr?, into elements: inout [Element]) {
    var next = first
    while let node = next {
      if isElement(node) {
        var attributes: [String: String] = [:]
        var attribute = node.pointee.properties
        while let one = attribute {
          attributes[text(one.pointee.name)] = taken(xmlNodeListGetString(node.pointee.doc, one.pointee.children, 1))
          attribute = one.pointee.next
        }
        elements.append(
          Element(name: text(node.pointee.name), attributes: attributes, text: taken(xmlNodeGetContent(node))))
        collect(node.pointee.children, into: &elements)
      }
      next = node.pointee.next
    }
  }

  private static func text(_ bytes: UnsafePointer<xmlChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

  private static func taken(_ bytes: UnsafeMutablePointer<xmlChar>?) -> String {
    defer { freeText(bytes) }
    return text(bytes)
  }
}
