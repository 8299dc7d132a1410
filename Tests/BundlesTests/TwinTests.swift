import Bundles
import Testing

/// Names that are equal on most Macs.
@Suite struct TwinTests {
  @Test func twins() throws {
    let storage = try MemoryStorage([
      ("Info.plist", .text("<plist><dict/></plist>")), ("a/x.png", .text("")), ("a/X.png", .text("")),
      ("b/x.png", .text("")), ("c/é", .text("")), ("c/e\u{301}", .text("")), ("D/x", .text("")), ("d/x", .text("")),
    ])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    let twins = try graph.outer.files.nameCollisions().map { "\($0.path) \($0.other)" }
    #expect(twins.count == 3)
    #expect(twins.contains { $0.utf8.elementsEqual("a/x.png a/X.png".utf8) })
    #expect(twins.contains { $0.utf8.elementsEqual("c/é c/e\u{301}".utf8) })
    #expect(twins.contains { $0.utf8.elementsEqual("d D".utf8) })
  }
}
