#if os(macOS)
  import Basics

  extension WorkerChannel {
    /// Without a signal when the other end is gone.
    static func prepare(_ socket: Int32) {
      var on: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    static func send(_ socket: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
      Basics.send(socket, start, count, MSG_DONTWAIT)
    }

    static var bothWays: Int32 { SHUT_RDWR }

    static func receive(_ socket: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
      recv(socket, start, count, MSG_DONTWAIT)
    }
  }
#endif
