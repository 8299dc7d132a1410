import Basics

/// A part of a run on several machines: which of the bundles are its own.
///
/// A bundle belongs to a shard by its path alone: by the first eight bytes of the path's SHA-256 digest, the most significant first,
/// modulo the number of shards. So another bundle in the list moves none.
public struct Shard: Hashable, Sendable {
  /// The most parts of one run.
  public static let maximumCount = 100_000

  /// Which part, from 1.
  public let index: Int
  /// How many parts there are.
  public let count: Int
  /// What the run is about; nil until its bundles are known.
  public fileprivate(set) var whole: Whole?

  /// All bundles of a run.
  public struct Whole: Hashable, Sendable {
    /// How many there are.
    public let bundles: Int
    /// The SHA-256 digest of their paths, sorted, each followed by a NUL.
    public let digest: String

    package init(bundles: Int, digest: String) { (self.bundles, self.digest) = (bundles, digest) }
  }

  /// Nil when there is no such part.
  package init?(_ index: Int, of count: Int, whole: Whole? = nil) {
    guard 1...Self.maximumCount ~= count, 1...count ~= index else { return nil }
    (self.index, self.count, self.whole) = (index, count, whole)
  }

  /// Reads `2/8`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? { text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil }
    guard parts.count == 2, let index = number(parts[0]), let count = number(parts[1]) else { return nil }
    self.init(index, of: count)
  }

  /// The paths of this part, in their order, of all paths of the run, which are sorted and each there once.
  package mutating func own(of paths: [String]) -> [String] {
    var list = SHA256Digest()
    for path in paths {
      list.update(path)
      list.update([0])
    }
    whole = Whole(bundles: paths.count, digest: list.hexadecimal)
    return paths.filter { Self.index(of: $0, count: count) == index }
  }

  /// Which of so many parts a path belongs to, from 1.
  static func index(of path: String, count: Int) -> Int {
    let number = SHA256Digest(of: Array(path.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(number % UInt64(count)) + 1
  }
}
