import Basics

#if os(Linux)
  extension WorkerProcess {
    private static var stream: Int32 { Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) }

    /// Two connected sockets. No process that another thread starts meanwhile gets them, which would hold the connection open.
    static func openSockets(_ pair: inout [Int32]) -> Bool { socketpair(AF_UNIX, stream, 0, &pair) == 0 }

    /// The ends to read from and to write to, likewise: sockets, for Swift has no `pipe2`.
    static func openPipe(_ pair: inout [Int32]) -> Bool { openSockets(&pair) }

    /// This very program, though its file be replaced meanwhile (`proc(5)`).
    static var ownExecutable: String? { "/proc/self/exe" }

    /// Starts a process with nothing on standard input and the given descriptors moved; returns an `errno` and its number.
    static func spawn(_ executable: String, _ words: [String], _ moves: [(from: Int32, to: Int32)]) -> (Int32, pid_t) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      for move in moves { posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
      return withWords(words) { arguments, environment in
        var process: pid_t = 0
        return (posix_spawn(&process, executable, &actions, &attributes, arguments, environment), process)
      }
    }
  }
#endif
