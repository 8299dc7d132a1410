import Basics
package import Testing

/// Runs tests on threads with stacks as large as the program's. Test threads on macOS have half a megabyte, which is too little for parsers
/// at their maximum depth.
package struct LargeStackTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(LargeStackExecutor.shared) { try await function() }
  }
}

extension Trait where Self == LargeStackTrait {
  /// For tests that need more than half a megabyte of stack.
  package static var largeStack: Self { Self() }
}

/// An executor with one thread per processor and stacks like a `WorkerThread`.
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
