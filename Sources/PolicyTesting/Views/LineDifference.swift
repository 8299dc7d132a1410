import Basics

/// The difference between two texts for people: lines with `-` from the old one and `+` from the new one, with context.
enum LineDifference {
  /// The lines of context before and after a change.
  private static let context = 2
  static let maximumLines = 60
  /// The maximum number of lines that are compared with each other. If there are more, all lines between the first and the last change
  /// count as changed.
  private static let comparable = 1_000

  /// Returns the lines to show; none for equal texts.
  static func lines(from old: String, to new: String) -> [String] {
    let changes = changes(Self.split(old), Self.split(new))
    var shown: [String] = []
    var last = -1
    for (number, change) in changes.enumerated() {
      let near = changes[max(0, number - context)..<min(changes.count, number + context + 1)]
      guard near.contains(where: { $0.mark != " " }) else { continue }
      if number != last + 1 || shown.isEmpty { shown.append("@@ -\(change.oldLine) +\(change.newLine) @@") }
      shown.append("\(change.mark) \(change.text)")
      last = number
    }
    guard shown.count > maximumLines else { return shown }
    return shown.prefix(maximumLines) + ["… and \(counted(shown.count - maximumLines, "more line"))"]
  }

  private struct Change {
    let mark: Character
    let text: Substring
    /// The line in the old text, or the line where it would be, from 1.
    let oldLine: Int
    let newLine: Int
  }

  private static func split(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func changes(_ old: [Substring], _ new: [Substring]) -> [Change] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    var removed = Set(oldMiddle.indices)
    var inserted = Set(newMiddle.indices)
    if oldMiddle.count + newMiddle.count <= comparable {
      (removed, inserted) = ([], [])
      for change in Array(newMiddle).difference(from: Array(oldMiddle)) {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): inserted.insert(start + offset)
        }
      }
    }
    var changes: [Change] = []
    var (left, right) = (0, 0)
    func add(_ mark: Character, _ text: Substring) {
      changes.append(Change(mark: mark, text: text, oldLine: left + 1, newLine: right + 1))
    }
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        add("-", old[left])
        left += 1
      } else if right < new.count, inserted.contains(right) {
        add("+", new[right])
        right += 1
      } else {
        guard left < old.count else { break }
        add(" ", old[left])
        left += 1
        right += 1
      }
    }
    return changes
  }
}
