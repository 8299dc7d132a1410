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

  /// RFC 6901. The value that lost to an equal key has its winner's pointer.
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

  /// Position of a child among its container's links, which ascend as nodes are in document order.
  func position(of child: UInt32, in parent: UInt32) -> Int {
    let container = nodes[Int(parent)]
    let first = links + Int(container.low)
    var low = 0
    var high = Int(container.high)
    while low < high {
      let middle = (low + high) / 2
      if first[middle] < child { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
