import Basics

/// A lock around one value; `Synchronization.Mutex` needs macOS 15.
///
/// `pthread_mutex_t` is the one lock both C libraries have.
final class Locked<Value>: @unchecked Sendable {  // `value` is only ever touched between lock and unlock
  private var value: Value
  // On the heap because a mutex must not move, and a Swift property may.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value while no other thread does. Not reentrant.
  func withValue<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> sending Result) throws(Failure)
    -> sending Result
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// A value made when it is first asked for, and kept; a failure is kept too, so that asking twice answers the same.
final class Lazy<Value: Sendable, Failure: Error>: Sendable {
  private let state = Locked<Result<Value, Failure>?>(nil)

  /// The value, made by `make` the first time.
  func value(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = state.withValue { state -> Result<Value, Failure> in
      if let state { return state }
      let made: Result<Value, Failure>
      do throws(Failure) {
        made = .success(try make())
      } catch {
        made = .failure(error)
      }
      state = made
      return made
    }
    return try result.get()
  }
}
