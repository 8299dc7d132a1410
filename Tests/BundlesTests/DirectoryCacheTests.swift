import Basics
import Testing

@testable import Bundles

/// Directories that stay open must not change results.
@Suite struct DirectoryCacheTests {
  @Test func forgetsTheOldest() throws {
    let temporary = try TemporaryDirectory()
    let cache = DirectoryCache()
    func key(_ number: Int) -> [UInt8] { Array("d\(number)".utf8) }
    for number in 0..<DirectoryCache.capacity {
      cache.keep(OpenDirectory(open(temporary.path, O_RDONLY | O_DIRECTORY)), at: key(number))
    }
    let used = try #require(cache[key(0)])
    cache.keep(OpenDirectory(open(temporary.path, O_RDONLY | O_DIRECTORY)), at: key(100))
    #expect(cache[key(0)] === used && cache[key(1)] == nil && cache[key(2)] != nil && cache[key(100)] != nil)
    #expect(fcntl(used.descriptor, F_GETFD) >= 0)
  }

  /// Several threads read from more directories than the cache keeps, and each gets the right file.
  @Test(.timeLimit(.minutes(30))) func severalThreads() async throws {
    let temporary = try TemporaryDirectory()
    for number in 0..<30 { try temporary.write("a/d\(number)/e/file", "\(number)") }
    let storage = try DirectoryStorage(path: temporary.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<300 {
            let number = (turn * (task + 1) + task) % 30
            let text = try storage.read("a/d\(number)/e/file", limit: 10)
            #expect(text == Array("\(number)".utf8))
            #expect(try storage.list("a/d\(number)/e").map(\.name) == ["file"])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func listsTwiceAlike() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(["a/b/x": .text(""), "a/y": .text(""), "z": .text("")])
    let storage = try DirectoryStorage(path: temporary.path)
    for path in ["", "a", "a/b", "a", "", "a/b"] {
      #expect(try storage.list(path) == storage.list(path) && !storage.list(path).isEmpty)
    }
    try temporary.write("a/new", "")
    #expect(try storage.list("a").map(\.name) == ["b", "new", "y"])
  }

  /// A directory that was replaced by a link is not followed.
  @Test func aDirectoryThatBecomesALink() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(["tree/a/file": .text("inside"), "outside/file": .text("outside")])
    let storage = try DirectoryStorage(path: temporary.path + "/tree")
    #expect(try storage.list("a").count == 1)
    #expect(rename(temporary.path + "/tree/a", temporary.path + "/tree/b") == 0)
    #expect(symlink("../outside", temporary.path + "/tree/a") == 0)
    let bytes = try? storage.read("a/file", limit: 100)
    #expect(bytes == nil || bytes == Array("inside".utf8))
    let fresh = try DirectoryStorage(path: temporary.path + "/tree")
    let error = try #require(throws: StorageError.self) { _ = try fresh.read("a/file", limit: 100) }
    #expect(error.code == .leavesRoot)
  }
}
