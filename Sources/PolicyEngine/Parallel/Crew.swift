import Basics

/// Threads that share out work: groups of pieces, where each thread that works at a group first has to make something of its
/// own for it, such as a program with a Lua state.
///
/// Groups are begun in their order, each by one thread; others join it when what is left of it takes longer than what they
/// have to make. So which thread does what depends on the clock: what comes of a piece must not, and belongs at its place.
/// Little work is done by the calling thread alone, which starts others only when they will be of use.
package final class Crew: Sendable {
  /// The threads that there may be.
  package static let maximumJobs = 64

  /// One thread's time at a group.
  package struct Stint {
    package let group: Int
    /// Whether this thread begins the group, and says what there is to do; else it helps.
    package let isFirst: Bool
    fileprivate let crew: Crew

    /// Whoever begins the group has found `pieces` in it; `cost` is what another thread would have to spend first, in
    /// nanoseconds.
    package func begin(pieces: Int, cost: UInt64) { crew.begin(group, pieces: pieces, cost: cost) }

    /// A piece to do; nil when all are done or being done.
    package func take() -> Int? { crew.take(group, isFirst: isFirst) }

    /// This thread can't help with the group, and no other is to try.
    package func decline() { crew.state.withValue { $0.groups[group].isOpen = false } }
  }

  private struct Group {
    var pieces = 0
    var next = 0
    var began: UInt64 = 0
    var cost: UInt64 = 0
    /// Whether help is of use.
    var isOpen = false
    var wasOpened = false

    var left: Int { pieces - next }

    /// How many more threads would be of use, going by how long the pieces so far took.
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
    var threads: [WorkThread] = []
  }

  private let state: Monitor<State>
  private let jobs: Int
  private let body: @Sendable (Stint) -> Void

  /// Does the work of `groups` groups on at most `jobs` threads, the calling one counted; returns when all is done. `body` does
  /// a stint.
  package static func work(groups: Int, jobs: Int, _ body: @escaping @Sendable (Stint) -> Void) {
    let crew = Crew(groups: groups, jobs: min(max(jobs, 1), maximumJobs), body)
    crew.state.withValue { state in
      for _ in 1..<max(1, min(crew.jobs, groups)) { crew.start(&state) }
    }
    crew.work()
    while let thread = crew.state.withValue({ $0.threads.popLast() }) { thread.join() }
  }

  private init(groups: Int, jobs: Int, _ body: @escaping @Sendable (Stint) -> Void) {
    state = Monitor(State(groups: [Group](repeating: Group(), count: groups)))
    self.jobs = jobs
    self.body = body
  }

  private func start(_ state: inout State) {
    // Without another thread the others do its work.
    if let thread = WorkThread.start({ self.work() }) { state.threads.append(thread) }
  }

  private func work() {
    while let stint = next() {
      body(stint)
      if stint.isFirst { state.change { $0.begun -= 1 } }
    }
  }

  private func next() -> Stint? {
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
    return next.map { Stint(group: $0.group, isFirst: $0.isFirst, crew: self) }
  }

  private func begin(_ group: Int, pieces: Int, cost: UInt64) {
    let now = Self.nanoseconds()
    state.withValue { state in
      state.groups[group].pieces = pieces
      state.groups[group].began = now
      state.groups[group].cost = cost
    }
  }

  private func take(_ group: Int, isFirst: Bool) -> Int? {
    let now = isFirst && jobs > 1 ? Self.nanoseconds() : 0
    let (piece, opens) = state.withValue { state -> (Int?, Bool) in
      let work = state.groups[group]
      guard work.next < work.pieces else { return (nil, false) }
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
    return piece
  }

  /// By a clock that only goes forward.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}
