import Basics

/// A server on 127.0.0.1 that sends a test's messages to PostgreSQL clients (PostgreSQL documentation, "Frontend/Backend Protocol",
/// "Message Formats").
struct ScriptedServer {
  /// The steps of a server.
  enum Step: Sendable {
    /// Reads a startup packet: a length and its contents.
    case readStartup
    /// Reads a message: a letter, a length and what follows.
    case readMessage
    /// Sends a message.
    case send(Character, [UInt8])
    /// Sends the bytes of the last message read, without the zeros at its end, behind these and before those.
    case sendBack(Character, [UInt8], [UInt8])
    /// Says nothing until the client goes.
    case wait
  }

  let port: UInt16

  /// Listens, for one client, on a port that was free. Without steps nothing listens there, and the port stays taken, so that nothing of
  /// another test does.
  init(_ steps: [Step]) throws {
    #if os(Linux)
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // A program that another test starts meanwhile must not keep it open.
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && (steps.isEmpty || listen(listener, 4) == 0)
          && getsockname(listener, $0, &size) == 0
      }
    }
    struct NoListener: Error {}
    guard isListening else { throw NoListener() }
    port = UInt16(bigEndian: address.sin_port)
    guard !steps.isEmpty else { return }
    let thread = ServerThread(listener, steps)
    _ = WorkerThread.start { thread.serve() }
  }

  /// A URL for it.
  func url(_ userInfo: String = "someone") -> String {
    "postgres://\(userInfo)@127.0.0.1:\(port)/ledger?sslmode=disable&gssencmode=disable"
  }

  /// A server that lets everyone in and describes itself so.
  static func welcome(version: String, encoding: String = "UTF8") -> [Step] {
    [
      .readStartup, .send("R", [0, 0, 0, 0]), .send("S", text("server_version") + text(version)),
      .send("S", text("server_encoding") + text(encoding)), .send("Z", [0x49]),
    ]
  }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}

/// Serves one client.
private final class ServerThread: @unchecked Sendable {  // used by its one thread alone
  private let listener: CInt
  private let steps: [ScriptedServer.Step]
  private var message: [UInt8] = []

  init(_ listener: CInt, _ steps: [ScriptedServer.Step]) {
    self.listener = listener
    self.steps = steps
  }

  func serve() {
    let client = accept(listener, nil, nil)
    close(listener)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    defer { close(client) }
    for step in steps {
      switch step {
      case .readStartup: message = read(client, Int(number(client)) - 4)
      case .readMessage:
        _ = read(client, 1)
        message = read(client, Int(number(client)) - 4)
      case .send(let letter, let bytes): send(client, letter, bytes)
      case .sendBack(let letter, let before, let after):
        send(client, letter, before + message.prefix { $0 != 0 } + after)
      case .wait: while !read(client, 1).isEmpty {}
      }
    }
  }

  private func number(_ client: CInt) -> UInt32 { read(client, 4).reduce(0) { $0 << 8 | UInt32($1) } }

  private func read(_ client: CInt, _ count: Int) -> [UInt8] {
    // Asked for nothing, recv still waits.
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(count, 1 << 20))
    let read = recv(client, &bytes, bytes.count, CInt(MSG_WAITALL))
    return Array(bytes.prefix(max(0, read)))
  }

  private func send(_ client: CInt, _ letter: Character, _ bytes: [UInt8]) {
    let count = UInt32(bytes.count + 4)
    let packet = Array(String(letter).utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + bytes
    // A client that is gone must not end the tests with SIGPIPE.
    #if os(macOS)
      var yes: CInt = 1
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<CInt>.size))
      let flags: CInt = 0
    #else
      let flags = CInt(MSG_NOSIGNAL)
    #endif
    _ = Basics.send(client, packet, packet.count, flags)
  }
}
