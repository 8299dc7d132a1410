import Basics

struct XMLEditing {
  let list: PropertyList
  let style: TextStyle
  private var text: UnsafeBufferPointer<UInt8> { style.text }

  init(_ list: PropertyList, _ style: TextStyle) { (self.list, self.style) = (list, style) }

  func textChanges(for change: TreeChange) throws(PropertyListError) -> [TextChange] {
    switch change {
    case .replace(let node, let value):
      let element = try self.element(at: list.offset(of: node))
      let indent = style.indentOfLine(at: element.lowerBound)
      return [TextChange(range: element, text: try render(value, indent))]
    case .insert(let key, let value, let node): return [try insertion(key: key, value, into: node)]
    case .append(let value, let node): return [try insertion(key: nil, value, into: node)]
    case .remove(let position, let node):
      guard let child = list.element(of: node, at: position) else { return [] }
      let value = try element(at: list.offset(of: child))
      guard list.kind(of: node) == .dictionary else {
        return [TextChange(range: style.extendedToLines(value), text: "")]
      }
      let key = try element(at: list.keyOffset(of: child))
      guard text[key.upperBound..<value.lowerBound].allSatisfy(Blank.isXML) else {
        // Keep the comment between them.
        return [key, value].map { TextChange(range: style.extendedToLines($0), text: "") }
      }
      return [TextChange(range: style.extendedToLines(key.lowerBound..<value.upperBound), text: "")]
    case .rename(let position, let node, let name):
      guard let child = list.element(of: node, at: position) else { return [] }
      let key = try element(at: list.keyOffset(of: child))
      return [TextChange(range: key, text: "<key>\(try content(name))</key>")]
    }
  }

  private func insertion(
    key: String?, _ value: PropertyListValue, into node: PropertyList.Node
  ) throws(PropertyListError) -> TextChange {
    let count = list.count(of: node)
    guard count > 0, let last = list.element(of: node, at: count - 1) else {
      return try firstInsertion(key: key, value, into: node)
    }
    let end = try element(at: list.offset(of: last)).upperBound
    let start = key == nil ? list.offset(of: last) : list.keyOffset(of: last)
    guard let indent = style.indent(before: start) else {
      return TextChange(range: end..<end, text: try entry(key, value, indent: nil))
    }
    let place = afterComments(end)
    return TextChange(range: place..<place, text: style.newLine + indent + (try entry(key, value, indent: indent)))
  }

  /// Inserts into a container without elements, which may contain comments.
  private func firstInsertion(
    key: String?, _ value: PropertyListValue, into node: PropertyList.Node
  ) throws(PropertyListError) -> TextChange {
    let element = try self.element(at: list.offset(of: node))
    let outer = style.indentOfLine(at: element.lowerBound)
    let inner = outer + style.indentation
    let entry = inner + (try self.entry(key, value, indent: inner)) + style.newLine
    let tag = key == nil ? "array" : "dict"
    guard let startTag = tagEnd(element.lowerBound) else { throw .unlocated }
    let endTag = element.upperBound - tag.utf8.count - 3
    guard !isEmptyTag(endingAt: startTag), startTag <= endTag else {
      return TextChange(range: element, text: "<\(tag)>\(style.newLine)\(entry)\(outer)</\(tag)>")
    }
    if text[startTag..<endTag].allSatisfy(Blank.isXML) {
      // Replaces the whole element, so that no other change treats the container as empty.
      let tags = (text[element.lowerBound..<startTag], text[endTag..<element.upperBound])
      return TextChange(
        range: element,
        text: String(decoding: tags.0, as: UTF8.self) + style.newLine + entry + outer
          + String(decoding: tags.1, as: UTF8.self))
    }
    guard style.indent(before: endTag) != nil else {
      return TextChange(range: endTag..<endTag, text: try self.entry(key, value, indent: nil))
    }
    let line = style.blanksStart(before: endTag)
    return TextChange(range: line..<line, text: entry)
  }

  /// A key and its value, or an element, without leading blanks; on a single line if `indent` is nil.
  private func entry(
    _ key: String?, _ value: PropertyListValue, indent: String?
  ) throws(PropertyListError) -> String {
    let value = try render(value, indent)
    guard let key else { return value }
    return "<key>\(try content(key))</key>" + (indent.map { style.newLine + $0 } ?? "") + value
  }

  /// The text of a value, with further lines indented relative to `indent`.
  private func render(_ value: PropertyListValue, _ indent: String?) throws(PropertyListError) -> String {
    switch value {
    case .string(let text): return "<string>\(try content(text))</string>"
    case .integer(.signed(let number)): return "<integer>\(number)</integer>"
    case .integer(.unsigned(let number)): return "<integer>\(number)</integer>"
    case .real(let number):
      return "<real>\(number.isNaN ? "nan" : number.isInfinite ? (number < 0 ? "-inf" : "inf") : "\(number)")</real>"
    case .boolean(let flag): return flag ? "<true/>" : "<false/>"
    case .date(let seconds): return "<date>\(CivilTime(secondsSince2001: seconds).text)</date>"
    case .data(let bytes): return "<data>\(Base64.encode(bytes))</data>"
    case .uid(let number): return "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    case .null, .set: throw .edit("unsupported-value", "an XML property list cannot contain \(value.shown)")
    case .array(let elements):
      if elements.isEmpty { return "<array/>" }
      let inner = indent.map { $0 + style.indentation }
      var text = "<array>"
      for element in elements { text += (inner.map { style.newLine + $0 } ?? "") + (try render(element, inner)) }
      return text + (indent.map { style.newLine + $0 } ?? "") + "</array>"
    case .dictionary(let entries):
      if entries.isEmpty { return "<dict/>" }
      let inner = indent.map { $0 + style.indentation }
      var text = "<dict>"
      for entry in entries {
        text += (inner.map { style.newLine + $0 } ?? "") + (try self.entry(entry.key, entry.value, indent: inner))
      }
      return text + (indent.map { style.newLine + $0 } ?? "") + "</dict>"
    }
  }

  private func content(_ string: String) throws(PropertyListError) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x0D: result += "&#13;"
      case 0x09, 0x0A: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0xFFFE, 0xFFFF:
        throw .edit("unsupported-value", "an XML property list cannot contain \(Excerpt.character(scalar))")
      case 0x80... where style.isASCII: result += "&#\(scalar.value);"
      default: Markup.append(scalar, to: &result)
      }
    }
    return result
  }

  // MARK: Positions

  /// The range from the `<` of a start tag to the `>` of its end tag.
  private func element(at start: Int) throws(PropertyListError) -> Range<Int> {
    guard start < text.count, text[start] == UInt8(ascii: "<") else { throw .unlocated }
    var at = start
    var depth = 0
    while at < text.count {
      if text[at] != UInt8(ascii: "<") {
        at += 1
      } else if let end = markupEnd(at) {
        at = end
      } else {
        guard let end = tagEnd(at) else { throw .unlocated }
        let isEnd = at + 1 < text.count && text[at + 1] == UInt8(ascii: "/")
        if isEnd { depth -= 1 } else if !isEmptyTag(endingAt: end) { depth += 1 }
        at = end
        if depth <= 0 { return start..<at }
      }
    }
    throw .unlocated
  }

  /// The end of the comment, CDATA section or processing instruction that starts here; nil for a tag.
  private func markupEnd(_ at: Int) -> Int? {
    if style.starts(with: "<!--", at: at) { return style.end(of: "-->", from: at + 4) }
    if style.starts(with: "<![CDATA[", at: at) { return style.end(of: "]]>", from: at + 9) }
    if style.starts(with: "<?", at: at) { return style.end(of: "?>", from: at + 2) }
    return nil
  }

  /// The position after the `>` of a tag; the reader rejects a `>` in an attribute.
  private func tagEnd(_ at: Int) -> Int? { text[at...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } }

  private func isEmptyTag(endingAt end: Int) -> Bool { end >= 2 && text[end - 2] == UInt8(ascii: "/") }

  /// The end of the line if only comments follow on it; otherwise the offset itself.
  private func afterComments(_ offset: Int) -> Int {
    let at = style.afterComments(offset, from: "<!--", to: "-->")
    return style.isLineEnd(at: at) ? at : offset
  }
}
