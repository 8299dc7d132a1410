internal import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The checkers in a process of their own, started when the first is asked for, and again after a fault.
final class IsolatedCheckers {
  let refused: [(bundle: CheckerBundle, why: PlugInError)]
  private let worker: String
  private let limits: CheckerLimits
  private let checkers: [TrustedChecker]
  private var process: WorkerProcess?
  private var graph: (any CheckerGraph)?
  private var graphNumber: UInt64 = 0
  /// The bundles of the graph that the process knows.
  private var told: Set<Int> = []
  /// Whose code was about to run when it was last heard of.
  private var running: String?
  private var printed = PrintedLines()
  /// The bundle of each checker that was described. What an error names must not depend on when code was loaded.
  private var places: [String: String] = [:]
  /// The options of the last check: a rule's are the same for all bundles.
  private var lastOptions: (list: PropertyList, bytes: [UInt8])?

  /// Reads the bundles, in the order of the sources, so that what is malformed is known before anything is started.
  init(_ settings: CheckerSettings, worker: String) throws(PlugInError) {
    let registry = CheckerRegistry()
    try registry.add(settings.sources)
    checkers = registry.trusted
    refused = registry.refusals
    limits = settings.limits
    self.worker = worker
  }

  deinit {
    // Unload functions get to run, and a moment for it.
    if let process {
      process.channel.hangUp()
      _ = process.finish(within: 1000)
    }
  }

  // MARK: Asking

  func description(of identifier: String) throws(PlugInError) -> CheckerDescription {
    // The order of these checks is that of the registry, which knows only what may be loaded.
    do throws(PlugInError) {
      if checkers.isEmpty { throw CheckerRegistry.unknown(identifier, among: []) }
      let (place, description) = try answer(to: .describe, .description, about: identifier, { $0.add(identifier) }) {
        (reader) throws(WireError) in (try reader.optionalText(), try CheckerDescription(&reader))
      }
      places[identifier] = place
      return description
    } catch {
      if error.code == .notFound,
        let refusal = refused.first(where: { CheckerRegistry.affinity($0.bundle.identifier, identifier) > 0 })
          ?? refused.first
      {
        throw refusal.why
      }
      throw error
    }
  }

  func descriptions() throws(PlugInError) -> [(bundle: String?, description: CheckerDescription)] {
    if checkers.isEmpty { return [] }
    return try answer(to: .describeAll, .descriptions, about: nil, { _ in }) { (reader) throws(WireError) in
      try reader.list { (reader) throws(WireError) in
        (bundle: try reader.optionalText(), description: try CheckerDescription(&reader))
      }
    }
  }

  /// Asks a question that the process answers without asking back.
  private func answer<Value>(
    to question: WorkerMessage, _ kind: WorkerMessage, about checker: String?, _ write: (inout WireWriter) -> Void,
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(PlugInError) -> Value {
    let process = try started()
    var writer = WireWriter()
    write(&writer)
    let deadline = self.deadline
    running = nil
    do {
      process.channel.beginTurn()
      try process.channel.send(question, writer.bytes, deadline: deadline)
      while true {
        let (message, payload) = try process.channel.receive(deadline: deadline)
        var reader = WireReader(payload)
        switch message {
        case .running: running = try reader.text()
        case .refused: throw try PlugInError(&reader)
        case kind:
          let value = try read(&reader)
          try reader.finish()
          return value
        default: throw WireError()
        }
      }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw fault(error, blamed(checker), file: running ?? checker)
    }
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
      told = []
    }
    var writer = WireWriter()
    writer.add(identifier)
    writer.add(graphNumber)
    writer.add(bundle)
    writer.add(isExplaining)
    writer.add(bytes(of: options))
    let isKnown = told.contains(bundle)
    writer.add(!isKnown)
    if !isKnown, let facts = try? graph.facts(of: bundle) { facts.write(&writer) }
    told.insert(bundle)
    let deadline = self.deadline
    var findingBytes = 0
    var lineBytes = 0
    /// For a bundle that there is not, nobody would be told of what was found.
    var known: Set<Int> = []
    func isBundle(_ number: Int) -> Bool {
      known.contains(number)
        || ((try? graph.facts(of: number)) ?? nil) != nil && known.insert(number).inserted
    }
    do {
      process.channel.beginTurn()
      try process.channel.send(.check, writer.bytes, deadline: deadline)
      while true {
        let (message, payload) = try process.channel.receive(deadline: deadline)
        var reader = WireReader(payload)
        switch message {
        case .running: _ = try reader.text()
        case .finding:
          findingBytes += payload.count
          guard outcome.findings.count < CheckerLimits.findings, findingBytes <= 2 * CheckerLimits.findingBytes else {
            throw PlugInError(.limit, "the checker reports without end", file: identifier)
          }
          let finding = try CheckerFinding(&reader)
          guard isBundle(finding.bundle) else { throw WireError() }
          outcome.findings.append(finding)
        case .line:
          // The process counts, too; one that doesn't is no reason to keep it all.
          lineBytes += payload.count
          if lineBytes <= 16 * CheckerLimits.logBytes { outcome.log.append(try reader.text()) }
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
      throw fault(error, identifier, file: places[identifier] ?? identifier)
    }
  }

  private func bytes(of options: PropertyList) -> [UInt8] {
    if let lastOptions, lastOptions.list === options { return lastOptions.bytes }
    let bytes = options.binaryBytes
    lastOptions = (options, bytes)
    return bytes
  }

  /// Answers what the process asks back.
  private func serve(
    _ question: WorkerMessage, _ reader: inout WireReader, _ graph: any CheckerGraph, _ channel: WorkerChannel,
    _ deadline: UInt64
  ) throws {
    var writer = WireWriter()
    let answer: WorkerMessage
    let bundle = try reader.integer()
    do {
      switch question {
      case .askFacts:
        answer = .facts
        let facts = try graph.facts(of: bundle)
        writer.add(facts != nil)
        facts?.write(&writer)
      case .askFiles:
        answer = .files
        writer.add(try graph.files(of: bundle)) { writer, entry in
          writer.add(entry.path)
          writer.add(entry.type.rawValue)
        }
      case .askStatus:
        answer = .status
        let status = try graph.status(of: try reader.text(), in: bundle)
        writer.add(status.type.rawValue)
        writer.add(UInt64(status.mode))
        writer.add(status.size)
      case .askSize:
        answer = .size
        writer.add(try graph.size(of: try reader.text(), in: bundle))
      default:
        answer = .content
        let path = try reader.text()
        let offset = try reader.number()
        let count = try reader.integer()
        guard (0...RemoteCheckerGraph.pieceSize).contains(count) else { throw WireError() }
        var bytes = [UInt8](repeating: 0, count: count)
        let outcome = bytes.withUnsafeMutableBytes { buffer in
          Result { () throws(CheckerReadError) in try graph.read(path, in: bundle, at: offset, into: buffer) }
        }
        bytes.removeLast(count - min(count, try outcome.get()))
        writer.add(bytes)
      }
      try reader.finish()
    } catch let error as CheckerReadError {
      var refusal = WireWriter()
      error.write(&refusal)
      return try channel.send(.unreadable, refusal.bytes, deadline: deadline)
    }
    try channel.send(answer, writer.bytes, deadline: deadline)
  }

  // MARK: The process

  private var deadline: UInt64 {
    WorkerChannel.nanoseconds() &+ UInt64(clamping: max(1, min(limits.seconds, 1_000_000))) &* 1_000_000_000
  }

  private func started() throws(PlugInError) -> WorkerProcess {
    if let process { return process }
    let printed = PrintedLines()
    self.printed = printed
    let started = try WorkerProcess(worker) { printed.take($0) }
    told = []
    var writer = WireWriter()
    writer.add(WorkerMessage.version)
    writer.add(limits.seconds)
    writer.add(limits.memory)
    writer.add(checkers) { writer, checker in
      writer.add(checker.bundle.path)
      writer.add(checker.digest)
    }
    do {
      let deadline = self.deadline
      started.channel.beginTurn()
      try started.channel.send(.configure, writer.bytes, deadline: deadline)
      let (message, payload) = try started.channel.receive(deadline: deadline)
      if message == .refused {
        var reader = WireReader(payload)
        throw try PlugInError(&reader)
      }
      guard message == .done else { throw WireError() }
    } catch let error as PlugInError {
      throw error
    } catch {
      throw PlugInError(
        .process, "the process for checkers does not answer", file: worker,
        hint:
          "it is this program with the argument '\(WorkerProcess.argument)'; see that nothing stops it from being started"
      )
    }
    process = started
    return started
  }

  private func end() {
    process?.stop()
    process = nil
  }

  /// Whose code ran when it was looked for a checker: that of other bundles is loaded, too, should the likely one not have it.
  private func blamed(_ identifier: String?) -> String? {
    guard let bundle = checkers.first(where: { $0.bundle.path == running })?.bundle.identifier else {
      return identifier
    }
    return identifier.flatMap { CheckerRegistry.affinity(bundle, $0) > 0 ? $0 : nil } ?? bundle
  }

  /// The process is of no more use: what is told of it, and the next question starts another.
  private func fault(_ error: any Error, _ identifier: String?, file: String?) -> PlugInError {
    let name = identifier.map { "checker '\($0)'" } ?? "a checker"
    defer {
      end()
      running = nil
    }
    func failure(_ code: PlugInError.Code, _ message: String, _ hint: String) -> PlugInError {
      PlugInError(code, message, file: file, hint: hint)
    }
    let look = "run it alone with 'bundlepolicy plugin test', where its output and a debugger tell more"
    var lost: PlugInError {
      failure(
        .protocol, "\(name) closed the connection to the program and was ended",
        "a checker must leave alone what it did not open; \(look)")
    }
    switch error as? WorkerChannel.Failure {
    case .late:
      return failure(
        .time, "\(name) took longer than \(limits.seconds) seconds and was ended",
        "look for a loop or a wait that does not end; --checker-time gives it more")
    case .noise:
      return failure(
        .limit, "\(name) printed more than \(CheckerLimits.printedBytes >> 20) MiB and was ended",
        "findings are reported; nobody reads what a checker prints")
    case .closed:
      let megabytes = limits.memory >> 20
      switch process?.finish(within: 500) {
      case .signalled(SIGXCPU):
        return failure(
          .time, "\(name) used more than \(limits.seconds) seconds of processor time and was ended",
          "look for a loop that does not end; --checker-time gives it more")
      case .signalled(let signal):
        return failure(
          .crashed, "\(name) crashed: its process was ended by \(Self.name(of: signal))",
          "\(look); it may have \(megabytes) MiB of memory (--checker-memory)")
      case .exited(WorkerLimits.memoryStatus):
        return failure(
          .limit, "\(name) took more than \(megabytes) MiB of memory and was ended", "--checker-memory gives it more")
      case .exited(WorkerProcess.lostStatus): return lost
      case .exited(let status):
        return failure(
          .crashed, "\(name) ended its process, with status \(status), instead of returning",
          "a checker reports findings or calls fail; it never calls exit")
      case nil: return lost
      }
    default:
      return failure(
        .protocol, "what comes from the process of \(name) is no answer; it was ended",
        "a checker must leave alone what it did not open; \(look)")
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
