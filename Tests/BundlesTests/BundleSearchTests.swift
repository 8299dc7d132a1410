import Basics
import PolicyTestSupport
import Testing

@testable import Bundles

/// Bundles found in folders: the outermost, all of them, and nothing else.
@Suite(.largeStack) struct BundleSearchTests {
  private static func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let info = "<plist><dict/></plist>"
    for path in [
      "a/One.app/Contents/Info.plist", "a/One.app/Contents/PlugIns/Inner.appex/Contents/Info.plist",
      "a/Broken.app/Contents/MacOS/Broken", "a/b/c/Two.framework/Resources/Info.plist",
      "a/Real.bundle/Contents/Info.plist", "a/Only.bundle/pictures/Deep.app/Info.plist", "a/some.service/readme.txt",
      "a/Three.ipa", "a/Four.app.zip", "a/Five.xcframework.tar.gz", "a/symbols.zip", "a/.hidden/Six.app/Info.plist",
      "a/Info.plist", "elsewhere/Seven.app/Info.plist",
    ] {
      try folder.write(path, info)
    }
    #expect(symlink("../elsewhere/Seven.app", folder.path + "/a/Linked.app") == 0)
    #expect(symlink("../a", folder.path + "/a/loop") == 0)
    #expect(symlink("../elsewhere", folder.path + "/a/others") == 0)
    #expect(symlink("One.app", folder.path + "/a/Latest.app") == 0)
    #expect(symlink("b", folder.path + "/a/inner") == 0)
    #expect(symlink("nowhere", folder.path + "/a/Gone.app") == 0)
    try folder.write("a/File.app", "version https://example.com/pointer")
    try folder.write("a/Odd/Contents/Info.plist", info)
    return folder
  }

  @Test func below() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    let found = try BundleSearch.bundles(below: folder.path + "/a")
    #expect(
      found.paths == [
        ".hidden/Six.app", "Broken.app", "File.app", "Five.xcframework.tar.gz", "Four.app.zip", "Gone.app",
        "Linked.app", "Odd", "One.app", "Only.bundle/pictures/Deep.app", "Real.bundle", "Three.ipa",
        "b/c/Two.framework",
      ])
    #expect(found.linkedFolders == ["loop", "others"])
  }

  /// Libraries that have such a name on their own account are no reason to stop; what isn't one may be a bundle cut short.
  @Test(
    arguments: [
      [0xFE, 0xED, 0xFA, 0xCF], [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE],
      [0x7F, 0x45, 0x4C, 0x46],
    ] as [[UInt8]])
  func executableFiles(_ head: [UInt8]) throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    for name in ["x.plugin", "y.bundle", "z.framework"] { try folder.write(name, head + [0, 0, 0, 0]) }
    try folder.write("w.plugin", "PK")
    let found = try BundleSearch.bundles(below: folder.path)
    #expect(found.paths == ["w.plugin"])
    #expect(found.namedFiles == ["x.plugin", "z.framework"])
  }

  /// Names that are equal as text, and two as bytes.
  @Test func namesThatOnlyLookTheSame() throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    try folder.write("\u{E9}.app/Info.plist", "")
    try folder.write("e\u{301}.app/Info.plist", "")
    let names = try DirectoryStorage(path: folder.path).list("").map { Array($0.name.utf8) }
    let found = try BundleSearch.bundles(below: folder.path).paths.map { Array($0.utf8) }
    #expect(found == names && !names.isEmpty)
  }

  @Test(arguments: [
    (
      "*.app",
      ["Broken.app", "File.app", "Gone.app", "Latest.app", "Linked.app", "One.app"]
    ),
    (
      "**/*.app",
      [
        "Broken.app", "File.app", "Gone.app", "Latest.app", "Linked.app", "One.app", "Only.bundle/pictures/Deep.app",
      ]
    ),
    ("**/*.appex", ["One.app/Contents/PlugIns/Inner.appex"]),
    (".*/*.app", [".hidden/Six.app"]),
    ("[!O]*ed.app", ["Linked.app"]),
    ("i*/c/*", ["inner/c/Two.framework"]),
    ("?ne.app", ["One.app"]),
    ("b/*/*", ["b/c/Two.framework"]),
    ("*/none.app", []),
    ("[x", []),
  ])
  func matching(_ pattern: String, _ paths: [String]) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    #expect(try BundleSearch.paths(matching: pattern, below: folder.path + "/a").paths == paths)
  }

  /// Links that a pattern leads through to another place are told of, and no others.
  @Test(arguments: [
    ("*/*.app", ["Linked.app", "loop", "others"]), ("**/*.app", ["loop", "others"]), ("oth*/*.app", ["others"]),
    ("b/*", []),
    ("*.app", []),
  ])
  func linksElsewhere(_ pattern: String, _ links: [String]) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    #expect(try BundleSearch.paths(matching: pattern, below: folder.path + "/a").linkedFolders == links)
  }

  @Test func whatIsABundle() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    for (path, expected) in [
      ("a/One.app", true), ("a/Broken.app", true), ("a", false), ("a/b", false), ("a/Only.bundle", false),
      ("none", false), ("a/Three.ipa", false), ("a/Odd", true), ("a/Latest.app", true), ("a/b/c/Two.framework/.", true),
    ] {
      #expect(BundleSearch.isBundle(directory: folder.path + "/" + path) == expected, "\(path)")
    }
  }

  @Test func aFolderThatCannotBeRead() throws {
    #expect(throws: StorageError.self) { try BundleSearch.bundles(below: "/does/not/exist") }
  }

  @Test func depth() throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let deep = [String](repeating: "d", count: BundleSearch.maximumDepth + 2).joined(separator: "/")
    folder.makeDirectory(deep)
    #expect(try BundleSearch.bundles(below: folder.path).failures.map(\.code) == [.tooMany])
  }
}
