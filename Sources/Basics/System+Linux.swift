#if os(Linux)
  extension Subprocess {
    static var fileActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    static var attributes: posix_spawnattr_t { posix_spawnattr_t() }
    static var rawEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }

    /// There is no such flag; descriptors are marked as close-on-exec instead.
    static var closesOthers: Int32 { 0 }
    /// `POSIX_SPAWN_SETSID`, which the C library declares only as an extension.
    static var ownSession: Int32 { 0x80 }

    /// Uses sockets for both, because Swift cannot call `pipe2`; programs that other threads start at the same time do not inherit them.
    static func open(_ pair: Pair, _ descriptors: inout [Int32]) -> Bool {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &descriptors) == 0
    }

    /// This program, even if its file was replaced in the meantime (`proc(5)`).
    package static var ownExecutable: String? { "/proc/self/exe" }
  }

  extension ReplacementFile {
    /// `O_TMPFILE`, whose definition Swift does not import.
    private static var unnamed: Int32 { 0o20000000 | O_DIRECTORY }

    /// Opens a file without a name; returns a negative number if that is not possible.
    static func openUnnamed(in folder: Int32, mode: mode_t) -> Int32 {
      let file = openat(folder, ".", unnamed | O_RDWR | O_CLOEXEC, mode)
      // The file is named by its path in `/proc`.
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

  /// `DIR *`, an opaque type in the C libraries of Linux.
  package typealias DirectoryHandle = OpaquePointer

  extension stat {
    package var modificationTime: timespec { st_mtim }
  }

  extension MemoryPages {
    /// Requests large pages; without them it is only slower.
    package static func adviseLarge(_ memory: UnsafeMutableRawPointer, _ count: Int) {
      _ = madvise(memory, count, 14)  // MADV_HUGEPAGE, which the C library's module leaves out
    }
  }
#endif
