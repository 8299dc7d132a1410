import Basics

/// An address on the web: `https://HOST[:PORT]/PATH`. (Foundation's is not here.)
struct WebAddress: Hashable {
  /// `https` or `http`.
  let scheme: String
  /// The host with its port, in lower case.
  let authority: String
  /// From the slash on, with a query.
  let path: String
  /// Whether it has a user's name, and perhaps a password.
  let hasUser: Bool

  /// Nil for a text that is none. Everything in it can be seen and is ASCII.
  init?(_ text: String) {
    guard let colon = text.range(of: "://"),
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

  /// Of a registry's or archive's host.
  init(scheme: String, authority: String, path: String) {
    (self.scheme, self.authority, self.path, hasUser) = (scheme, authority, path, false)
  }

  var text: String { "\(scheme)://\(authority)\(path)" }

  /// Scheme, host and port: what may see a secret that another has given.
  var origin: String { "\(scheme)://\(authority)" }

  /// Whether it is this machine, where nobody listens in.
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

  /// Why nothing may be read from it; nil for nothing.
  var insecurity: String? {
    if hasUser { return "the address has a user name or password" }
    return scheme == "https" || isLocal
      ? nil : "the address is not protected: http is for this machine only (localhost)"
  }

  /// Whether a text is a host's name or number, with or without a port.
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
      && host.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) }
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.hasPrefix(":") && (Int(text.dropFirst()).map { 1...65_535 ~= $0 } ?? false)
  }

  /// Where a server sends on to (RFC 3986, 5.2); nil for what is no address.
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
