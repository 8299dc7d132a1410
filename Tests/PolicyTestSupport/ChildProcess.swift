import Basics

/// The result of running a program.
package struct ChildProcess: Sendable {
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  /// The contents of standard output.
  package let output: [UInt8]
  /// The contents of standard error.
  package let errors: [UInt8]

  /// `output` as text.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// `errors` as text.
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program without standard input. `environment` is added to a small fixed one.
  package static func run(
    _ program: String, _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> ChildProcess {
    // Files instead of pipes, so that nothing needs to read concurrently.
    let (output, errors) = (try Capture(), try Capture())
    let variables = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TERM": "xterm"].merging(environment) { $1 }
    // The shell changes the directory, because not every C library can do it when spawning.
    let words = directory.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0, program] } ?? [program]
    let process: pid_t
    do throws(SystemError) {
      process = try Subprocess.start(
        words[0], words + arguments, environment: variables.map { Array("\($0.key)=\($0.value)".utf8CString) },
        moves: [(output.descriptor, 1), (errors.descriptor, 2)], isolation: .shared)
    } catch {
      errno = error.number
      throw SystemCallError("posix_spawn", program)
    }
    let status = Subprocess.exitStatus(Subprocess.wait(for: process))
    return ChildProcess(status: status, output: output.bytes(), errors: errors.bytes())
  }

  /// Returns the SHA-256 of a file, computed by the system's own program on Linux or macOS.
  package static func sha256(of path: String) throws -> String {
    let script = "if command -v sha256sum; then sha256sum \"$0\"; else shasum -a 256 \"$0\"; fi | tail -n 1"
    return String(try run("/bin/sh", ["-c", script, path]).outputText.prefix(64))
  }

  /// An unnamed file.
  private final class Capture {
    let descriptor: Int32

    init() throws {
      var template = Array("/tmp/bundlepolicy-capture-XXXXXX".utf8CString)
      descriptor = template.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return -1 }
        let descriptor = mkstemp(start)
        if descriptor >= 0 {
          unlink(start)
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptor
      }
      if descriptor < 0 { throw SystemCallError("mkstemp", "/tmp") }
    }

    deinit { close(descriptor) }

    func bytes() -> [UInt8] {
      let size = Int(lseek(descriptor, 0, SEEK_END))
      lseek(descriptor, 0, SEEK_SET)
      var bytes = [UInt8](repeating: 0, count: max(size, 0))
      var filled = 0
      while filled < bytes.count {
        let count = bytes.withUnsafeMutableBytes { buffer in
          buffer.baseAddress.map { read(descriptor, $0 + filled, buffer.count - filled) } ?? 0
        }
        if count <= 0 { break }
        filled += count
      }
      return Array(bytes.prefix(filled))
    }
  }
}
