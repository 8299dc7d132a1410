import Basics
import Testing

@testable import Bundles

@Suite struct PathTests {
  @Test func bareList() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(
      "My-Info.plist", plist(strings(["CFBundleIdentifier": "com.example.it", "LSMinimumSystemVersion": "13"])))
    let graph = try BundleGraph.open(path: temporary.path + "/My-Info.plist/")
    #expect(graph.bundles.count == 1)
    let bundle = graph.outer
    #expect(bundle.kind == .plist)
    #expect(bundle.infoPath == nil)
    #expect(bundle.identifier == "com.example.it")
    #expect(bundle.platform == .macos)
    #expect(bundle.displayPath == temporary.path + "/My-Info.plist")
    #expect(bundle.name == "My-Info.plist")
    #expect(try bundle.files.all().isEmpty)
    #expect(try bundle.localizations().isEmpty)
  }

  @Test(arguments: [
    ("gone.app", BundleCode.notFound), ("It.app/Info.plist/x", .notFound), ("a.ipa", .notAnArchive),
    ("a.zip", .notAnArchive), ("disguised.bin", BundleCode(rawValue: "archive.malformed")),
    ("a.strings", .notABundle),
    ("list.plist", .infoNotADictionary),
    ("empty.plist", .malformedPropertyList), ("pipe.plist", .notABundle), ("empty.app", .noInfoPlist),
    ("a.xcarchive", .noInfoPlist), ("It.app.dSYM", .unsupported), ("loop.app", .unreadable),
  ])
  func refusals(name: String, code: BundleCode) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write([
      "It.app/Info.plist": .info(), "a.ipa": .text(""), "a.zip": .text(""), "a.strings": .text("a = b;"),
      "disguised.bin": .text("PK\u{3}\u{4}rest"), "list.plist": .text("<plist><array/></plist>"),
      "empty.plist": .text(""),
      "pipe.plist": .other, "empty.app": .directory, "a.xcarchive/Products/x": .text(""), "loop.app": .link("loop.app"),
      "It.app.dSYM/Contents/Info.plist": .info(),
    ])
    let path = temporary.path + "/" + name
    let error = try bundleError { try BundleGraph.open(path: path) }
    #expect(error.code == code)
    #expect(error.file == path)
    #expect(error.bundle == "")
  }

  @Test func pathsWithoutAName() throws {
    let error = try bundleError { try BundleGraph.open(path: "") }
    #expect(error.code == .notFound)
    #expect(try bundleError { try BundleGraph.open(path: "a\0b") }.code == .notFound)
    let temporary = try TemporaryDirectory()
    try temporary.write(["It.framework/Info.plist": .info()])
    let bundle = try BundleGraph.open(path: temporary.path + "/It.framework/.").outer
    #expect(bundle.name == "It.framework")
    #expect(bundle.kind == .framework)
  }

  /// A bundle's own path may contain links; links inside it must not leave it.
  @Test func linkToABundle() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(["Real.app/Info.plist": .info(), "Link.app": .link("Real.app")])
    #expect(try BundleGraph.open(path: temporary.path + "/Link.app").outer.name == "Link.app")
  }

  @Test func manyThreads() async throws {
    let temporary = try TemporaryDirectory()
    try temporary.write([
      "It.app/Info.plist": .info(), "It.app/en.lproj/a.strings": .text(""), "It.app/fr.lproj/a.strings": .text(""),
    ])
    let graph = try BundleGraph.open(path: temporary.path + "/It.app")
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<16 {
        group.addTask {
          _ = try graph.outer.files.all()
          return try graph.outer.localizations()
        }
      }
      for try await names in group { #expect(names == ["en", "fr"]) }
    }
  }
}
