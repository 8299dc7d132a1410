import PolicyEngine
import PropertyLists

/// Cuts excerpts out of the text of one property list.
struct SourceExcerpt {
  /// Bytes of a line that are looked at. A longer line is no text that anybody wrote.
  private static let mostBytes = 4096
  /// Lines before the one that a finding is about.
  private static let before = 3
  /// Characters before the column that a finding is about, in a line that is too long to be shown.
  private static let lead = 60

  /// The beginning of a line.
  private struct Stored {
    let bytes: [UInt8]
    let isWhole: Bool
  }

  private let list: PropertyList
  private let lines: [Int: Stored]

  /// Takes the lines around findings out of a list that is written in text.
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

  /// The lines around a finding; nil when its line is not there, or too long to be read.
  func excerpt(of finding: Finding) -> PropertyListExcerpt? {
    guard let line = finding.line, let own = lines[line], own.isWhole else { return nil }
    var shown: [PropertyListExcerpt.Line] = []
    let last = finding.isMissing ? line : max(line, valueLine(of: finding))
    for number in Self.window(line, isMissing: finding.isMissing) {
      guard let stored = lines[number] else { continue }
      let isMarked = !finding.isMissing && (line...last).contains(number)
      shown.append(
        Self.line(stored, number, isMarked ? .found : .context, column: number == line ? finding.column : nil))
      if number == line, finding.isMissing, let pointer = finding.keyPath, let token = list.end(of: pointer)?.token {
        let indent = String(repeating: " ", count: (shown.last?.text.prefix { $0 == " " }.count ?? 0) + 2)
        shown.append(.init(indent + ValueLines.key(token), mark: .missing))
      }
    }
    return PropertyListExcerpt(form: .source, lines: shown)
  }

  /// A value stands on the line of its key or on the next; further down it is not what one looks for.
  private func valueLine(of finding: Finding) -> Int {
    guard let line = finding.line, let pointer = finding.keyPath, let node = list.value(at: pointer),
      let own = list.place(of: node).line.map(Int.init), (line...(line &+ 2)).contains(own)
    else { return 0 }
    return own
  }

  private static func window(_ line: Int, isMissing: Bool) -> ClosedRange<Int> {
    let first = max(1, line - (isMissing ? 1 : before))
    // Of what is missing there is one line more.
    return first...max(first, first + PropertyListExcerpt.mostLines - (isMissing ? 2 : 1))
  }

  private static func line(
    _ stored: Stored, _ number: Int, _ mark: PropertyListExcerpt.Mark, column: Int?
  ) -> PropertyListExcerpt.Line {
    let text = String(decoding: stored.bytes, as: UTF8.self)
    let tabs = text.unicodeScalars.prefix { $0 == "\t" || $0 == " " }
    var scalars: [Unicode.Scalar] = tabs.flatMap { $0 == "\t" ? [" ", " "] : [$0] as [Unicode.Scalar] }
    let shift = scalars.count - tabs.count
    scalars += text.unicodeScalars.dropFirst(tabs.count)
    let most = PropertyListExcerpt.mostCharacters
    guard scalars.count > most else {
      return .init(shown(scalars[...]), number: number, mark: mark, isCutAtEnd: !stored.isWhole)
    }
    var start = 0
    if let column { start = max(0, min(column - 1 + shift - lead, scalars.count - most)) }
    let end = min(scalars.count, start + most)
    return .init(
      shown(scalars[start..<end]), number: number, mark: mark, isCutAtStart: start > 0,
      isCutAtEnd: end < scalars.count || !stored.isWhole)
  }

  private static func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
