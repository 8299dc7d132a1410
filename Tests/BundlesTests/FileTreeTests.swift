import Testing

@testable import Bundles

@Suite struct FileTreeTests {
  static let files: [String: MemoryStorage.Node] = [
    "Info.plist": .info(), "It": .text("x", mode: 0o755), "Images/Icon@2x.png": .text(""), "Images/deep/a": .text(""),
    "PlugIns/A.appex/Info.plist": .info(), "PlugIns/A.appex/A": .text(""), "PlugIns/A.appex/host": .link("../../It"),
    "PlugIns/A.appex/out": .link("../../../x"), "loop": .link("loop"), "gone": .link("nothing"), "in": .link("Images"),
    "abs": .link("/usr"),
  ]

  @Test func nothingIsListedUntilAsked() throws {
    let storage = CountingStorage(try MemoryStorage(Self.files))
    let graph = try BundleGraph.open(storage: storage, name: "It.app")
    let opened = storage.count
    let tree = graph.outer.files
    #expect(storage.count == opened)
    _ = try tree.list("Images")
    _ = try tree.list("Images")
    #expect(storage.count == opened + 1)
    _ = try tree.all()
    let walked = storage.count
    _ = try tree.all()
    #expect(storage.count == walked)
  }

  @Test func all() throws {
    let graph = try open("It.app", Self.files)
    #expect(
      try graph.outer.files.all().map(\.path) == [
        "Images", "Images/Icon@2x.png", "Images/deep", "Images/deep/a", "Info.plist", "It", "PlugIns",
        "PlugIns/A.appex",
        "PlugIns/A.appex/A", "PlugIns/A.appex/Info.plist", "PlugIns/A.appex/host", "PlugIns/A.appex/out", "abs", "gone",
        "in", "loop",
      ])
    #expect(try graph.bundles[1].files.all().map(\.path) == ["A", "Info.plist", "host", "out"])
    #expect(try graph.bundles[1].files.status("A").type == .file)
  }

  /// The search by directories finds the same files as a comparison of all paths.
  @Test(arguments: [
    "**", "*", "**/*", "*/*", "**/**", "**/*.plist", "*.plist", "PlugIns/*.appex/**", "**/A", "Images/**/a",
    "**/*.appex/*", "Images/deep/a", "i*", "[A-I]*", "[!A-I]*/**", "**/[hl]o?[pt]", "?t", "**/deep", "none/**",
    "**/none", "*/*/*/*/*/*", "*/", "/It", "", "**/", "PlugIns/**/PlugIns/**", "Images/*@2x*g", "*@2x@2x*", "**/é*",
    "é/?/**", "in/**", "loop/**",
  ])
  func entriesThatMatch(pattern: String) throws {
    let odd: [String: MemoryStorage.Node] = [
      "é/ö/é.plist": .text(""), "Images-1": .text(""), "Images.plist": .text(""),
    ]
    let tree = try open("It.app", Self.files.merging(odd) { $1 }).outer.files
    let glob = try #require(Glob(pattern))
    var steps: UInt64 = 0
    let expected = try tree.all().filter { glob.matches($0.path, steps: &steps) }
    var found: UInt64 = 0
    #expect(try tree.entries(matching: glob, steps: &found) == expected)
    #expect(found > 0)
    found = 0
    _ = try tree.entries(matching: glob, steps: &found, limit: 2)
    #expect(found <= 8)
  }

  /// The memory for a pattern depends on the depth of directories, not on its length.
  @Test func longPatterns() throws {
    let tree = try open("It.app", Self.files).outer.files
    let glob = try #require(Glob(String(repeating: "**/*/", count: 100_000) + "A"))
    var steps: UInt64 = 0
    #expect(try tree.entries(matching: glob, steps: &steps).isEmpty)
    #expect(steps >= 200_000)
  }

  @Test(arguments: [
    ("Images/Icon@2x.png", "exact"), ("images/icon@2x.png", "Images/Icon@2x.png"), ("IT", "It"),
    ("Images/none", "missing"),
    ("It/x", "missing"), ("in/Icon@2x.png", "exact"), ("gone/x", "missing"), ("Images/deep", "exact"),
    ("loop", "exact"),
  ])
  func match(path: String, expected: String) throws {
    let tree = try open("It.app", Self.files).outer.files
    switch try tree.match(path) {
    case .exact: #expect(expected == "exact")
    case .otherCase(let actual): #expect(expected == actual)
    case .missing: #expect(expected == "missing")
    }
  }

  /// Rules that read the same files get the same bytes, and small files are opened once while the cache has room.
  @Test func smallFilesAreOpenedOnce() throws {
    let (small, large) = (32 << 10, (32 << 10) + 1)
    var files: [String: MemoryStorage.Node] = [
      "Info.plist": .info(), "empty": .text(""), "small": .text(String(repeating: "s", count: small)),
      "large": .text(String(repeating: "l", count: large)),
    ]
    for number in 0..<200 { files["many/\(number)"] = .text(String(repeating: "m", count: small)) }
    let storage = CountingStorage(try MemoryStorage(files))
    let tree = try BundleGraph.open(storage: storage, name: "It.app").outer.files
    func opened(_ path: String) throws -> Int {
      let before = storage.count
      for _ in 0..<2 {
        let source = try tree.source(of: path)
        #expect(try source.bytes(at: 0, count: .max) == (try storage.inner.read(path, limit: .max)), "\(path)")
      }
      return storage.count - before
    }
    #expect(try ["empty", "small", "large"].map(opened) == [1, 1, 2])
    #expect(throws: StorageError.self) { try tree.source(of: "missing") }
    #expect(throws: StorageError.self) { try tree.source(of: "many") }
    let kept = try (0..<200).count { try opened("many/\($0)") == 1 }
    #expect((100..<128).contains(kept))
  }

  @Test func matchRefusesToClimb() throws {
    let tree = try open("It.app", Self.files).bundles[1].files
    #expect(throws: StorageError.self) { try tree.match("../../It") }
  }

  @Test func destinations() throws {
    let graph = try open("It.app", Self.files)
    let outer = graph.outer.files
    let nested = graph.bundles[1].files
    #expect(try outer.destination(ofLink: "in")?.destination == .inside(path: "Images"))
    #expect(try outer.destination(ofLink: "gone")?.destination == .broken)
    #expect(try outer.destination(ofLink: "loop")?.destination == .cycle)
    #expect(try outer.destination(ofLink: "abs")?.destination == .outside)
    #expect(try outer.destination(ofLink: "abs")?.target == "/usr")
    #expect(try nested.destination(ofLink: "host")?.destination == .inside(path: "It"))
    #expect(try nested.destination(ofLink: "out")?.destination == .outside)
    #expect(try outer.destination(ofLink: "It") == nil)
  }

  @Test func bounds() throws {
    let storage = try MemoryStorage(Self.files)
    let few = FileTree(storage: storage, base: "", limits: FileTree.Limits(entries: 3))
    #expect(try #require(throws: StorageError.self) { _ = try few.all() }.code == .tooMany)
    let shallow = FileTree(storage: storage, base: "", limits: FileTree.Limits(depth: 1))
    let error = try #require(throws: StorageError.self) { _ = try shallow.all() }
    #expect(error.description.hasSuffix("has more than 1 levels of directories"))
  }

  /// Opening lists one directory for each folder for code, independent of the number of files.
  @Test func openingDoesNotWalk() throws {
    var files: [(path: String, node: MemoryStorage.Node)] = [("Contents/Info.plist", .info())]
    for number in 0..<20_000 { files.append(("Contents/Resources/\(number / 100)/\(number).png", .text(""))) }
    for name in [
      "Contents/MacOS/It", "Contents/Frameworks/x.dylib", "Contents/PlugIns/readme", "Contents/Library/a/b/c",
    ] {
      files.append((name, .text("")))
    }
    let storage = CountingStorage(try MemoryStorage(files))
    let graph = try BundleGraph.open(storage: storage, name: "It.app")
    #expect(storage.count == 10, "\(storage.calls.withValue { $0 })")
    _ = try graph.outer.localizations()
    #expect(storage.count == 11)
    let before = storage.count
    _ = try graph.outer.files.all()
    // Only the resources have been listed, for the localizations; there are 209 directories.
    #expect(storage.count - before == 208)
  }

  @Test func nestedBundlesCostAConstant() throws {
    var files: [String: MemoryStorage.Node] = ["Info.plist": .info()]
    for number in 0..<100 { files["PlugIns/\(number).appex/Info.plist"] = .info() }
    let storage = CountingStorage(try MemoryStorage(files))
    #expect(try BundleGraph.open(storage: storage, name: "It.app").bundles.count == 101)
    #expect(storage.count == 3 + 100 * 2)
  }

  /// The listing that determines the layout is reused to find nested bundles.
  @Test func nothingIsListedTwice() throws {
    for (name, files) in [
      ("It.bundle", ["Resources/Info.plist": MemoryStorage.Node.info(), "Resources/a.png": .text("")]),
      ("It.framework", ["Versions/A/Resources/Info.plist": .info(), "Versions/A/It": .text("")]),
    ] {
      let storage = CountingStorage(try MemoryStorage(files))
      _ = try BundleGraph.open(storage: storage, name: name)
      let lists = storage.calls.withValue { $0.filter { $0.hasPrefix("list") } }
      #expect(Set(lists).count == lists.count, "\(name): \(lists)")
    }
  }
}
