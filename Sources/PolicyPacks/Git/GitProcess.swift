import Basics

/// One run of git: its words as they are, by no shell.
struct GitProcess {
  typealias Outcome = BoundedProcess.Outcome
  typealias Failure = BoundedProcess.Failure

  /// What is run, where, by when, and with which variables: there is no run without the folder that it keeps.
  let git: GitProgram
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
      git.path, ["-C", git.folder] + words, environment: git.environment, input: input, outputLimit: outputLimit,
      // In a group of its own everything that it starts can be ended with it. At a terminal it must stay in ours, to ask for a
      // password there.
      deadline: git.deadline, isGrouped: isatty(0) == 0, isTooMuch: isTooMuch)
    return try process.run()
  }
}
