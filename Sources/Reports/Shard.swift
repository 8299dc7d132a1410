import Basics

/// A shard of a run on several machines.
///
/// A bundle belongs to a shard by its path alone: the first eight bytes of the path's SHA-256 digest, big-endian, modulo the number of
/// shards. So adding a bundle to the list moves no other.
public struct Shard: Hashable, Sendable {
  /// The most shards of a run.
  public static let maximumCount = 100_000

  /// The number of the shard, from 1.
  public let index: Int
  /// The number of shards.
  public let count: Int
  /// The bundles of the whole run, or nil until they are known.
  public fileprivate(set) var whole: Whole?

  /// A summary of all bundles of a run.
  public struct Whole: Hashable, Sendable {
    /// The number of bundles.
    public let bundles: Int
    /// The SHA-256 digest of their sorted paths, each followed by a NUL.
    public let digest: String
  }

  package init?(_ index: Int, of count: Int, whole: Whole? = nil) {
    guard 1...Self.maximumCount ~= count, 1...count ~= index else { return nil }
    (self.index, self.count, self.whole) = (index, count, whole)
  }

  /// Parses `2/8`. Returns nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil }
    guard parts.count == 2, let index = number(parts[0]), let count = number(parts[1]) else { return nil }
    self.init(index, of: count)
  }

  package mutating func select(from paths: [String]) -> [String] {
    var list = SHA256Digest()
    for path in paths {
      list.update(path)
      list.update([0])
    }
    whole = Whole(bundles: paths.count, digest: list.hexadecimal)
    return paths.filter { Self.index(of: $0, count: count) == index }
  }

  /// Returns the number of the shard that a path belongs to, from 1.
  static func index(of path: String, count: Int) -> Int {
    let number = SHA256Digest(of: Array(path.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count)) + 1
  }
}
