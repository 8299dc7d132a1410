package struct PropertyListExcerpt: Hashable, Sendable {
  package static let mostLines = 9
  package static let mostCharacters = 200

  package enum Form: String, CaseIterable, Hashable, Sendable {
    case source
    /// The values as XML, because the file is binary or its lines are too long.
    case values
  }

  package enum Mark: String, CaseIterable, Hashable, Sendable {
    case context
    case found
    case missing
    case omission
  }

  package struct Line: Hashable, Sendable {
    /// The line number in the file, from 1; nil if it is not in the file.
    package let number: Int?
    /// The text without its end, unescaped. Each tab at its beginning is replaced by two spaces.
    package let text: String
    package let mark: Mark
    package let isCutAtStart: Bool
    package let isCutAtEnd: Bool
    /// The range of the finding's key, in Unicode scalars; set for at most one line. For a missing key, the range of its dictionary.
    package var key: Range<Int>?
    /// The range of the value, if all of it is on the line.
    package var value: Range<Int>?
    /// Whether the text in that range equals the value in the report.
    package var hasValue = false

    package init(
      _ text: String, number: Int? = nil, mark: Mark = .context, isCutAtStart: Bool = false, isCutAtEnd: Bool = false
    ) {
      (self.number, self.text, self.mark) = (number, text, mark)
      (self.isCutAtStart, self.isCutAtEnd) = (isCutAtStart, isCutAtEnd)
    }
  }

  package let form: Form
  /// The lines, at most 9, in the order of the file.
  package internal(set) var lines: [Line]

  package init(form: Form, lines: [Line]) { (self.form, self.lines) = (form, lines) }

  /// Notes that the value on the lines is not the text of the value in the report.
  mutating func hideValue() { for number in lines.indices { lines[number].hasValue = false } }

  package var ownLines: [Line] {
    let own = lines.filter { $0.mark == .found }
    if !own.isEmpty { return own }
    guard let start = lines.firstIndex(where: { $0.key != nil }) else { return [] }
    return lines[start...].filter { $0.mark == .context }.prefix(Self.mostOwnLines).map { $0 }
  }

  private static let mostOwnLines = 3

  package var shortened: PropertyListExcerpt {
    guard let first = lines.firstIndex(where: { $0.mark == .found || $0.mark == .missing }),
      let last = lines.lastIndex(where: { $0.mark == .found || $0.mark == .missing })
    else { return self }
    return PropertyListExcerpt(
      form: form, lines: Array(lines[max(0, first - 1)...min(lines.count - 1, last + 1)]))
  }
}
