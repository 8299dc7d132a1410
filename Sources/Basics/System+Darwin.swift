#if os(macOS)
  internal import MachO.dyld

  extension Subprocess {
    static var fileActions: posix_spawn_file_actions_t? { nil }
    static var attributes: posix_spawnattr_t? { nil }
    static var rawEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { _NSGetEnviron().pointee }

    /// Closes all descriptors except the moved ones.
    static var closesOthers: Int32 { POSIX_SPAWN_CLOEXEC_DEFAULT }
    static var ownSession: Int32 { POSIX_SPAWN_SETSID }

    static func open(_ pair: Pair, _ descriptors: inout [Int32]) -> Bool {
      switch pair {
      case .connection: socketpair(AF_UNIX, SOCK_STREAM, 0, &descriptors) == 0
      case .pipe: pipe(&descriptors) == 0
      }
    }

    /// The path from which this program was started.
    package static var ownExecutable: String? {
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
  }

  extension ReplacementFile {
    /// Files cannot be created without a name.
    static func openUnnamed(in folder: Int32, mode: mode_t) -> Int32 { -1 }

    static func link(_ file: Int32, in folder: Int32, to name: String) -> Bool { false }
  }

  extension Sockets {
    package static func prepare(_ socket: Int32) {
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    package static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Basics.send(socket, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
    }

    package static func receive(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      recv(socket, buffer.baseAddress, buffer.count, MSG_DONTWAIT)
    }
  }

  extension WorkerThread {
    static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> pthread_t? {
      var handle: pthread_t?
      let status = pthread_create(
        &handle, &attributes,
        { work in
          WorkerThread.run(work)
          return nil
        }, work)
      return status == 0 ? handle : nil
    }
  }

  /// `DIR *`, a struct declared by Darwin.
  package typealias DirectoryHandle = UnsafeMutablePointer<DIR>

  extension stat {
    package var modificationTime: timespec { st_mtimespec }
  }

  extension MemoryPages {
    /// Darwin chooses page sizes itself.
    package static func adviseLarge(_ memory: UnsafeMutableRawPointer, _ count: Int) {}
  }
#endif
