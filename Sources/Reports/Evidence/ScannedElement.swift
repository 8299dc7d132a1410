struct ScannedElement {
  /// The scalars to underline: the text between two tags or quotes, or only the first tag or bracket if it continues on the next line.
  let content: Range<Int>
  let isWhole: Bool

  /// Returns nil if nothing begins there.
  init?(_ line: [Unicode.Scalar], at start: Int, isXML: Bool) {
    guard line.indices.contains(start) else { return nil }
    if isXML {
      guard let found = Self.tagged(line, start) else { return nil }
      self = found
    } else {
      self = Self.plain(line, start)
    }
  }

  private init(_ content: Range<Int>, isWhole: Bool) {
    self.content = content
    self.isWhole = isWhole
  }

  /// Finds `<string>text</string>` or `<true/>`.
  private static func tagged(_ line: [Unicode.Scalar], _ start: Int) -> ScannedElement? {
    guard line[start] == "<", let close = line[start...].firstIndex(of: ">") else { return nil }
    if close > start, line[close - 1] == "/" { return ScannedElement(start..<(close + 1), isWhole: true) }
    let content = close + 1
    guard let end = line[content...].firstIndex(of: "<"), line[(end + 1)...].first == "/",
      let last = line[end...].firstIndex(of: ">")
    else { return ScannedElement(start..<content, isWhole: false) }
    return content == end
      ? ScannedElement(start..<(last + 1), isWhole: true) : ScannedElement(content..<end, isWhole: true)
  }

  /// `"text"`, `text`, `<data>`, or the bracket that opens a dictionary or array.
  private static func plain(_ line: [Unicode.Scalar], _ start: Int) -> ScannedElement {
    switch line[start] {
    case "\"", "'":
      var end = start + 1
      while end < line.count, line[end] != line[start] { end += line[end] == "\\" ? 2 : 1 }
      guard end < line.count else { return ScannedElement(start..<line.count, isWhole: false) }
      return end == start + 1
        ? ScannedElement(start..<(end + 1), isWhole: true) : ScannedElement((start + 1)..<end, isWhole: true)
    case "{", "(": return ScannedElement(start..<(start + 1), isWhole: false)
    case "<":
      guard let end = line[start...].firstIndex(of: ">") else {
        return ScannedElement(start..<line.count, isWhole: false)
      }
      return ScannedElement(start..<(end + 1), isWhole: true)
    default:
      let end = line[start...].firstIndex { " \t;,=)}".unicodeScalars.contains($0) } ?? line.count
      return ScannedElement(start..<max(end, start + 1), isWhole: true)
    }
  }
}
