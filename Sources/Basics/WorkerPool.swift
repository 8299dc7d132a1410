/// A pool of threads for groups of work items, where each thread that works on a group first has to set up something for it, such as a
/// program with a Lua state.
///
/// Groups are started in order, each by one thread; others join if the rest of the group takes longer than their setup. The assignment of
/// items to threads depends on timing, so results must not depend on it, and must be ordered by item. For little work the calling thread
/// works alone; it starts others only if they help.
package final class WorkerPool: Sendable {
  package static let maximumJobs = 64

  package struct Worker {
    package let group: Int
    /// Whether this thread starts the group and determines its items; otherwise it helps.
    package let isFirst: Bool
    fileprivate let pool: WorkerPool

    /// Declares the number of items; called by the thread that starts the group. `cost` is the setup time of another thread, in
    /// nanoseconds.
    package func begin(items: Int, cost: UInt64) { pool.begin(group, items: items, cost: cost) }

    package func take() -> Int? { pool.take(group, isFirst: isFirst) }

    /// Declares that this thread cannot help with the group, so that no other tries to.
    package func decline() { pool.state.withValue { $0.groups[group].isOpen = false } }
  }

  private struct Group {
    var items = 0
    var next = 0
    var began: UInt64 = 0
    var cost: UInt64 = 0
    var isOpen = false
    var wasOpened = false

    var left: Int { items - next }

    /// The number of additional threads that would help, based on the time for the items so far.
    func usefulHelpers(at now: UInt64) -> Int {
      guard next > 0, left > 1 else { return 0 }
      let (rest, isHuge) = ((now &- began) / UInt64(next)).multipliedReportingOverflow(by: UInt64(left))
      // Starting and joining a thread takes about fifty microseconds.
      let price = max(cost, 100_000)
      if isHuge { return left - 1 }
      return rest / 2 < price ? 0 : min(left - 1, max(1, Int(clamping: rest / price) - 1))
    }
  }

  private struct State {
    var groups: [Group]
    var nextGroup = 0
    /// The number of groups whose first thread is working: only these can still request help.
    var begun = 0
    var idle = 0
    var threads: [WorkerThread] = []
  }

  private let state: Locked<State>
  private let jobs: Int
  private let body: @Sendable (Worker) -> Void

  /// Processes `groups` groups on at most `jobs` threads, including the calling one; returns when all are done. `body` is called on each
  /// worker.
  package static func work(groups: Int, jobs: Int, _ body: @escaping @Sendable (Worker) -> Void) {
    let pool = WorkerPool(groups: groups, jobs: min(max(jobs, 1), maximumJobs), body)
    pool.state.withValue { state in
      for _ in 1..<max(1, min(pool.jobs, groups)) { pool.start(&state) }
    }
    pool.work()
    while let thread = pool.state.withValue({ $0.threads.popLast() }) { thread.join() }
  }

  private init(groups: Int, jobs: Int, _ body: @escaping @Sendable (Worker) -> Void) {
    state = Locked(State(groups: [Group](repeating: Group(), count: groups)))
    self.jobs = jobs
    self.body = body
  }

  private func start(_ state: inout State) {
    // If no thread can be started, the others do its work.
    if let thread = WorkerThread.start({ self.work() }) { state.threads.append(thread) }
  }

  private func work() {
    while let worker = next() {
      body(worker)
      if worker.isFirst { state.change { $0.begun -= 1 } }
    }
  }

  private func next() -> Worker? {
    var isWaiting = false
    let next: (group: Int, isFirst: Bool)? = state.wait { state -> (group: Int, isFirst: Bool)?? in
      if isWaiting { state.idle -= 1 }
      isWaiting = false
      if state.nextGroup < state.groups.count {
        state.nextGroup += 1
        state.begun += 1
        return .some((state.nextGroup - 1, true))
      }
      let open = state.groups.indices.filter { state.groups[$0].isOpen && state.groups[$0].left > 0 }
      if let most = open.max(by: { state.groups[$0].left < state.groups[$1].left }) { return .some((most, false)) }
      if state.begun == 0 { return .some(nil) }
      state.idle += 1
      isWaiting = true
      return nil
    }
    return next.map { Worker(group: $0.group, isFirst: $0.isFirst, pool: self) }
  }

  private func begin(_ group: Int, items: Int, cost: UInt64) {
    let now = Clocks.nanoseconds()
    state.withValue { state in
      state.groups[group].items = items
      state.groups[group].began = now
      state.groups[group].cost = cost
    }
  }

  private func take(_ group: Int, isFirst: Bool) -> Int? {
    let now = isFirst && jobs > 1 ? Clocks.nanoseconds() : 0
    let (item, opens) = state.withValue { state -> (Int?, Bool) in
      let work = state.groups[group]
      guard work.next < work.items else { return (nil, false) }
      state.groups[group].next += 1
      guard isFirst, jobs > 1, !work.wasOpened else { return (work.next, false) }
      let helpers = work.usefulHelpers(at: now)
      guard helpers > 0 else { return (work.next, false) }
      state.groups[group].isOpen = true
      state.groups[group].wasOpened = true
      let missing = min(helpers - state.idle, jobs - 1 - state.threads.count)
      for _ in 0..<max(0, missing) { start(&state) }
      return (work.next, true)
    }
    if opens { state.change { _ in } }
    return item
  }
}

/// A system thread. Swift's concurrency would have to be linked and started by every command.
package struct WorkerThread: @unchecked Sendable {  // any thread may wait for it; on Darwin the handle is a pointer
  /// The stack size in bytes: the same as the main thread's, because limits on recursion assume that. It is only reserved until it is
  /// needed.
  private static let stackSize = 8 << 20

  private let handle: pthread_t

  package static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return nil }
    let work = Unmanaged.passRetained(Work(body))
    guard let handle = create(&attributes, work.toOpaque()) else {
      work.release()
      return nil
    }
    return WorkerThread(handle: handle)
  }

  /// Waits until the body has returned. Call it once for each thread.
  package func join() { pthread_join(handle, nil) }

  package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
