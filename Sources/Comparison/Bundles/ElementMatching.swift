/// Which elements of two sequences are the same ones, in order: a longest common subsequence.
struct ElementMatching {
  /// Ranges, of which one may be empty, between elements that are the same; in order.
  private(set) var gaps: [(old: Range<Int>, new: Range<Int>)] = []

  /// Matches what is the same at both ends, and the rest by a table whose size is taken from `cells`. When there aren't as many,
  /// the rest is one gap.
  init(_ old: [[UInt8]], _ new: [[UInt8]], cells: inout Int) {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let (rows, columns) = (oldEnd - start, newEnd - start)
    let (size, isHuge) = (rows + 1).multipliedReportingOverflow(by: columns + 1)
    guard rows > 0, columns > 0, !isHuge, size <= cells else {
      add(start..<oldEnd, start..<newEnd)
      return
    }
    cells -= size
    // How long the longest common part of what follows a pair of positions is.
    let width = columns + 1
    var lengths = [Int32](repeating: 0, count: size)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let at = row * width + column
        lengths[at] =
          old[start + row] == new[start + column]
          ? lengths[at + width + 1] + 1 : max(lengths[at + width], lengths[at + 1])
      }
    }
    var (row, column) = (0, 0)
    var (gapRow, gapColumn) = (0, 0)
    while row < rows, column < columns {
      let at = row * width + column
      if old[start + row] == new[start + column] {
        add((start + gapRow)..<(start + row), (start + gapColumn)..<(start + column))
        row += 1
        column += 1
        (gapRow, gapColumn) = (row, column)
      } else if lengths[at + width] >= lengths[at + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    add((start + gapRow)..<oldEnd, (start + gapColumn)..<newEnd)
  }

  private mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
    if !old.isEmpty || !new.isEmpty { gaps.append((old, new)) }
  }
}
