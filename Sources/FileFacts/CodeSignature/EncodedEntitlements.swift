import Basics
package import PropertyLists

extension MachOSlice {
  /// Returns the entitlements that the code signature contains in DER form (slot 7), which current systems read, or nil.
  ///
  /// Throws if they are malformed, too large, nested too deeply, or cannot be read. `source` and `file` must be the source of the slice.
  package func encodedEntitlements(in source: any ByteSource, file: String) throws(FileFactError) -> EntitlementValue? {
    guard let fields = try signatureReader(source, file)?.encodedEntitlements() else { return nil }
    return try EncodedEntitlementsReader(fields: fields).read()
  }
}

package indirect enum EntitlementValue: Sendable {
  case dictionary([(key: String, value: EntitlementValue)])
  case array([EntitlementValue])
  case string(String)
  case integer(Int64)
  case boolean(Bool)
  case data([UInt8])

  package func difference(from list: PropertyList, at node: PropertyList.Node, path: String = "") -> String? {
    switch self {
    case .dictionary(let entries):
      guard list.kind(of: node) == .dictionary else { return path }
      for (key, value) in entries {
        guard let other = list.value(of: node, forKey: key) else { return "\(path)/\(key)" }
        if let found = value.difference(from: list, at: other, path: "\(path)/\(key)") { return found }
      }
      guard list.count(of: node) != entries.count else { return nil }
      let known = Set(entries.map { ExactText($0.key) })
      let extra = (0..<list.count(of: node)).map { list.key(of: node, at: $0) }.first { !known.contains(ExactText($0)) }
      return "\(path)/\(extra ?? "")"
    case .array(let values):
      guard list.kind(of: node) == .array, list.count(of: node) == values.count else { return path }
      for (position, value) in values.enumerated() {
        guard let other = list.element(of: node, at: position) else { return path }
        if let found = value.difference(from: list, at: other, path: "\(path)/\(position)") { return found }
      }
      return nil
    case .string(let text):
      return list.kind(of: node) == .string && list.utf8(of: node).elementsEqual(text.utf8) ? nil : path
    case .integer(let number): return list.integer(of: node) == .signed(number) ? nil : path
    case .boolean(let truth): return list.boolean(of: node) == truth ? nil : path
    case .data(let bytes): return list.data(of: node)?.elementsEqual(bytes) == true ? nil : path
    }
  }
}

extension SignatureReader {
  private static let encodedMagic: UInt32 = 0xFADE_7172

  func encodedEntitlements() throws(FileFactError) -> Fields? {
    guard let table = try table(), let part = table[SignedPart.encodedEntitlements.rawValue] else { return nil }
    let name = "the part with the entitlements in DER form"
    let (head, content) = try open(part, in: table, Self.encodedMagic, name)
    return try entitlements(content, head, name)
  }
}

/// Reads the subset of DER (X.690) that Apple uses for entitlements: `[APPLICATION 16] { version, [16] { { key, value } … } }`, and in the
/// older form `SET { SEQUENCE { key, value } … }`.
private struct EncodedEntitlementsReader {
  let fields: Fields

  private static let depthLimit = 32

  private enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let data: UInt8 = 0x04
    static let string: UInt8 = 0x0C
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let entitlements: UInt8 = 0x70
    static let dictionary: UInt8 = 0xB0
  }

  private struct Element {
    let tag: UInt8
    let start: Int
    let content: Range<Int>
  }

  func read() throws(FileFactError) -> EntitlementValue {
    let outer = try element(at: 0, end: fields.count)
    guard outer.content.upperBound == fields.count else {
      throw malformed("bytes after the end", outer.content.upperBound)
    }
    if outer.tag == Tag.set { return try value(outer, depth: 0) }
    guard outer.tag == Tag.entitlements else { throw malformed("an unknown form", 0) }
    let version = try element(at: outer.content.lowerBound, end: outer.content.upperBound)
    guard version.tag == Tag.integer, try integer(version) == 1 else {
      throw malformed("an unknown version", version.start)
    }
    let body = try element(at: version.content.upperBound, end: outer.content.upperBound)
    guard body.tag == Tag.dictionary, body.content.upperBound == outer.content.upperBound else {
      throw malformed("no dictionary", body.start)
    }
    return try value(body, depth: 0)
  }

  private func value(_ element: Element, depth: Int) throws(FileFactError) -> EntitlementValue {
    guard depth < Self.depthLimit else {
      throw malformed("values nested more than \(Self.depthLimit) levels deep", element.start)
    }
    switch element.tag {
    case Tag.boolean:
      guard element.content.count == 1 else { throw malformed("a truth value of another size", element.start) }
      return .boolean(try fields.uint8(element.content.lowerBound) != 0)
    case Tag.integer: return .integer(try integer(element))
    case Tag.string:
      let bytes = try fields.part(element.content.lowerBound, element.content.count, of: "a string")
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw malformed("a string that is not UTF-8", element.start)
      }
      return .string(text)
    case Tag.data: return .data(Array(try fields.part(element.content.lowerBound, element.content.count, of: "data")))
    case Tag.sequence:
      var values: [EntitlementValue] = []
      for inner in try elements(of: element) { values.append(try value(inner, depth: depth + 1)) }
      return .array(values)
    case Tag.dictionary, Tag.set:
      var entries: [(key: String, value: EntitlementValue)] = []
      var keys: Set<ExactText> = []
      for pair in try elements(of: element) {
        let parts = pair.tag == Tag.sequence ? try elements(of: pair) : []
        guard parts.count == 2, case .string(let key) = try value(parts[0], depth: depth + 1) else {
          throw malformed("an entry that is not a key and a value", pair.start)
        }
        guard keys.insert(ExactText(key)).inserted else { throw malformed("the key '\(key)' twice", pair.start) }
        entries.append((key, try value(parts[1], depth: depth + 1)))
      }
      return .dictionary(entries)
    default: throw malformed("a value of the unknown type 0x\(String(element.tag, radix: 16))", element.start)
    }
  }

  private func elements(of outer: Element) throws(FileFactError) -> [Element] {
    var (next, found) = (outer.content.lowerBound, [Element]())
    while next < outer.content.upperBound {
      let element = try element(at: next, end: outer.content.upperBound)
      found.append(element)
      next = element.content.upperBound
    }
    return found
  }

  private func element(at start: Int, end: Int) throws(FileFactError) -> Element {
    guard end - start >= 2 else { throw malformed("an element without a length", start) }
    let tag = try fields.uint8(start)
    let first = try fields.uint8(start + 1)
    var (content, length) = (start + 2, Int(first))
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), end - content >= count else { throw malformed("a length of another form", start) }
      length = 0
      for position in content..<(content + count) { length = length << 8 | Int(try fields.uint8(position)) }
      content += count
    }
    guard length <= end - content else {
      throw malformed("an element of \(length) bytes where \(end - content) are left", start)
    }
    return Element(tag: tag, start: start, content: content..<(content + length))
  }

  private func integer(_ element: Element) throws(FileFactError) -> Int64 {
    guard (1...8).contains(element.content.count) else {
      throw malformed("a number of more than 64 bits", element.start)
    }
    var number: Int64 = try fields.uint8(element.content.lowerBound) >= 0x80 ? -1 : 0
    for position in element.content { number = number << 8 | Int64(try fields.uint8(position)) }
    return number
  }

  private func malformed(_ reason: String, _ position: Int) -> FileFactError {
    .badSignature(fields.place(min(position, fields.count)), "the entitlements in DER form are malformed: \(reason)")
  }
}
