import Basics
internal import CSupervisor

/// One end of the connection between the program and the process of a checker. A message has a kind, the number of
/// its question, and a length.
final class WorkerChannel {
  enum Failure: Error {
    case closed
    case timedOut
    case malformed
    case tooMuchOutput
  }

  /// The largest message from the process of a checker, in bytes. Messages from the program are limited by their
  /// content.
  static let limit = 32 << 20

  private let socket: Int32
  private let limit: Int
  private var received: [UInt8] = []
  private var at = 0
  /// The number of the current question. The program chooses it at random, so that neither an answer to an earlier
  /// question nor bytes from a checker are taken for an answer to this one.
  private var question: UInt64 = 0
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  /// The output of the other process, and its receiver, which returns false when it is too much.
  var output: (descriptor: Int32, take: ([UInt8]) -> Bool)?

  /// Whether the other process has ended. Needed when nothing is received, because the connection may not be closed
  /// then.
  var hasEnded: (() -> Bool)?
  /// How often `hasEnded` is called, in milliseconds.
  private static let interval: Int32 = 250

  /// Takes ownership of the socket.
  init(_ socket: Int32, limit: Int) {
    self.socket = socket
    self.limit = limit
    Sockets.prepare(socket)
  }

  deinit { close(socket) }

  /// How long to poll for the answer before asking the system to wake this process, in nanoseconds: most answers come
  /// sooner, and waking takes longer than answering.
  private static let attention: UInt64 = 50_000

  /// Begins a question. Only the first number comes from the system, because asking for each would take longer than
  /// the question.
  func beginQuestion() {
    if question == 0 { question = UInt64.random(in: 1...UInt64.max) }
    question = question &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }

  /// Sends a message. `deadline` is in nanoseconds of the monotonic clock; nil waits forever.
  func send(_ message: WorkerMessage, _ payload: [UInt8], deadline: UInt64? = nil) throws(Failure) {
    let bytes = WireWriter(message.rawValue, question, payload.count).bytes + payload
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

  /// Receives the next message. It must belong to the current question, unless it `beginsQuestion`.
  func receive(
    deadline: UInt64? = nil, beginsQuestion: Bool = false
  ) throws(Failure) -> (message: WorkerMessage, payload: [UInt8]) {
    let attention = Clocks.nanoseconds() &+ Self.attention
    if supervisor_is_copy() != 0 { throw .closed }
    while true {
      if let message = try next(beginsQuestion) { return message }
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

  private func next(_ beginsQuestion: Bool) throws(Failure) -> (message: WorkerMessage, payload: [UInt8])? {
    let header = 17
    guard received.count - at >= header else { return nil }
    func number(_ offset: Int) -> UInt64 {
      UInt64(littleEndianBytes: received[(at + offset)..<(at + offset + 8)])
    }
    let length = number(9)
    guard let message = WorkerMessage(rawValue: received[at]), length <= UInt64(limit) else { throw .malformed }
    if beginsQuestion { question = number(1) }
    guard number(1) == question else { throw .malformed }
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

  private func wait(for events: Int16, _ deadline: UInt64?) throws(Failure) {
    while true {
      var waited = [pollfd(fd: socket, events: events, revents: 0)]
      if let output { waited.append(pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0)) }
      var milliseconds: Int32 = -1
      if let deadline {
        let now = Clocks.nanoseconds()
        if now >= deadline { throw .timedOut }
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

  func drain() throws(Failure) {
    guard let (descriptor, take) = output else { return }
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        if !take(Array(chunk.prefix(count))) { throw .tooMuchOutput }
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // At its end, nobody prints any more, and a closed descriptor would always be ready.
        if count == 0 || errno != EAGAIN { output = nil }
        return
      }
    }
  }
}
