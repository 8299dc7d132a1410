#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is worked out on first use and then kept: lines and columns, and the sorted order of dictionaries.
///
/// @unchecked Sendable: every access to the two tables happens with `mutex` held.
final class LazyIndexes: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var positions: TextPositionIndex?
  private var orders: [UInt32: UnsafeMutableBufferPointer<UInt32>] = [:]

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    for order in orders.values { order.deallocate() }
  }

  /// The place of an offset; the index of lines is made at the first call.
  func place(_ text: UnsafePointer<UInt8>, _ count: Int, offset: Int) -> Place {
    pthread_mutex_lock(mutex)
    let index = positions ?? TextPositionIndex(text, count)
    positions = index
    pthread_mutex_unlock(mutex)
    return index.place(text, count, offset: offset)
  }

  /// The order kept for a dictionary, made by `sort` at the first call. The memory stays until `deinit`.
  func order(of dictionary: UInt32, count: Int, sort: (inout [UInt32]) -> Void) -> UnsafeBufferPointer<UInt32> {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let known = orders[dictionary] { return UnsafeBufferPointer(known) }
    var positions = (0..<UInt32(truncatingIfNeeded: count)).map { $0 }
    sort(&positions)
    let kept = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: count)
    _ = kept.initialize(from: positions)
    orders[dictionary] = kept
    return UnsafeBufferPointer(kept)
  }
}
