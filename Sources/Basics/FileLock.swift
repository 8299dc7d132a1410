/// A lock on an open file or folder that one process has at a time, for as long as this lives; the system releases it with the process,
/// however that ends.
package final class FileLock {
  private let descriptor: Int32

  /// Takes over the descriptor of a file, and waits until nobody else has locked it, for at most `seconds`. Nil when somebody still does.
  ///
  /// On a file system without locks there is nothing to wait for: what is guarded must bear that.
  package init?(_ descriptor: Int32, seconds: Int) {
    self.descriptor = descriptor
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline { return nil }
      // Those that wait don't all try at the same moment.
      usleep(.random(in: 3_000...15_000))
    }
  }

  deinit { close(descriptor) }
}
