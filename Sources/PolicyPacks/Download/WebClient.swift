import Basics

/// Reads from the web by the installed `curl`, as git is run: by its words, without a shell, without configuration files, within limits of
/// time and size, and by https alone, except on this machine.
///
/// A library for HTTP and TLS would be the largest part of this program, and each `check` would load it; curl is part of macOS and of nearly
/// every image that CI uses, is kept up to date there, and knows the proxies and certificates of the machine.
struct WebClient {
  struct Response {
    let status: Int
    /// Names in lower case.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  }

  /// Bytes of headers that a response may have beside its body.
  private static let headerLimit = 256 << 10
  /// How often a server may send on.
  private static let redirectLimit = 5

  private let program: String
  private let seconds: Int
  private let deadline: UInt64
  private let environment: [[CChar]]

  /// All requests together may take `seconds`. `variables` stand in place of this process's. Throws when there is no curl.
  init(seconds: Int, _ variables: [String: String] = [:]) throws(PackError) {
    guard let program = Subprocess.find("curl", in: variables["PATH"]) else {
      throw PackError(
        .network, "curl is not in PATH", hint: "install curl, which downloads archives and reads registries")
    }
    self.program = program
    self.seconds = seconds
    deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    let path = Subprocess.searchPath(variables["PATH"]).joined(separator: ":")
    environment = Subprocess.environment(
      // Secrets that are none of its business, and what would write the keys of connections to a file.
      without: { $0.hasPrefix("BUNDLEPOLICY_") || ["PGPASSWORD", "SSLKEYLOGFILE"].contains($0) },
      adding: variables.merging(["LC_ALL": "C", "LANGUAGE": "C", "PATH": path]) { $1 })
  }

  /// What is at an address, after the server has sent on as often as it may. `headers` are lines such as `Accept: …`; `secret`, a line with a
  /// credential, is for the server that was asked first and no other.
  func get(
    _ first: WebAddress, headers: [String] = [], secret: String? = nil, limit: Int
  ) throws(PackError) -> Response {
    var address = first
    for _ in 0...Self.redirectLimit {
      let secrets = address.origin == first.origin ? [secret].compactMap { $0 } : []
      let response = try request(address, headers: headers + secrets, limit: limit)
      guard [301, 302, 303, 307, 308].contains(response.status) else { return response }
      guard let location = response.header("location"), let next = address.resolving(location) else {
        throw PackError(.network, "\(first.text): the server redirects to an address that is not valid")
      }
      // Nobody on the way may lead to this machine's own services, or away from https.
      if let problem = next.insecurity ?? (next.isLocal && !first.isLocal ? "it is on this machine" : nil) {
        throw PackError(
          .network, "\(first.text): the server redirects to \(next.origin), which is refused: \(problem)",
          hint: "ask the server's administrators")
      }
      address = next
    }
    throw PackError(.network, "\(first.text): the server redirects more than \(Self.redirectLimit) times")
  }

  /// One request.
  private func request(_ address: WebAddress, headers: [String], limit: Int) throws(PackError) -> Response {
    if let problem = address.insecurity { throw PackError(.network, "\(address.text) is refused: \(problem)") }
    let now = Clocks.nanoseconds()
    let rest = deadline > now ? (deadline - now) / 1_000_000_000 + 1 : 1
    let words =
      [
        // First, or curl reads its configuration before.
        "--disable", "--silent", "--show-error", "--include", "--suppress-connect-headers", "--globoff", "--no-netrc",
        "--proto", "=" + address.scheme, "--max-time", "\(rest)", "--connect-timeout", "\(min(rest, 30))",
        "--max-filesize", "\(limit)", "--user-agent", "bundlepolicy", "--config", "-",
      ] + (address.isLocal ? ["--noproxy", "*"] : [])
    // On standard input, because others can see a program's words.
    var configuration = "url = \(try Self.quoted(address.text))\n"
    for header in headers { configuration += "header = \(try Self.quoted(header))\n" }
    let process = BoundedProcess(
      program, words, environment: environment, input: Array(configuration.utf8),
      outputLimit: limit + Self.headerLimit, deadline: deadline)
    let outcome: BoundedProcess.Outcome
    do throws(BoundedProcess.Failure) {
      outcome = try process.run()
    } catch {
      switch error {
      case .start(let number):
        throw PackError(.network, "curl cannot be started: \(SystemError(number).text)", file: program)
      case .time: throw late(address)
      case .output, .stopped: throw Self.tooLarge(address, limit)
      }
    }
    switch outcome.status {
    case 0: break
    case 28: throw late(address)
    case 63: throw Self.tooLarge(address, limit)
    default: throw Self.failure(address, outcome)
    }
    guard let response = Self.response(outcome.output) else {
      throw PackError(.network, "\(address.text): the server's response is not valid HTTP")
    }
    if response.body.count > limit { throw Self.tooLarge(address, limit) }
    return response
  }

  private static func quoted(_ text: String) throws(PackError) -> String {
    guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      throw PackError(.network, "a request contains characters that are not allowed")
    }
    let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + "\""
  }

  private func late(_ address: WebAddress) -> PackError {
    PackError(
      .time, "\(address.text) could not be read within \(counted(seconds, "second"))",
      hint: "try again, or allow more time with --timeout SECONDS")
  }

  private static func tooLarge(_ address: WebAddress, _ limit: Int) -> PackError {
    PackError(.limit, "\(address.text) is larger than \(limit) bytes", hint: "check that this is the address of a pack")
  }

  private static func failure(_ address: WebAddress, _ outcome: BoundedProcess.Outcome) -> PackError {
    // `curl: (6) Could not resolve host: example.com`
    let told = String(decoding: outcome.errors.prefix { $0 != 0x0A }, as: UTF8.self).shortened(to: 600)
    let reason = told.hasPrefix("curl: (") ? String(told.drop { $0 != ")" }.dropFirst(2)) : told
    let isOffline = [5, 6, 7].contains(outcome.status)
    return PackError(
      .network,
      "\(address.text) cannot be read: \(reason.isEmpty ? "curl exited with status \(outcome.status)" : reason)",
      hint: isOffline
        ? "check the address and the network; checks with packs that are in the cache work offline"
        : "try again; if it happens again, check the server")
  }

  /// Takes the headers off. Those of interim answers come first (RFC 9110, 15.2).
  private static func response(_ output: [UInt8]) -> Response? {
    var rest = output[...]
    while true {
      var headers: [(name: String, value: String)] = []
      var status: Int?
      while let end = rest.firstIndex(of: 0x0A) {
        let bytes = rest[..<end]
        rest = rest[(end + 1)...]
        let line = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
        if line.isEmpty { break }
        if status == nil {
          let words = line.split(separator: " ", maxSplits: 2)
          guard words.count >= 2, words[0].hasPrefix("HTTP/"), let number = Int(words[1]) else { return nil }
          status = number
        } else if let colon = line.firstIndex(of: ":") {
          let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
          headers.append((line[..<colon].lowercased(), String(value)))
        }
      }
      guard let status else { return nil }
      if !(100..<200).contains(status) { return Response(status: status, headers: headers, body: Array(rest)) }
    }
  }
}
