import Basics
import Testing

@testable import Bundles

/// A file whose status cannot be read is not taken for one that does not exist.
@Test func whetherAFileMayBeThere() throws {
  var entry = ZipBuilder.Entry("a/b", text: "x")
  (entry.method, entry.size) = (0, 5)
  let storage = try ArchiveStorage(ZipBuilder([entry, ZipBuilder.Entry("c", text: "x")]).source)
  #expect(throws: StorageError.self) { try storage.status("a/b") }
  #expect(storage.mayContain("a/b"))
  #expect(storage.mayContain("c"))
  #expect(!storage.mayContain("d"))
  #expect(!storage.mayContain("c/d"))
}

/// Both storages must give the same results.
@Suite struct StorageTests {
  static let tree: [String: MemoryStorage.Node] = [
    "a/b/file": .text("hello", mode: 0o755), "a/empty": .directory, "pipe": .other,
    "toFile": .link("a/b/file"), "toDirectory": .link("a"), "a/up": .link("../a/b"),
    "a/b/twoUp": .link("../../a/b/file"),
    "chain": .link("toFile"), "absolute": .link("/etc"), "out": .link("../x"), "a/b/out": .link("../../../x"),
    "self": .link("self"), "one": .link("two"), "two": .link("one"), "broken": .link("nowhere"), "Case": .text(""),
    "underFile": .link("Case/x"), "dots": .link("./a/.//b/./file"), "back": .link("a/b/../../Case"),
    "throughLink": .link("toDirectory/../Case"), "root": .link("."),
  ]

  /// Creates the tree in memory and on disk.
  static func both() throws -> (storages: [any BundleStorage], temporary: TemporaryDirectory) {
    let temporary = try TemporaryDirectory()
    try temporary.write(tree)
    return ([try MemoryStorage(tree), try DirectoryStorage(path: temporary.path)], temporary)
  }

  @Test(arguments: [
    ("a/b/file", "a/b/file"), ("toFile", "a/b/file"), ("chain", "a/b/file"), ("a/b/twoUp", "a/b/file"),
    ("a/up/file", "a/b/file"), ("toDirectory/up/twoUp", "a/b/file"), ("./a//b/file", "a/b/file"), ("a/../Case", "Case"),
    ("dots", "a/b/file"), ("back", "Case"), ("throughLink", "Case"), ("root/a/b/file", "a/b/file"),
    ("root/root/toFile", "a/b/file"),
  ])
  func reads(path: String, resolved: String) throws {
    let (storages, temporary) = try Self.both()
    for storage in storages {
      #expect(try storage.read(path, limit: 5) == (resolved == "Case" ? [] : Array("hello".utf8)))
      #expect(try storage.resolve(path) == resolved)
    }
    _ = temporary
  }

  @Test(arguments: [
    ("nowhere", StorageCode.notFound), ("a/nowhere", .notFound), ("nowhere/a", .notFound), ("a", .notAFile),
    ("", .notAFile), ("toDirectory", .notAFile), ("pipe", .notAFile), ("Case/x", .notADirectory),
    ("pipe/x", .notADirectory),
    ("absolute", .absoluteLink), ("absolute/passwd", .absoluteLink), ("out", .leavesRoot), ("a/b/out", .leavesRoot),
    ("../x", .leavesRoot), ("a/../../x", .leavesRoot), ("self", .tooManyLinks), ("one", .tooManyLinks),
    ("one/x", .tooManyLinks), ("broken", .brokenLink), ("broken/x", .brokenLink), ("underFile", .notADirectory),
    ("toDirectory/nowhere", .notFound), ("root/toDirectory/nowhere/x", .notFound), ("root/broken", .brokenLink),
    ("/a/b/file", .invalidPath), ("a/b/file\0", .invalidPath), ("a/b/../../../x", .leavesRoot),
  ])
  func refuses(path: String, code: StorageCode) throws {
    let (storages, temporary) = try Self.both()
    for storage in storages {
      let error = try #require(throws: StorageError.self) { _ = try storage.read(path, limit: 100) }
      #expect(error.code == code)
    }
    _ = temporary
  }

  /// Paths and links with many `..`, each of which opens directories again.
  @Test func steps() throws {
    let deep = (0..<100).map { "d\($0)" }.joined(separator: "/")
    let back = String(repeating: "x/../", count: 1100)
    let storage = try MemoryStorage([
      ("x/file", .text("f")), ("back", .link(back + "x/file")), ("l0", .link("x/../l1")), ("l1", .link("x/file")),
      (deep + "/x/file", .text("f")), (deep + "/up", .link("../../d98/d99/x/file")),
      (deep + "/web", .link(String(repeating: "x/../", count: 20) + "x/file")),
    ])
    #expect(try storage.resolve("l0") == "x/file")
    #expect(try storage.resolve(deep + "/up") == deep + "/x/file")
    for path in ["back", deep + "/web", "back/"] {
      let error = try #require(throws: StorageError.self) { _ = try storage.resolve(path) }
      #expect(error.code == .tooManySteps)
      #expect(error.description.contains("more than 1024 steps"))
    }
    // No system opens such a path, so no file can have it.
    for path in [back + "x/file", String(repeating: "x/", count: 1025), String(repeating: "a", count: 40_000)] {
      let error = try #require(throws: StorageError.self) { _ = try storage.resolve(path) }
      #expect(error.code == .invalidPath && error.isAbsence)
    }
    let graph = try BundleGraph.open(
      storage: MemoryStorage(["Info.plist": .text(plist("")), "x/f": .text(""), "a": .link("x/../x/../x/f")]),
      name: "A.app")
    #expect(graph.outer.files.steps(to: "x/f") == 2)
    #expect(graph.outer.files.steps(to: "a") > 5)
    #expect(graph.outer.files.steps(to: "none/x") == 1)
  }

  @Test func limit() throws {
    let (storages, temporary) = try Self.both()
    for storage in storages {
      let error = try #require(throws: StorageError.self) { _ = try storage.read("toFile", limit: 4) }
      #expect(error.code == .tooLarge)
    }
    _ = temporary
  }

  @Test func status() throws {
    let (storages, temporary) = try Self.both()
    for storage in storages {
      let file = try storage.status("a/b/file")
      #expect(file == FileStatus(type: .file, size: 5, mode: 0o755, revision: file.revision))
      #expect(file.isExecutable)
      #expect(try storage.status("chain").linkTarget == "toFile")
      #expect(try storage.status("absolute").linkTarget == "/etc")
      #expect(try storage.status("pipe").type == .other)
      #expect(try storage.status("").type == .directory)
      #expect(try storage.status("toDirectory").type == .symbolicLink)
      #expect(try storage.status("toDirectory/b").type == .directory)
    }
    _ = temporary
  }

  @Test func listings() throws {
    let (storages, temporary) = try Self.both()
    for directory in ["", "a", "toDirectory", "a/b", "a/up", "a/empty", "root", "a/.."] {
      let lists = try storages.map { try $0.list(directory) }
      #expect(lists[0] == lists[1], "\(directory)")
    }
    #expect(try storages[0].list("a").map(\.name) == ["b", "empty", "up"])
    for storage in storages {
      for (path, code) in [("Case", StorageCode.notADirectory), ("absolute", .absoluteLink), ("x", .notFound)] {
        #expect(try #require(throws: StorageError.self) { _ = try storage.list(path) }.code == code)
      }
    }
    _ = temporary
  }

  @Test func sortedByBytes() throws {
    let names = ["b", "a", "Z", "e\u{301}", "\u{E9}", "a-b", "10", "9"]
    let storage = try MemoryStorage(names.map { (path: $0, node: MemoryStorage.Node.directory) })
    let bytes = try storage.list("").map { Array($0.name.utf8) }
    #expect(bytes.count == names.count)
    #expect(bytes == names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// The order of a folder and its contents does not matter.
  @Test(
    arguments: [
      [("a", .folder(mode: 0o700)), ("a/b", .text(""))], [("a/b", .text("")), ("a", .folder(mode: 0o700))],
    ] as [[(path: String, node: MemoryStorage.Node)]])
  func modesOfFolders(entries: [(path: String, node: MemoryStorage.Node)]) throws {
    let storage = try MemoryStorage(entries)
    #expect(try storage.status("a").mode == 0o700)
    #expect(try storage.list("a").map(\.name) == ["b"])
    #expect(try MemoryStorage(["a/b": .text("")]).status("a").mode == 0o755)
  }

  @Test func badFixtures() {
    for path in ["", "/a", "a/../b", "."] {
      #expect(throws: StorageError.self) { try MemoryStorage([path: .directory]) }
    }
    #expect(throws: StorageError.self) { try MemoryStorage([("a", .text("")), ("a/b", .text(""))]) }
    #expect(throws: StorageError.self) { try MemoryStorage([("a", .text("")), ("a", .text(""))]) }
  }

  @Test func namesThatAreNotUTF8() throws {
    let temporary = try TemporaryDirectory()
    let bytes: [CChar] = (temporary.path + "/").utf8CString.dropLast() + [0x61, -1, 0x62, 0]
    let descriptor = open(bytes, O_WRONLY | O_CREAT, 0o644)
    // Some file systems reject such names.
    guard descriptor >= 0 else { return }
    close(descriptor)
    let entry = try #require(try DirectoryStorage(path: temporary.path).list("").first)
    #expect(!entry.isNameValid)
    #expect(entry.name == "a\u{FFFD}b")
    #expect(entry.type == .file)
  }

  @Test(.disabled(if: getuid() == 0, "root may read everything")) func unreadable() throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(["It.app/Info.plist": .info(), "It.app/PlugIns/A.appex/Info.plist": .info()])
    chmod(temporary.path + "/It.app/PlugIns", 0)
    let graph = try BundleGraph.open(path: temporary.path + "/It.app")
    #expect(graph.errors.map(\.code) == [.unreadable])
    chmod(temporary.path + "/It.app/Info.plist", 0)
    let error = try bundleError { try BundleGraph.open(path: temporary.path + "/It.app") }
    #expect(error.message == "Info.plist cannot be read: permission denied")
  }

  /// Descriptors must not leak, no matter how a call ends.
  @Test func closesWhatItOpens() throws {
    let (storages, temporary) = try Self.both()
    let disk = storages[1]
    func attempt() {
      for path in Self.tree.keys.sorted() + ["nowhere", "a/../..", "one/x"] {
        _ = try? disk.read(path, limit: 2)
        _ = try? disk.list(path)
        _ = try? disk.status(path + "/x")
      }
    }
    attempt()
    let before = dup(0)
    close(before)
    for _ in 0..<50 { attempt() }
    let after = dup(0)
    close(after)
    // Other tests run at the same time and have some open.
    #expect(after - before < 50)
    _ = temporary
  }
}
