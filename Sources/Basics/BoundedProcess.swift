package struct BoundedProcess {
  package struct Outcome: Sendable {
    /// The exit status; 128 plus the signal's number if a signal ended it.
    package let status: Int32
    package let output: [UInt8]
    /// The end of its standard error.
    package let errors: [UInt8]
  }

  package enum Failure: Error {
    /// It could not be started; the `errno`.
    case start(Int32)
    case time
    case output
    /// `isTooMuch` returned true.
    case stopped
  }

  private let program: String
  private let words: [String]
  private let environment: [[CChar]]
  private let input: [UInt8]
  private let outputLimit: Int
  private let deadline: UInt64
  private let isolation: Subprocess.Isolation
  private let isTooMuch: () -> Bool

  private static let errorLimit = 16 << 10

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - words: the arguments.
  ///   - environment: the variables as C strings.
  ///   - input: the contents of standard input.
  ///   - outputLimit: the maximum size of standard output, in bytes.
  ///   - deadline: the time of the monotonic clock at which it must have ended.
  ///   - isolation: unless shared, processes that it starts are ended with it.
  ///   - isTooMuch: called several times per second; returns whether to end the program.
  package init(
    _ program: String, _ words: [String], environment: [[CChar]], input: [UInt8] = [], outputLimit: Int,
    deadline: UInt64, isolation: Subprocess.Isolation = .session, isTooMuch: @escaping () -> Bool = { false }
  ) {
    self.program = program
    self.words = words
    self.environment = environment
    self.input = input
    self.outputLimit = outputLimit
    self.deadline = deadline
    self.isolation = isolation
    self.isTooMuch = isTooMuch
  }

  package func run() throws(Failure) -> Outcome {
    let (input, output, errors, process): (Channel, Channel, Channel, pid_t)
    do throws(SystemError) {
      (input, output, errors) = (try Channel(), try Channel(), try Channel())
      process = try Subprocess.start(
        program, [program] + words, environment: environment,
        moves: [(input.reading, 0), (output.writing, 1), (errors.writing, 2)], isolation: isolation)
    } catch {
      throw .start(error.number)
    }
    input.closeReading()
    output.closeWriting()
    errors.closeWriting()
    do throws(Failure) {
      let (written, errorOutput) = try exchange(input, output, errors)
      return Outcome(status: try wait(for: process), output: written, errors: errorOutput)
    } catch {
      // Kill before waiting: until then, the process numbers cannot be reused.
      if isolation != .shared { kill(-process, SIGKILL) }
      kill(process, SIGKILL)
      Subprocess.wait(for: process)
      throw error
    }
  }

  private func exchange(
    _ input: Channel, _ output: Channel, _ errors: Channel
  ) throws(Failure) -> (output: [UInt8], errors: [UInt8]) {
    var pending = self.input[...]
    var (written, errorOutput): ([UInt8], [UInt8]) = ([], [])
    if pending.isEmpty { input.closeWriting() }
    for descriptor in [input.writing, output.reading, errors.reading] where descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    while output.reading >= 0 || errors.reading >= 0 {
      try check()
      var polled = [
        pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
      ]
      _ = poll(&polled, nfds_t(polled.count), 200)
      if polled[0].revents != 0 {
        if let bytes = output.read() {
          if bytes.count > outputLimit - written.count { throw .output }
          written += bytes
        } else {
          output.closeReading()
        }
      }
      if polled[1].revents != 0 {
        if let bytes = errors.read() {
          errorOutput += bytes
          if errorOutput.count > Self.errorLimit { errorOutput.removeFirst(errorOutput.count - Self.errorLimit) }
        } else {
          errors.closeReading()
        }
      }
      if polled[2].revents != 0 {
        pending = input.write(pending)
        if pending.isEmpty { input.closeWriting() }
      }
    }
    return (written, errorOutput)
  }

  private func check() throws(Failure) {
    if Clocks.nanoseconds() >= deadline { throw .time }
    if isTooMuch() { throw .stopped }
  }

  private func wait(for process: pid_t) throws(Failure) -> Int32 {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { return Subprocess.exitStatus(status) }
      if result < 0, errno != EINTR { throw .start(errno) }
      try check()
      usleep(2000)
    }
  }
}

/// Two connected descriptors, one for reading and one for writing. Both are closed in `deinit`.
private final class Channel {
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

  /// Reads available bytes, possibly none; returns nil at the end.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes { bytes in systemRead(reading, bytes.baseAddress, bytes.count) }
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  /// Writes as much as possible and returns the rest; returns nothing if the reader is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = bytes.withUnsafeBytes { Sockets.send(writing, $0) }
    if count >= 0 { return bytes.dropFirst(count) }
    return [EAGAIN, EINTR].contains(errno) ? bytes : []
  }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  start.map { read(descriptor, $0, count) } ?? 0
}
