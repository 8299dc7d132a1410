import Reports
import Testing

/// The assignment of bundles to shards.
@Suite struct ShardTests {
  private static let paths = (0..<2_000).map { "build/\($0 % 7)/App \($0).app" }.sorted {
    $0.utf8.lexicographicallyPrecedes($1.utf8)
  }

  private static func own(_ index: Int, _ count: Int, of paths: [String] = paths) throws -> [String] {
    var shard = try #require(Shard(index, of: count))
    return shard.select(from: paths)
  }

  @Test(arguments: [1, 2, 3, 8, 97])
  func everyBundleIsInOnePart(_ count: Int) throws {
    let parts = try (1...count).map { try Self.own($0, count) }
    #expect(parts.flatMap { $0 }.sorted() == Self.paths.sorted())
    for part in parts {
      // In the order of all paths.
      #expect(part == Self.paths.filter(Set(part).contains))
      // Shards have roughly the same size; the paths are fixed, so this is deterministic.
      #expect(abs(part.count - Self.paths.count / count) <= Self.paths.count / count / 2 + 10)
    }
  }

  @Test func anotherBundleMovesNone() throws {
    let fewer = Self.paths.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
    for index in 1...5 {
      #expect(try Self.own(index, 5, of: fewer) == Self.own(index, 5).filter(Set(fewer).contains))
    }
  }

  /// Others may compute it: printf %s build/App.app | sha256sum begins with d1903afe21d82102.
  @Test func thePartIsThatOfTheDigest() throws {
    let number = UInt64(0xd190_3afe_21d8_2102)
    for count in [2, 7, 100_000] {
      let index = Int(number % UInt64(count)) + 1
      #expect(try Self.own(index, count, of: ["build/App.app"]) == ["build/App.app"])
    }
  }

  @Test func theListIsKnownByItsDigest() throws {
    var one = try #require(Shard(1, of: 2))
    var other = try #require(Shard(2, of: 2))
    #expect(one.whole == nil)
    _ = one.select(from: ["a", "b"])
    _ = other.select(from: ["a", "b"])
    #expect(one.whole == other.whole)
    #expect(one.whole?.bundles == 2)
    _ = other.select(from: ["ab"])
    #expect(one.whole != other.whole)
  }

  @Test(arguments: ["2/8", "1/1", "100000/100000"])
  func read(_ text: String) { #expect(Shard(text).map { "\($0.index)/\($0.count)" } == text) }

  @Test(arguments: [
    "", "/", "1", "1/", "/2", "0/2", "3/2", "-1/2", "1/0", "1/-2", "+1/2", "1/2/3", "1 /2", "a/b", "1/100001",
    "99999999999999999999/2",
    "١/٢",
  ])
  func refused(_ text: String) { #expect(Shard(text) == nil) }
}
