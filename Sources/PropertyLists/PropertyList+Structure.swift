public import Basics

extension PropertyList {
  /// The type of a value.
  @inline(__always) public func kind(of node: Node) -> Kind { return record(node).pointee.kind }

  /// The number of entries of a dictionary or elements of an array or set; 0 for other values.
  public func count(of node: Node) -> Int {
    let record = record(node)
    return record.pointee.kind.rawValue <= Kind.set.rawValue ? Int(record.pointee.high) : 0
  }

  /// The element of an array or set, or the value in a dictionary, at a position in document order; nil if it is out of range.
  public func element(of node: Node, at position: Int) -> Node? {
    guard let child = child(node, position) else { return nil }
    return Node(index: child)
  }

  /// The key at a position in document order; empty if `node` is not a dictionary or the position is out of range.
  public func key(of node: Node, at position: Int) -> String {
    String(decoding: keyUTF8(of: node, at: position), as: UTF8.self)
  }

  /// The bytes of the key at a position in document order, valid as long as this property list.
  public func keyUTF8(of node: Node, at position: Int) -> UnsafeBufferPointer<UInt8> {
    guard record(node).pointee.kind == .dictionary, let child = child(node, position) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let entry = nodes + Int(child)
    return UnsafeBufferPointer(start: bytes(entry.pointee.keyOffset), count: Int(entry.pointee.keyLength))
  }

  /// The container of a value; nil for the root.
  public func parent(of node: Node) -> Node? {
    let parent = record(node).pointee.parent
    return parent == NodeRecord.none ? nil : Node(index: parent)
  }

  /// The RFC 6901 pointer to a value; empty for the root. O(depth · log(elements)).
  public func pointer(to node: Node) -> String { view.pointer(to: node.index) }

  /// The position of a value: in XML its tag, in old-style text its first character, in binary files its object.
  public func place(of node: Node) -> Place { return place(offset: record(node).pointee.place) }

  /// The position of the key of an entry: in XML the `<key>` tag. If there is no such entry, the position of the container.
  public func keyPlace(of node: Node, at position: Int) -> Place {
    guard record(node).pointee.kind == .dictionary, let child = child(node, position) else { return place(of: node) }
    return place(offset: nodes[Int(child)].keyPlace)
  }

  private func place(offset: UInt32) -> Place {
    if format == .binary { return Place(byteOffset: UInt64(offset)) }
    return indexes.place(text, textCount, offset: Int(offset))
  }

  @inline(__always) func child(_ node: Node, _ position: Int) -> UInt32? {
    let record = record(node)
    guard record.pointee.kind.rawValue <= Kind.set.rawValue, position >= 0, position < Int(record.pointee.high) else {
      return nil
    }
    return links[Int(record.pointee.low) + position]
  }
}
