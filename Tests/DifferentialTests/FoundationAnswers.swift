import Basics
import PolicyTestSupport

/// The results of Foundation's reader, which runs in a separate process.
enum FoundationAnswers {
  enum Answer: Equatable {
    case list([UInt8])
    case error
    /// It ended the process: the exit status, 128 or more for a signal.
    case crash(Int32)
  }

  /// Returns the result for every sample, in order.
  ///
  /// A crash belongs to the first sample without a result; the next process continues after it.
  static func answers(to samples: [Sample], reader: String) throws -> [Answer] {
    let folder = try TemporaryFolder()
    var file: [UInt8] = []
    for sample in samples { file += TextBytes.bigEndian(UInt64(sample.bytes.count), 4).reversed() + sample.bytes }
    try folder.write("samples", file)
    var answers: [Answer] = []
    while answers.count < samples.count {
      let child = try ChildProcess.run(
        reader, [folder("samples"), "\(answers.count)"], environment: ["SWIFT_BACKTRACE": "enable=no"])
      for line in child.output.split(separator: UInt8(ascii: "\n")).prefix(samples.count - answers.count) {
        answers.append(line.elementsEqual("error".utf8) ? .error : .list(Array(line)))
      }
      if answers.count < samples.count { answers.append(.crash(child.status)) }
    }
    return answers
  }

  /// The reader is in the same folder as the test bundle.
  static let reader: String? = {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    let folders = bundles.map { path in
      path.split(separator: "/", omittingEmptySubsequences: false).prefix { !$0.hasSuffix(".xctest") }.joined(
        separator: "/")
    }
    return (folders + [".build/debug"]).map { $0 + "/FoundationReader" }.first { access($0, X_OK) == 0 }
  }()
}
