import Basics

/// The descriptor of a connection, which libpq owns.
struct PostgreSQLSocket {
  /// What to wait for.
  enum Event {
    case reading
    case readingOrWriting
  }

  private let descriptor: CInt

  /// A descriptor that libpq gave; a negative one is that of a lost connection.
  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Waits until it can be read, or written, if that is awaited, or is closed: says whether it can be read. Nil when none of it
  /// happens for so long.
  func wait(for event: Event, milliseconds: Int) -> Bool? {
    // Reading will tell.
    guard descriptor >= 0 else { return true }
    let awaited = event == .reading ? POLLIN : POLLIN | POLLOUT
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: awaited), revents: 0)
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(milliseconds)
    while true {
      let left = max(.zero, end - clock.now)
      let (seconds, attoseconds) = left.components
      let timeout = seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
      let count = poll(&entry, 1, CInt(clamping: timeout))
      // A signal is no news of the server.
      if count < 0, errno == EINTR { continue }
      if count == 0 { return nil }
      return count < 0 || entry.revents & ~Int16(truncatingIfNeeded: POLLOUT) != 0
    }
  }
}
