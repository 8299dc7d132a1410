import Basics
import PolicyTestSupport
import Testing

/// Work on several threads: each piece is done once, by any free thread.
@Suite struct WorkerPoolTests {
  private struct Log: Sendable {
    var pieces: [String] = []
    var workers = 0
    var helpers = 0
    var threads: Set<String> = []
  }

  // The type of pthread_self() depends on the system.
  private static var thread: String { "\(pthread_self())" }

  /// Sleeps, so that the other threads run even on one processor; from the third piece on, until `expected` is true.
  private static func work(
    sizes: [Int], jobs: Int, cost: UInt64 = 0, microseconds: UInt32 = 0, helps: Bool = true,
    until expected: @escaping @Sendable (Log) -> Bool = { _ in true }
  ) -> Log {
    let log = Locked(Log())
    WorkerPool.work(groups: sizes.count, jobs: jobs) { worker in
      log.withValue {
        $0.workers += 1
        $0.helpers += worker.isFirst ? 0 : 1
        $0.threads.insert(thread)
      }
      if worker.isFirst {
        worker.begin(items: sizes[worker.group], cost: cost)
      } else if !helps {
        return worker.decline()
      }
      while let piece = worker.take() {
        if microseconds > 0 { usleep(microseconds) }
        let done = log.withValue {
          $0.pieces.append("\(worker.group)/\(piece)")
          return $0.pieces.count
        }
        if done > 2 { _ = Patience.wait { log.withValue { expected($0) } } }
      }
    }
    return log.withValue { $0 }
  }

  private static func all(_ sizes: [Int]) -> [String] {
    sizes.enumerated().flatMap { group, size in (0..<size).map { "\(group)/\($0)" } }.sorted()
  }

  @Test(
    arguments: [[], [0], [1], [5], [0, 0, 3], [1, 1, 1, 1], [40, 0, 1, 40]], [1, 2, 3, 64])
  func everyPieceOnce(_ sizes: [Int], _ jobs: Int) {
    for microseconds: UInt32 in [0, 300] {
      let log = Self.work(sizes: sizes, jobs: jobs, microseconds: microseconds)
      #expect(log.pieces.sorted() == Self.all(sizes))
      #expect(log.workers - log.helpers == sizes.count && log.threads.count <= jobs)
    }
  }

  @Test func oneJobIsTheCallingThreadInOrder() {
    let log = Self.work(sizes: [3, 2], jobs: 1, microseconds: 200)
    #expect(log.pieces == ["0/0", "0/1", "0/2", "1/0", "1/1"] && log.threads == [Self.thread] && log.helpers == 0)
  }

  @Test func aLongGroupIsHelpedWith() {
    let log = Self.work(sizes: [60], jobs: 4, microseconds: 2_000) { $0.helpers > 0 && $0.threads.count > 1 }
    #expect(log.helpers > 0 && log.threads.count > 1)
  }

  @Test func helpThatCostsMoreThanItBringsIsNotAskedFor() {
    let log = Self.work(sizes: [60], jobs: 4, cost: .max, microseconds: 500)
    #expect(log.helpers == 0 && log.threads.count == 1)
    // Short work is done by one thread, unless the machine is busy and makes it long.
    let isDoneByOne = Patience.wait {
      let little = Self.work(sizes: [3], jobs: 4)
      return little.helpers == 0 && little.threads.count == 1
    }
    #expect(isDoneByOne)
  }

  @Test func whoCannotHelpLeavesTheWork() {
    let log = Self.work(sizes: [50, 50], jobs: 4, microseconds: 1_000, helps: false)
    #expect(log.pieces.sorted() == Self.all([50, 50]))
  }

  @Test func severalGroupsAreBegunAtOnce() {
    let log = Self.work(sizes: [20, 20, 20], jobs: 3, cost: .max, microseconds: 2_000) { $0.threads.count > 1 }
    #expect(log.threads.count > 1 && log.helpers == 0)
  }
}
