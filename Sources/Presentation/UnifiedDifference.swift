import Basics

package enum UnifiedDifference {
  private static let context = 3

  private typealias Line = ArraySlice<UInt8>

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
        result.append(mark)
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

  private struct Hunk {
    var old: Range<Int>
    var new: Range<Int>
    var lines: [(mark: UInt8, line: Line)]
  }

  /// Returns `START,COUNT`. An empty range starts at the line before it.
  private static func range(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1)" + (lines.count == 1 ? "" : ",\(lines.count)")
  }

  /// Splits bytes into lines that include their line feeds.
  private static func lines(of bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      lines.append(bytes[start...position])
      start = position + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private static func hunks(_ old: [Line], _ new: [Line]) -> [Hunk] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let middle = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in middle.1.difference(from: middle.0) {
      switch change {
      case .remove(let offset, _, _): removed.insert(start + offset)
      case .insert(let offset, _, _): inserted.insert(start + offset)
      }
    }
    var hunks: [Hunk] = []
    var (left, right) = (0, 0)
    var unchanged = 0
    func add(_ mark: UInt8, _ line: Line, _ old: Int, _ new: Int) {
      if hunks.isEmpty || unchanged > 2 * context {
        if !hunks.isEmpty { trim() }
        let lead = min(context, unchanged)
        hunks.append(Hunk(old: (left - lead)..<(left - lead), new: (right - lead)..<(right - lead), lines: []))
        for offset in (0..<lead).reversed() { extend(UInt8(ascii: " "), olds[left - 1 - offset], 1, 1) }
      }
      extend(mark, line, old, new)
      unchanged = 0
    }
    let olds = old
    func extend(_ mark: UInt8, _ line: Line, _ old: Int, _ new: Int) {
      let last = hunks.count - 1
      hunks[last].lines.append((mark, line))
      hunks[last].old = hunks[last].old.lowerBound..<(hunks[last].old.upperBound + old)
      hunks[last].new = hunks[last].new.lowerBound..<(hunks[last].new.upperBound + new)
    }
    /// Removes lines after the last change that exceed the context.
    func trim() {
      let last = hunks.count - 1
      let extra = hunks[last].lines.reversed().prefix { $0.mark == UInt8(ascii: " ") }.count - context
      guard extra > 0 else { return }
      hunks[last].lines.removeLast(extra)
      hunks[last].old = hunks[last].old.lowerBound..<(hunks[last].old.upperBound - extra)
      hunks[last].new = hunks[last].new.lowerBound..<(hunks[last].new.upperBound - extra)
    }
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        add(UInt8(ascii: "-"), old[left], 1, 0)
        left += 1
      } else if right < new.count, inserted.contains(right) {
        add(UInt8(ascii: "+"), new[right], 0, 1)
        right += 1
      } else {
        guard left < old.count else { break }
        if !hunks.isEmpty, unchanged < 2 * context + 1 { extend(UInt8(ascii: " "), old[left], 1, 1) }
        unchanged += 1
        left += 1
        right += 1
      }
    }
    if !hunks.isEmpty { trim() }
    return hunks
  }
}
