import Basics
import PropertyLists
import Reports

/// Compares two property lists value by value, regardless of their formats.
///
/// Dictionaries are compared key by key in the order of the keys' bytes. Equal elements of arrays are matched, and those between the
/// matches are compared by position. Sets are compared without order. Numbers of different types differ, as they do for the platform.
struct ValueComparison {
  /// The maximum number of table cells for matching elements in one comparison. Beyond that, elements are matched by position.
  private static let cellLimit = 16 << 20
  /// The maximum number of values to hash for matching elements.
  private static let hashLimit = 16 << 20

  private let old: PropertyList
  private let new: PropertyList
  private var cellsLeft = ValueComparison.cellLimit
  private var hashesLeft = ValueComparison.hashLimit
  private var changes: [ValueChange] = []

  static func changes(from old: PropertyList, to new: PropertyList) -> [ValueChange] {
    var comparison = ValueComparison(old: old, new: new)
    comparison.compare(old.root, new.root, at: "")
    return comparison.changes
  }

  // MARK: Values

  // The parsers limit the depth of nesting.
  private mutating func compare(_ left: PropertyList.Node, _ right: PropertyList.Node, at path: String) {
    let kind = old.kind(of: left)
    guard kind == new.kind(of: right) else { return change(left, right, at: path) }
    switch kind {
    case .dictionary: compareDictionaries(left, right, at: path)
    case .array: compareArrays(left, right, at: path)
    case .set: compareSets(left, right, at: path)
    default: if !isSameLeaf(left, right) { change(left, right, at: path) }
    }
  }

  private mutating func change(_ left: PropertyList.Node?, _ right: PropertyList.Node?, at path: String) {
    changes.append(
      ValueChange(
        keyPath: path, before: left.map { ValueChange.Value(list: old, node: $0) },
        after: right.map { ValueChange.Value(list: new, node: $0) }))
  }

  private mutating func compareDictionaries(_ left: PropertyList.Node, _ right: PropertyList.Node, at path: String) {
    let (leftCount, rightCount) = (old.count(of: left), new.count(of: right))
    var (leftRank, rightRank) = (0, 0)
    while leftRank < leftCount || rightRank < rightCount {
      let leftAt = old.sortedPosition(of: left, rank: leftRank)
      let rightAt = new.sortedPosition(of: right, rank: rightRank)
      let order =
        leftRank == leftCount
        ? 1
        : rightRank == rightCount
          ? -1 : Self.order(old.keyUTF8(of: left, at: leftAt), new.keyUTF8(of: right, at: rightAt))
      let key = order <= 0 ? old.key(of: left, at: leftAt) : new.key(of: right, at: rightAt)
      let child = path + "/" + JSONPointer.escape(key)
      let leftChild = order <= 0 ? old.element(of: left, at: leftAt) : nil
      let rightChild = order >= 0 ? new.element(of: right, at: rightAt) : nil
      if let leftChild, let rightChild {
        compare(leftChild, rightChild, at: child)
      } else {
        change(leftChild, rightChild, at: child)
      }
      if order <= 0 { leftRank += 1 }
      if order >= 0 { rightRank += 1 }
    }
  }

  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    if left.elementsEqual(right) { return 0 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private func isSameLeaf(_ left: PropertyList.Node, _ right: PropertyList.Node) -> Bool {
    switch old.kind(of: left) {
    case .string: old.utf8(of: left).elementsEqual(new.utf8(of: right))
    case .integer: old.integer(of: left) == new.integer(of: right)
    // Compares bits: NaN equals itself, and zeros of different sign differ.
    case .real: old.real(of: left)?.bitPattern == new.real(of: right)?.bitPattern
    case .date: old.date(of: left)?.bitPattern == new.date(of: right)?.bitPattern
    case .boolean: old.boolean(of: left) == new.boolean(of: right)
    case .data: Self.isSame(old.data(of: left), new.data(of: right))
    case .uid: old.uid(of: left) == new.uid(of: right)
    case .null: true
    case .dictionary, .array, .set: false
    }
  }

  private static func isSame(_ left: UnsafeRawBufferPointer?, _ right: UnsafeRawBufferPointer?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.elementsEqual(right)
  }

  // MARK: Elements

  private mutating func compareArrays(_ left: PropertyList.Node, _ right: PropertyList.Node, at path: String) {
    let (leftCount, rightCount) = (old.count(of: left), new.count(of: right))
    let leftHashes = hashes(old, left)
    let rightHashes = leftHashes == nil ? nil : hashes(new, right)
    guard let leftHashes, let rightHashes else {
      return compareByPosition(left, 0..<leftCount, right, 0..<rightCount, at: path)
    }
    let matching = ElementMatching(leftHashes, rightHashes, cells: &cellsLeft)
    for gap in matching.gaps { compareByPosition(left, gap.old, right, gap.new, at: path) }
  }

  private mutating func compareByPosition(
    _ left: PropertyList.Node, _ leftRange: Range<Int>, _ right: PropertyList.Node, _ rightRange: Range<Int>,
    at path: String
  ) {
    for step in 0..<max(leftRange.count, rightRange.count) {
      let leftAt = leftRange.lowerBound + step
      let rightAt = rightRange.lowerBound + step
      let leftChild = step < leftRange.count ? old.element(of: left, at: leftAt) : nil
      let rightChild = step < rightRange.count ? new.element(of: right, at: rightAt) : nil
      if let leftChild, let rightChild {
        compare(leftChild, rightChild, at: "\(path)/\(rightAt)")
      } else {
        change(leftChild, rightChild, at: "\(path)/\(rightChild == nil ? leftAt : rightAt)")
      }
    }
  }

  private mutating func compareSets(_ left: PropertyList.Node, _ right: PropertyList.Node, at path: String) {
    guard let leftHashes = hashes(old, left), let rightHashes = hashes(new, right) else {
      return compareByPosition(left, 0..<old.count(of: left), right, 0..<new.count(of: right), at: path)
    }
    var counts: [[UInt8]: Int] = [:]
    for hash in rightHashes { counts[hash, default: 0] += 1 }
    for (position, hash) in leftHashes.enumerated() {
      if let count = counts[hash], count > 0 {
        counts[hash] = count - 1
      } else if let child = old.element(of: left, at: position) {
        change(child, nil, at: "\(path)/\(position)")
      }
    }
    for (position, hash) in rightHashes.enumerated() {
      guard let count = counts[hash], count > 0, let child = new.element(of: right, at: position) else { continue }
      counts[hash] = count - 1
      change(nil, child, at: "\(path)/\(position)")
    }
  }

  private mutating func hashes(_ list: PropertyList, _ node: PropertyList.Node) -> [[UInt8]]? {
    var hashes: [[UInt8]] = []
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { return nil }
      guard let hash = ValueDigests.digest(of: child, in: list, left: &hashesLeft) else { return nil }
      hashes.append(hash)
    }
    return hashes
  }
}

/// Matches equal elements of two sequences in order: a longest common subsequence.
struct ElementMatching {
  /// The ranges between matched elements, in order; one of a pair may be empty.
  private(set) var gaps: [(old: Range<Int>, new: Range<Int>)] = []

  /// Matches equal elements at both ends, and the rest with a table whose size is subtracted from `cells`. If that is too large, the rest
  /// is one gap.
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
    // `lengths` has the length of the longest common subsequence from each pair of positions on.
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
