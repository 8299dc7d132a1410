#if os(macOS)
  import Basics

  extension WorkerProcess {
    /// Two connected sockets. Other processes don't get them: `spawn` closes all that it is not given.
    static func openSockets(_ pair: inout [Int32]) -> Bool { socketpair(AF_UNIX, SOCK_STREAM, 0, &pair) == 0 }

    /// A pipe, likewise.
    static func openPipe(_ pair: inout [Int32]) -> Bool { pipe(&pair) == 0 }

    /// The path that this program was started from.
    static var ownExecutable: String? {
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    /// Starts a process with nothing on standard input and the given descriptors moved, all others closed; returns an `errno` and
    /// its number.
    static func spawn(_ executable: String, _ words: [String], _ moves: [(from: Int32, to: Int32)]) -> (Int32, pid_t) {
      var actions: posix_spawn_file_actions_t?
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      var attributes: posix_spawnattr_t?
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      for move in moves { posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT))
      return withWords(words) { arguments, environment in
        var process: pid_t = 0
        return (posix_spawn(&process, executable, &actions, &attributes, arguments, environment), process)
      }
    }
  }
#endif
