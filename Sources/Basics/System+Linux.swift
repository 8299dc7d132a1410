#if os(Linux)
  extension Subprocess {
    static var fileActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    static var attributes: posix_spawnattr_t { posix_spawnattr_t() }
    static var rawEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }

    /// No flag does that here: what is opened is marked to be closed.
    static var closesOthers: Int32 { 0 }
    /// `POSIX_SPAWN_SETSID`, which the C library declares only as one of its extensions.
    static var ownSession: Int32 { 0x80 }

    /// Sockets for both, for Swift has no `pipe2`: no program that another thread starts meanwhile gets them.
    static func open(_ pair: Pair, _ descriptors: inout [Int32]) -> Bool {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &descriptors) == 0
    }

    /// This very program, though its file be replaced meanwhile (`proc(5)`).
    package static var ownExecutable: String? { "/proc/self/exe" }
  }

  extension ReplacementFile {
    /// `O_TMPFILE`, whose definition Swift does not import.
    private static var unnamed: Int32 { 0o20000000 | O_DIRECTORY }

    /// Opens a file without a name; negative where that is not possible.
    static func openUnnamed(in folder: Int32, mode: mode_t) -> Int32 {
      let file = openat(folder, ".", unnamed | O_RDWR | O_CLOEXEC, mode)
      // A name is given to it by way of `/proc`.
      guard file >= 0, access(path(of: file), F_OK) != 0 else { return file }
      close(file)
      return -1
    }

    static func link(_ file: Int32, in folder: Int32, to name: String) -> Bool {
      linkat(AT_FDCWD, path(of: file), folder, name, AT_SYMLINK_FOLLOW) == 0
    }

    private static func path(of file: Int32) -> String { "/proc/self/fd/\(file)" }
  }

  extension Sockets {
    package static func prepare(_ socket: Int32) {}

    package static var bothWays: Int32 { Int32(SHUT_RDWR) }

    package static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Basics.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    package static func receive(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    }
  }

  extension WorkerThread {
    static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> pthread_t? {
      var handle = pthread_t()
      let status = pthread_create(
        &handle, &attributes,
        { work in
          if let work { WorkerThread.run(work) }
          return nil
        }, work)
      return status == 0 ? handle : nil
    }
  }

  /// `DIR *`, whose struct the C libraries of Linux keep to themselves.
  package typealias DirectoryHandle = OpaquePointer

  extension MemoryPages {
    /// Asks for large pages where the system gives them to those who ask; without them it is only slower.
    package static func adviseLarge(_ memory: UnsafeMutableRawPointer, _ count: Int) {
      _ = madvise(memory, count, 14)  // MADV_HUGEPAGE, which the C library's module leaves out
    }
  }
#endif
