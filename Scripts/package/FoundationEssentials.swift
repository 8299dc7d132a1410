// What a release for Linux has in place of Foundation, of which swift-argument-parser uses this much and which would add 5 MB to the program.
// The dependencies' sources are compiled against this module; what it doesn't have is an error of the compiler.
// All of it is Foundation's own, documented there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Errors that say in words what they are.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

/// Bytes.
public struct Data: RandomAccessCollection {
  private var bytes: [UInt8]

  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { bytes.count }
  public subscript(position: Int) -> UInt8 { bytes[position] }
}

extension String {
  public enum Encoding {
    case utf8
  }

  public init?(data: Data, encoding: Encoding) { self.init(decoding: data, as: UTF8.self) }
}

/// For documents in PEM, which the program does not read this way.
extension Data {
  public init?(base64Encoded: String) { nil }

  public func base64EncodedString() -> String { "" }
}

/// JSON of what describes itself: texts, numbers, Booleans, lists and objects, whose keys are sorted.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let prettyPrinted = Self(rawValue: 1)
    public static let sortedKeys = Self(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data {
    let tree = Tree()
    try tree.encode(value)
    var text = ""
    tree.write(to: &text, indentation: outputFormatting.contains(.prettyPrinted) ? 0 : nil)
    return Data(text.utf8)
  }
}

/// A value while it is encoded.
private final class Tree: Encoder, SingleValueEncodingContainer {
  enum Value {
    case null
    case scalar(String)
    case list([Tree])
    case object([String: Tree])
  }

  var value = Value.null
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func encodeNil() {}

  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as String: self.value = .scalar(Self.quoted(value))
    case let value as Bool: self.value = .scalar("\(value)")
    case let value as any BinaryInteger: self.value = .scalar("\(value)")
    case is any BinaryFloatingPoint:
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "only whole numbers"))
    default: try value.encode(to: self)
    }
  }

  func container<Key>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = value {} else { value = .object([:]) }
    return KeyedEncodingContainer(Fields(tree: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = value {} else { value = .list([]) }
    return Elements(tree: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func append(_ key: String?) -> Tree {
    let tree = Tree()
    switch (value, key) {
    case (.list(let trees), _): value = .list(trees + [tree])
    case (.object(var fields), let key?):
      fields[key] = tree
      value = .object(fields)
    default: break
    }
    return tree
  }

  func write(to text: inout String, indentation: Int?) {
    switch value {
    case .null: text += "null"
    case .scalar(let scalar): text += scalar
    case .list(let trees): write(trees.map { ("", $0) }, "[", "]", to: &text, indentation)
    case .object(let fields):
      let sorted = fields.sorted { $0.key < $1.key }
      write(sorted.map { (Self.quoted($0.key) + " : ", $0.value) }, "{", "}", to: &text, indentation)
    }
  }

  private func write(
    _ parts: [(label: String, tree: Tree)], _ open: String, _ close: String, to text: inout String, _ indentation: Int?
  ) {
    func line(_ depth: Int) {
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + depth) }
    }
    text += open
    for (number, part) in parts.enumerated() {
      if number > 0 { text += "," }
      line(1)
      text += part.label
      part.tree.write(to: &text, indentation: indentation.map { $0 + 1 })
    }
    line(0)
    text += close
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: Tree
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { _ = tree.append(key.stringValue) }

  func encode(_ value: some Encodable, forKey key: Key) throws { try tree.append(key.stringValue).encode(value) }

  func nestedContainer<Nested>(keyedBy: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    tree.append(key.stringValue).container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    tree.append(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { tree.append("super") }
  func superEncoder(forKey key: Key) -> any Encoder { tree.append(key.stringValue) }
}

private struct Elements: UnkeyedEncodingContainer {
  let tree: Tree
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let trees) = tree.value { trees.count } else { 0 } }

  func encodeNil() { _ = tree.append(nil) }

  func encode(_ value: some Encodable) throws { try tree.append(nil).encode(value) }

  func nestedContainer<Nested>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
    tree.append(nil).container(keyedBy: keyedBy)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { tree.append(nil).unkeyedContainer() }

  func superEncoder() -> any Encoder { tree.append(nil) }
}
