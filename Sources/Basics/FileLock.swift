/// An exclusive lock on an open file or folder, held until `deinit`; the system releases it when the process ends for any reason.
package final class FileLock {
  private let descriptor: Int32

  /// Takes ownership of a file's descriptor and waits for the lock, for at most `seconds`. Fails if another process still holds it.
  ///
  /// On a file system without locks it succeeds at once, which callers must tolerate.
  package init?(_ descriptor: Int32, seconds: Int) {
    self.descriptor = descriptor
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline { return nil }
      // Random, so that waiting processes do not retry simultaneously.
      usleep(.random(in: 3_000...15_000))
    }
  }

  deinit { close(descriptor) }
}
