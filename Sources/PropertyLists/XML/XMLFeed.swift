import Basics
internal import CLibXML2

/// Hands the text to libxml2 in small pieces: its buffer then stays in the cache, where a second copy of a large text
/// would cost as much as parsing it.
struct XMLFeed {
  var next: UnsafePointer<UInt8>
  var left: Int

  static let read: xmlInputReadCallback = { context, buffer, wanted in
    guard let context, let buffer else { return -1 }
    let feed = context.assumingMemoryBound(to: XMLFeed.self)
    let count = min(Int(wanted), feed.pointee.left)
    guard count > 0 else { return 0 }
    memcpy(buffer, feed.pointee.next, count)
    feed.pointee.next += count
    feed.pointee.left -= count
    return Int32(truncatingIfNeeded: count)
  }
}
