@preconcurrency import Basics
internal import CSupervisor
internal import PropertyLists

// Without strict concurrency, as the C library's `stdout` is a variable.

/// Runs in the process of a checker: answers the program that started it, until that is finished or hangs up.
package final class CheckerWorker {
  /// The only argument of such a process.
  package static var argument: String { WorkerProcess.argument }

  /// Keeps other processes of this user, such as checkers, from reading this program's variables and memory, on
  /// systems that support this. For programs; a library must not do so by itself.
  package static func hideProgram() { supervisor_hide_program() }

  private let channel: WorkerChannel
  private var registry = CheckerRegistry()
  /// The threads before any code of a checker ran.
  private var threads: Set<UInt64>?
  private var limits = CheckerLimits()
  private var nextAllowance: UInt64 = 0
  private var graph: (number: UInt64, graph: RemoteCheckerGraph)?
  private var options: [[UInt8]: PropertyList] = [:]

  private init(_ channel: WorkerChannel) { self.channel = channel }

  /// Answers until the program has finished. Returns the exit status of the process.
  package static func run() -> Int32 {
    var status = stat()
    guard fstat(WorkerProcess.socket, &status) == 0, status.type == S_IFSOCK else {
      let message =
        "bundlepolicy \(argument): bundlepolicy uses this argument internally to start a checker's process\n"
      _ = Array(message.utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      return 64
    }
    for descriptor in [WorkerProcess.socket, WorkerProcess.lifeline] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    WorkerLimits.closeInherited(above: WorkerProcess.lifeline)
    WorkerLimits.forbidCoreFiles()
    // From here on, this is the worker.
    supervisor_split(WorkerProcess.socket, WorkerProcess.lifeline)
    // Printed lines must not be lost if the process crashes right after them.
    setvbuf(stdout, nil, _IOLBF, 0)
    let worker = CheckerWorker(WorkerChannel(WorkerProcess.socket, limit: Int.max / 2))
    do {
      try worker.answer()
      // Exit handlers of the checker run now.
      return 0
    } catch {
      // The program is gone or sent something unexpected; or a checker closed a descriptor that is not its own; or
      // this is a fork that a checker made. No more of the checker's code must run.
      _exit(WorkerProcess.lostStatus)
    }
  }

  /// Returns once the program has finished, and the checker's code is unloaded.
  private func answer() throws {
    while true {
      let (message, payload) = try channel.receive(beginsQuestion: true)
      if message == .finish {
        allowTime()
        graph = nil
        registry = CheckerRegistry()
        fflush(nil)
        try channel.send(.done, [])
        // A thread of the checker must not run while the process frees what the thread uses.
        if ProcessThreads.hasMore(than: threads) { _exit(0) }
        return
      }
      var reader = WireReader(payload)
      do throws(PlugInError) {
        try handle(message, &reader)
      } catch {
        try channel.send(.refused, WireWriter(error).bytes)
      }
    }
  }

  private func handle(_ message: WorkerMessage, _ reader: inout WireReader) throws(PlugInError) {
    do {
      switch message {
      case .configure: try configure(&reader)
      case .describe:
        allowTime()
        let all = try registry.descriptions()
        fflush(nil)
        try channel.send(.descriptions, WireWriter(all.map(\.description)).bytes)
      case .check: try check(&reader)
      default: throw WireError()
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(.protocol, "the checker's process could not read the request")
    }
  }

  private func configure(_ reader: inout WireReader) throws {
    guard try reader.value() == WorkerMessage.version else {
      throw PlugInError(.process, "the program was replaced by another version while it ran", hint: "run it again")
    }
    limits = CheckerLimits(seconds: try reader.value(), memory: try reader.value())
    guard WorkerLimits.watch(memory: limits.memory) else {
      throw PlugInError(
        .process, "the checker's process cannot start a thread, so its memory could not be limited",
        hint: "raise the process limit (ulimit -u)")
    }
    WorkerLimits.allow(memory: limits.memory)
    threads = ProcessThreads.identifiers()
    // This process has a working directory of its own, so it opens another path than messages show.
    let bundle = try CheckerBundle.open(try reader.value(), shownAs: try reader.value())
    if let refusal = registry.add(TrustedChecker(bundle: bundle, digest: try reader.value())) { throw refusal }
    try channel.send(.done, [])
  }

  private func check(_ reader: inout WireReader) throws {
    let (identifier, number, subject, isExplaining): (String, UInt64, Int, Bool) = try reader.values()
    let bytes = Array(try reader.block())
    let remote: RemoteCheckerGraph
    if let graph, graph.number == number { remote = graph.graph } else { remote = RemoteCheckerGraph(channel) }
    graph = (number, remote)
    if let facts: CheckerFacts = try reader.value() { remote.learn(facts, of: subject) }
    let given: PropertyList
    if let known = options[bytes] { given = known } else { given = try PropertyList.parse(bytes, file: "options") }
    options[bytes] = given
    let session = CheckerSession(graph: remote, subject: subject, options: given, isExplaining: isExplaining)
    session.send = { [channel] message, write in
      var writer = WireWriter()
      write(&writer)
      try? channel.send(message, writer.bytes)
    }
    allowTime()
    try registry.check(identifier, session)
    // Printed text belongs to this check.
    fflush(nil)
    var writer = WireWriter()
    session.outcome.write(&writer)
    try channel.send(.done, writer.bytes)
  }

  /// Restarts the process's time limit. Called at most once a second, which the limit allows for.
  private func allowTime() {
    let now = Clocks.nanoseconds()
    guard now >= nextAllowance else { return }
    nextAllowance = now &+ 1_000_000_000
    WorkerLimits.allow(seconds: limits.seconds)
  }
}
