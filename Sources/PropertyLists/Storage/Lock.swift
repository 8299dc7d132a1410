import Basics

/// A POSIX mutex; `Synchronization.Mutex` needs macOS 15.
struct Lock: ~Copyable, @unchecked Sendable {  // a mutex is there to be used from several threads
  // On the heap because a mutex must not move, and a Swift property may.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread runs anything under this lock. Not reentrant.
  @inline(__always) func whileHeld<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
