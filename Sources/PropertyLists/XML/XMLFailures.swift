extension PropertyListError {
  static func malformedXML(_ detail: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.malformed", "not well-formed XML: \(detail)", at: offset)
  }

  static func elementInside(_ outer: XMLTag, _ inner: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.nested-element", "\(inner) inside <\(outer.name)>, which can contain only text", at: offset)
  }

  static func misplacedText(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.stray-text", "text between elements", at: offset, hint: "put it into <string>…</string> or remove it")
  }

  static func unknownEntity(_ name: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.unknown-entity", "unknown entity &\(name);", at: offset,
      hint: "only &lt; &gt; &amp; &apos; &quot; and character references such as &#160; are defined")
  }

  static func emptyElement(_ tag: XMLTag, at offset: Int) -> PropertyListError {
    PropertyListError("xml.empty-element", "empty <\(tag.name)>", at: offset)
  }
}
