import PropertyLists
import Testing

@testable import Bundles

/// Random trees with many links: the meaning of a path must not depend on the storage.
@Suite struct StorageAgreementTests {
  /// A fixed sequence (with the constants of Numerical Recipes), so that failures are reproducible.
  private struct Chance {
    var state: UInt64
    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    mutating func path() -> String {
      (0...below(4)).map { _ in ["a", "b", "c", "..", "."][below(5)] }.joined(separator: "/")
    }
  }

  private enum Answer: Equatable {
    case bytes([UInt8])
    case names([DirectoryEntry])
    case status(FileType, String?)
    case path(String)
    case error(StorageError)
  }

  private func answer(_ body: () throws(StorageError) -> Answer) -> Answer {
    do throws(StorageError) { return try body() } catch { return .error(error) }
  }

  private func answers(_ storage: any BundleStorage, _ path: String) -> [Answer] {
    [
      answer { () throws(StorageError) in .bytes(try storage.read(path, limit: 10)) },
      answer { () throws(StorageError) in .names(try storage.list(path)) },
      answer { () throws(StorageError) in
        let status = try storage.status(path)
        return .status(status.type, status.linkTarget)
      },
      answer { () throws(StorageError) in .path(try storage.resolve(path)) },
    ]
  }

  @Test(arguments: 0..<40) func agree(seed: Int) throws {
    var chance = Chance(state: UInt64(seed) &+ 88_172_645_463_325_252)
    var tree: [String: MemoryStorage.Node] = [:]
    for _ in 0..<chance.below(12) + 2 {
      let path = (0...chance.below(3)).map { _ in ["a", "b", "c"][chance.below(3)] }.joined(separator: "/")
      let node: MemoryStorage.Node =
        switch chance.below(4) {
        case 0: .file([UInt8(chance.below(256))])
        case 1: .directory
        default: .link(chance.path())
        }
      // Keep only paths that form a tree.
      var next = tree
      next[path] = next[path] ?? node
      if (try? MemoryStorage(next)) != nil { tree = next }
    }
    let temporary = try TemporaryDirectory()
    try temporary.write(tree)
    let memory = try MemoryStorage(tree)
    let disk = try DirectoryStorage(path: temporary.path)
    let zip = try ArchiveStorage(ZipBuilder(tree.map(zipEntry)).source)
    let tar = tree.isEmpty ? nil : try ArchiveStorage(ByteArray(TarBuilder(tree.map(tarEntry)).bytes))
    for _ in 0..<60 {
      let path = chance.path()
      let expected = answers(memory, path)
      #expect(expected == answers(disk, path), "seed \(seed), \(path) in \(tree)")
      #expect(expected == answers(zip, path), "zip, seed \(seed), \(path) in \(tree)")
      if let tar { #expect(expected == answers(tar, path), "tar, seed \(seed), \(path) in \(tree)") }
    }
  }

  private func zipEntry(_ path: String, _ node: MemoryStorage.Node) -> ZipBuilder.Entry {
    switch node {
    case .file(let bytes, let mode): ZipBuilder.Entry(path, bytes, mode: 0o100000 | Int(mode))
    case .zeros(let count, let mode):
      ZipBuilder.Entry(path, [UInt8](repeating: 0, count: count), mode: 0o100000 | Int(mode))
    case .folder: ZipBuilder.Entry(path + "/")
    case .link(let target): ZipBuilder.Entry(path, Array(target.utf8), mode: 0o120777)
    case .other: ZipBuilder.Entry(path, mode: 0o010644)
    }
  }

  private func tarEntry(_ path: String, _ node: MemoryStorage.Node) -> TarBuilder.Entry {
    switch node {
    case .file(let bytes, let mode): TarBuilder.Entry(name: path, bytes: bytes, mode: Int(mode))
    case .zeros(let count, let mode):
      TarBuilder.Entry(name: path, bytes: [UInt8](repeating: 0, count: count), mode: Int(mode))
    case .folder: TarBuilder.Entry(name: path + "/", type: 0x35)
    case .link(let target): TarBuilder.Entry(name: path, type: 0x32, link: target)
    case .other: TarBuilder.Entry(name: path, type: 0x36)
    }
  }
}
