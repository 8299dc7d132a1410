import Basics

#if os(Linux)
  extension GitProcess {
    /// The variables of this process, as C keeps them.
    static var rawEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { environ }

    /// Starts a process with the given descriptors moved; returns an `errno` and its number.
    static func spawn(
      _ program: String, _ words: [String], _ environment: [[CChar]], moves: [(from: Int32, to: Int32)],
      isGrouped: Bool
    ) -> (Int32, pid_t) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      for move in moves { posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setpgroup(&attributes, 0)
      let flags = POSIX_SPAWN_SETSIGMASK | (isGrouped ? POSIX_SPAWN_SETPGROUP : 0)
      posix_spawnattr_setflags(&attributes, Int16(flags))
      return withWords([program] + words, environment) { arguments, variables in
        var process: pid_t = 0
        return (posix_spawn(&process, program, &actions, &attributes, arguments, variables), process)
      }
    }
  }
#endif
