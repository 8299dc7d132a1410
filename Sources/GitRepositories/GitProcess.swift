package import Basics

/// One run of git: its words as they are, by no shell.
package struct GitProcess {
  package typealias Outcome = BoundedProcess.Outcome
  typealias Failure = BoundedProcess.Failure

  /// The program, and the folder that it works in.
  let (path, folder): (String, String)
  /// Whether it may ask at the terminal.
  let asks: Bool
  /// By when it must be done, of the monotonic clock.
  let deadline: UInt64
  /// Variables as C keeps them, `NAME=value`.
  let environment: [[CChar]]
  /// All words but the first, and the folder.
  let words: [String]
  /// What it reads on standard input.
  var input: [UInt8] = []
  /// The most that it may write to standard output, in bytes.
  var outputLimit = 16 << 20
  /// Asked some times a second, whether to end it.
  var isTooMuch: () -> Bool = { false }

  /// Runs it to its end.
  func run() throws(Failure) -> Outcome {
    let process = BoundedProcess(
      // `-C` comes first: git goes there before it looks for anything.
      path, ["-C", folder] + words, environment: environment, input: input, outputLimit: outputLimit,
      // ssh asks at the terminal that a process belongs to, whatever its input is; in a session of its own there is none.
      deadline: deadline, isolation: asks ? .shared : .session, isTooMuch: isTooMuch)
    return try process.run()
  }
}
