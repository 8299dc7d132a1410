/// The finished buffers of a tree, for reading. Valid as long as the property list that owns them.
struct TreeView {
  let text: UnsafePointer<UInt8>
  let textCount: Int
  let decoded: UnsafePointer<UInt8>
  let nodes: UnsafePointer<NodeRecord>
  let nodeCount: Int
  let links: UnsafePointer<UInt32>

  @inline(__always) func bytes(_ offset: UInt32) -> UnsafePointer<UInt8> {
    let offset = Int(offset)
    return offset < textCount ? text + offset : decoded + (offset - textCount)
  }

  func key(_ record: UnsafePointer<NodeRecord>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes(record.pointee.keyOffset), count: Int(record.pointee.keyLength))
  }

  /// The RFC 6901 pointer. A value that was dropped because of a duplicate key has the pointer of the value that is used.
  func pointer(to index: UInt32) -> String {
    var steps: [String] = []
    var index = index
    while Int(index) < nodeCount, nodes[Int(index)].parent != NodeRecord.none {
      let parent = nodes[Int(index)].parent
      if nodes[Int(parent)].kind == .dictionary {
        let key = String(decoding: key(nodes + Int(index)), as: UTF8.self)
        steps.append(JSONPointer.escape(key))
      } else {
        steps.append(String(position(of: index, in: parent)))
      }
      index = parent
    }
    return steps.reversed().reduce(into: "") { $0 += "/" + $1 }
  }

  /// The position of a child among its container's links, which are ascending because nodes are in document order.
  func position(of child: UInt32, in parent: UInt32) -> Int {
    let container = nodes[Int(parent)]
    let first = links + Int(container.low)
    return UnsafeBufferPointer(start: first, count: Int(container.high)).partitionPoint { $0 >= child }
  }
}

/// A value of the tree, 32 bytes, in document order.
struct NodeRecord: BitwiseCopyable {
  /// Scalars: the bits of the value. Strings and data: offset (low half) and length (high half) in the text. Containers: first link (low
  /// half) and number of links (high half).
  var payload: UInt64
  /// The index of the container; `NodeRecord.none` for the root.
  var parent: UInt32
  /// The source offset of the value: in text formats its first character, in binary ones the object's marker.
  var place: UInt32
  var keyOffset: UInt32
  var keyLength: UInt32
  var keyPlace: UInt32
  var kind: PropertyList.Kind
  var flags: UInt8
  var reserved: UInt16 = 0

  static let none = UInt32.max

  /// A dictionary whose keys are in byte order and need no index.
  static let isSorted: UInt8 = 1
  /// A dictionary whose links are followed by a hash table.
  static let isHashed: UInt8 = 2
  static let isUnsigned: UInt8 = 4

  @inline(__always) var low: UInt32 { UInt32(truncatingIfNeeded: payload) }
  @inline(__always) var high: UInt32 { UInt32(truncatingIfNeeded: payload >> 32) }

  @inline(__always) static func pair(_ low: UInt32, _ high: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
}

/// A range of the source text, or, from the source's length on, of the decoded text.
struct TextRange: BitwiseCopyable {
  var offset: UInt32
  var length: UInt32
}
