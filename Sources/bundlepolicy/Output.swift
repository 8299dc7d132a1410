import Basics
import Reporting

/// Where results go.
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
  static func complain(_ line: String) {
    try? write((TerminalText.line(line) + "\n").utf8, to: standardError)
  }

  /// Colour is for terminals whose user did not decline it (no-color.org).
  static func isColored(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1 else { return false }
    if let declined = getenv("NO_COLOR"), declined.pointee != 0 { return false }
    if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return false }
    return true
  }
}
