import Basics

/// An immutable property list whose values know their positions in the file.
///
/// The tree consists of three buffers: the text, one 32-byte record per value in document order, and the links from containers to their
/// children. A `Node` is an index and costs nothing to copy. May be used by several threads at once.
///
/// Values are those that the platform would read (`CFPropertyList.c`, `CFBinaryPList.c`, `CFOldStylePList.c`): of two equal keys one is
/// dropped, and 30 February becomes 1 or 2 March. `diagnostics` contains such changes.
public final class PropertyList: Sendable {
  /// A value. Valid only for the property list that it came from.
  public struct Node: Hashable, Sendable {
    /// The position in document order; 0 is the root.
    public let index: UInt32

    /// Refers to the value at a position below `nodeCount`.
    package init(index: UInt32) { self.index = index }
  }

  /// The type of a value. Sets occur only in binary files, nulls only in binary files and in JSON.
  public enum Kind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case dictionary, array, set, string, integer, real, boolean, date, data, uid, null

    /// The name, here and in policies: `dictionary`, `array` and so on.
    public var name: String { Self.names[Int(rawValue)] }

    // Explicit, because reflection is slow.
    private static let names = [
      "dictionary", "array", "set", "string", "integer", "real", "boolean", "date", "data", "uid", "null",
    ]
  }

  /// The format of the file. `strings` is the form `key = value;` without braces; JSON is read by another reader.
  public enum Format: String, Sendable, CaseIterable { case xml, binary, oldStyle, strings, json }

  /// A 64-bit integer of either sign; the unsigned case is only used for values above `Int64.max`.
  public enum Integer: Hashable, Sendable {
    case signed(Int64)
    case unsigned(UInt64)
  }

  /// The format of the file.
  public let format: Format
  /// The name in messages.
  public let file: String
  /// Values that the platform drops or changes silently, in document order.
  package let diagnostics: [SilentChange]
  /// The number of values in the tree, including values that were dropped because of duplicate keys.
  public let nodeCount: Int
  /// The outermost value.
  public var root: Node { Node(index: 0) }

  // Written before `init` returns and never after; freed only in `deinit`.
  nonisolated(unsafe) let text: UnsafePointer<UInt8>
  nonisolated(unsafe) let decoded: UnsafePointer<UInt8>
  nonisolated(unsafe) let nodes: UnsafePointer<NodeRecord>
  nonisolated(unsafe) let links: UnsafePointer<UInt32>
  let textCount: Int
  /// The memory used by source text, decoded text, records and links, in bytes.
  public let byteSize: Int
  let indexes = DerivedIndexes()

  /// Takes ownership of a source text and a reader's result.
  init(format: Format, file: String, text: consuming SourceText, builder: consuming TreeBuilder) {
    self.format = format
    self.file = file
    let source = text.take()
    let remarks = builder.remarks.all
    let tree = builder.take()
    self.text = UnsafePointer(source.base)
    textCount = source.count
    decoded = UnsafePointer(tree.decoded.base)
    nodes = UnsafePointer(tree.nodes.base)
    nodeCount = tree.nodes.count
    links = UnsafePointer(tree.links.base)
    byteSize =
      source.count + tree.decoded.count + tree.nodes.count * MemoryLayout<NodeRecord>.stride
      + tree.links.count * MemoryLayout<UInt32>.stride
    let view = TreeView(
      text: self.text, textCount: textCount, decoded: decoded, nodes: nodes, nodeCount: nodeCount, links: links)
    diagnostics = remarks.isEmpty ? [] : view.diagnostics(remarks, isBinary: format == .binary)
  }

  deinit {
    free(UnsafeMutablePointer(mutating: text))
    free(UnsafeMutablePointer(mutating: decoded))
    free(UnsafeMutablePointer(mutating: nodes))
    free(UnsafeMutablePointer(mutating: links))
  }

  @inline(__always) var view: TreeView {
    TreeView(text: text, textCount: textCount, decoded: decoded, nodes: nodes, nodeCount: nodeCount, links: links)
  }

  /// The record of a node; an index outside this list gives the root.
  @inline(__always) func record(_ node: Node) -> UnsafePointer<NodeRecord> {
    let index = Int(node.index)
    return nodes + (index < nodeCount ? index : 0)
  }

  @inline(__always) func bytes(_ offset: UInt32) -> UnsafePointer<UInt8> {
    let offset = Int(offset)
    return offset < textCount ? text + offset : decoded + (offset - textCount)
  }
}

/// Data computed on first use: lines and columns, and the sorted order of dictionaries.
///
/// @unchecked Sendable: every access to the two tables happens with `lock` held.
final class DerivedIndexes: @unchecked Sendable {
  private let lock = Lock()
  private var positions: TextPositionIndex?
  private var orders: [UInt32: UnsafeMutableBufferPointer<UInt32>] = [:]

  deinit { for order in orders.values { order.deallocate() } }

  func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    let index = lock.withLock {
      let index = positions ?? TextPositionIndex(text, count)
      positions = index
      return index
    }
    return index.place(text, count, offset: offset)
  }

  /// The cached order of a dictionary, computed by `sort` on first use. The memory remains valid until `deinit`.
  func order(of dictionary: UInt32, count: Int, sort: (inout [UInt32]) -> Void) -> UnsafeBufferPointer<UInt32> {
    lock.withLock {
      if let known = orders[dictionary] { return UnsafeBufferPointer(known) }
      var positions = (0..<UInt32(truncatingIfNeeded: count)).map { $0 }
      sort(&positions)
      let kept = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
      _ = kept.initialize(from: positions)
      orders[dictionary] = kept
      return UnsafeBufferPointer(kept)
    }
  }
}
