import Basics

#if os(Linux)
  extension Channel {
    private static var stream: Int32 { Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) }

    /// Sockets, for Swift has no `pipe2`: no process that another thread starts meanwhile gets them.
    static func open(_ pair: inout [Int32]) -> Bool { socketpair(AF_UNIX, stream, 0, &pair) == 0 }

    /// `send` takes it as a flag.
    static func ignoreBrokenPipe(_ descriptor: Int32) {}

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      guard let start = bytes.baseAddress else { return 0 }
      return Basics.send(descriptor, start, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
