import Basics
package import Testing

/// Runs tests on threads that have as much stack as the program's own. What Swift gives tests has half a megabyte on macOS, too little for
/// readers at the greatest depth that they allow.
package struct LargeStackTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(LargeStackExecutor.shared) { try await function() }
  }
}

extension Trait where Self == LargeStackTrait {
  /// For what needs more than half a megabyte of stack.
  package static var largeStack: Self { Self() }
}

/// One thread for each processor, with the stack of a `WorkerThread`.
private final class LargeStackExecutor: TaskExecutor {
  static let shared = LargeStackExecutor()

  private let queue = Locked<[UnownedJob]>([])

  private init() {
    for _ in 0..<WorkerThread.processors {
      _ = WorkerThread.start { [unowned self] in
        while true {
          let job = queue.wait { $0.isEmpty ? nil : $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.change { $0.append(job) }
  }
}
