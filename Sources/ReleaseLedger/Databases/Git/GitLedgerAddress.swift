import Basics

/// A branch of a git repository, as the user names it: `git+https://HOST/PATH#BRANCH`, `git+ssh://…` or
/// `git+file:///PATH`.
package struct GitLedgerAddress: Hashable, Sendable {
  /// The branch if none is named.
  package static let usualBranch = "bundlepolicy-ledger"

  /// The URL for git, without the user name and password for an https server.
  let url: String
  let branch: String
  /// `user:password` for an https server, decoded; nil if none is given. Often it is a token, which may be in the
  /// place of the user.
  let credentials: String?
  /// The folder of all copies; nil for the default.
  package var cache: String?
  /// Environment variables for git that replace this process's.
  package var variables: [String: String] = [:]

  var ref: String { "refs/heads/" + branch }
  var shown: String { "git+\(url)#\(branch)" }
  var isLocal: Bool { url.hasPrefix("file:") }

  static func isMeant(by text: String) -> Bool { text.prefix(4).lowercased() == "git+" }

  /// Parses an address. No error shows what may be a password.
  init(_ text: String) throws(LedgerAddressError) {
    func malformed(_ what: String, _ hint: String) -> LedgerAddressError {
      LedgerAddressError(.malformed, "the ledger's address \(what); \(hint)")
    }
    let form = "write git+https://HOST/REPOSITORY.git#BRANCH"
    if text.unicodeScalars.contains(where: { $0.value <= 0x20 || 0x7F...0x9F ~= $0.value }) {
      throw malformed("contains whitespace or control characters", form)
    }
    let parts = text.dropFirst(4).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, let colon = address.firstRange(of: "://") else {
      throw malformed("starts with 'git+' but has no '://'", form)
    }
    let scheme = address[..<colon.lowerBound]
    guard ["https", "ssh", "file"].contains(scheme) else {
      throw malformed(
        "starts with 'git+' but not with a scheme that is supported", "use git+https://, git+ssh:// or git+file://")
    }
    let rest = address[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    guard path.count > 1 else { throw malformed("has no repository path", form) }
    let at = authority.lastIndex(of: "@")
    let user = at.map { authority[..<$0] }
    let host = at.map { authority[authority.index(after: $0)...] } ?? authority
    if scheme == "file" {
      guard authority.isEmpty else {
        throw malformed("has a host, but file addresses cannot have one", "write git+file:///PATH#BRANCH")
      }
    } else {
      // A password may contain an unescaped slash: then part of it seems to be in the path.
      guard !path.contains("@"), Self.isHost(host) else {
        throw malformed(
          "has no valid host", "percent-encode '@', '/', ':' and '#' in user names, passwords and paths")
      }
    }
    if scheme == "ssh", let user, user.isEmpty || user.contains(":") || user.hasPrefix("-") {
      throw malformed("has a user name that ssh cannot use", "write git+ssh://USER@HOST/REPOSITORY.git#BRANCH")
    }
    branch = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : Self.usualBranch
    guard Self.isBranch(branch) else {
      throw malformed(
        "names a branch with characters that are not supported", "use letters, digits, '-', '_', '.', '/' and '+'")
    }
    if scheme == "https", let user {
      guard let decoded = PercentEncoding.decode(user), !decoded.isEmpty, !decoded.utf8.contains(where: { $0 < 0x20 })
      else {
        throw malformed("has a user name that cannot be read", "percent-encode its special characters")
      }
      credentials = decoded.contains(":") ? decoded : decoded + ":"
      url = "https://\(host)\(path)"
    } else {
      credentials = nil
      url = String(address)
    }
  }

  /// Whether a string is a host name or an address, with or without a port.
  private static func isHost(_ text: Substring) -> Bool {
    let bracket = text.lastIndex(of: "]") ?? text.startIndex
    let colon = text[bracket...].firstIndex(of: ":") ?? text.endIndex
    let port = text[colon...].dropFirst()
    return !text[..<colon].isEmpty && !text.hasPrefix("-") && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a string is a branch name with characters that are supported: a subset of git-check-ref-format(1).
  private static func isBranch(_ text: String) -> Bool {
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.utf8.count <= 200 && !text.contains("..")
      && components.allSatisfy { component in
        !component.isEmpty && !".-".contains(component.prefix(1)) && !component.hasSuffix(".")
          && !component.hasSuffix(".lock")
          && component.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-_.+".utf8.contains(byte)
            }
          }
      }
  }
}
