import Basics

/// What is worked out on first use and then kept: lines and columns, and the sorted order of dictionaries.
///
/// @unchecked Sendable: every access to the two tables happens with `lock` held.
final class LazyIndexes: @unchecked Sendable {
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
