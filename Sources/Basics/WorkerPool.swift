/// Threads that share out work: groups of work items, where each thread that works at a group first has to make something of its
/// own for it, such as a program with a Lua state.
///
/// Groups are begun in their order, each by one thread; others join it when what is left of it takes longer than what they
/// have to make. So which thread does what depends on the clock: what comes of an item must not, and belongs at its place.
/// Little work is done by the calling thread alone, which starts others only when they will be of use.
package final class WorkerPool: Sendable {
  /// The threads that there may be.
  package static let maximumJobs = 64

  /// A thread while it works at a group.
  package struct Worker {
    package let group: Int
    /// Whether this thread begins the group, and says what there is to do; else it helps.
    package let isFirst: Bool
    fileprivate let pool: WorkerPool

    /// Whoever begins the group has found `items` in it; `cost` is what another thread would have to spend first, in
    /// nanoseconds.
    package func begin(items: Int, cost: UInt64) { pool.begin(group, items: items, cost: cost) }

    /// An item to do; nil when all are done or being done.
    package func take() -> Int? { pool.take(group, isFirst: isFirst) }

    /// This thread can't help with the group, and no other is to try.
    package func decline() { pool.state.withValue { $0.groups[group].isOpen = false } }
  }

  private struct Group {
    var items = 0
    var next = 0
    var began: UInt64 = 0
    var cost: UInt64 = 0
    /// Whether help is of use.
    var isOpen = false
    var wasOpened = false

    var left: Int { items - next }

    /// How many more threads would be of use, going by how long the items so far took.
    func helpersOfUse(at now: UInt64) -> Int {
      guard next > 0, left > 1 else { return 0 }
      let (rest, isHuge) = ((now &- began) / UInt64(next)).multipliedReportingOverflow(by: UInt64(left))
      // A thread is started and joined in some fifty microseconds.
      let price = max(cost, 100_000)
      if isHuge { return left - 1 }
      return rest / 2 < price ? 0 : min(left - 1, max(1, Int(clamping: rest / price) - 1))
    }
  }

  private struct State {
    var groups: [Group]
    var nextGroup = 0
    /// Groups whose first thread is at work: only they can still ask for help.
    var begun = 0
    var idle = 0
    var threads: [WorkerThread] = []
  }

  private let state: Locked<State>
  private let jobs: Int
  private let body: @Sendable (Worker) -> Void

  /// Does the work of `groups` groups on at most `jobs` threads, the calling one counted; returns when all is done. `body` is
  /// what a worker does.
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
    // Without another thread the others do its work.
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
      let helpers = work.helpersOfUse(at: now)
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
