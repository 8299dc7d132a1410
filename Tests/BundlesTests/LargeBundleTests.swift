import Testing

@testable import Bundles

/// The time to open a bundle must not depend on its number of files.
@Suite struct LargeBundleTests {
  /// Creates 20,000 files in 200 folders of this directory.
  private static func files(in directory: String) -> [(path: String, node: MemoryStorage.Node)] {
    (0..<20_000).map { ("\(directory)/d\($0 % 200)/f\($0)", .text("")) }
  }

  @Test(arguments: [("Contents/Resources", "Contents/"), ("Assets", ""), ("Contents/Other", "Contents/")])
  func isNotWalked(directory: String, prefix: String) throws {
    let storage = CountingStorage(
      try MemoryStorage(
        Self.files(in: directory) + [
          ("\(prefix)Info.plist", .info()), ("\(prefix)PlugIns/A.appex/\(prefix)Info.plist", .info()),
          ("\(prefix)Frameworks/libx.dylib", .text("")),
        ]))
    let graph = try BundleGraph.open(storage: storage, name: "It.app")
    #expect(graph.bundles.count == 2 && graph.errors == [])
    #expect(graph.outer.identifier == "com.example.it")
    let calls = storage.calls.withValue { $0 }
    #expect(calls.count < 20, "\(calls)")
    #expect(Set(calls).count == calls.count, "nothing is asked twice: \(calls)")
  }

  /// Folders that belong to no layout are each listed once.
  @Test func manyFoldersAtTheTop() throws {
    let storage = CountingStorage(
      try MemoryStorage(
        (0..<200).map { ("f\($0)/x/y", .text("")) } + [
          ("Info.plist", .info()), ("f150/A.framework/Info.plist", .info()),
        ]))
    let graph = try BundleGraph.open(storage: storage, name: "It.app")
    #expect(graph.bundles.map(\.path) == ["", "f150/A.framework"])
    #expect(storage.count < 220)
  }

  @Test func theRestIsFoundOnRequest() throws {
    let graph = try open(
      "It.app",
      [
        "Contents/Info.plist": .info(), "Contents/PlugIns/A.appex/Contents/Info.plist": .info(),
        "Contents/Resources/deep/down/Hidden.app/Contents/Info.plist": .info(),
        "Contents/Resources/deep/down/Hidden.app/Contents/PlugIns/B.appex/Contents/Info.plist": .info(),
        "Contents/Resources/deep/Flat.framework/Resources/Info.plist": .info(),
        "Contents/Resources/deep/Sounds.bundle/a.aiff": .text(""),
        "Contents/Resources/deep/Code.app/Contents/MacOS/Code": .text(""),
        "Contents/Resources/deep/Lost.framework/Versions/A/Resources/Info.plist": .info(),
        "Contents/Resources/deep/It.app.dSYM/Contents/Resources/x.app/Info.plist": .info(),
      ])
    #expect(
      try graph.unrecognizedBundles() == [
        "Contents/Resources/deep/Code.app", "Contents/Resources/deep/Flat.framework",
        "Contents/Resources/deep/Lost.framework", "Contents/Resources/deep/down/Hidden.app",
      ])
    #expect(try open("It.app", ["Info.plist": .info()]).unrecognizedBundles() == [])
  }
}
