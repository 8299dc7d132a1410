internal import CLuaBridge

// Which lines of functions have run.
extension LuaState {
  /// One line that holds code of a function.
  package struct CoveredLine: Hashable, Sendable {
    /// The source's name.
    package let file: String
    /// The line the function begins on. Functions that begin on one line count as one.
    package let function: Int
    /// From 1.
    package let line: Int
    /// How often the line was entered.
    package let runs: UInt64
  }

  /// Counts from now on how often lines are run, which makes Lua several times slower; to be called before the first source.
  package func coverLines() throws(OutOfMemory) {
    if !bp_cover(state) { throw OutOfMemory() }
  }

  /// Every line of every function in the sources compiled since `coverLines()`: by source, in the order compiled, by function,
  /// by line. Nil when that was not called, or when this Lua compiles to a form that is not known here.
  package var coveredLines: [CoveredLine]? {
    let collection = LineCollection()
    let isKnown = bp_visit_lines(state, Unmanaged.passUnretained(collection).toOpaque()) { context, line in
      guard let context else { return }
      let line = line.pointee
      Unmanaged<LineCollection>.fromOpaque(context).takeUnretainedValue().lines.append(
        CoveredLine(
          file: String(line.file), function: Int(line.function), line: Int(line.line), runs: line.runs))
    }
    return isKnown ? collection.lines : nil
  }
}

private final class LineCollection {
  var lines: [LuaState.CoveredLine] = []
}
