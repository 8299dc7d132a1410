/// What `pack add` is given: `SOURCE[@REF][#PATH]`.
public struct PackLocator: Hashable, Sendable {
  /// Where it comes from.
  public let source: PackSource
  /// The tag, branch or commit.
  public let ref: String?
  /// The folder.
  public let path: String?

  /// Takes one apart. Throws when a part can't be taken.
  public init(_ text: String) throws(PackError) {
    var rest = Substring(text)
    var path: String?
    var ref: String?
    if rest.hasPrefix("git+") {
      if let hash = rest.lastIndex(of: "#") {
        path = String(rest[rest.index(after: hash)...])
        rest = rest[..<hash]
      }
      if let at = Self.version(in: rest) {
        ref = String(rest[rest.index(after: at)...])
        rest = rest[..<at]
      }
    }
    source = try PackSource(String(rest))
    if let ref, let problem = PackRef.problem(in: ref) { throw PackError(.source, problem) }
    if let path, let problem = PackPath.problem(in: path) { throw PackError(.source, problem) }
    (self.ref, self.path) = (ref, path)
  }

  /// Where the ref begins: at the first `@` behind the repository's name. What stands before the path is a user's name.
  private static func version(in text: Substring) -> String.Index? {
    if let end = text.range(of: ".git@") { return text.index(before: end.upperBound) }
    let path: Substring
    if let colon = text.range(of: "://") {
      path = text[colon.upperBound...].drop { $0 != "/" }
    } else {
      path = text.drop { $0 != ":" }
    }
    return path.firstIndex(of: "@")
  }
}

extension StringProtocol {
  /// Where another text first stands in this one. (Foundation's is not here.)
  func range(of other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<(index(start, offsetBy: other.count, limitedBy: endIndex) ?? endIndex)
      }
      start = index(after: start)
    }
    return nil
  }
}
