import Basics

/// What was found at paths so far, by their bytes: Swift's strings would take two spellings of one accented name for the same
/// path.
final class PathCache<Found: Sendable>: Sendable {
  /// Bytes of paths that are kept, about. What is asked for after that is found anew each time: one thing has many paths.
  private static var capacity: Int { 64 << 20 }

  private let known = Locked<(found: [[UInt8]: Found], bytes: Int)>(([:], 0))

  /// What `find` finds, kept for the next question, also when it is an error. Two threads may both find it, and get the same.
  func value(at path: String, _ find: () -> Found) -> Found {
    let key = Array(path.utf8)
    if let found = known.withValue({ $0.found[key] }) { return found }
    // Outside the lock.
    let found = find()
    known.withValue { known in
      guard known.bytes < Self.capacity else { return }
      known.bytes += key.count + 64
      known.found[key] = found
    }
    return found
  }
}
