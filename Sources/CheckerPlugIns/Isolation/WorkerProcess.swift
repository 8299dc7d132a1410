import Basics

/// The process that one checker runs in: this program once more, split into a supervisor and a worker (`CSupervisor.h`). This is the
/// supervisor's number; it ends as its worker did.
final class WorkerProcess {
  /// The argument that makes the program such a process.
  static let argument = "run-checkers"
  /// Where the process finds its end of the connection.
  static let socket: Int32 = 3
  /// Where the supervisor finds what is closed when the program is gone, in whatever way.
  static let lifeline: Int32 = 4
  /// The status of a process that lost its connection: nobody looks when the program hung up.
  static let lostStatus: Int32 = 87

  /// How a process ended.
  enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  let channel: WorkerChannel
  private let process: pid_t
  private var lifeline: Int32
  private let output: Int32
  private var end: End?

  /// Starts `executable`. `print` takes what it prints; false says that it is enough.
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
        moves: [(its[0], Self.socket), (its[1], Self.lifeline), (its[2], 1), (its[2], 2)], standing: .group)
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
    // Another process may hold the connection open: one that a checker started.
    channel.hasEnded = { [process] in Self.hasEnded(process) }
  }

  deinit {
    if end == nil { stop() }
    close(output)
  }

  /// Waits for the end that has begun, for as long as `milliseconds`; then ends it. Nil when it had to be ended.
  func finish(within milliseconds: Int) -> End? {
    if let end { return end }
    let isOver = waits(milliseconds)
    stop()
    return isOver ? end : nil
  }

  /// Whether the process ends within a time.
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

  /// Whether a process is over and not waited for, so that its number is nobody else's.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
      && information.si_signo == SIGCHLD
  }

  /// How long the supervisor may take to end all that its worker has started, in milliseconds.
  private static let patience = 10_000

  /// Ends the checker and what it started.
  func stop() {
    if end != nil { return }
    // That is what the supervisor waits for. A checker may have stopped it.
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
  /// All variables that a checker's process gets: the same on every machine, and none of the program's own, which may hold tokens. The
  /// process itself then sets TMPDIR and HOME to its private directory.
  static func environment(temporaryDirectory: String?) -> [String] {
    [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC",
      // A crash ends the process at once, without Swift's debugger.
      "SWIFT_BACKTRACE=enable=no", "TMPDIR=\(temporaryDirectory ?? "/tmp")",
    ]
  }
}

/// What a process of checkers prints, in lines.
final class PrintedLines {
  var lines: [String] = []
  private var open: [UInt8] = []
  private var kept = 0
  private var count = 0

  /// False when it is too much for one check.
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
