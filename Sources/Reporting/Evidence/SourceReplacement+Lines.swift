import PropertyLists

extension SourceReplacement {
  /// What it does to lines, as a difference shows it: each with `-` or `+` before it.
  var lines: [(mark: Character, text: String)] {
    func lines(_ text: String, _ mark: Character) -> [(mark: Character, text: String)] {
      var lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
      // Blank lines at the ends are those between it and its neighbors.
      while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      return lines.map { (mark, $0) }
    }
    return lines(deleted, "-") + lines(inserted, "+")
  }
}
