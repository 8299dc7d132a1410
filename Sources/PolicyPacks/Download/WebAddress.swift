import Basics

/// A web address: `https://HOST[:PORT]/PATH`. (Foundation's `URL` is not linked.)
struct WebAddress: Hashable {
  let scheme: String
  /// The host and port, in lower case.
  let authority: String
  /// The path and query, starting with a slash.
  let path: String
  let hasUser: Bool

  /// Returns nil if the text is not an http or https address in printable ASCII.
  init?(_ text: String) {
    guard let colon = text.firstRange(of: "://"),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"\"\\<>^`{|}".utf8.contains($0) })
    else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { !["/", "?", "#"].contains($0) }
    hasUser = authority.contains("@")
    self.authority = authority.lowercased()
    let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
    self.path = path.hasPrefix("/") ? String(path) : "/" + path
    guard ["https", "http"].contains(scheme), Self.isAuthority(self.authority) || hasUser else { return nil }
  }

  init(scheme: String, authority: String, path: String) {
    (self.scheme, self.authority, self.path, hasUser) = (scheme, authority, path, false)
  }

  var text: String { "\(scheme)://\(authority)\(path)" }

  /// Scheme, host and port. A credential is sent only to the origin it is for.
  var origin: String { "\(scheme)://\(authority)" }

  /// Whether the host is this machine, so that nobody can intercept the connection.
  var isLocal: Bool { Self.isLocal(authority) }

  static func isLocal(_ authority: String) -> Bool {
    let host: Substring
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = authority[...end]
    } else {
      host = authority.prefix { $0 != ":" }
    }
    return ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }

  /// The reason why the address must not be read; nil if it may be.
  var securityProblem: String? {
    if hasUser { return "the address has a user name or password" }
    return scheme == "https" || isLocal
      ? nil : "the address is not protected: http is for this machine only (localhost)"
  }

  /// Whether a string is a host name or IP address, with or without a port.
  static func isAuthority(_ text: String) -> Bool {
    var host = Substring(text)
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return false }
      let inside = host[host.index(after: host.startIndex)..<end]
      let rest = host[host.index(after: end)...]
      return !inside.isEmpty && inside.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == 0x3A || $0 == 0x2E }
        && (rest.isEmpty || isPort(rest))
    }
    if let colon = host.firstIndex(of: ":") {
      if !isPort(host[colon...]) { return false }
      host = host[..<colon]
    }
    return !host.isEmpty && !host.hasPrefix("-") && !host.hasPrefix(".")
      && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.hasPrefix(":") && (Int(text.dropFirst()).map { 1...65_535 ~= $0 } ?? false)
  }

  /// Resolves the target of a redirect (RFC 3986, 5.2); nil if it is not an address.
  func resolving(_ location: String) -> WebAddress? {
    if location.hasPrefix("//") { return WebAddress(scheme + ":" + location) }
    if location.hasPrefix("/") { return WebAddress(origin + location) }
    let head = location.prefix { !["/", "?", "#"].contains($0) }
    if head.contains(":") { return WebAddress(location) }
    let folder = path.prefix { $0 != "?" }
    guard let slash = folder.lastIndex(of: "/") else { return nil }
    return WebAddress(origin + folder[...slash] + location)
  }
}
