import Basics

/// A value computed on first use and cached; a failure is cached too, so that the second call gives the same result.
final class Lazy<Value: Sendable, Failure: Error>: Sendable {
  private let state = Locked<Result<Value, Failure>?>(nil)

  func value(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = state.withValue { state -> Result<Value, Failure> in
      if let state { return state }
      let made = Result { () throws(Failure) in try make() }
      state = made
      return made
    }
    return try result.get()
  }
}

/// A cache of lookups by path. Paths are compared by bytes, because Swift's strings treat two normalizations of an accented name as equal.
final class PathCache<Found: Sendable>: Sendable {
  /// The approximate maximum size of cached paths, in bytes; beyond it results are not cached, because a file can have arbitrarily many
  /// paths.
  private static var capacity: Int { 64 << 20 }

  private let known = Locked<(found: [ExactText: Found], bytes: Int)>(([:], 0))

  func value(at path: String, _ find: () -> Found) -> Found {
    let key = ExactText(path)
    if let found = known.withValue({ $0.found[key] }) { return found }
    // Not under the lock.
    let found = find()
    known.withValue { known in
      guard known.bytes < Self.capacity else { return }
      known.bytes += path.utf8.count + 64
      known.found[key] = found
    }
    return found
  }
}
