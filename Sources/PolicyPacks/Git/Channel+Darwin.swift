#if os(macOS)
  import Basics

  extension Channel {
    /// Sockets. Other processes don't get them: `spawn` closes all that it is not given.
    static func open(_ pair: inout [Int32]) -> Bool { socketpair(AF_UNIX, SOCK_STREAM, 0, &pair) == 0 }

    /// Writing to what nobody reads is an error, and ends nothing.
    static func ignoreBrokenPipe(_ descriptor: Int32) {
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      bytes.baseAddress.map { write(descriptor, $0, bytes.count) } ?? 0
    }
  }
#endif
