import Basics
import PropertyLists

/// SHA-256 over a value, the same for the same values in whatever form, order of keys or list.
struct ValueHash {
  private var digest = SHA256Digest()
  /// How many more values may be hashed.
  private(set) var left: Int

  init(limit: Int) { left = limit }

  /// 32 bytes.
  var bytes: [UInt8] { digest.bytes }

  /// Adds a value and all in it; false when there are more than may be.
  mutating func add(_ node: PropertyList.Node, of list: PropertyList) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    let kind = list.kind(of: node)
    add(number: UInt64(kind.rawValue))
    switch kind {
    case .dictionary:
      let count = list.count(of: node)
      add(number: UInt64(count))
      for rank in 0..<count {
        let position = list.sortedPosition(of: node, rank: rank)
        add(UnsafeRawBufferPointer(list.keyUTF8(of: node, at: position)))
        guard let child = list.element(of: node, at: position), add(child, of: list) else { return false }
      }
    case .array:
      let count = list.count(of: node)
      add(number: UInt64(count))
      for position in 0..<count {
        guard let child = list.element(of: node, at: position), add(child, of: list) else { return false }
      }
    case .set:
      // The order of a set's elements says nothing.
      var elements: [[UInt8]] = []
      for position in 0..<list.count(of: node) {
        var hash = ValueHash(limit: left)
        guard let child = list.element(of: node, at: position), hash.add(child, of: list) else { return false }
        left = hash.left
        elements.append(hash.bytes)
      }
      add(number: UInt64(elements.count))
      for element in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        digest.update(element)
      }
    case .string: add(UnsafeRawBufferPointer(list.utf8(of: node)))
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value):
        add(number: 0)
        add(number: UInt64(bitPattern: value))
      case .unsigned(let value):
        add(number: 1)
        add(number: value)
      case nil: break
      }
    case .real: add(number: list.real(of: node)?.bitPattern ?? 0)
    case .date: add(number: list.date(of: node)?.bitPattern ?? 0)
    case .boolean: add(number: list.boolean(of: node) == true ? 1 : 0)
    case .data: add(list.data(of: node) ?? UnsafeRawBufferPointer(start: nil, count: 0))
    case .uid: add(number: UInt64(list.uid(of: node) ?? 0))
    case .null: break
    }
    return true
  }

  /// Bytes with their count in front, so that nothing runs together.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(number: UInt64(bytes.count))
    digest.update(bytes)
  }

  private mutating func add(number: UInt64) { digest.update(littleEndian: number) }
}
