import Basics

/// Builds a property list from the values that the reader of another format, such as JSON, finds in text; positions refer to that text.
///
/// Must be called in document order: `begin` and `end` for containers, `key` before each value in a dictionary. Keys must be unique in
/// their dictionary.
package final class PropertyListAssembler {
  private var source: SourceText
  private var builder: TreeBuilder
  private let limits: Limits

  package init(text: [UInt8], limits: Limits = .documents) {
    self.limits = limits
    var source = SourceText(capacity: text.count)
    text.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { memcpy(source.base, start, bytes.count) }
    }
    source.setCount(text.count)
    builder = TreeBuilder(
      text: UnsafePointer(source.base), textCount: source.count, limits: limits, duplicateRule: .firstWins,
      expectedNodes: source.count / 16, expectedDecoded: source.count / 2)
    self.source = source
  }

  package func begin(_ kind: PropertyList.Kind, at offset: Int) throws(PropertyListError) {
    guard builder.depth < limits.maximumDepth else { throw .tooDeep(limits.maximumDepth, at: offset) }
    try count(offset)
    builder.begin(kind, place: Self.place(offset))
  }

  package func end() { if builder.depth > 0 { builder.end() } }

  package func key(_ text: String, at offset: Int) {
    if builder.isInDictionary { builder.setKey(range(of: text), place: Self.place(offset)) }
  }

  package func string(_ text: String, at offset: Int) throws(PropertyListError) {
    try count(offset)
    builder.leaf(.string, range(of: text), place: Self.place(offset))
  }

  /// Adds a value other than a string or container; `payload` has its bits.
  package func scalar(_ kind: PropertyList.Kind, _ payload: UInt64, at offset: Int) throws(PropertyListError) {
    try count(offset)
    builder.leaf(kind, payload: payload, place: Self.place(offset))
  }

  /// Returns the list after all containers have ended. The assembler is then empty.
  package func finish(_ format: PropertyList.Format, file: String) -> PropertyList {
    var text = SourceText(capacity: 0)
    swap(&text, &source)
    var tree = TreeBuilder(
      text: UnsafePointer(source.base), textCount: 0, limits: limits, duplicateRule: .firstWins, expectedNodes: 0)
    swap(&tree, &builder)
    return PropertyList(format: format, file: file, text: text, builder: tree)
  }

  private func count(_ offset: Int) throws(PropertyListError) {
    guard builder.nodes.count < limits.maximumNodes else { throw .tooManyNodes(limits.maximumNodes, at: offset) }
  }

  private func range(of text: String) -> TextRange {
    let start = builder.decoded.count
    var text = text
    text.withUTF8 { bytes in
      if let base = bytes.baseAddress { builder.decoded.append(base, count: bytes.count) }
    }
    return builder.decodedRange(since: start)
  }

  private static func place(_ offset: Int) -> UInt32 { UInt32(clamping: offset) }
}
