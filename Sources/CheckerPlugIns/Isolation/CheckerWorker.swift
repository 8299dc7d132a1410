internal import PropertyLists

// Without strict concurrency, as the C library's `stdout` is a variable.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// What a process of checkers does: it answers the program that started it, until that hangs up.
public final class CheckerWorker {
  /// The one argument of a program that is such a process.
  public static var argument: String { WorkerProcess.argument }

  private let channel: WorkerChannel
  private let registry = CheckerRegistry()
  private var limits = CheckerLimits()
  private var nextAllowance: UInt64 = 0
  private var graph: (number: UInt64, graph: RemoteCheckerGraph)?
  /// The options of rules, by their bytes.
  private var options: [[UInt8]: PropertyList] = [:]

  private init(_ channel: WorkerChannel) { self.channel = channel }

  /// Answers until the program hangs up. Returns the exit status of the process.
  public static func run() -> Int32 {
    var status = stat()
    guard fstat(WorkerProcess.socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      let message =
        "bundlepolicy \(argument): this is how bundlepolicy starts the process of its checkers; people don't\n"
      _ = Array(message.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      return 64
    }
    for descriptor in [WorkerProcess.socket, WorkerProcess.lifeline] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    WorkerLimits.closeInherited(above: WorkerProcess.lifeline)
    WorkerLimits.forbidCoreFiles()
    // A line that was printed is there though the process crash right after it.
    setvbuf(stdout, nil, _IOLBF, 0)
    let worker = CheckerWorker(WorkerChannel(WorkerProcess.socket, limit: Int.max / 2))
    do {
      try worker.answer()
    } catch {
      // The program is gone, or was not understood; or a checker closed what was not its own.
      return WorkerProcess.lostStatus
    }
  }

  private func answer() throws -> Never {
    registry.willRun = { [channel] path in
      var writer = WireWriter()
      writer.add(path)
      try? channel.send(.running, writer.bytes)
    }
    while true {
      let (message, payload) = try channel.receive(beginsTurn: true)
      var reader = WireReader(payload)
      do throws(PlugInError) {
        try handle(message, &reader)
      } catch {
        var writer = WireWriter()
        error.write(&writer)
        try channel.send(.refused, writer.bytes)
      }
    }
  }

  private func handle(_ message: WorkerMessage, _ reader: inout WireReader) throws(PlugInError) {
    do {
      switch message {
      case .configure: try configure(&reader)
      case .describe:
        let identifier = try reader.text()
        allowTime()
        let description = try registry.description(of: identifier)
        var writer = WireWriter()
        writer.add(registry.bundlePath(of: identifier))
        description.write(&writer)
        fflush(nil)
        try channel.send(.description, writer.bytes)
      case .describeAll:
        allowTime()
        let all = try registry.descriptions()
        var writer = WireWriter()
        writer.add(all) { writer, entry in
          writer.add(entry.bundle?.path)
          entry.description.write(&writer)
        }
        try channel.send(.descriptions, writer.bytes)
      case .check: try check(&reader)
      default: throw WireError()
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(.protocol, "the process of checkers did not understand the program")
    }
  }

  private func configure(_ reader: inout WireReader) throws {
    guard try reader.integer() == WorkerMessage.version else {
      throw PlugInError(
        .process, "the program was replaced by another version while it ran", hint: "run it again")
    }
    limits = CheckerLimits(seconds: try reader.integer(), memory: try reader.integer())
    let checkers = try reader.list { (reader) throws(WireError) in
      (path: try reader.text(), digest: try reader.optionalText())
    }
    try watch(memory: limits.memory)
    WorkerLimits.allow(memory: limits.memory)
    for (path, digest) in checkers {
      try registry.add(TrustedChecker(bundle: try CheckerBundle.open(path), digest: digest))
    }
    try channel.send(.done, [])
  }

  private func check(_ reader: inout WireReader) throws {
    let identifier = try reader.text()
    let number = try reader.number()
    let subject = try reader.integer()
    let isExplaining = try reader.flag()
    let bytes = try reader.block()
    let remote: RemoteCheckerGraph
    if let graph, graph.number == number { remote = graph.graph } else { remote = RemoteCheckerGraph(channel) }
    graph = (number, remote)
    if try reader.flag() { remote.learn(try CheckerFacts(&reader), of: subject) }
    let given: PropertyList
    if let known = options[bytes] { given = known } else { given = try PropertyList.parse(bytes, file: "options") }
    options[bytes] = given
    let session = CheckerSession(
      graph: remote, subject: subject, options: given, checker: identifier, isExplaining: isExplaining)
    session.tell = { [channel] message, write in
      var writer = WireWriter()
      write(&writer)
      try? channel.send(message, writer.bytes)
    }
    allowTime()
    try registry.check(identifier, session)
    // What was printed belongs to this check.
    fflush(nil)
    var writer = WireWriter()
    session.outcome.write(&writer)
    try channel.send(.done, writer.bytes)
  }

  /// From now on the process may take its time once more. Set at most once a second, which the limit has room for.
  private func allowTime() {
    let now = WorkerChannel.nanoseconds()
    guard now >= nextAllowance else { return }
    nextAllowance = now &+ 1_000_000_000
    WorkerLimits.allow(seconds: limits.seconds)
  }

  /// Ends the process when the program is gone, though a checker never return; and where the system knows no limit of memory, when it
  /// has too much.
  private func watch(memory: Int) throws(PlugInError) {
    let watch = Unmanaged.passRetained(MemoryWatch(limit: memory)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, MemoryWatch.run, watch) == 0 else {
      throw PlugInError(
        .process, "the process for checkers can have no thread, so nothing would end it with the program",
        hint: "raise the limit of processes (ulimit -u)")
    }
  }
}

/// What the watching thread knows.
private final class MemoryWatch {
  let limit: Int
  init(limit: Int) { self.limit = limit }

  #if canImport(Darwin)
    static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { work($0) }
  #else
    static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { $0.flatMap { work($0) } }
  #endif

  private static func work(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    let limit = Unmanaged<MemoryWatch>.fromOpaque(pointer).takeRetainedValue().limit
    while true {
      var waited = pollfd(fd: WorkerProcess.lifeline, events: Int16(POLLIN), revents: 0)
      if poll(&waited, 1, WorkerLimits.watchInterval) > 0 {
        // With all that checkers have started.
        if getpgrp() == getpid() { kill(0, SIGKILL) }
        _exit(0)
      }
      if WorkerLimits.isOver(memory: limit) { _exit(WorkerLimits.memoryStatus) }
    }
  }
}
