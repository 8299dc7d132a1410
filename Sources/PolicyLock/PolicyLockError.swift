public import PropertyLists

/// Why a lock file can't be taken.
public struct PolicyLockError: Error, Hashable, Sendable {
  /// One sentence.
  public let message: String
  /// Where in the file, as far as it is known.
  public let place: Place?

  init(_ message: String, _ place: Place? = nil) {
    self.message = message
    self.place = place
  }
}
