import Basics
package import PropertyLists

/// Short digests of property list values, each computed once: they distinguish the value that a baseline accepted from any other.
package struct ValueDigests {
  private struct Place: Hashable {
    let list: ObjectIdentifier
    let node: PropertyList.Node
  }

  private var known: [Place: String] = [:]

  package init() {}

  /// A digest that distinguishes the value of a finding from others there. In an array, the whole element counts, for its position says
  /// little; nil for the top of a list: such a finding is about the file.
  package mutating func digest(of node: PropertyList.Node, in list: PropertyList) -> String? {
    let node = Self.element(around: node, in: list) ?? node
    if list.parent(of: node) == nil { return nil }
    return known(node, list)
  }

  /// The digest for a finding about a missing entry: nil unless the container is an element of an array, or inside one.
  package mutating func digest(around container: PropertyList.Node, in list: PropertyList) -> String? {
    Self.element(around: container, in: list).map { known($0, list) }
  }

  package mutating func digest(ofListAround node: PropertyList.Node, in list: PropertyList) -> String? {
    var (node, outermost) = (node, PropertyList.Node?.none)
    while let parent = list.parent(of: node) {
      if [.array, .set].contains(list.kind(of: parent)) { outermost = parent }
      node = parent
    }
    return outermost.map { known($0, list) }
  }

  private mutating func known(_ node: PropertyList.Node, _ list: PropertyList) -> String {
    let place = Place(list: ObjectIdentifier(list), node: node)
    if let digest = known[place] { return digest }
    var (digest, left) = (SHA256Digest(), Int.max)
    _ = Self.add(node, list, &digest, &left)
    let text = String(digest.hexadecimal.prefix(16))
    known[place] = text
    return text
  }

  /// The digest of a value with all below it, regardless of format and the order of keys. Subtracts the number of values from `left`; nil
  /// if there are more.
  package static func digest(of node: PropertyList.Node, in list: PropertyList, left: inout Int) -> [UInt8]? {
    var digest = SHA256Digest()
    return add(node, list, &digest, &left) ? digest.bytes : nil
  }

  private static func element(around node: PropertyList.Node, in list: PropertyList) -> PropertyList.Node? {
    var node = node
    while let parent = list.parent(of: node) {
      if [.array, .set].contains(list.kind(of: parent)) { return node }
      node = parent
    }
    return nil
  }

  /// Equal values give the same bytes in all file formats. Returns false if there are more than `left` values.
  private static func add(
    _ node: PropertyList.Node, _ list: PropertyList, _ digest: inout SHA256Digest, _ left: inout Int
  ) -> Bool {
    if left == 0 { return false }
    left -= 1
    switch list.kind(of: node) {
    case .string: add("s", UnsafeRawBufferPointer(list.utf8(of: node)), &digest)
    case .data: add("d", list.data(of: node) ?? UnsafeRawBufferPointer(start: nil, count: 0), &digest)
    case .integer:
      switch list.integer(of: node) {
      case .signed(let value): add("i", "\(value)", &digest)
      case .unsigned(let value): add("i", "\(value)", &digest)
      case nil: add("i", "", &digest)
      }
    case .real: add("r", list.real(of: node).map { "\($0.bitPattern)" } ?? "", &digest)
    case .date: add("t", list.date(of: node).map { "\($0.bitPattern)" } ?? "", &digest)
    case .boolean: add("b", list.boolean(of: node) == true ? "1" : "0", &digest)
    case .uid: add("u", list.uid(of: node).map { "\($0)" } ?? "", &digest)
    case .null: add("n", "", &digest)
    case .array:
      let count = list.count(of: node)
      add("a", "\(count)", &digest)
      for position in 0..<count {
        if let child = list.element(of: node, at: position), !add(child, list, &digest, &left) { return false }
      }
    case .set:
      let elements = (0..<list.count(of: node)).compactMap { list.element(of: node, at: $0) }
      let digests = elements.compactMap { self.digest(of: $0, in: list, left: &left) }
      if digests.count < elements.count { return false }
      add("e", "\(digests.count)", &digest)
      for element in digests.sorted(by: { $0.lexicographicallyPrecedes($1) }) { digest.update(element) }
    case .dictionary:
      // The order of keys is irrelevant.
      let keys = (0..<list.count(of: node)).map { (position: $0, key: list.key(of: node, at: $0)) }
      add("m", "\(keys.count)", &digest)
      for (position, key) in keys.sorted(byBytesOf: \.key) {
        add("k", key, &digest)
        if let child = list.element(of: node, at: position), !add(child, list, &digest, &left) { return false }
      }
    }
    return true
  }

  private static func add(_ kind: String, _ text: String, _ digest: inout SHA256Digest) {
    digest.update("\(kind)\(text.utf8.count):\(text)")
  }

  private static func add(_ kind: String, _ bytes: UnsafeRawBufferPointer, _ digest: inout SHA256Digest) {
    digest.update("\(kind)\(bytes.count):")
    digest.update(bytes)
  }
}
