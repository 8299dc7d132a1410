import Basics

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

/// What was found at paths so far, by their bytes: Swift's strings would take two spellings of one accented name for the same
/// path.
final class PathCache<Found: Sendable>: Sendable {
  /// Bytes of paths that are kept, about. What is asked for after that is found anew each time: one thing has many paths.
  private static var capacity: Int { 64 << 20 }

  private let known = Locked<(found: [ExactText: Found], bytes: Int)>(([:], 0))

  /// What `find` finds, kept for the next question, also when it is an error. Two threads may both find it, and get the same.
  func value(at path: String, _ find: () -> Found) -> Found {
    let key = ExactText(path)
    if let found = known.withValue({ $0.found[key] }) { return found }
    // Outside the lock.
    let found = find()
    known.withValue { known in
      guard known.bytes < Self.capacity else { return }
      known.bytes += path.utf8.count + 64
      known.found[key] = found
    }
    return found
  }
}
