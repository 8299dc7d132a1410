extension PropertyListError {
  static func malformedXML(_ detail: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.malformed", "not well-formed XML: \(detail)", at: offset)
  }

  static func unknownElement(_ name: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.unknown-element", "unknown element <\(name)>", at: offset,
      hint: "valid elements: dict, array, key, string, integer, real, true, false, date, data")
  }

  static func elementInside(_ outer: XMLTag, _ inner: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.nested-element", "\(inner) inside <\(outer.name)>, which can contain only text", at: offset)
  }

  static func misplacedText(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.stray-text", "text between elements", at: offset, hint: "put it into <string>…</string> or remove it")
  }

  static func valueWithoutKey(_ tag: XMLTag, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.value-without-key", "<\(tag.name)> in a dictionary where a <key> must come first", at: offset)
  }

  static func keyWithoutValue(_ key: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.key-without-value", "the key '\(key)' has no value", at: offset)
  }

  static func secondRoot(at offset: Int) -> PropertyListError {
    PropertyListError("xml.second-object", "a second value; <plist> must contain exactly one", at: offset)
  }

  static func noRoot(at offset: Int) -> PropertyListError {
    PropertyListError("xml.no-object", "<plist> is empty; expected one value", at: offset)
  }

  static func misplacedPlist(at offset: Int) -> PropertyListError {
    PropertyListError("xml.misplaced-plist", "<plist> inside another element", at: offset)
  }

  static func internalSubset(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.dtd-subset", "the DOCTYPE has a part in brackets […], with which Core Foundation refuses the file",
      at: offset,
      hint: "remove the brackets; tools for .NET and Xamarin write [] into sources, and their build replaces the file")
  }

  static func unknownEntity(_ name: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.unknown-entity", "unknown entity &\(name);", at: offset,
      hint: "only &lt; &gt; &amp; &apos; &quot; and character references such as &#160; are defined")
  }

  static func quotedTagEnd(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.quoted-tag-end", "a '>' between quotes, where Core Foundation ends the tag", at: offset,
      hint: "write &gt; instead, or remove the attribute")
  }

  static func quotedDocumentType(_ byte: UInt8, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.quoted-tag-end",
      "a '\(Character(Unicode.Scalar(byte)))' between the quotes of the DOCTYPE, which Core Foundation does not see",
      at: offset, hint: "remove the DOCTYPE, or use Apple's")
  }

  static func emptyComment(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.empty-comment",
      "an empty comment before the first element, which Core Foundation does not end before the next '-->'",
      at: offset, hint: "remove the comment, or write something in it")
  }

  static func longReference(_ digits: Int, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.long-reference", "a character reference of \(digits) digits; Core Foundation reads at most 8", at: offset,
      hint: "remove the zeros at its beginning")
  }

  static func emptyElement(_ tag: XMLTag, at offset: Int) -> PropertyListError {
    PropertyListError("xml.empty-element", "empty <\(tag.name)>", at: offset)
  }

  static func notEmpty(_ tag: XMLTag, at offset: Int) -> PropertyListError {
    PropertyListError("xml.boolean-content", "<\(tag.name)> must be empty", at: offset, hint: "write <\(tag.name)/>")
  }

  static func badInteger(_ text: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.integer", "'\(text)' is not an integer", at: offset,
      hint: "expected decimal or 0x hexadecimal digits and nothing else")
  }

  static func integerOverflow(_ text: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.integer-overflow", "\(text) is out of range; integers must be from -2^63 to 2^64-1", at: offset)
  }

  static func badReal(_ text: String, at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.real", "'\(text)' is not a real", at: offset, hint: "expected a number such as 1.5, -2e10, nan or infinity")
  }

  static func badDate(_ text: String, at offset: Int) -> PropertyListError {
    PropertyListError("xml.date", "'\(text)' is not a date", at: offset, hint: "expected YYYY-MM-DDThh:mm:ssZ")
  }

  static func badData(at offset: Int) -> PropertyListError {
    PropertyListError("xml.data", "not Base64", at: offset)
  }

  static func nullCharacter(at offset: Int) -> PropertyListError {
    PropertyListError(
      "xml.null-character", "a null character, which XML does not allow", at: offset,
      hint: "the file may be UTF-16 without a byte order mark; save it as UTF-8")
  }
}
