/// A POSIX mutex, which unlike `Mutex` does not require loading `Synchronization`.
package struct Lock: ~Copyable, @unchecked Sendable {  // a mutex is there to be used from several threads
  // On the heap because a mutex must not move, and a Swift property may.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while holding the lock. Not reentrant.
  @inlinable @inline(__always) package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}

package final class Locked<Value>: @unchecked Sendable {  // `value` is only ever touched while the mutex is held
  // Behind a pointer, to avoid Swift's exclusivity checks: the mutex guarantees exclusive access.
  @usableFromInline let value: UnsafeMutablePointer<Value>
  @usableFromInline let lock = Lock()
  /// Created by the first thread that waits, because few values are waited for. Accessed only while the mutex is held.
  private var condition: UnsafeMutablePointer<pthread_cond_t>?

  package init(_ value: sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    if let condition {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with the value while holding the lock. Not reentrant.
  @inlinable package func withValue<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> sending Result)
    throws(Failure) -> sending Result
  {
    pthread_mutex_lock(lock.mutex)
    defer { pthread_mutex_unlock(lock.mutex) }
    return try body(&value.pointee)
  }

  /// Like `withValue`, and wakes all waiting threads.
  package func change<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    pthread_mutex_lock(lock.mutex)
    defer { pthread_mutex_unlock(lock.mutex) }
    defer { if let condition { pthread_cond_broadcast(condition) } }
    return body(&value.pointee)
  }

  /// Waits until `body` returns a result; it is called again after each `change`.
  package func wait<Result>(_ body: (inout Value) -> sending Result?) -> sending Result {
    pthread_mutex_lock(lock.mutex)
    defer { pthread_mutex_unlock(lock.mutex) }
    while true {
      if let result = body(&value.pointee) { return result }
      pthread_cond_wait(waitCondition(), lock.mutex)
    }
  }

  private func waitCondition() -> UnsafeMutablePointer<pthread_cond_t> {
    if let condition { return condition }
    let made = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    made.initialize(to: pthread_cond_t())
    pthread_cond_init(made, nil)
    condition = made
    return made
  }
}
