/// Other programs: how they are started, what connects them to this one, and how they end.
package enum Subprocess {
  /// Two descriptors that belong together.
  package enum Pair {
    /// Both ends are read and written.
    case connection
    /// The first is read, the second written.
    case pipe
  }

  /// What a program has for itself among the processes.
  package enum Standing {
    /// Nothing: it gets the signals of the terminal as this process does, and may ask there.
    case shared
    /// A group: everything that it starts can be ended with it.
    case group
    /// A group, and a session without a terminal: neither it nor what it starts can ask anybody.
    case session

    fileprivate var flag: Int32 {
      switch self {
      case .shared: 0
      case .group: POSIX_SPAWN_SETPGROUP
      case .session: Subprocess.ownSession
      }
    }
  }

  /// Starts a program and returns its number. It gets the words after the first as arguments, the variables and nothing else: no signal is
  /// blocked in it, and of our descriptors it has those that are moved. Its input is empty unless one is moved there.
  package static func start(
    _ program: String, _ words: [String], environment: [[CChar]], moves: [(from: Int32, to: Int32)], standing: Standing
  ) throws(SystemError) -> pid_t {
    var actions = fileActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = attributes
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if !moves.contains(where: { $0.to == 0 }) {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for move in moves { posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | closesOthers | standing.flag
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = words.map { strdup($0) }
    let variables = environment.map { $0.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } } }
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, program, &actions, &attributes, arguments + [nil], variables + [nil])
    guard number == 0 else { throw SystemError(number) }
    return process
  }

  /// Waits until a program has ended; the status as `waitpid(2)` has it.
  @discardableResult package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// What a shell calls such a status: that of the exit, or 128 and the signal's number.
  package static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 &+ signal
  }

  /// Two connected descriptors that no program gets unless they are moved to it, out of the way of the numbers that it has.
  package static func descriptors(_ pair: Pair) throws(SystemError) -> (Int32, Int32) {
    var opened: [Int32] = [-1, -1]
    guard open(pair, &opened) else { throw SystemError(errno) }
    let moved = opened.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    let number = errno
    for descriptor in opened { close(descriptor) }
    guard moved[0] >= 0, moved[1] >= 0 else {
      for descriptor in moved where descriptor >= 0 { close(descriptor) }
      throw SystemError(number)
    }
    return (moved[0], moved[1])
  }

  /// The variables of this process, as C keeps them: they need not be UTF-8.
  package static var environment: [[CChar]] {
    var variables: [[CChar]] = []
    var entry = rawEnvironment
    while let variable = entry?.pointee {
      entry = entry?.successor()
      variables.append(Array(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1)))
    }
    return variables
  }
}
