import Basics

/// Two connected descriptors, one to read from and one to write to. Both are closed with it.
final class Channel {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// Nil when there are no descriptors left; `errno` says so.
  init?() {
    var pair: [Int32] = [-1, -1]
    guard Self.open(&pair) else { return nil }
    // Out of the way of the numbers that a process is given.
    let moved = pair.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    for descriptor in pair { close(descriptor) }
    (reading, writing) = (moved[0], moved[1])
    if reading < 0 || writing < 0 { return nil }
    Self.ignoreBrokenPipe(writing)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// What is there to be read, which may be nothing; nil at the end.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes { bytes in systemRead(reading, bytes.baseAddress, bytes.count) }
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  /// Writes what can be written, and returns the rest; nothing when nobody reads any more.
  func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = bytes.withUnsafeBytes { Self.send(writing, $0) }
    if count >= 0 { return bytes.dropFirst(count) }
    return [EAGAIN, EINTR].contains(errno) ? bytes : []
  }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  start.map { read(descriptor, $0, count) } ?? 0
}
