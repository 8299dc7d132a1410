extension TreeBuilder {
  /// True when each key is greater than the one before: then none is double, and lookup can bisect.
  @inline(__always) func keysAscend(_ first: Int, _ count: Int) -> Bool {
    guard count > 1 else { return true }
    let children = pending.base + first
    var last = nodes.base + Int(children[0])
    var lastBytes = bytes(last.pointee.keyOffset)
    for at in 1..<count {
      let next = nodes.base + Int(children[at])
      let nextBytes = bytes(next.pointee.keyOffset)
      if KeyBytes.compare(lastBytes, Int(last.pointee.keyLength), nextBytes, Int(next.pointee.keyLength)) >= 0 {
        return false
      }
      last = next
      lastBytes = nextBytes
    }
    return true
  }

  /// Removes the losing entries of a small dictionary from `pending`; returns how many remain.
  mutating func dropDuplicatesPairwise(_ first: Int, _ count: Int) -> Int {
    let children = pending.base + first
    var kept = 0
    for at in 0..<count {
      let node = children[at]
      if let earlier = position(of: node, among: children, kept) {
        let other = children[earlier]
        noteDuplicate(earlier: other, later: node)
        if duplicateRule == .lastWins {
          // The winner keeps its own place in document order.
          for move in earlier..<(kept - 1) { children[move] = children[move + 1] }
          children[kept - 1] = node
        }
      } else {
        children[kept] = node
        kept += 1
      }
    }
    return kept
  }

  @inline(__always) private func position(
    of node: UInt32, among children: UnsafeMutablePointer<UInt32>, _ count: Int
  ) -> Int? {
    let record = nodes.base + Int(node)
    let length = record.pointee.keyLength
    let key = bytes(record.pointee.keyOffset)
    for at in 0..<count {
      let other = nodes.base + Int(children[at])
      if other.pointee.keyLength == length,
        KeyBytes.equal(key, Int(length), bytes(other.pointee.keyOffset), Int(length))
      {
        return at
      }
    }
    return nil
  }

  /// Appends the links of a large dictionary and, behind them, its hash table of positions (from 1; 0 is free).
  mutating func appendHashed(_ first: Int, _ count: Int) -> Int {
    var count = count
    while true {
      let size = KeyBytes.tableSize(for: count)
      let mask = size - 1
      let start = links.reserve(count + size)
      let children = pending.base + first
      let table = start + count
      table.initialize(repeating: 0, count: size)
      var hasDuplicates = false
      for at in 0..<count {
        let node = children[at]
        let record = nodes.base + Int(node)
        let length = Int(record.pointee.keyLength)
        let key = bytes(record.pointee.keyOffset)
        var slot = Int(truncatingIfNeeded: KeyBytes.hash(key, length)) & mask
        while table[slot] != 0 {
          let earlier = Int(table[slot]) - 1
          let other = nodes.base + Int(children[earlier])
          if KeyBytes.equal(key, length, bytes(other.pointee.keyOffset), Int(other.pointee.keyLength)) {
            noteDuplicate(earlier: children[earlier], later: node)
            hasDuplicates = true
            if duplicateRule == .lastWins {
              children[earlier] = NodeRecord.none
              table[slot] = UInt32(truncatingIfNeeded: at + 1)
            } else {
              children[at] = NodeRecord.none
            }
            break
          }
          slot = (slot + 1) & mask
        }
        if table[slot] == 0 { table[slot] = UInt32(truncatingIfNeeded: at + 1) }
      }
      if !hasDuplicates {
        start.initialize(from: children, count: count)
        links.advance(count + size)
        return count
      }
      var kept = 0
      for at in 0..<count where children[at] != NodeRecord.none {
        children[kept] = children[at]
        kept += 1
      }
      count = kept
    }
  }

  private mutating func noteDuplicate(earlier: UInt32, later: UInt32) {
    let first = nodes.base + Int(earlier)
    let second = nodes.base + Int(later)
    let winner = duplicateRule == .lastWins ? later : earlier
    let key = bytes(first.pointee.keyOffset)
    let length = Int(first.pointee.keyLength)
    let outcome = duplicateRule == .lastWins ? "the last" : "the first"
    remarks.add(
      .duplicateKey,
      "the key '\(Excerpt.of(key, length))' stands here a second time; \(outcome) value wins",
      at: Int(second.pointee.keyPlace), node: winner)
  }
}
