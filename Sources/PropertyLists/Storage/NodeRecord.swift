/// One value of the tree, 32 bytes, in document order.
struct NodeRecord: BitwiseCopyable {
  /// Scalars: the bits of the value. Strings and data: offset (low half) and length (high half) in the text.
  /// Containers: first link (low half) and number of links (high half).
  var payload: UInt64
  /// Index of the container; the root's is `NodeRecord.none`.
  var parent: UInt32
  /// Source offset of the value: in text formats its first character, in binary ones the object's marker.
  var place: UInt32
  /// The key, when the container is a dictionary.
  var keyOffset: UInt32
  var keyLength: UInt32
  var keyPlace: UInt32
  var kind: PropertyList.Kind
  var flags: UInt8
  var reserved: UInt16 = 0

  static let none = UInt32.max

  /// Dictionary whose keys stand in byte order: no index needed.
  static let isSorted: UInt8 = 1
  /// Dictionary whose links are followed by a hash table.
  static let isHashed: UInt8 = 2
  /// Integer above `Int64.max`.
  static let isUnsigned: UInt8 = 4

  @inline(__always) var low: UInt32 { UInt32(truncatingIfNeeded: payload) }
  @inline(__always) var high: UInt32 { UInt32(truncatingIfNeeded: payload >> 32) }

  @inline(__always) static func pair(_ low: UInt32, _ high: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
}

/// A stretch of the text: of the source itself, or, from the source's length on, of what was decoded beside it.
struct TextRange: BitwiseCopyable {
  var offset: UInt32
  var length: UInt32
}
