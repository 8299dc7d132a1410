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
