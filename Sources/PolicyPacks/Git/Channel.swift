import Basics

/// Two connected descriptors, one to read from and one to write to. Both are closed with it.
final class Channel {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws(SystemError) {
    (reading, writing) = try Subprocess.descriptors(.connection)
    Sockets.prepare(writing)
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
    let count = bytes.withUnsafeBytes { Sockets.send(writing, $0) }
    if count >= 0 { return bytes.dropFirst(count) }
    return [EAGAIN, EINTR].contains(errno) ? bytes : []
  }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  start.map { read(descriptor, $0, count) } ?? 0
}
