import Basics
internal import CSupervisor
internal import PropertyLists

/// A checker in its own process, which is started when it is first needed, and again after a failure.
final class IsolatedChecker {
  /// The checker in messages: its identifier, or its bundle's.
  var name: String
  private let checker: TrustedChecker
  private let limits: CheckerLimits
  private let worker: String
  private var process: WorkerProcess?
  private var graph: (any CheckerGraph)?
  private var graphNumber: UInt64 = 0
  private var knownBundles: Set<Int> = []
  private var printed = PrintedLines()
  /// The options of the last check: a rule has one set of options for all bundles.
  private var lastOptions: (list: PropertyList, bytes: [UInt8])?
  /// The time when the process must have finished.
  private var finishing: UInt64?

  init(_ checker: TrustedChecker, _ name: String, _ limits: CheckerLimits, worker: String) {
    self.checker = checker
    self.name = name
    self.limits = limits
    self.worker = worker
  }

  deinit {
    // Lets unload functions run for a moment. Nobody is left who could report their errors.
    if process == nil { return }
    beginFinishing(within: 1)
    _ = finish()
  }

  // MARK: Asking

  func descriptions() throws(PlugInError) -> [CheckerDescription] {
    let process = try started()
    let deadline = self.deadline
    do {
      var reader = try Self.ask(.describe, [], .descriptions, over: process.channel, deadline)
      let list: [CheckerDescription] = try reader.value()
      try reader.finish()
      return list
    } catch let error as PlugInError {
      // A checker that failed to register is useless.
      end()
      throw error
    } catch {
      throw fault(error)
    }
  }

  /// Asks a question with one answer, which must be of the kind `answer`.
  private static func ask(
    _ question: WorkerMessage, _ payload: [UInt8], _ answer: WorkerMessage, over channel: WorkerChannel,
    _ deadline: UInt64
  ) throws -> WireReader {
    channel.beginQuestion()
    try channel.send(question, payload, deadline: deadline)
    let (message, payload) = try channel.receive(deadline: deadline)
    var reader = WireReader(payload)
    if message == .refused { throw try PlugInError(&reader) }
    guard message == answer else { throw WireError() }
    return reader
  }

  func check(
    _ identifier: String, bundle: Int, of graph: any CheckerGraph, options: PropertyList, isExplaining: Bool
  ) -> CheckerOutcome {
    var outcome = CheckerOutcome()
    do throws(PlugInError) {
      try check(identifier, bundle, graph, options, isExplaining, &outcome)
    } catch {
      outcome.failure = error
    }
    outcome.log += printed.flush()
    return outcome
  }

  private func check(
    _ identifier: String, _ bundle: Int, _ graph: any CheckerGraph, _ options: PropertyList, _ isExplaining: Bool,
    _ outcome: inout CheckerOutcome
  ) throws(PlugInError) {
    let process = try started()
    if graph !== self.graph {
      self.graph = graph
      graphNumber &+= 1
      knownBundles = []
    }
    var writer = WireWriter(identifier, graphNumber, bundle, isExplaining)
    writer.add(block: bytes(of: options))
    writer.add(knownBundles.insert(bundle).inserted ? try? graph.facts(of: bundle) : nil)
    let deadline = self.deadline
    var findingBytes = 0
    var lineBytes = 0
    /// Findings for an unknown bundle would not be reported.
    var known: Set<Int> = []
    func isBundle(_ number: Int) -> Bool {
      known.contains(number)
        || ((try? graph.facts(of: number)) ?? nil) != nil && known.insert(number).inserted
    }
    do {
      process.channel.beginQuestion()
      try process.channel.send(.check, writer.bytes, deadline: deadline)
      while true {
        let (message, payload) = try process.channel.receive(deadline: deadline)
        var reader = WireReader(payload)
        switch message {
        case .finding:
          findingBytes += payload.count
          guard outcome.findings.count < CheckerLimits.findings, findingBytes <= 2 * CheckerLimits.findingBytes else {
            throw PlugInError(.limit, "the checker reported too much")
          }
          let finding = try CheckerFinding(&reader)
          guard isBundle(finding.bundle) else { throw WireError() }
          outcome.findings.append(finding)
        case .line:
          // The process enforces the limit, too, but is not trusted.
          lineBytes += payload.count
          if lineBytes <= 16 * CheckerLimits.logBytes { outcome.log.append(try reader.value()) }
        case .askFacts, .askFiles, .askStatus, .askSize, .askContent:
          try serve(message, &reader, graph, process.channel, deadline)
        case .refused: throw try PlugInError(&reader)
        case .done:
          try outcome.readEnd(&reader)
          try reader.finish()
          guard outcome.reads.allSatisfy({ isBundle($0.bundle) }) else { throw WireError() }
          try process.channel.drain()
          return
        default: throw WireError()
        }
      }
    } catch let error as PlugInError {
      if error.code == .limit { end() }
      throw error
    } catch {
      throw fault(error)
    }
  }

  private func bytes(of options: PropertyList) -> [UInt8] {
    if let lastOptions, lastOptions.list === options { return lastOptions.bytes }
    let bytes = options.binaryBytes
    lastOptions = (options, bytes)
    return bytes
  }

  private func serve(
    _ question: WorkerMessage, _ reader: inout WireReader, _ graph: any CheckerGraph, _ channel: WorkerChannel,
    _ deadline: UInt64
  ) throws {
    var writer = WireWriter()
    let answer: WorkerMessage
    let bundle: Int = try reader.value()
    do {
      switch question {
      case .askFacts:
        answer = .facts
        writer.add(try graph.facts(of: bundle))
      case .askFiles:
        answer = .files
        writer.add(try graph.files(of: bundle))
      case .askStatus:
        answer = .status
        writer.add(try graph.status(of: try reader.value(), in: bundle))
      case .askSize:
        answer = .size
        writer.add(try graph.size(of: try reader.value(), in: bundle))
      default:
        answer = .content
        let (path, offset, count): (String, UInt64, Int) = try reader.values()
        guard (0...RemoteCheckerGraph.pieceSize).contains(count) else { throw WireError() }
        writer.add(
          block: try [UInt8](count: count) { (buffer) throws(CheckerReadError) in
            min(count, try graph.read(path, in: bundle, at: offset, into: buffer))
          })
      }
      try reader.finish()
    } catch let error as CheckerReadError {
      return try channel.send(.unreadable, WireWriter(error).bytes, deadline: deadline)
    }
    try channel.send(answer, writer.bytes, deadline: deadline)
  }

  // MARK: Finishing

  func beginFinishing(within seconds: Int? = nil) {
    guard let process, finishing == nil else { return }
    let deadline = min(self.deadline, Clocks.nanoseconds() &+ UInt64(seconds ?? 1_000_000) &* 1_000_000_000)
    finishing = deadline
    process.channel.beginQuestion()
    // If the process is already gone, waiting for it will send.
    try? process.channel.send(.finish, [], deadline: deadline)
  }

  func finish() -> PlugInError? {
    guard let process, let deadline = finishing else { return nil }
    defer {
      end()
      finishing = nil
    }
    let failure: PlugInError
    do {
      let (message, _) = try process.channel.receive(deadline: deadline)
      guard message == .done else { throw WireError() }
      let now = Clocks.nanoseconds()
      let rest = deadline > now ? Int(clamping: (deadline - now) / 1_000_000) : 0
      switch process.finish(within: rest) {
      case .exited(0): return nil
      case nil: failure = fault(WorkerChannel.Failure.timedOut)
      default: failure = fault(WorkerChannel.Failure.closed)
      }
    } catch {
      failure = fault(error)
    }
    var named = failure
    named.message += ", while it was being unloaded"
    return named
  }

  // MARK: The process

  /// The milliseconds in which a process that closed its connection must end: its status says why it did.
  private static let patience = 10_000

  private var deadline: UInt64 { Self.deadline(limits.seconds) }

  private static func deadline(_ seconds: Int) -> UInt64 {
    Clocks.nanoseconds() &+ UInt64(clamping: max(1, min(seconds, 1_000_000))) &* 1_000_000_000
  }

  private func started() throws(PlugInError) -> WorkerProcess {
    if let process { return process }
    let printed = PrintedLines()
    self.printed = printed
    let started = try WorkerProcess(worker) { printed.take($0) }
    knownBundles = []
    let writer = WireWriter(
      WorkerMessage.version, limits.seconds, limits.memory, checker.bundle.location, checker.bundle.path, checker.digest
    )
    do {
      _ = try Self.ask(.configure, writer.bytes, .done, over: started.channel, Self.deadline(limits.start))
    } catch let error as PlugInError {
      throw error
    } catch {
      if started.finish(within: 1000) == .exited(Int32(SUPERVISOR_NO_DIRECTORY)) {
        throw PlugInError(
          .process, "no private directory can be created for checker '\(name)'",
          hint: "set TMPDIR to a writable directory", checker: name)
      }
      throw PlugInError(
        .process, "the process for checker '\(name)' does not answer", file: worker,
        hint:
          "it runs this program with the argument '\(WorkerProcess.argument)' and an empty environment; check that nothing prevents it from starting",
        checker: name)
    }
    process = started
    return started
  }

  private func end() {
    process?.stop()
    process = nil
  }

  /// Gives up on the process, and returns the error. The next question starts another process.
  private func fault(_ error: any Error) -> PlugInError {
    let name = "checker '\(self.name)'"
    let file = checker.bundle.path
    defer { end() }
    func failure(_ code: PlugInCode, _ message: String, _ hint: String) -> PlugInError {
      PlugInError(code, message, file: file, hint: hint, checker: self.name)
    }
    let look = "run it alone with 'bundlepolicy plugin test' to see its output or attach a debugger"
    var lost: PlugInError {
      failure(
        .protocol, "\(name) closed the connection to the program and was ended",
        "a checker must not touch file descriptors that it did not open; \(look)")
    }
    switch error as? WorkerChannel.Failure {
    case .timedOut:
      return failure(
        .time, "\(name) took longer than \(limits.seconds) seconds and was ended",
        "look for a loop or a wait that does not end, or allow more time with --checker-time")
    case .tooMuchOutput:
      return failure(
        .limit, "\(name) printed more than \(CheckerLimits.printedBytes >> 20) MiB and was ended",
        "report findings instead of printing; printed output is discarded")
    case .closed:
      let megabytes = limits.memory >> 20
      switch process?.finish(within: Self.patience) {
      case .signalled(SIGXCPU):
        return failure(
          .time, "\(name) used more than \(limits.seconds) seconds of processor time and was ended",
          "look for a loop that does not end, or allow more time with --checker-time")
      case .signalled(let signal):
        return failure(
          .crashed, "\(name) crashed with \(Self.name(of: signal))",
          "\(look); its memory limit is \(megabytes) MiB (--checker-memory)")
      case .exited(WorkerLimits.memoryStatus):
        return failure(
          .limit, "\(name) used more than \(megabytes) MiB of memory and was ended",
          "allow more memory with --checker-memory")
      case .exited(WorkerProcess.lostStatus): return lost
      case .exited(Int32(SUPERVISOR_LEFTOVERS)):
        return failure(
          .limit, "\(name) started processes faster than they can be ended",
          "a checker must work in its own process; end its remaining processes by hand")
      case .exited(let status):
        return failure(
          .crashed, "\(name) exited with status \(status) instead of returning",
          "a checker must report findings or call fail, never exit")
      case nil: return lost
      }
    default:
      return failure(
        .protocol, "the process of \(name) sent an invalid answer and was ended",
        "a checker must not touch file descriptors that it did not open; \(look)")
    }
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGSEGV: "SIGSEGV, a segmentation fault", SIGBUS: "SIGBUS, a bus error", SIGABRT: "SIGABRT, as abort() does",
      SIGILL: "SIGILL, as a trap of Swift's does", SIGTRAP: "SIGTRAP, as a trap of Swift's does",
      SIGFPE: "SIGFPE, an arithmetic error", SIGKILL: "SIGKILL, as the system does when memory is short",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
