extension PropertyList {
  /// The UTF-8 bytes of a string, valid as long as this property list; empty for other values.
  public func utf8(of node: Node) -> UnsafeBufferPointer<UInt8> {
    let record = record(node)
    guard record.pointee.kind == .string else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: bytes(record.pointee.low), count: Int(record.pointee.high))
  }

  /// The value of a string.
  public func string(of node: Node) -> String? {
    kind(of: node) == .string ? String(decoding: utf8(of: node), as: UTF8.self) : nil
  }

  /// The value of an integer.
  public func integer(of node: Node) -> Integer? {
    guard let payload = payload(node, .integer) else { return nil }
    let isUnsigned = record(node).pointee.flags & NodeRecord.isUnsigned != 0
    return isUnsigned ? .unsigned(payload) : .signed(Int64(bitPattern: payload))
  }

  /// The value of a real; integers are not converted.
  public func real(of node: Node) -> Double? { double(node, .real) }

  /// The value of a date, in seconds since 2001-01-01T00:00:00Z.
  public func date(of node: Node) -> Double? { double(node, .date) }

  /// The value of a Boolean.
  public func boolean(of node: Node) -> Bool? { payload(node, .boolean).map { $0 != 0 } }

  /// The bytes of data, valid as long as this property list.
  public func data(of node: Node) -> UnsafeRawBufferPointer? {
    let record = record(node)
    guard record.pointee.kind == .data else { return nil }
    return UnsafeRawBufferPointer(start: bytes(record.pointee.low), count: Int(record.pointee.high))
  }

  /// The value of a UID, a reference in a keyed archive.
  public func uid(of node: Node) -> UInt32? { payload(node, .uid).map { UInt32(truncatingIfNeeded: $0) } }

  @inline(__always) private func double(_ node: Node, _ kind: Kind) -> Double? {
    payload(node, kind).map { Double(bitPattern: $0) }
  }

  @inline(__always) private func payload(_ node: Node, _ kind: Kind) -> UInt64? {
    let record = record(node)
    return record.pointee.kind == kind ? record.pointee.payload : nil
  }
}
