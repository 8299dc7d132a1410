import Basics

/// A value that does not belong to a file: the new value of an edit.
///
/// Values are equal if a program would read the same: the order of keys is ignored, and strings are compared by their bytes.
public indirect enum PropertyListValue: Sendable {
  case string(String)
  case integer(PropertyList.Integer)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  case uid(UInt32)
  case null
  case array([PropertyListValue])
  case set([PropertyListValue])
  case dictionary([Entry])

  /// A key and its value.
  public struct Entry: Sendable {
    /// The key, unique in its dictionary.
    public var key: String
    /// The value.
    public var value: PropertyListValue

    /// Creates an entry.
    public init(key: String, value: PropertyListValue) { (self.key, self.value) = (key, value) }
  }

  /// The maximum number of values in an edit's value, and their maximum depth.
  package static let maximumCount = 10_000
  package static let maximumDepth = 32

  /// Copies a value of a list; fails if it contains more than `most` values or is nested more deeply than `depth`.
  package init?(
    _ node: PropertyList.Node, in list: PropertyList, most: Int = maximumCount, depth: Int = maximumDepth
  ) {
    var left = most
    guard let value = Self.copy(node, list, depth, &left) else { return nil }
    self = value
  }

  package init?(date text: String) {
    let bytes = Array(text.utf8)
    let date = bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.flatMap { DateText.xml($0, bytes.count) } }
    guard let date, !date.isRolledOver else { return nil }
    self = .date(date.seconds)
  }

  private static func copy(
    _ node: PropertyList.Node, _ list: PropertyList, _ depth: Int, _ left: inout Int
  ) -> PropertyListValue? {
    guard depth > 0, left > 0 else { return nil }
    left -= 1
    switch list.kind(of: node) {
    case .string: return list.string(of: node).map { .string($0) }
    case .integer: return list.integer(of: node).map { .integer($0) }
    case .real: return list.real(of: node).map { .real($0) }
    case .boolean: return list.boolean(of: node).map { .boolean($0) }
    case .date: return list.date(of: node).map { .date($0) }
    case .data: return .data(list.data(of: node).map { Array($0) } ?? [])
    case .uid: return list.uid(of: node).map { .uid($0) }
    case .null: return .null
    case .array, .set, .dictionary:
      var elements: [PropertyListValue] = []
      for position in 0..<list.count(of: node) {
        guard let child = list.element(of: node, at: position), let value = copy(child, list, depth - 1, &left) else {
          return nil
        }
        elements.append(value)
      }
      switch list.kind(of: node) {
      case .array: return .array(elements)
      case .set: return .set(elements)
      default:
        let entries = elements.enumerated().map { Entry(key: list.key(of: node, at: $0.offset), value: $0.element) }
        return .dictionary(entries)
      }
    }
  }

  package var shown: String {
    var text = ""
    show(isTop: true, &text)
    return text.count > ValueText.limit ? text.prefix(ValueText.limit - 1) + "…" : text
  }

  private func show(isTop: Bool, _ text: inout String) {
    if text.utf8.count > ValueText.limit * 4 { return }
    switch self {
    case .string(let string): text += isTop ? "'\(string.shortened(to: ValueText.limit))'" : "\"\(string)\""
    case .integer(.signed(let number)): text += String(number)
    case .integer(.unsigned(let number)): text += String(number)
    case .real(let number): text += String(number)
    case .boolean(let flag): text += flag ? "true" : "false"
    case .date(let seconds): text += CivilTime(secondsSince2001: seconds).text
    case .data(let bytes): text += "<\(counted(bytes.count, "byte")) of data>"
    case .uid(let number): text += "UID \(number)"
    case .null: text += "null"
    case .array(let elements), .set(let elements):
      text += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { text += ", " }
        element.show(isTop: false, &text)
      }
      text += "]"
    case .dictionary(let entries):
      text += "{"
      for (position, entry) in entries.enumerated() {
        text += (position > 0 ? ", " : "") + entry.key + ": "
        entry.value.show(isTop: false, &text)
      }
      text += "}"
    }
  }

  package var count: Int {
    switch self {
    case .array(let elements), .set(let elements): elements.reduce(1) { $0 + $1.count }
    case .dictionary(let entries): entries.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }

  package var size: Int {
    switch self {
    case .string(let text): text.utf8.count + 2
    case .data(let bytes): bytes.count / 3 * 4 + 16
    case .array(let elements), .set(let elements): elements.reduce(2) { $0 + $1.size + 1 }
    case .dictionary(let entries): entries.reduce(2) { $0 + $1.key.utf8.count + $1.value.size + 4 }
    case .integer, .real, .boolean, .date, .uid, .null: 24
    }
  }
}

extension PropertyListValue: Hashable {
  /// Whether a program would read both values as equal.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.integer(let left), .integer(let right)): left == right
    // Compares bits: a NaN equals itself, and -0 differs from 0.
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.boolean(let left), .boolean(let right)): left == right
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    case (.null, .null): true
    case (.array(let left), .array(let right)), (.set(let left), .set(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count
        && zip(left.sorted(byBytesOf: \.key), right.sorted(byBytesOf: \.key)).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
        }
    default: false
    }
  }

  /// Hashes only parts of large values.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .integer(let number): hasher.combine(number)
    case .real(let number), .date(let number): hasher.combine(number.bitPattern)
    case .boolean(let flag): hasher.combine(flag)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let number): hasher.combine(number)
    case .null: break
    case .array(let elements), .set(let elements): hasher.combine(elements)
    case .dictionary(let entries): hasher.combine(entries.count)
    }
  }
}
