/// A system thread. Swift's concurrency would have to be linked and started by every command.
package struct WorkerThread: @unchecked Sendable {  // any thread may wait for it; on Darwin the handle is a pointer
  /// The stack size in bytes: the same as the main thread's, because limits on recursion assume that. It is only reserved until it is
  /// needed.
  private static let stackSize = 8 << 20

  private let handle: pthread_t

  /// Runs `body` on a new thread; returns nil if the system cannot create one.
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

  /// The number of online processors, at least 1.
  package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
