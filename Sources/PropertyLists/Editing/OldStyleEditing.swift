import Basics

/// Computes text changes for an old-style property list or strings file that was read without an error.
struct OldStyleEditing {
  let list: PropertyList
  let style: TextStyle
  private var text: UnsafeBufferPointer<UInt8> { style.text }

  init(_ list: PropertyList, _ style: TextStyle) { (self.list, self.style) = (list, style) }

  func textChanges(for change: TreeChange) throws(PropertyListError) -> [TextChange] {
    switch change {
    case .replace(let node, let value):
      let place = try self.value(at: list.offset(of: node))
      let new = try render(value, style.indentOfLine(at: place.lowerBound), isQuoted: isQuoted(place.lowerBound))
      if list.parent(of: node) != nil, list.keyOffset(of: node) == place.lowerBound {
        // `key;` is short for `key = key;`.
        return [TextChange(range: place.upperBound..<place.upperBound, text: " = " + new)]
      }
      return [TextChange(range: place, text: new)]
    case .insert(let key, let value, let node): return [try insertion(key: key, value, into: node)]
    case .append(let value, let node): return [try appending(value, to: node)]
    case .remove(let position, let node):
      guard let child = list.element(of: node, at: position) else { return [] }
      let value = try self.value(at: list.offset(of: child))
      guard list.kind(of: node) == .dictionary else { return [removal(of: value, position, in: node)] }
      let start = list.keyOffset(of: child)
      return [TextChange(range: style.extendedToLines(start..<(try entryEnd(value.upperBound))), text: "")]
    case .rename(let position, let node, let name):
      guard let child = list.element(of: node, at: position) else { return [] }
      let key = try string(at: list.keyOffset(of: child))
      let new = quoted(name, isQuoted: isQuoted(key.lowerBound))
      if list.offset(of: child) == key.lowerBound {
        return [TextChange(range: key.lowerBound..<key.lowerBound, text: new + " = ")]
      }
      return [TextChange(range: key, text: new)]
    }
  }

  private func insertion(
    key: String, _ value: PropertyListValue, into node: PropertyList.Node
  ) throws(PropertyListError) -> TextChange {
    let count = list.count(of: node)
    guard count > 0, let last = list.element(of: node, at: count - 1) else {
      return try firstInsertion(key: key, value, into: node)
    }
    let start = list.keyOffset(of: last)
    let end = try entryEnd(try self.value(at: list.offset(of: last)).upperBound)
    let isQuoted = isQuoted(start)
    guard let indent = style.indent(before: start) else {
      return TextChange(range: end..<end, text: " " + (try entry(key, value, nil, isQuoted: isQuoted)))
    }
    let place = afterComments(end)
    return TextChange(
      range: place..<place, text: style.newLine + indent + (try entry(key, value, indent, isQuoted: isQuoted)))
  }

  private func firstInsertion(
    key: String, _ value: PropertyListValue, into node: PropertyList.Node
  ) throws(PropertyListError) -> TextChange {
    if list.format == .strings {
      let isOnNewLine = text.last.map(TextStyle.isLineEnd) ?? true
      let entry = try entry(key, value, "", isQuoted: true)
      return TextChange(
        range: text.count..<text.count, text: (isOnNewLine ? "" : style.newLine) + entry + style.newLine)
    }
    let place = try self.value(at: list.offset(of: node))
    let outer = style.indentOfLine(at: place.lowerBound)
    let inner = outer + style.indentation
    let entry = inner + (try entry(key, value, inner, isQuoted: false)) + style.newLine
    let brace = place.upperBound - 1
    let content = (place.lowerBound + 1)..<brace
    if text[content].allSatisfy(TextStyle.isBlankOrLineEnd) {
      // Replaces the whole container, so that no other change treats it as empty.
      return TextChange(range: place, text: "{" + style.newLine + entry + outer + "}")
    }
    if style.indent(before: brace) != nil {
      let line = style.blanksStart(before: brace)
      return TextChange(range: line..<line, text: entry)
    }
    // After a comment up to the end of the line, text on the same line would be part of the comment.
    return TextChange(range: brace..<brace, text: style.newLine + entry + outer)
  }

  private func appending(
    _ value: PropertyListValue, to node: PropertyList.Node
  ) throws(PropertyListError) -> TextChange {
    let count = list.count(of: node)
    guard count > 0, let last = list.element(of: node, at: count - 1) else {
      let place = try self.value(at: list.offset(of: node))
      let before = String(decoding: text[place.lowerBound..<(place.upperBound - 1)], as: UTF8.self)
      return TextChange(range: place, text: before + (try render(value, nil, isQuoted: false)) + ")")
    }
    let own = try self.value(at: list.offset(of: last))
    let isQuoted = isQuoted(own.lowerBound)
    let indent = style.indent(before: own.lowerBound)
    let rendered = try render(value, indent, isQuoted: isQuoted)
    let before = indent.map { style.newLine + $0 } ?? " "
    let comma = skipBlanks(own.upperBound)
    if comma < text.count, text[comma] == UInt8(ascii: ",") {
      return TextChange(range: (comma + 1)..<(comma + 1), text: before + rendered + ",")
    }
    return TextChange(range: own.upperBound..<own.upperBound, text: "," + before + rendered)
  }

  /// Removes an element with the comma after it, or the last element with the comma before it.
  private func removal(of value: Range<Int>, _ position: Int, in node: PropertyList.Node) -> TextChange {
    let next = skipBlanks(value.upperBound)
    if next < text.count, text[next] == UInt8(ascii: ",") {
      if text[value.upperBound..<next].allSatisfy(TextStyle.isBlankOrLineEnd) {
        return TextChange(range: style.extendedToLines(value.lowerBound..<(next + 1)), text: "")
      }
    } else if position > 0, let before = list.element(of: node, at: position - 1),
      let end = try? self.value(at: list.offset(of: before)).upperBound,
      text[end..<value.lowerBound].allSatisfy({ TextStyle.isBlankOrLineEnd($0) || $0 == UInt8(ascii: ",") })
    {
      return TextChange(range: end..<value.upperBound, text: "")
    }
    return TextChange(range: style.extendedToLines(value), text: "")
  }

  private func entry(
    _ key: String, _ value: PropertyListValue, _ indent: String?, isQuoted: Bool
  ) throws(PropertyListError) -> String {
    "\(quoted(key, isQuoted: isQuoted)) = \(try render(value, indent, isQuoted: isQuoted));"
  }

  private func render(_ value: PropertyListValue, _ indent: String?, isQuoted: Bool) throws(PropertyListError) -> String
  {
    switch value {
    case .string(let text): return quoted(text, isQuoted: isQuoted)
    case .data(let bytes): return "<\(Hexadecimal.text(of: bytes))>"
    case .array(let elements):
      var parts: [String] = []
      for element in elements { parts.append(try render(element, nil, isQuoted: isQuoted)) }
      return "(" + parts.joined(separator: ", ") + ")"
    case .dictionary(let entries):
      if entries.isEmpty { return "{}" }
      let inner = indent.map { $0 + style.indentation }
      var text = "{"
      for entry in entries {
        text += inner.map { style.newLine + $0 } ?? " "
        text += try self.entry(entry.key, entry.value, inner, isQuoted: isQuoted)
      }
      return text + (indent.map { style.newLine + $0 } ?? " ") + "}"
    case .integer, .real, .boolean, .date, .uid, .null, .set:
      throw .edit(
        "unsupported-value", "the file cannot contain \(value.shown): its format has no values of this type",
        hint: "convert the file to XML")
    }
  }

  private func quoted(_ string: String, isQuoted: Bool) -> String {
    let isBare = string.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: ".")
    }
    if isBare, !isQuoted, !string.isEmpty { return string }
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\U00" + Hexadecimal.text(of: [UInt8(truncatingIfNeeded: scalar.value)])
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  // MARK: Positions

  private func isQuoted(_ offset: Int) -> Bool {
    offset < text.count && (text[offset] == UInt8(ascii: "\"") || text[offset] == UInt8(ascii: "'"))
  }

  private func string(at start: Int) throws(PropertyListError) -> Range<Int> {
    guard start < text.count else { throw .unlocated }
    let quote = text[start]
    var at = start
    guard isQuoted(start) else {
      while at < text.count, OldStyleCharacters.isBare(text[at]) { at += 1 }
      guard at > start else { throw .unlocated }
      return start..<at
    }
    at += 1
    while at < text.count {
      if text[at] == UInt8(ascii: "\\") {
        at += 2
      } else if text[at] == quote {
        return start..<(at + 1)
      } else {
        at += 1
      }
    }
    throw .unlocated
  }

  /// A string, data, or a complete container.
  private func value(at start: Int) throws(PropertyListError) -> Range<Int> {
    var at = start
    var depth = 0
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "("):
        depth += 1
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"):
        depth -= 1
        at += 1
      case UInt8(ascii: "<"):
        guard let end = style.end(of: ">", from: at) else { throw .unlocated }
        at = end
      case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="): at += 1
      default: at = try string(at: at).upperBound
      }
      if depth <= 0 { return start..<at }
      at = skipBlanks(at)
    }
    throw .unlocated
  }

  private func entryEnd(_ offset: Int) throws(PropertyListError) -> Int {
    let at = skipBlanks(offset)
    guard at < text.count, text[at] == UInt8(ascii: ";") else { throw .unlocated }
    return at + 1
  }

  private func skipBlanks(_ offset: Int) -> Int {
    var at = offset
    while at < text.count {
      if text[at] == 0x20 || (0x09...0x0D).contains(text[at]) {
        at += 1
      } else if style.starts(with: "/*", at: at) {
        at = style.end(of: "*/", from: at + 2) ?? text.count
      } else if style.starts(with: "//", at: at) {
        while at < text.count, !isTextLineEnd(at) { at += 1 }
      } else if isTextLineEnd(at) {
        at += 3
      } else {
        break
      }
    }
    return at
  }

  private func isTextLineEnd(_ at: Int) -> Bool {
    TextStyle.isLineEnd(text[at])
      || (text[at] == 0xE2 && at + 2 < text.count && text[at + 1] == 0x80 && text[at + 2] & 0xFE == 0xA8)
  }

  /// The end of the line if only comments follow on it; otherwise the offset itself.
  private func afterComments(_ offset: Int) -> Int {
    var at = style.afterComments(offset, from: "/*", to: "*/")
    if style.starts(with: "//", at: at) { while at < text.count, !isTextLineEnd(at) { at += 1 } }
    return style.isLineEnd(at: at) ? at : offset
  }
}
