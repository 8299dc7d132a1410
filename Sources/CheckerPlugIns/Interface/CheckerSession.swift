internal import CheckerABI
internal import PropertyLists

/// One check of one bundle: answers the checker's calls, and keeps its findings.
///
/// Texts passed to the checker exist as long as the session.
final class CheckerSession {
  let graph: any CheckerGraph
  let subject: Int
  let options: PropertyList
  let isExplaining: Bool
  var outcome = CheckerOutcome()

  var bundles: [Int: CheckerFacts] = [:]
  var listings: [Int: CheckerListing] = [:]
  var texts: [FieldKey: checker_text] = [:]
  var lastFailure = checker_text()
  var findingBytes = 0
  var reported = 0
  private var failures = 0
  private var logged = 0
  /// Sends findings at once, in case the checker does not return; nil keeps them in the outcome.
  var send: ((WorkerMessage, (inout WireWriter) -> Void) -> Void)?
  private var seen: Set<CheckerRead> = []
  private var memory: [UnsafeMutableRawPointer] = []

  struct FieldKey: Hashable {
    let bundle: Int
    let field: UInt32
  }

  init(graph: any CheckerGraph, subject: Int, options: PropertyList, isExplaining: Bool) {
    self.graph = graph
    self.subject = subject
    self.options = options
    self.isExplaining = isExplaining
  }

  deinit { for block in memory { block.deallocate() } }

  func withHost<Result>(
    abiVersion: UInt32 = UInt32(CHECKER_ABI_VERSION), _ body: (UnsafePointer<checker_host>) -> Result
  ) -> Result {
    var host = HostTable.make(Unmanaged.passUnretained(self).toOpaque())
    host.abi_version = abiVersion
    return withExtendedLifetime(self) { withUnsafePointer(to: &host) { body($0) } }
  }

  // MARK: Outcome

  /// Makes the check fail. The first reason is kept.
  func fail(_ code: PlugInCode, _ message: String, hint: String? = nil) {
    if outcome.failure == nil { outcome.failure = PlugInError(code, message, hint: hint) }
  }

  func log(_ line: String) {
    guard logged < CheckerLimits.logBytes else { return }
    logged += line.utf8.count + 1
    let line = logged < CheckerLimits.logBytes ? line : "… (truncated)"
    if let send { send(.line) { $0.add(line) } } else { outcome.log.append(line) }
  }

  func note(_ kind: CheckerRead.Kind, _ bundle: Int, _ name: @autoclosure () -> String) {
    guard isExplaining else { return }
    if seen.count >= CheckerLimits.reads {
      outcome.isReadsCut = true
      return
    }
    let read = CheckerRead(kind: kind, bundle: bundle, name: name())
    if seen.insert(read).inserted { outcome.reads.append(read) }
  }

  // MARK: Memory

  /// A copy that exists as long as the session.
  func keep(_ text: some Collection<UInt8>) -> checker_text {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, text.count), alignment: 1)
    block.copyBytes(from: text)
    // `allocate` never returns a null address for a count above 0.
    guard let start = block.baseAddress else { return checker_text() }
    memory.append(start)
    return checker_text(bytes: start.assumingMemoryBound(to: CChar.self), count: text.count)
  }

  func unreadable(_ what: String) -> Int32 {
    // A checker that asks again and again must not fill the memory.
    if failures < CheckerLimits.failures { lastFailure = keep(what.utf8) }
    failures += 1
    fail(.failed, what)
    return Int32(CHECKER_UNREADABLE.rawValue)
  }

  /// The status of a question that `body` answers from the graph.
  func answer(_ body: () throws(CheckerReadError) -> Int32) -> Int32 {
    do throws(CheckerReadError) { return try body() } catch { return status(error) }
  }

  func status(_ error: CheckerReadError) -> Int32 {
    switch error {
    case .absent: Int32(CHECKER_ABSENT.rawValue)
    case .mismatch: Int32(CHECKER_MISMATCH.rawValue)
    case .invalid: Int32(CHECKER_INVALID.rawValue)
    case .unreadable(let why): unreadable(why)
    }
  }
}

struct CheckerListing {
  let entries: [CheckerFileEntry]
  let text: checker_text
  let ends: [Int]
}

/// The functions that a checker calls. Each finds its session by the context.
enum HostTable {
  static func make(_ context: UnsafeMutableRawPointer) -> checker_host {
    checker_host(
      size: UInt32(MemoryLayout<checker_host>.size), abi_version: UInt32(CHECKER_ABI_VERSION), context: context,
      bundle: { at($0).map { CheckerNode.bundle($0.subject).number } ?? 0 },
      parent: { at($0)?.parent($1) ?? 0 },
      child_count: { at($0)?.facts(ofNode: $1)?.facts.children.count ?? 0 },
      child: { at($0)?.child($1, $2) ?? 0 },
      bundle_text: { at($0)?.bundleText($1, $2, $3) ?? invalid },
      info: { at($0)?.info($1) ?? 0 },
      options: { at($0).map { CheckerNode.option($0.options.root).number } ?? 0 },
      kind: { at($0)?.kind($1) ?? 0 },
      count: { at($0)?.count($1) ?? 0 },
      value: { at($0)?.value($1, key: $2) ?? 0 },
      entry: { at($0)?.entry($1, $2, $3, $4) ?? invalid },
      text: { at($0)?.scalar($1, $2, CheckerSession.text) ?? invalid },
      integer: { at($0)?.scalar($1, $2, CheckerSession.integer) ?? invalid },
      real: { at($0)?.scalar($1, $2, CheckerSession.real) ?? invalid },
      boolean: { at($0)?.scalar($1, $2) { $0.boolean(of: $1).map { $0 ? 1 : 0 } } ?? invalid },
      date: { at($0)?.scalar($1, $2) { $0.date(of: $1) } ?? invalid },
      data: { at($0)?.data($1, $2, $3) ?? invalid },
      file_count: { at($0)?.fileCount($1, $2) ?? invalid },
      file_path: { at($0)?.filePath($1, $2, $3, $4) ?? invalid },
      file: { at($0)?.file($1, $2, $3) ?? invalid },
      read: { at($0)?.read($1, $2, $3, $4, $5, $6) ?? invalid },
      file_size: { at($0)?.size($1, $2, $3) ?? invalid },
      report: { at($0)?.report($1) ?? invalid },
      fail: { at($0)?.fail($1) },
      log: { at($0)?.log($1) },
      failure: { context, result in
        guard let session = at(context) else { return }
        result?.pointee = session.lastFailure
      })
  }
}

private var invalid: Int32 { Int32(CHECKER_INVALID.rawValue) }

/// The session of a call, which is counted. Not a method, because a function that captures its type cannot be a C
/// function.
private func at(_ context: UnsafeMutableRawPointer?) -> CheckerSession? {
  guard let context else { return nil }
  let session = Unmanaged<CheckerSession>.fromOpaque(context).takeUnretainedValue()
  session.outcome.calls &+= 1
  return session
}
