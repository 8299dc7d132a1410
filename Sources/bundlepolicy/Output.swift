import Basics
import Reporting
import Reports

enum Output {
  /// A result could not be written.
  struct Failure: Error {
    let path: String
    let reason: String
  }

  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(Failure) {
    do throws(SystemError) {
      try FileSystem.write(Array(bytes), to: descriptor)
    } catch {
      throw Failure(path: descriptor == standardOutput ? "standard output" : "a file", reason: error.text)
    }
  }

  /// Writes a file, whole or not at all. `isFound`: the user did not name it, and only a regular file is replaced.
  static func write(_ bytes: [UInt8], toFile path: String, isFound: Bool = false) throws(Failure) {
    let file = try PartialFile(path, isFound: isFound)
    try file.write(bytes)
    try file.finish()
  }

  /// One line on standard error. If even that can't be written there is nobody to tell.
  static func printError(_ line: String) {
    try? write((TerminalText.line(line) + "\n").utf8, to: standardError)
  }

  /// An error or warning with its place, and what else is to be said of it.
  static func printError(_ error: EngineError, label: String = "error", details: DiagnosticLine.Details = .fix) {
    var out = TerminalText(isColored: isColored(standardError), width: width(standardError))
    DiagnosticLine.write(error, label: label, details: details, to: &out)
    try? write(out.text.utf8, to: standardError)
  }

  static func printError<Code>(_ error: Diagnostic<Code>) { printError(EngineError(error)) }

  static func print(_ lines: String...) throws(Failure) { try print(lines) }

  static func print(_ lines: [String]) throws(Failure) {
    try write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: standardOutput)
  }
}

/// The three streams that a program is started with.
enum StandardStreams {
  /// Takes the numbers of streams that were closed before the start: a file that is opened would get one of them, and what is written
  /// to the stream would go into that file. Reading and writing the stream goes on failing.
  static func reserve() {
    for (stream, wrongWay) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)] {
      // A file gets the lowest number that is free, and those before it are taken by now.
      if fcntl(stream, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", wrongWay) }
    }
  }
}
