import Basics
import PropertyLists

struct SourceExcerpt {
  /// The most bytes of a line that are read. Nobody writes longer lines by hand.
  private static let mostBytes = 4096
  private static let before = 3
  private static let lead = 60

  private struct Stored {
    let bytes: [UInt8]
    let isWhole: Bool
  }

  private let list: PropertyList
  private let lines: [Int: Stored]

  init(_ list: PropertyList, around findings: some Sequence<Finding>) {
    var numbers: Set<Int> = []
    for finding in findings {
      if let line = finding.line { numbers.formUnion(Self.window(line, isMissing: finding.isMissing)) }
    }
    var lines: [Int: Stored] = [:]
    list.forSourceLines(numbers.sorted()) { number, bytes in
      lines[number] = Stored(bytes: Array(bytes.prefix(Self.mostBytes)), isWhole: bytes.count <= Self.mostBytes)
    }
    self.list = list
    self.lines = lines
  }

  func excerpt(of finding: Finding) -> PropertyListExcerpt? {
    guard let line = finding.line, let own = lines[line], own.isWhole else { return nil }
    let elements = Elements(of: finding, in: list)
    let key = elements.key.flatMap { scan($0) }
    // A value that continues on the next lines is identified by its key.
    let value = elements.value.flatMap { scan($0) }.flatMap { $0.isWhole || key == nil ? $0 : nil }
    var shown: [PropertyListExcerpt.Line] = []
    let last = finding.isMissing ? line : max(line, elements.value?.line ?? 0)
    for number in Self.window(line, isMissing: finding.isMissing) {
      guard let stored = lines[number] else { continue }
      let isMarked = !finding.isMissing && (line...last).contains(number)
      shown.append(
        Self.line(
          stored, number, isMarked ? .found : .context, column: number == line ? finding.column : nil,
          key: number == line ? key?.content : nil, value: elements.value?.line == number ? value?.content : nil,
          hasValue: elements.isText && value?.isWhole == true))
      if number == line, finding.isMissing, let pointer = finding.keyPath, let token = list.end(of: pointer)?.token {
        let indent = String(repeating: " ", count: (shown.last?.text.prefix { $0 == " " }.count ?? 0) + 2)
        shown.append(.init(indent + ValueLines.key(token), mark: .missing))
      }
    }
    return PropertyListExcerpt(form: .source, lines: shown)
  }

  private func scan(_ element: Elements.Place) -> ScannedElement? {
    guard let stored = lines[element.line], stored.isWhole else { return nil }
    let scalars = Array(String(decoding: stored.bytes, as: UTF8.self).unicodeScalars)
    return ScannedElement.scan(scalars, at: element.column - 1, isXML: list.format == .xml)
  }

  private struct Elements {
    struct Place {
      let line: Int
      let column: Int

      init?(_ line: Int?, _ column: Int?) {
        guard let line, let column else { return nil }
        (self.line, self.column) = (line, column)
      }
    }

    var key: Place?
    /// Nil if it is further below than the line after the key, where a reader would not look.
    var value: Place?
    /// Whether the value's text in the file can equal its text in the report.
    var isText = false

    init(of finding: Finding, in list: PropertyList) {
      guard let own = Place(finding.line, finding.column) else { return }
      let node = finding.keyPath.flatMap(list.value(at:))
      let place = node.map(list.place(of:))
      guard let node, let value = Place(place?.line.map(Int.init), place?.column.map(Int.init)) else {
        // The place of a missing key is its dictionary. If that is the whole list, its first lines are not helpful.
        if !finding.isMissing || finding.keyPath.flatMap(list.end)?.container != list.root { key = own }
        return
      }
      isText = ![.dictionary, .array, .set, .data, .uid].contains(list.kind(of: node))
      if value.line != own.line || value.column != own.column { key = own }
      if (own.line...(own.line &+ 2)).contains(value.line) { self.value = value }
    }
  }

  private static func window(_ line: Int, isMissing: Bool) -> ClosedRange<Int> {
    let first = max(1, line - (isMissing ? 1 : before))
    // A missing key takes an additional line.
    return first...max(first, first + PropertyListExcerpt.mostLines - (isMissing ? 2 : 1))
  }

  private static func line(
    _ stored: Stored, _ number: Int, _ mark: PropertyListExcerpt.Mark, column: Int?, key: Range<Int>?,
    value: Range<Int>?, hasValue: Bool
  ) -> PropertyListExcerpt.Line {
    let text = String(decoding: stored.bytes, as: UTF8.self)
    let tabs = text.unicodeScalars.prefix { $0 == "\t" || $0 == " " }
    var scalars: [Unicode.Scalar] = tabs.flatMap { $0 == "\t" ? [" ", " "] : [$0] as [Unicode.Scalar] }
    let shift = scalars.count - tabs.count
    scalars += text.unicodeScalars.dropFirst(tabs.count)
    let most = PropertyListExcerpt.mostCharacters
    var (start, end) = (0, scalars.count)
    if scalars.count > most {
      if let column { start = max(0, min(column - 1 + shift - lead, scalars.count - most)) }
      end = min(scalars.count, start + most)
    }
    var line = PropertyListExcerpt.Line(
      String(String.UnicodeScalarView(scalars[start..<end])), number: number, mark: mark, isCutAtStart: start > 0,
      isCutAtEnd: end < scalars.count || !stored.isWhole)
    func moved(_ range: Range<Int>) -> Range<Int> {
      (range.lowerBound + shift - start)..<(range.upperBound + shift - start)
    }
    let all = 0..<(end - start)
    line.key = key.map { moved($0).clamped(to: all) }.flatMap { $0.isEmpty ? nil : $0 }
    line.value = value.map { moved($0).clamped(to: all) }.flatMap { $0.isEmpty ? nil : $0 }
    line.hasValue = hasValue && line.value != nil && line.value == value.map(moved)
    return line
  }
}

struct ScannedElement {
  /// The scalars to underline: the text between two tags or quotes, or only the first tag or bracket if it continues on the next line.
  let content: Range<Int>
  let isWhole: Bool

  static func scan(_ line: [Unicode.Scalar], at start: Int, isXML: Bool) -> ScannedElement? {
    guard line.indices.contains(start) else { return nil }
    return isXML ? tagged(line, start) : plain(line, start)
  }

  /// Finds `<string>text</string>` or `<true/>`.
  private static func tagged(_ line: [Unicode.Scalar], _ start: Int) -> ScannedElement? {
    guard line[start] == "<", let close = line[start...].firstIndex(of: ">") else { return nil }
    if close > start, line[close - 1] == "/" { return ScannedElement(content: start..<(close + 1), isWhole: true) }
    let content = close + 1
    guard let end = line[content...].firstIndex(of: "<"), line[(end + 1)...].first == "/",
      let last = line[end...].firstIndex(of: ">")
    else { return ScannedElement(content: start..<content, isWhole: false) }
    return content == end
      ? ScannedElement(content: start..<(last + 1), isWhole: true)
      : ScannedElement(content: content..<end, isWhole: true)
  }

  /// `"text"`, `text`, `<data>`, or the bracket that opens a dictionary or array.
  private static func plain(_ line: [Unicode.Scalar], _ start: Int) -> ScannedElement {
    switch line[start] {
    case "\"", "'":
      var end = start + 1
      while end < line.count, line[end] != line[start] { end += line[end] == "\\" ? 2 : 1 }
      guard end < line.count else { return ScannedElement(content: start..<line.count, isWhole: false) }
      return end == start + 1
        ? ScannedElement(content: start..<(end + 1), isWhole: true)
        : ScannedElement(content: (start + 1)..<end, isWhole: true)
    case "{", "(": return ScannedElement(content: start..<(start + 1), isWhole: false)
    case "<":
      guard let end = line[start...].firstIndex(of: ">") else {
        return ScannedElement(content: start..<line.count, isWhole: false)
      }
      return ScannedElement(content: start..<(end + 1), isWhole: true)
    default:
      let end = line[start...].firstIndex { " \t;,=)}".unicodeScalars.contains($0) } ?? line.count
      return ScannedElement(content: start..<max(end, start + 1), isWhole: true)
    }
  }
}
