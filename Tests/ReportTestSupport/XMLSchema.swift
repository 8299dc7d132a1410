import CXMLSchemas

/// An XML Schema for checking documents.
package final class XMLSchema {
  private let schema: xmlSchemaPtr

  /// Returns nil if the text is not a schema.
  package init?(_ text: String) {
    let bytes = Array(text.utf8CString)
    let parsed = bytes.withUnsafeBufferPointer { bytes -> xmlSchemaPtr? in
      guard let context = xmlSchemaNewMemParserCtxt(bytes.baseAddress, Int32(bytes.count - 1)) else { return nil }
      defer { xmlSchemaFreeParserCtxt(context) }
      return xmlSchemaParse(context)
    }
    guard let parsed else { return nil }
    schema = parsed
  }

  deinit { xmlSchemaFree(schema) }

  /// Whether the document is well-formed and valid. What is wrong with it goes to standard error.
  package func accepts(_ document: [UInt8]) -> Bool {
    let parsed = document.withUnsafeBytes { bytes in
      xmlReadMemory(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), "it.xml", nil,
        Int32(XML_PARSE_NONET.rawValue))
    }
    guard let parsed else { return false }
    defer { xmlFreeDoc(parsed) }
    guard let context = xmlSchemaNewValidCtxt(schema) else { return false }
    defer { xmlSchemaFreeValidCtxt(context) }
    return xmlSchemaValidateDoc(context, parsed) == 0
  }
}

extension XMLSchema {
  /// The JUnit format that all readers accept: Jenkins' xUnit plug-in refuses anything else (junit-10.xsd). It allows several outcomes of a
  /// test, but other readers take the first; here a test has one.
  package static let junit = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:complexType name="problem" mixed="true">
        <xs:attribute name="type" type="xs:string"/>
        <xs:attribute name="message" type="xs:string"/>
      </xs:complexType>
      <xs:complexType name="case">
        <xs:sequence>
          <xs:choice minOccurs="0">
            <xs:element name="failure" type="problem"/>
            <xs:element name="error" type="problem"/>
            <xs:element name="skipped" type="problem"/>
          </xs:choice>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="classname" type="xs:string" use="required"/>
        <xs:attribute name="name" type="xs:string" use="required"/>
      </xs:complexType>
      <xs:attributeGroup name="counts">
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
      </xs:attributeGroup>
      <xs:complexType name="suite">
        <xs:sequence>
          <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attributeGroup ref="counts"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
        <xs:attribute name="file" type="xs:string"/>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
          <xs:attribute name="name" type="xs:string"/>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
}
