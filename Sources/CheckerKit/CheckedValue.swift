internal import CheckerABI

/// A value of a property list, valid during one check.
public struct CheckedValue {
  let call: CheckerCall
  let node: checker_node

  /// The type of a value.
  public enum Kind: UInt32, Sendable {
    /// No value.
    case none
    /// Keys and values.
    case dictionary
    /// Values in order.
    case array
    /// A string.
    case text
    /// An integer.
    case integer
    /// A floating-point number.
    case real
    /// True or false.
    case boolean
    /// A point in time.
    case date
    /// Bytes.
    case data
    /// The reference of a keyed archive.
    case uid
    /// Values without order, of binary property lists.
    case set
    /// Null, of binary property lists.
    case null
  }

  /// The type of the value.
  public var kind: Kind { ask { Kind(rawValue: $0.kind($0.context, node)) } ?? .none }

  /// The number of entries of a dictionary, array or set; 0 for anything else.
  public var count: Int { ask { $0.count($0.context, node) } ?? 0 }

  /// The value of a key in a dictionary; nil if there is none.
  public subscript(_ key: String) -> CheckedValue? {
    child { host in key.withCheckerText { host.value(host.context, node, $0) } }
  }

  /// The entry at a position from 0; nil past the end.
  public subscript(_ position: Int) -> CheckedValue? {
    guard position >= 0 else { return nil }
    return child { host in
      var value: checker_node = 0
      _ = host.entry(host.context, node, position, nil, &value)
      return value
    }
  }

  /// The entries in the order of the file. `key` is nil unless the value is a dictionary.
  public var entries: [(key: String?, value: CheckedValue)] {
    guard let host = try? call.host() else { return [] }
    return (0..<count).compactMap { position in
      var key = checker_text()
      var value: checker_node = 0
      guard host.entry(host.context, node, position, &key, &value) == Int32(CHECKER_OK.rawValue) else { return nil }
      return (String(key), CheckedValue(call: call, node: value))
    }
  }

  /// The string; nil for other types, as for the properties below.
  public var text: String? { read(checker_text()) { $0.text($0.context, node, &$1) }.flatMap { String($0) } }

  /// The integer, if it fits into 64 bits with a sign.
  public var integer: Int64? { read(0) { $0.integer($0.context, node, &$1) } }

  /// The number, real or integer.
  public var real: Double? { read(0) { $0.real($0.context, node, &$1) } }

  /// The Boolean.
  public var boolean: Bool? { read(UInt32(0)) { $0.boolean($0.context, node, &$1) }.map { $0 != 0 } }

  /// The date, in seconds since 2001-01-01 00:00:00 UTC.
  public var date: Double? { read(0) { $0.date($0.context, node, &$1) } }

  /// The bytes.
  public var data: [UInt8]? {
    var count = 0
    let start = read(nil as UnsafeRawPointer?) { $0.data($0.context, node, &$1, &count) }
    return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
  }

  /// The strings of an array that contains only strings, or a single string as an array; nil for anything else.
  public var texts: [String]? {
    if let text { return [text] }
    guard kind == .array else { return nil }
    let texts = entries.compactMap(\.value.text)
    return texts.count == count ? texts : nil
  }

  private func ask<Result>(_ body: (checker_host) -> Result?) -> Result? { (try? call.host()).flatMap(body) }

  private func child(_ body: (checker_host) -> checker_node) -> CheckedValue? {
    ask { host in
      let found = body(host)
      return found == 0 ? nil : CheckedValue(call: call, node: found)
    }
  }

  private func read<Result>(_ blank: Result, _ body: (checker_host, inout Result) -> Int32) -> Result? {
    ask { host in
      var result = blank
      return body(host, &result) == Int32(CHECKER_OK.rawValue) ? result : nil
    }
  }
}
