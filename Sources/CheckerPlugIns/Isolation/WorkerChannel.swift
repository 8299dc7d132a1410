import Basics
internal import CSupervisor

/// One end of the connection between the program and the process of its checkers: messages with a kind, the number of the question
/// that they belong to, and a length.
final class WorkerChannel {
  /// Why nothing came.
  enum Failure: Error {
    /// The other end is gone.
    case closed
    /// The time is over.
    case late
    /// What came is no message.
    case garbage
    /// The other process printed more than it may.
    case noise
  }

  /// The largest message from the process of the checkers, in bytes; that from the program is bounded by what it sends.
  static let limit = 32 << 20

  private let socket: Int32
  private let limit: Int
  private var received: [UInt8] = []
  private var at = 0
  /// The number of the question that is being asked and answered. The program draws it at random, so that neither an answer to an
  /// earlier question nor what a checker wrote itself is taken for one to this.
  private var turn: UInt64 = 0
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  /// Where the other process prints to, and what takes it; false says that it is enough.
  var output: (descriptor: Int32, take: ([UInt8]) -> Bool)?

  /// Whether the other process is over. It is asked when nothing comes, for then the connection may not be closed.
  var hasEnded: (() -> Bool)?
  /// How often it is asked, in milliseconds.
  private static let interval: Int32 = 250

  /// Takes the socket over.
  init(_ socket: Int32, limit: Int) {
    self.socket = socket
    self.limit = limit
    Sockets.prepare(socket)
  }

  deinit { close(socket) }

  /// How long the other end's answer is awaited before the system is asked to wake this one, in nanoseconds: most come sooner, and
  /// waking takes longer than answering.
  private static let attention: UInt64 = 50_000

  /// A question of the program's begins. Only the first number is the system's: asking for each would take longer than the question.
  func beginTurn() {
    if turn == 0 { turn = UInt64.random(in: 1...UInt64.max) }
    turn = turn &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }

  /// Sends a message. `deadline` in nanoseconds of the monotonic clock; nil waits for ever.
  func send(_ message: WorkerMessage, _ payload: [UInt8], deadline: UInt64? = nil) throws(Failure) {
    var frame = WireWriter()
    frame.add(message.rawValue)
    frame.add(turn)
    frame.add(payload.count)
    let bytes = frame.bytes + payload
    var sent = 0
    if supervisor_is_copy() != 0 { throw .closed }
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Sockets.send(socket, $0) }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLOUT), deadline)
      } else {
        throw .closed
      }
    }
  }

  /// The next message. It must belong to the question that is being answered, unless it `beginsTurn`.
  func receive(
    deadline: UInt64? = nil, beginsTurn: Bool = false
  ) throws(Failure) -> (message: WorkerMessage, payload: [UInt8]) {
    let attention = Clocks.nanoseconds() &+ Self.attention
    if supervisor_is_copy() != 0 { throw .closed }
    while true {
      if let message = try next(beginsTurn) { return message }
      let count = chunk.withUnsafeMutableBytes { Sockets.receive(socket, $0) }
      if count > 0 {
        received += chunk.prefix(count)
        continue
      }
      if count == 0 { throw .closed }
      guard errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK else { throw .closed }
      if Clocks.nanoseconds() < attention { sched_yield() } else { try wait(for: Int16(POLLIN), deadline) }
    }
  }

  private func next(_ beginsTurn: Bool) throws(Failure) -> (message: WorkerMessage, payload: [UInt8])? {
    let header = 17
    guard received.count - at >= header else { return nil }
    func number(_ offset: Int) -> UInt64 {
      UInt64(littleEndianBytes: received[(at + offset)..<(at + offset + 8)])
    }
    let length = number(9)
    guard let message = WorkerMessage(rawValue: received[at]), length <= UInt64(limit) else { throw .garbage }
    if beginsTurn { turn = number(1) }
    guard number(1) == turn else { throw .garbage }
    let end = at + header + Int(length)
    guard received.count >= end else { return nil }
    let payload = Array(received[(at + header)..<end])
    at = end
    if at == received.count {
      received.removeAll(keepingCapacity: received.count < 1 << 20)
      at = 0
    } else if at > 1 << 20 {
      received.removeFirst(at)
      at = 0
    }
    return (message, payload)
  }

  /// Waits until the socket is ready, and takes what is printed meanwhile.
  private func wait(for events: Int16, _ deadline: UInt64?) throws(Failure) {
    while true {
      var waited = [pollfd(fd: socket, events: events, revents: 0)]
      if let output { waited.append(pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0)) }
      var milliseconds: Int32 = -1
      if let deadline {
        let now = Clocks.nanoseconds()
        if now >= deadline { throw .late }
        milliseconds = Int32(clamping: (deadline - now) / 1_000_000 + 1)
      }
      if hasEnded != nil { milliseconds = milliseconds < 0 ? Self.interval : min(milliseconds, Self.interval) }
      let count = poll(&waited, nfds_t(waited.count), milliseconds)
      if count < 0, errno != EINTR { throw .closed }
      if waited.count > 1, waited[1].revents != 0 { try drain() }
      // A checker may close all descriptors of its process.
      if count > 0, waited[0].revents & Int16(POLLNVAL) != 0 { throw .closed }
      if count > 0, waited[0].revents != 0 { return }
      if count == 0, hasEnded?() == true { throw .closed }
    }
  }

  /// Takes what was printed. Returns when there is nothing more now.
  func drain() throws(Failure) {
    guard let (descriptor, take) = output else { return }
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        if !take(Array(chunk.prefix(count))) { throw .noise }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // At its end nobody prints any more, and what is closed would always be ready.
        if count == 0 || errno != EAGAIN { output = nil }
        return
      }
    }
  }

  /// Tells the other end that nothing more will come.
  func hangUp() { shutdown(socket, Sockets.bothWays) }
}
