extension PropertyList {
  /// Returns the value of a key, or nil if the key is missing or `node` is not a dictionary. Never allocates for native strings.
  public func value(of node: Node, forKey key: String) -> Node? {
    var key = key
    return key.withUTF8 { value(of: node, forKey: $0) }
  }

  /// Returns the value of a key given as UTF-8. O(log n) if the keys in the file are sorted, otherwise at most 16 comparisons or one lookup
  /// in a hash table. Never allocates.
  package func value(of node: Node, forKey key: UnsafeBufferPointer<UInt8>) -> Node? {
    guard let position = position(of: node, forKey: key), let child = child(node, position) else { return nil }
    return Node(index: child)
  }

  package func position(of node: Node, forKey key: String) -> Int? {
    var key = key
    return key.withUTF8 { position(of: node, forKey: $0) }
  }

  package func position(of node: Node, forKey key: UnsafeBufferPointer<UInt8>) -> Int? {
    let record = record(node)
    guard record.pointee.kind == .dictionary else { return nil }
    let count = Int(record.pointee.high)
    guard count > 0 else { return nil }
    let first = links + Int(record.pointee.low)
    // An empty key has no address; any is valid for comparing zero bytes.
    let wanted = key.baseAddress ?? text
    if record.pointee.flags & NodeRecord.isHashed != 0 { return hashed(first, count, wanted, key.count) }
    if record.pointee.flags & NodeRecord.isSorted != 0, count > 4 { return bisected(first, count, wanted, key.count) }
    for at in 0..<count {
      let entry = nodes + Int(first[at])
      if Int(entry.pointee.keyLength) == key.count,
        KeyBytes.equal(wanted, key.count, bytes(entry.pointee.keyOffset), key.count)
      {
        return at
      }
    }
    return nil
  }

  /// The position in document order of the entry with the `rank`-th key in UTF-8 byte order, starting at 0. A rank outside the dictionary
  /// is returned unchanged.
  package func sortedPosition(of node: Node, rank: Int) -> Int {
    guard rank >= 0, rank < count(of: node), let order = sortedOrder(of: node) else { return rank }
    return Int(order[rank])
  }

  /// The positions in document order, sorted by key in UTF-8 byte order; nil if document order is sorted.
  ///
  /// Computed once for each dictionary, on first use; the memory is valid as long as this property list.
  package func sortedOrder(of node: Node) -> UnsafeBufferPointer<UInt32>? {
    let record = record(node)
    let count = Int(record.pointee.high)
    guard record.pointee.kind == .dictionary, record.pointee.flags & NodeRecord.isSorted == 0, count > 1 else {
      return nil
    }
    let first = links + Int(record.pointee.low)
    return indexes.order(of: node.index, count: count) { positions in
      positions.sort { a, b in
        let a = nodes + Int(first[Int(a)])
        let b = nodes + Int(first[Int(b)])
        return KeyBytes.compare(
          bytes(a.pointee.keyOffset), Int(a.pointee.keyLength), bytes(b.pointee.keyOffset), Int(b.pointee.keyLength))
          < 0
      }
    }
  }

  @inline(__always) private func bisected(
    _ first: UnsafePointer<UInt32>, _ count: Int, _ key: UnsafePointer<UInt8>, _ length: Int
  ) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let entry = nodes + Int(first[middle])
      let order = KeyBytes.compare(bytes(entry.pointee.keyOffset), Int(entry.pointee.keyLength), key, length)
      if order == 0 { return middle }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  @inline(__always) private func hashed(
    _ first: UnsafePointer<UInt32>, _ count: Int, _ key: UnsafePointer<UInt8>, _ length: Int
  ) -> Int? {
    let table = first + count
    let mask = KeyBytes.tableSize(for: count) - 1
    var slot = Int(truncatingIfNeeded: KeyBytes.hash(key, length)) & mask
    while table[slot] != 0 {
      let position = Int(table[slot]) - 1
      let entry = nodes + Int(first[position])
      if KeyBytes.equal(key, length, bytes(entry.pointee.keyOffset), Int(entry.pointee.keyLength)) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }
}

extension PropertyList {
  /// The path of keys and positions to the value that a key or JSON Pointer names. Rules contain only valid pointers.
  package static func steps(_ key: String) -> [String] {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key) ?? [key] : [key]
  }

  package func child(of node: Node, _ token: String) -> Node? {
    position(of: node, token).flatMap { element(of: node, at: $0) }
  }

  /// The position of the entry that a key, or a position in an array or set, names.
  package func position(of node: Node, _ token: String) -> Int? {
    switch kind(of: node) {
    case .dictionary: position(of: node, forKey: token)
    case .array, .set: JSONPointer.position(token).flatMap { $0 < count(of: node) ? $0 : nil }
    default: nil
    }
  }

  package func node(at steps: [String]) -> Node? {
    steps.reduce(root) { node, step in node.flatMap { child(of: $0, step) } }
  }
}
