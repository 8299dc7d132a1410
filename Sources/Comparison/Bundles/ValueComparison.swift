import FileFacts
import PropertyLists

/// Compares two property lists value by value, whatever form they are written in.
///
/// Dictionaries are compared key by key, in the order of the keys' bytes. Elements of arrays are matched where they are the same,
/// and what lies between is compared position by position; sets are compared as the elements they hold. Numbers of
/// different types differ, as they do for the platform.
struct ValueComparison {
  /// Cells of tables that match elements, for one comparison of lists; with none left, elements are matched by position.
  private static let cellLimit = 16 << 20
  /// Values hashed to match elements, for the same.
  private static let hashLimit = 16 << 20

  private let old: PropertyList
  private let new: PropertyList
  private var cellsLeft = ValueComparison.cellLimit
  private var hashesLeft = ValueComparison.hashLimit
  private var changes: [ValueChange] = []

  private init(_ old: PropertyList, _ new: PropertyList) {
    self.old = old
    self.new = new
  }

  /// What differs between the values of two lists; empty when they hold the same.
  static func changes(from old: PropertyList, to new: PropertyList) -> [ValueChange] {
    changes(from: old, old.root, to: new, new.root)
  }

  /// The same for a value of each.
  static func changes(
    from old: PropertyList, _ oldNode: PropertyList.Node, to new: PropertyList, _ newNode: PropertyList.Node
  ) -> [ValueChange] {
    var comparison = ValueComparison(old, new)
    comparison.compare(oldNode, newNode, at: "")
    return comparison.changes
  }

  // MARK: Values

  // The readers bound how deep a list is.
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

  private mutating func compareDictionaries(
    _ left: PropertyList.Node, _ right: PropertyList.Node, at path: String
  ) {
    let (leftCount, rightCount) = (old.count(of: left), new.count(of: right))
    var (leftRank, rightRank) = (0, 0)
    while leftRank < leftCount || rightRank < rightCount {
      let leftAt = old.sortedPosition(of: left, rank: leftRank)
      let rightAt = new.sortedPosition(of: right, rank: rightRank)
      let order: Int
      if leftRank == leftCount {
        order = 1
      } else if rightRank == rightCount {
        order = -1
      } else {
        order = Self.order(old.keyUTF8(of: left, at: leftAt), new.keyUTF8(of: right, at: rightAt))
      }
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
    // By bits: a value that is no number is the same as itself, and zero has two signs.
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

  /// A digest of each element; nil when too much was hashed already.
  private mutating func hashes(_ list: PropertyList, _ node: PropertyList.Node) -> [[UInt8]]? {
    var hashes: [[UInt8]] = []
    for position in 0..<list.count(of: node) {
      guard let child = list.element(of: node, at: position) else { return nil }
      var hash = ValueHash(limit: hashesLeft)
      guard hash.add(child, of: list) else {
        hashesLeft = 0
        return nil
      }
      hashesLeft = hash.left
      hashes.append(hash.bytes)
    }
    return hashes
  }
}
