/// What was found at paths so far, by their bytes: Swift's strings would take two spellings of one accented name for the same
/// path.
final class PathCache<Found: Sendable>: Sendable {
  private let known = Locked<[[UInt8]: Result<Found, StorageError>]>([:])

  /// What `find` finds, kept for the next question, also when it is an error. Two threads may both find it, and get the same.
  func value(at path: String, _ find: () throws(StorageError) -> Found) throws(StorageError) -> Found {
    let key = Array(path.utf8)
    if let found = known.withValue({ $0[key] }) { return try found.get() }
    // Outside the lock.
    let found: Result<Found, StorageError>
    do throws(StorageError) {
      found = .success(try find())
    } catch {
      found = .failure(error)
    }
    known.withValue { $0[key] = found }
    return try found.get()
  }
}
