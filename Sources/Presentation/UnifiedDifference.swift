import Basics

package enum UnifiedDifference {
  /// Returns the difference; empty for equal files. Lines may have any bytes, as in UTF-16 and binary files.
  /// - Parameter isForReading: Whether the difference is only read by people. It then says of binary files just that they differ.
  package static func bytes(
    from old: [UInt8], to new: [UInt8], file: String, isForReading: Bool = false
  ) -> [UInt8] {
    if old == new { return [] }
    // An absolute path already has the slash.
    let path = file.hasPrefix("/") ? file : "/" + file
    let (oldName, newName) = (quoted("a" + path), quoted("b" + path))
    if isForReading, old.contains(0) || new.contains(0) {
      return Array("Binary files \(oldName) and \(newName) differ\n".utf8)
    }
    let (before, after) = (lines(of: old), lines(of: new))
    // Git ends a name that contains a space with a tab.
    let end = path.contains(byte: UInt8(ascii: " ")) ? "\t\n" : "\n"
    var result = Array("--- \(oldName)\(end)+++ \(newName)\(end)".utf8)
    for hunk in hunks(before, after) {
      result += Array("@@ -\(range(hunk.old)) +\(range(hunk.new)) @@\n".utf8)
      for (mark, line) in hunk.lines {
        result += String(mark).utf8
        result += line
        if line.last != UInt8(ascii: "\n") { result += Array("\n\\ No newline at end of file\n".utf8) }
      }
    }
    return result
  }

  /// Quotes a name as Git does if it has control characters, quotes or backslashes.
  private static func quoted(_ name: String) -> String {
    let needsQuotes = name.utf8.contains {
      $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsQuotes else { return name }
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Changes with the unchanged lines around them.
  package struct Hunk<Line> {
    /// The positions of its lines, from 0.
    package let old: Range<Int>
    package let new: Range<Int>
    /// The mark is `-`, `+` or a space.
    package let lines: [(mark: Character, line: Line)]
  }

  /// Returns `START,COUNT`. An empty range starts at the line before it.
  private static func range(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1)" + (lines.count == 1 ? "" : ",\(lines.count)")
  }

  /// Splits bytes into lines that include their line feeds.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      lines.append(bytes[start...position])
      start = position + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// Compares lines. If there are more than `comparable` between the first and the last change, all of these count as changed.
  package static func hunks<Line: Equatable>(
    _ old: [Line], _ new: [Line], context: Int = 3, comparable: Int = .max
  ) -> [Hunk<Line>] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    var (removed, inserted) = (Set(oldMiddle.indices), Set(newMiddle.indices))
    if oldMiddle.count + newMiddle.count <= comparable {
      (removed, inserted) = ([], [])
      for change in Array(newMiddle).difference(from: Array(oldMiddle)) {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): inserted.insert(start + offset)
        }
      }
    }
    // All lines in order, with their positions in both files.
    var lines: [(mark: Character, line: Line, left: Int, right: Int)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append(("-", old[left], left, right))
        left += 1
      } else if inserted.contains(right) {
        lines.append(("+", new[right], left, right))
        right += 1
      } else {
        guard left < old.count else { break }
        lines.append((" ", old[left], left, right))
        left += 1
        right += 1
      }
    }
    // Changes with the lines around them; what touches is one hunk.
    var ranges: [Range<Int>] = []
    for position in lines.indices where lines[position].mark != " " {
      let range = max(0, position - context)..<min(lines.count, position + context + 1)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { range in
      let (first, own) = (lines[range.lowerBound], lines[range])
      return Hunk(
        old: first.left..<(first.left + own.count { $0.mark != "+" }),
        new: first.right..<(first.right + own.count { $0.mark != "-" }),
        lines: own.map { ($0.mark, $0.line) })
    }
  }
}
