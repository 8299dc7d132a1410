package enum Subprocess {
  package enum Pair {
    case connection
    /// The first is read, the second written.
    case pipe
  }

  package enum Isolation {
    /// Shared with this process: it receives the terminal's signals, and may ask the user there.
    case shared
    /// A separate process group, which can be ended as a whole.
    case group
    /// A separate process group, and a session without a terminal, so that no process in it can ask the user.
    case session

    fileprivate var flag: Int32 {
      switch self {
      case .shared: 0
      case .group: POSIX_SPAWN_SETPGROUP
      case .session: Subprocess.ownSession
      }
    }
  }

  /// Starts a program and returns its process number. It gets the words after the first as arguments and the variables, but no blocked
  /// signals, and of our descriptors only the moved ones. Its input is empty unless a descriptor is moved there.
  package static func start(
    _ program: String, _ words: [String], environment: [[CChar]], moves: [(from: Int32, to: Int32)],
    isolation: Isolation
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
    let flags = POSIX_SPAWN_SETSIGMASK | closesOthers | isolation.flag
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = words.map { strdup($0) }
    let variables = environment.map { $0.withUnsafeBufferPointer { $0.baseAddress.flatMap { strdup($0) } } }
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, program, &actions, &attributes, arguments + [nil], variables + [nil])
    guard number == 0 else { throw SystemError(number) }
    return process
  }

  @discardableResult package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Converts a status like a shell: to the exit status, or to 128 plus the signal's number.
  package static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 &+ signal
  }

  /// Creates two connected descriptors that programs only inherit if they are moved, with numbers that programs do not use.
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

  /// The variables of this process as C strings, because they need not be UTF-8.
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

extension Subprocess {
  /// The folders of `PATH`, or of `path` if it is not nil. Relative folders are skipped, so that no program in a checkout is run.
  package static func searchPath(_ path: String?) -> [Substring] {
    let path = path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }
  }

  package static func find(_ name: String, in path: String?) -> String? {
    for folder in searchPath(path) {
      let candidate = "\(folder)/\(name)"
      var status = stat()
      if stat(candidate, &status) == 0, status.type == S_IFREG, access(candidate, X_OK) == 0 {
        return candidate
      }
    }
    return nil
  }

  package static func environment(
    without removed: (String) -> Bool, adding added: [String: String]
  ) -> [[CChar]] {
    let kept = environment.filter { variable in
      let name = String(decoding: variable.prefix { $0 != 0x3D }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return added[name] == nil && !removed(name)
    }
    return kept + added.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8CString) }
  }
}
