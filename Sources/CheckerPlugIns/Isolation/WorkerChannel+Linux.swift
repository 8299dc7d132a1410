import Basics

#if os(Linux)
  extension WorkerChannel {
    static func prepare(_ socket: Int32) {}

    static var bothWays: Int32 { Int32(SHUT_RDWR) }

    /// Without a signal when the other end is gone.
    static func send(_ socket: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
      Basics.send(socket, start, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    static func receive(_ socket: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
      recv(socket, start, count, Int32(MSG_DONTWAIT))
    }
  }
#endif
