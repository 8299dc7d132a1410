internal import CheckerABI
internal import PropertyLists

extension CheckerSession {
  func kind(_ number: checker_node) -> UInt32 {
    guard let (list, node, _) = value(number) else { return 0 }
    let kind =
      switch list.kind(of: node) {
      case .dictionary: CHECKER_KIND_DICTIONARY
      case .array: CHECKER_KIND_ARRAY
      case .string: CHECKER_KIND_TEXT
      case .integer: CHECKER_KIND_INTEGER
      case .real: CHECKER_KIND_REAL
      case .boolean: CHECKER_KIND_BOOLEAN
      case .date: CHECKER_KIND_DATE
      case .data: CHECKER_KIND_DATA
      case .uid: CHECKER_KIND_UID
      case .set: CHECKER_KIND_SET
      case .null: CHECKER_KIND_NULL
      }
    return UInt32(kind.rawValue)
  }

  func count(_ number: checker_node) -> Int {
    guard let (list, node, bundle) = value(number) else { return 0 }
    if let bundle { note(.entries, bundle, list.pointer(to: node)) }
    return list.count(of: node)
  }

  func value(_ number: checker_node, key: checker_text) -> checker_node {
    guard let (list, node, bundle) = value(number), list.kind(of: node) == .dictionary, let bytes = key.bytes,
      key.count >= 0
    else { return 0 }
    let name = UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: key.count)
    if let bundle {
      note(.key, bundle, list.pointer(to: node) + "/" + JSONPointer.escape(String(decoding: name, as: UTF8.self)))
    }
    return name.withMemoryRebound(to: UInt8.self) { list.value(of: node, forKey: $0) }.map {
      self.number($0, in: bundle)
    } ?? 0
  }

  func entry(
    _ number: checker_node, _ position: Int, _ key: UnsafeMutablePointer<checker_text>?,
    _ result: UnsafeMutablePointer<checker_node>?
  ) -> Int32 {
    key?.pointee = checker_text()
    result?.pointee = 0
    guard let (list, node, bundle) = value(number) else { return Int32(CHECKER_INVALID.rawValue) }
    guard position >= 0, position < list.count(of: node), let child = list.element(of: node, at: position) else {
      return Int32(CHECKER_ABSENT.rawValue)
    }
    let isEntry = list.kind(of: node) == .dictionary
    if let bundle { note(.key, bundle, list.pointer(to: child)) }
    if isEntry, let key { key.pointee = Self.text(list.keyUTF8(of: node, at: position)) }
    result?.pointee = self.number(child, in: bundle)
    return Int32(CHECKER_OK.rawValue)
  }

  /// Text in the property list's memory, which outlives the session.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> checker_text {
    guard let start = bytes.baseAddress else { return empty }
    return checker_text(bytes: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), count: bytes.count)
  }

  /// Empty text, which still has an address.
  nonisolated(unsafe) private static let empty: checker_text = {
    let nothing = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    nothing.initialize(to: 0)
    return checker_text(bytes: nothing, count: 0)
  }()

  /// Stores a scalar. If `read` returns nil, the value has another type.
  func scalar<Scalar>(
    _ number: checker_node, _ result: UnsafeMutablePointer<Scalar>?,
    _ read: (PropertyList, PropertyList.Node) -> Scalar?
  ) -> Int32 {
    guard let result, let (list, node, bundle) = value(number) else { return Int32(CHECKER_INVALID.rawValue) }
    if let bundle { note(.key, bundle, list.pointer(to: node)) }
    guard let value = read(list, node) else { return Int32(CHECKER_MISMATCH.rawValue) }
    result.pointee = value
    return Int32(CHECKER_OK.rawValue)
  }

  static func text(_ list: PropertyList, _ node: PropertyList.Node) -> checker_text? {
    list.kind(of: node) == .string ? text(list.utf8(of: node)) : nil
  }

  static func integer(_ list: PropertyList, _ node: PropertyList.Node) -> Int64? {
    if case .signed(let value)? = list.integer(of: node) { return value }
    return list.uid(of: node).map(Int64.init)
  }

  static func real(_ list: PropertyList, _ node: PropertyList.Node) -> Double? {
    switch list.integer(of: node) {
    case .signed(let value)?: Double(value)
    case .unsigned(let value)?: Double(value)
    case nil: list.real(of: node)
    }
  }

  func data(
    _ number: checker_node, _ bytes: UnsafeMutablePointer<UnsafeRawPointer?>?, _ count: UnsafeMutablePointer<Int>?
  ) -> Int32 {
    guard let bytes, let count else { return Int32(CHECKER_INVALID.rawValue) }
    var found = UnsafeRawBufferPointer(start: nil, count: 0)
    let status = scalar(number, &found) { $0.data(of: $1) }
    bytes.pointee = found.baseAddress
    count.pointee = found.count
    return status
  }
}
