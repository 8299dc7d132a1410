/// Returns the value of an expression, or throws its error in the form that `convert` gives it.
///
///     try mapError(try storage.list(path)) { (error: StorageError) in Refusal(error.description) }
@inlinable package func mapError<Value: ~Copyable, Failure: Error, Converted: Error>(
  _ value: @autoclosure () throws(Failure) -> Value, _ convert: (Failure) -> Converted
) throws(Converted) -> Value {
  do throws(Failure) { return try value() } catch { throw convert(error) }
}
