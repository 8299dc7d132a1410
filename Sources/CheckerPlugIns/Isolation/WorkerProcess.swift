import Basics

/// The process of one checker: this program again, split into a supervisor and a worker (`CSupervisor.h`). The
/// process id is the supervisor's; it ends like its worker.
final class WorkerProcess {
  static let argument = "run-checkers"
  static let socket: Int32 = 3
  /// The descriptor whose closing shows the supervisor that the program is gone.
  static let lifeline: Int32 = 4
  /// The exit status of a process that lost its connection, which nobody reads if the program hung up.
  static let lostStatus: Int32 = 87

  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  let channel: WorkerChannel
  private let process: pid_t
  private var lifeline: Int32
  private let output: Int32
  private var end: End?

  init(_ executable: String, print: @escaping ([UInt8]) -> Bool) throws(PlugInError) {
    func failure(_ number: Int32) -> PlugInError {
      PlugInError(
        .process, "the process for checkers cannot be started: \(SystemError(number).text)", file: executable,
        hint: "if processes cannot be started here, run checkers that you trust with --in-process-plugins")
    }
    var (ours, its): ([Int32], [Int32]) = ([], [])
    defer { for descriptor in its { close(descriptor) } }
    do throws(SystemError) {
      func keep(_ one: Int32, _ other: Int32) {
        ours.append(one)
        its.append(other)
      }
      let connection = try Subprocess.descriptors(.connection)
      keep(connection.0, connection.1)
      let lifeline = try Subprocess.descriptors(.pipe)
      keep(lifeline.1, lifeline.0)
      let output = try Subprocess.descriptors(.pipe)
      keep(output.0, output.1)
      process = try Subprocess.start(
        executable, [executable, Self.argument],
        environment: Self.environment(temporaryDirectory: getenv("TMPDIR").map { String(cString: $0) })
          .map { Array($0.utf8CString) },
        moves: [(its[0], Self.socket), (its[1], Self.lifeline), (its[2], 1), (its[2], 2)], isolation: .group)
    } catch {
      for descriptor in ours { close(descriptor) }
      throw failure(error.number)
    }
    let (ownSocket, ownLifeline, ownOutput) = (ours[0], ours[1], ours[2])
    _ = fcntl(ownOutput, F_SETFL, O_NONBLOCK)
    lifeline = ownLifeline
    output = ownOutput
    channel = WorkerChannel(ownSocket, limit: WorkerChannel.limit)
    channel.output = (ownOutput, print)
    // A process that the checker started may keep the connection open.
    channel.hasEnded = { [process] in Self.hasEnded(process) }
  }

  deinit {
    if end == nil { stop() }
    close(output)
  }

  /// Waits up to `milliseconds` for the process to end, then kills it. Nil if it had to be killed.
  func finish(within milliseconds: Int) -> End? {
    if let end { return end }
    let isOver = waits(milliseconds)
    stop()
    return isOver ? end : nil
  }

  private func waits(_ milliseconds: Int) -> Bool {
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: milliseconds) &* 1_000_000
    var pause: UInt32 = 50
    while !Self.hasEnded(process) {
      if Clocks.nanoseconds() >= deadline { return false }
      usleep(pause)
      pause = min(1000, pause * 2)
    }
    return true
  }

  /// Whether a process has ended but was not waited for, so that no other process can have its id.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// The milliseconds in which the supervisor must kill everything that its worker has started.
  private static let patience = 10_000

  func stop() {
    if end != nil { return }
    // The supervisor waits for this. A checker may have stopped the supervisor.
    if lifeline >= 0 { close(lifeline) }
    lifeline = -1
    kill(process, SIGCONT)
    if !waits(Self.patience) { kill(process, SIGKILL) }
    end = Self.end(Subprocess.wait(for: process))
    try? channel.drain()
  }

  private static func end(_ status: Int32) -> End {
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}

extension WorkerProcess {
  /// The environment of a checker's process: the same on every machine, without the program's variables, which may
  /// contain tokens. The process then sets TMPDIR and HOME to its private directory.
  static func environment(temporaryDirectory: String?) -> [String] {
    [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC",
      // A crash must end the process at once, without Swift's backtracer.
      "SWIFT_BACKTRACE=enable=no", "TMPDIR=\(temporaryDirectory ?? "/tmp")",
    ]
  }
}

final class PrintedLines {
  var lines: [String] = []
  private var open: [UInt8] = []
  private var kept = 0
  private var count = 0

  /// Returns false if it is too much for one check.
  func take(_ bytes: [UInt8]) -> Bool {
    count += bytes.count
    for byte in bytes.prefix(CheckerLimits.logBytes - kept) {
      if byte == 0x0A { finishLine() } else { open.append(byte) }
      kept += 1
      if kept == CheckerLimits.logBytes {
        finishLine()
        lines.append("… (truncated)")
      }
    }
    return count <= CheckerLimits.printedBytes
  }

  func finishLine() {
    lines.append(String(decoding: open, as: UTF8.self))
    open = []
  }

  func flush() -> [String] {
    if !open.isEmpty { finishLine() }
    defer {
      lines = []
      kept = 0
      count = 0
    }
    return lines
  }
}
