package import Basics

package struct GitProcess {
  package typealias Outcome = BoundedProcess.Outcome
  typealias Failure = BoundedProcess.Failure

  /// The program, and its working directory.
  let (path, folder): (String, String)
  let mayPrompt: Bool
  /// The deadline on the monotonic clock, in nanoseconds.
  let deadline: UInt64
  /// The environment as C strings `NAME=value`.
  let environment: [[CChar]]
  /// The arguments after `-C FOLDER`.
  let words: [String]
  var input: [UInt8] = []
  var outputLimit = 16 << 20
  /// Polled while git runs; git is stopped when it returns true.
  var isTooMuch: () -> Bool = { false }

  func run() throws(Failure) -> Outcome {
    let process = BoundedProcess(
      // `-C` comes first, so that git changes to the folder before it looks for anything.
      path, ["-C", folder] + words, environment: environment, input: input, outputLimit: outputLimit,
      // ssh prompts at the controlling terminal even if its input is not a terminal; a separate session has none.
      deadline: deadline, isolation: mayPrompt ? .shared : .session, isTooMuch: isTooMuch)
    return try process.run()
  }
}
