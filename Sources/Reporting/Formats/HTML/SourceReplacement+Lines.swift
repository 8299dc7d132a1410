import PropertyLists

extension SourceReplacement {
  /// The changed lines, as in a difference: each with `-` or `+`.
  var lines: [(mark: Character, text: String)] {
    func lines(_ text: String, _ mark: Character) -> [(mark: Character, text: String)] {
      var lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
      // Drop blank lines at both ends.
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return lines.map { (mark, $0) }
    }
    return lines(deleted, "-") + lines(inserted, "+")
  }
}
