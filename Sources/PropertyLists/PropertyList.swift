import Basics

/// An immutable property list whose values know where they stand in their file.
///
/// The whole tree is three buffers: the text, one 32-byte record per value in document order, and the links from containers
/// to their children. A `Node` is an index into it and costs nothing to copy. Reading from several threads at once is fine.
///
/// Values are what the platform would see (`CFPropertyList.c`, `CFBinaryPList.c`, `CFOldStylePList.c`): of two equal keys one
/// is gone, a date of 30 February has become 1 or 2 March. What that hides is in `diagnostics`.
public final class PropertyList: Sendable {
  /// One value. Meaningful only together with the property list it came from.
  public struct Node: Hashable, Sendable {
    /// Position in document order; 0 is the root.
    public let index: UInt32

    /// Names the value at a position below `nodeCount`.
    package init(index: UInt32) { self.index = index }
  }

  /// The type of a value. Sets occur in binary files only, nulls in these and in JSON.
  public enum Kind: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case dictionary, array, set, string, integer, real, boolean, date, data, uid, null

    /// What the kind is called, here and in policies: `dictionary`, `array` and so on.
    public var name: String {
      // Spelled out, as the reflection that would find the same words takes long.
      switch self {
      case .dictionary: "dictionary"
      case .array: "array"
      case .set: "set"
      case .string: "string"
      case .integer: "integer"
      case .real: "real"
      case .boolean: "boolean"
      case .date: "date"
      case .data: "data"
      case .uid: "uid"
      case .null: "null"
      }
    }
  }

  /// How the file is written. `strings` is the form `key = value;` without braces; JSON is read elsewhere.
  public enum Format: String, Sendable, CaseIterable { case xml, binary, oldStyle, strings, json }

  /// A 64-bit integer of either sign; the unsigned case holds only what is greater than `Int64.max`.
  public enum Integer: Hashable, Sendable {
    case signed(Int64)
    case unsigned(UInt64)
  }

  /// How the file is written.
  public let format: Format
  /// Name shown in messages.
  public let file: String
  /// What the platform drops or changes silently, in document order.
  package let diagnostics: [SilentChange]
  /// Values in the tree, with those that lost to a second value of the same key.
  public let nodeCount: Int
  /// The outermost value.
  public var root: Node { Node(index: 0) }

  // Written before `init` returns and never after; freed in `deinit` alone.
  nonisolated(unsafe) let text: UnsafePointer<UInt8>
  nonisolated(unsafe) let decoded: UnsafePointer<UInt8>
  nonisolated(unsafe) let nodes: UnsafePointer<NodeRecord>
  nonisolated(unsafe) let links: UnsafePointer<UInt32>
  let textCount: Int
  /// Bytes of source text, decoded text, records and links together.
  public let byteSize: Int
  let indexes = DerivedIndexes()

  /// Takes over a source text and what a reader built from it.
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

  /// The record of a node; an index that isn't in this list reads as the root.
  @inline(__always) func record(_ node: Node) -> UnsafePointer<NodeRecord> {
    let index = Int(node.index)
    return nodes + (index < nodeCount ? index : 0)
  }

  @inline(__always) func bytes(_ offset: UInt32) -> UnsafePointer<UInt8> {
    let offset = Int(offset)
    return offset < textCount ? text + offset : decoded + (offset - textCount)
  }
}

/// What is worked out on first use and then kept: lines and columns, and the sorted order of dictionaries.
///
/// @unchecked Sendable: every access to the two tables happens with `lock` held.
final class DerivedIndexes: @unchecked Sendable {
  private let lock = Lock()
  private var positions: TextPositionIndex?
  private var orders: [UInt32: UnsafeMutableBufferPointer<UInt32>] = [:]

  deinit { for order in orders.values { order.deallocate() } }

  /// The place of an offset; the index of lines is made at the first call.
  func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    let index = lock.whileHeld {
      let index = positions ?? TextPositionIndex(text, count)
      positions = index
      return index
    }
    return index.place(text, count, offset: offset)
  }

  /// The order kept for a dictionary, made by `sort` at the first call. The memory stays until `deinit`.
  func order(of dictionary: UInt32, count: Int, sort: (inout [UInt32]) -> Void) -> UnsafeBufferPointer<UInt32> {
    lock.whileHeld {
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
