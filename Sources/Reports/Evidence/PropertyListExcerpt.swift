/// The lines of a property list around what a finding is about.
package struct PropertyListExcerpt: Hashable, Sendable {
  /// Lines, at most.
  package static let mostLines = 9
  /// Characters of a line that are kept, at most.
  package static let mostCharacters = 200

  /// Where the lines come from.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    /// The file's own text.
    case source
    /// The values, written as XML: the file is binary, or its lines are too long to be read.
    case values
  }

  /// What a line has to do with the finding.
  package enum Mark: String, CaseIterable, Hashable, Sendable {
    /// It stands around it.
    case context
    /// It is what the finding is about.
    case found
    /// It is not in the file, and should be.
    case missing
    /// It stands for lines that are left out.
    case omission
  }

  /// One line.
  package struct Line: Hashable, Sendable {
    /// In the file, from 1; nil of what is no line of a file.
    package let number: Int?
    /// Without its end; tabs at its start are two blanks each. Nothing is escaped.
    package let text: String
    /// What it has to do with the finding.
    package let mark: Mark
    /// Whether its beginning is left out.
    package let isCutAtStart: Bool
    /// Whether its end is left out.
    package let isCutAtEnd: Bool
    /// The key that the finding is about, in Unicode scalars of the text; of one line at most. Of what is missing, the dictionary.
    package var key: Range<Int>?
    /// The value, where all of it stands on the line.
    package var value: Range<Int>?
    /// Whether that says the same as the value in the report.
    package var hasValue = false

    package init(
      _ text: String, number: Int? = nil, mark: Mark = .context, isCutAtStart: Bool = false, isCutAtEnd: Bool = false
    ) {
      self.number = number
      self.text = text
      self.mark = mark
      self.isCutAtStart = isCutAtStart
      self.isCutAtEnd = isCutAtEnd
    }
  }

  /// Where the lines come from.
  package let form: Form
  /// In the order of the file; at most 9.
  package let lines: [Line]

  /// The lines that a finding is about and no others: those marked, or the first ones of a dictionary that lacks something.
  package var ownLines: [Line] {
    let own = lines.filter { $0.mark == .found }
    if !own.isEmpty { return own }
    guard let start = lines.firstIndex(where: { $0.key != nil }) else { return [] }
    return lines[start...].filter { $0.mark == .context }.prefix(Self.mostOwnLines).map { $0 }
  }

  private static let mostOwnLines = 3

  /// What was found, and the lines next to it.
  package var shortened: PropertyListExcerpt {
    guard let first = lines.firstIndex(where: { $0.mark == .found || $0.mark == .missing }),
      let last = lines.lastIndex(where: { $0.mark == .found || $0.mark == .missing })
    else { return self }
    return PropertyListExcerpt(
      form: form, lines: Array(lines[max(0, first - 1)...min(lines.count - 1, last + 1)]))
  }
}
