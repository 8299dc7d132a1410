extension TreeBuilder {
  /// Whether each key is greater than the previous one: then there are no duplicates, and lookup can use binary search.
  @inline(__always) func areKeysAscending(_ first: Int, _ count: Int) -> Bool {
    guard count > 1 else { return true }
    let children = pending.base + first
    var last = nodes.base + Int(children[0])
    var lastPrefix = keyPrefix(last)
    for at in 1..<count {
      let next = nodes.base + Int(children[at])
      let nextPrefix = keyPrefix(next)
      if nextPrefix < lastPrefix { return false }
      if nextPrefix == lastPrefix,
        KeyBytes.compare(
          bytes(last.pointee.keyOffset), Int(last.pointee.keyLength), bytes(next.pointee.keyOffset),
          Int(next.pointee.keyLength)) >= 0
      {
        return false
      }
      last = next
      lastPrefix = nextPrefix
    }
    return true
  }

  /// The first seven bytes of a key as a number with the same order; only equal ones need a full comparison.
  @inline(__always) private func keyPrefix(_ record: UnsafePointer<NodeRecord>) -> UInt64 {
    let offset = Int(record.pointee.keyOffset)
    let length = Int(record.pointee.keyLength)
    // Zeros follow the source text, but not the decoded text.
    guard offset < textCount || offset - textCount + 8 <= decoded.count else { return shortPrefix(record) }
    let word = UInt64(bigEndian: UnsafeRawPointer(bytes(record.pointee.keyOffset)).loadUnaligned(as: UInt64.self))
    return word >> 8 & ~(UInt64.max >> UInt64(8 + min(length, 7) * 8))
  }

  @inline(never) private func shortPrefix(_ record: UnsafePointer<NodeRecord>) -> UInt64 {
    let key = bytes(record.pointee.keyOffset)
    let length = Int(record.pointee.keyLength)
    var prefix: UInt64 = 0
    for at in 0..<7 { prefix = prefix << 8 | (at < length ? UInt64(key[at]) : 0) }
    return prefix
  }

  /// Removes the dropped entries of a small dictionary from `pending`; returns the number of remaining entries.
  mutating func dropDuplicatesPairwise(_ first: Int, _ count: Int) -> Int {
    let children = pending.base + first
    var kept = 0
    for at in 0..<count {
      let node = children[at]
      if let earlier = position(of: node, among: children, kept) {
        let other = children[earlier]
        recordDuplicate(earlier: other, later: node)
        if duplicateRule == .lastWins {
          // The entry that is used keeps its position in document order.
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

  /// Appends the links of a large dictionary, followed by its hash table of positions (starting at 1; 0 is unused).
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
            recordDuplicate(earlier: children[earlier], later: node)
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

  private mutating func recordDuplicate(earlier: UInt32, later: UInt32) {
    let first = nodes.base + Int(earlier)
    let second = nodes.base + Int(later)
    let winner = duplicateRule == .lastWins ? later : earlier
    let key = bytes(first.pointee.keyOffset)
    let length = Int(first.pointee.keyLength)
    let outcome = duplicateRule == .lastWins ? "the last" : "the first"
    remarks.add(
      .duplicateKey,
      "the key '\(Excerpt.of(key, length))' is a duplicate; \(outcome) value is used",
      at: Int(second.pointee.keyPlace), node: winner)
  }
}
