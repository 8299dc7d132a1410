/// The children of a container: numbers in a row, one for each reference.
struct LazyRun: BitwiseCopyable {
  var first: UInt32
  var container: UInt32
  /// References to children, those of equal keys included.
  var count: UInt32
  /// Where in the file they begin; in a dictionary the references to the keys, those to the children behind them.
  var references: UInt32
  /// Dictionaries only.
  var keys: KeyTable?

  /// Children that can be reached.
  @inline(__always) var visibleCount: Int { keys?.count ?? Int(count) }
}
