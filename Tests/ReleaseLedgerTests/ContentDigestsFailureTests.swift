import Bundles
import PolicyTestSupport
import PropertyLists
import Testing

@testable import ReleaseLedger

/// Contents without a digest, which never get the digest of a part of them.
@Suite struct ContentDigestsFailureTests {
  static let info = ContentDigestsTests.info

  static func error(_ graph: BundleGraph, _ limits: ContentDigests.Limits = .init()) -> LedgerError? {
    do throws(LedgerError) {
      _ = try ContentDigests(of: graph, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  static func memory(_ nodes: [String: MemoryStorage.Node]) throws -> BundleGraph {
    try BundleGraph.open(
      storage: MemoryStorage(nodes.merging(["Info.plist": .text(info)]) { $1 }), name: "App.app",
      displayPath: "out/App.app")
  }

  @Test func devicesHaveNone() throws {
    let error = try #require(Self.error(Self.memory(["a/pipe": .other])))
    #expect(error.code == .refused && error.file == "out/App.app/a/pipe")
    #expect(error.message.contains("named pipe"))
  }

  @Test func linksThatAreNotUTF8HaveNone() throws {
    let error = try #require(Self.error(Self.memory(["link": .link("a\u{FFFD}b")])))
    #expect(error.code == .refused && error.file == "out/App.app/link" && error.message.contains("not UTF-8"))
  }

  @Test func tooManyAreRefused() throws {
    let graph = try Self.memory(["a": .text(""), "b/c": .text("")])
    // Info.plist, a, b and c.
    #expect(Self.error(graph, .init(tree: .init(entries: 4))) == nil)
    let error = try #require(Self.error(graph, .init(tree: .init(entries: 3))))
    #expect(error.code == .refused && error.message.contains("more than 3 files"))
  }

  @Test func tooDeepIsRefused() throws {
    let graph = try Self.memory(["a/b/c": .text("")])
    #expect(Self.error(graph, .init(tree: .init(depth: 2))) == nil)
    let error = try #require(Self.error(graph, .init(tree: .init(depth: 1))))
    #expect(
      error.code == .refused && error.file == "out/App.app/a/b" && error.message.contains("more than 1 levels"))
  }

  @Test func tooLargeIsRefused() throws {
    let graph = try Self.memory(["a": .text("1234")])
    let size = Self.info.utf8.count + 4
    #expect(Self.error(graph, .init(bytes: size)) == nil)
    let error = try #require(Self.error(graph, .init(bytes: size - 1)))
    #expect(error.code == .refused && error.file == "out/App.app/a" && error.message.contains("\(size - 1) bytes"))
  }

  /// A disk that fails, and a file that is not what it was.
  @Test(arguments: [
    FailingStorage.Way.source, .reading, .readingLater, .shorter, .longer, .status, .listing, .listedTwice, .type,
  ])
  func whatCannotBeReadHasNone(_ way: FailingStorage.Way) throws {
    let storage = try FailingStorage(info: Self.info)
    let graph = try BundleGraph.open(storage: storage, name: "App.app", displayPath: "out/App.app")
    #expect(Self.error(graph) == nil)
    storage.way.set(way)
    let error = try #require(Self.error(graph))
    #expect(error.code == .refused && error.file == "out/App.app/\(way.isOfDirectory ? "a" : "a/b")")
    #expect(error.message.hasPrefix("the digest of the bundle cannot be computed: "))
  }

  @Test func goneBundlesHaveNone() throws {
    let folder = try TemporaryFolder(["App.app/Contents/Info.plist": Self.info])
    try folder.write("App.app/Contents/PlugIns/X.appex/Contents/Info.plist", "{ CFBundleIdentifier = x; }")
    let graph = try BundleGraph.open(path: folder("App.app"))
    #expect(graph.bundles.count == 2)
    #expect(try ChildProcess.run("/bin/rm", ["-r", folder("App.app/Contents/PlugIns/X.appex")]).status == 0)
    #expect(Self.error(graph)?.file?.hasSuffix("App.app/Contents/PlugIns/X.appex") == true)
  }

  @Test func realPipesAndOddNamesHaveNone() throws {
    let folder = try TemporaryFolder(["App.app/Contents/Info.plist": Self.info])
    #expect(try ChildProcess.run("/usr/bin/mkfifo", [folder("App.app/Contents/pipe")]).status == 0)
    #expect(Self.error(try BundleGraph.open(path: folder("App.app")))?.file == folder("App.app/Contents/pipe"))
    let script = "rm pipe && touch \"$(printf 'a\\377')\""
    #expect(try ChildProcess.run("/bin/sh", ["-c", script], in: folder("App.app/Contents")).status == 0)
    let error = Self.error(try BundleGraph.open(path: folder("App.app")))
    // Not every file system has such names.
    if let error { #expect(error.file == folder("App.app/Contents/a\u{FFFD}") && error.message.contains("not UTF-8")) }
  }

  /// Nothing is read of a file that only claims to be there.
  @Test func hugeSparseFilesAreRefusedAtOnce() throws {
    let folder = try TemporaryFolder(["App.app/Contents/Info.plist": Self.info])
    let made = try ChildProcess.run("/usr/bin/truncate", ["-s", "4T", folder("App.app/Contents/huge")])
    guard made.status == 0 else { return }
    let error = Self.error(try BundleGraph.open(path: folder("App.app")))
    #expect(error?.file == folder("App.app/Contents/huge") && error?.message.contains("exceed") == true)
  }
}
