import Basics
import Presentation
import Reports

enum Output {
  struct Failure: Error {
    let path: String
    let reason: String

    var hint: String {
      switch reason {
      case SystemError(ENOENT).text: "create the folder, or name another file"
      case SystemError(ENOSPC).text: "free some disk space, or name another file"
      default: "name another file"
      }
    }
  }

  static let standardOutput: Int32 = 1
  static let standardError: Int32 = 2

  static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(Failure) {
    try mapError(try FileSystem.write(Array(bytes), to: descriptor)) { (error: SystemError) in
      Failure(path: descriptor == standardOutput ? "standard output" : "a file", reason: error.text)
    }
  }

  /// Writes a file atomically. With `isFound`, the user did not name the file, so only a regular file is replaced.
  static func write(_ bytes: [UInt8], toFile path: String, isFound: Bool = false) throws(Failure) {
    let file = try PartialFile(path, isFound: isFound)
    try file.write(bytes)
    try file.finish()
  }

  /// Writes to the file that the user named, or else to standard output.
  static func write(_ bytes: [UInt8], to file: String?) throws(Failure) {
    if let file { try write(bytes, toFile: file) } else { try write(bytes, to: standardOutput) }
  }

  /// Prints a line on standard error. Failures are ignored: there is nowhere to report them.
  static func printError(_ line: String) {
    try? write((TerminalText.line(line) + "\n").utf8, to: standardError)
  }

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

enum StandardStreams {
  /// Opens the standard streams that are closed at the start. Otherwise a file could get the number of such a stream, and output to the
  /// stream would go into the file. The streams are opened so that using them still fails.
  static func reserve() {
    for (stream, wrongWay) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] as [(Int32, Int32)] {
      // `open` returns the lowest free number, and lower ones are in use by now.
      if fcntl(stream, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", wrongWay) }
    }
  }
}
