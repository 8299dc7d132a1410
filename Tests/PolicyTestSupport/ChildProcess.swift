public import Basics

/// A program run to its end.
public struct ChildProcess: Sendable {
  /// The exit status; 128 and the signal's number when a signal ended it.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: [UInt8]
  /// What it wrote to standard error.
  public let errors: [UInt8]

  /// `output` as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// `errors` as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program with nothing on standard input. `environment` is added to a small fixed one.
  public static func run(
    _ program: String, _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
  ) throws -> ChildProcess {
    // Files and not pipes: whatever the program writes, nobody has to read at the same time.
    let (output, errors) = (try Capture(), try Capture())
    var actions = FileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    let variables = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TERM": "xterm"].merging(environment) { $1 }
    // The shell changes the directory: not every C library can do it while spawning.
    let words = directory.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0, program] } ?? [program]
    var argv = (words + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid = pid_t()
    errno = SpawnSettings.withNoSignalBlocked { posix_spawn(&pid, words[0], &actions, $0, &argv, &envp) }
    if errno != 0 { throw SystemCallError("posix_spawn", program) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      if errno != EINTR { throw SystemCallError("waitpid", program) }
    }
    let signal = status & 0x7F
    return ChildProcess(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: output.bytes(), errors: errors.bytes())
  }

  #if os(macOS)
    private typealias FileActions = posix_spawn_file_actions_t?
  #else
    private typealias FileActions = posix_spawn_file_actions_t
  #endif

  /// A file without a name.
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

/// How tests start programs.
public enum SpawnSettings {
  #if os(macOS)
    /// As the C library has them.
    public typealias Attributes = posix_spawnattr_t?
  #else
    /// As the C library has them.
    public typealias Attributes = posix_spawnattr_t
  #endif

  /// Calls `body` with attributes that unblock all signals. Tests run on threads that block them, a program inherits that, and a shell
  /// that waits for its children without SIGCHLD may wait for ever.
  public static func withNoSignalBlocked<Result>(_ body: (UnsafePointer<Attributes>) -> Result) -> Result {
    var attributes = Attributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    return body(&attributes)
  }
}
