import Basics

/// Reads from the web with the installed `curl`: without a shell or configuration files, within limits of time and size, and only by https
/// except from this machine.
///
/// An HTTP and TLS library would be the largest part of this program, and each `check` would load it. curl is part of macOS and of nearly
/// every CI image, is kept up to date there, and knows the machine's proxies and certificates.
struct WebClient {
  struct Response {
    let status: Int
    /// Names are in lower case.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  }

  /// The largest size of a response's headers in bytes, in addition to the body.
  private static let headerLimit = 256 << 10
  private static let redirectLimit = 5

  private let program: String
  private let seconds: Int
  private let deadline: UInt64
  private let environment: [[CChar]]

  /// `seconds` is the time limit for all requests together. `variables` override environment variables of this process. Throws if curl is
  /// not installed.
  init(seconds: Int, _ variables: [String: String] = [:]) throws(PackError) {
    guard let program = Subprocess.find("curl", in: variables["PATH"]) else {
      throw PackError(
        .network, "curl is not in PATH", hint: "install curl, which downloads archives and reads registries")
    }
    (self.program, self.seconds) = (program, seconds)
    deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    let path = Subprocess.searchPath(variables["PATH"]).joined(separator: ":")
    environment = Subprocess.environment(
      // Withholds secrets, and the variable that makes curl write session keys to a file.
      without: { $0.hasPrefix("BUNDLEPOLICY_") || ["PGPASSWORD", "SSLKEYLOGFILE"].contains($0) },
      adding: variables.merging(["LC_ALL": "C", "LANGUAGE": "C", "PATH": path]) { $1 })
  }

  /// Returns the response for an address, following redirects.
  /// - Parameters:
  ///   - headers: Lines such as `Accept: …`.
  ///   - secret: A header line with a credential. It is sent only to the origin of `first`.
  ///   - limit: The largest body in bytes.
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
      // A redirect must not lead to services on this machine, or away from https.
      if let problem = next.securityProblem ?? (next.isLocal && !first.isLocal ? "it is on this machine" : nil) {
        throw PackError(
          .network, "\(first.text): the server redirects to \(next.origin), which is refused: \(problem)",
          hint: "ask the server's administrators")
      }
      address = next
    }
    throw PackError(.network, "\(first.text): the server redirects more than \(Self.redirectLimit) times")
  }

  private func request(_ address: WebAddress, headers: [String], limit: Int) throws(PackError) -> Response {
    if let problem = address.securityProblem { throw PackError(.network, "\(address.text) is refused: \(problem)") }
    let now = Clocks.nanoseconds()
    let rest = deadline > now ? (deadline - now) / 1_000_000_000 + 1 : 1
    let words =
      [
        // Must come first, or curl reads its configuration file.
        "--disable", "--silent", "--show-error", "--include", "--suppress-connect-headers", "--globoff", "--no-netrc",
        "--proto", "=" + address.scheme, "--max-time", "\(rest)", "--connect-timeout", "\(min(rest, 30))",
        "--max-filesize", "\(limit)", "--user-agent", "bundlepolicy", "--config", "-",
      ] + (address.isLocal ? ["--noproxy", "*"] : [])
    // Passed on standard input, because other users can see a program's arguments.
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
    return "\"" + String(text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }) + "\""
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
    let line = String(decoding: outcome.errors.prefix { $0 != 0x0A }, as: UTF8.self).shortened(to: 600)
    let reason = line.hasPrefix("curl: (") ? String(line.drop { $0 != ")" }.dropFirst(2)) : line
    let isOffline = [5, 6, 7].contains(outcome.status)
    return PackError(
      .network,
      "\(address.text) cannot be read: \(reason.isEmpty ? "curl exited with status \(outcome.status)" : reason)",
      hint: isOffline
        ? "check the address and the network; checks with packs that are in the cache work offline"
        : "try again; if it happens again, check the server")
  }

  /// Splits off the headers, skipping interim (1xx) responses (RFC 9110, 15.2).
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
