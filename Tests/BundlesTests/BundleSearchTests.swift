import Basics
import PolicyTestSupport
import Testing

@testable import Bundles

/// Search of folders: finds all outermost bundles and nothing else.
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
    #expect(found.unchecked.map(\.path) == ["Only.bundle", "some.service", "symbols.zip"])
  }

  /// Every file that looks like a product is checked or reported.
  @Test(
    arguments: [
      ("X.xcarchive.zip", true, nil), ("X.bundle.tgz", true, nil), ("X.KEXT.TAR.GZ", true, nil), ("X.IPA", true, nil),
      ("X.dmg", false, .installer), ("X.PKG", false, .installer), ("X.app.7z", false, .otherArchive),
      ("notes.7z", false, nil), ("X.xcframework", false, .file), ("X.kext", false, .file), ("x.service", false, nil),
      ("X.app.dSYM.zip", false, nil), ("X.app.sha256", false, nil),
      ("X.zip", false, .unreadableArchive("its contents are something else")),
    ] as [(String, Bool, BundleSearch.Unchecked.Reason?)])
  func files(_ name: String, _ isTaken: Bool, _ reason: BundleSearch.Unchecked.Reason?) throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    try folder.write(name, "text")
    let found = try BundleSearch.bundles(below: folder.path)
    #expect(found.paths == (isTaken ? [name] : []))
    #expect(found.unchecked == (reason.map { [BundleSearch.Unchecked(path: name, reason: $0)] } ?? []))
  }

  /// An archive is recognized by its contents, not by its name.
  @Test(
    arguments: [
      (["It.app/Contents/Info.plist"], true, nil), (["v1/It.app/Contents/Info.plist"], true, nil),
      (["It.bundle/Contents/Info.plist"], true, nil), (["It/Contents/Info.plist"], true, nil),
      (["A.app/Info.plist", "B.app/Info.plist"], false, .severalBundles),
      (["a/b/c/A.app/Info.plist"], false, .severalBundles), (["src/Info.plist"], false, nil), (["a.txt"], false, nil),
      (["a.app"], false, nil), (["It.app.dSYM/Contents/Info.plist"], false, nil),
    ] as [([String], Bool, BundleSearch.Unchecked.Reason?)])
  func archives(_ entries: [String], _ isTaken: Bool, _ reason: BundleSearch.Unchecked.Reason?) throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let tar = TarBuilder(entries.map { TarBuilder.Entry(name: $0) }).bytes
    try folder.write("a.zip", ZipBuilder(entries.map { ZipBuilder.Entry($0) }).bytes)
    try folder.write("b.tar", tar)
    try folder.write("c.tgz", gzipped(tar))
    let found = try BundleSearch.bundles(below: folder.path)
    let names = ["a.zip", "b.tar", "c.tgz"]
    #expect(found.paths == (isTaken ? names : []))
    #expect(found.unchecked == (reason.map { reason in names.map { .init(path: $0, reason: reason) } } ?? []))
  }

  /// A link may lead to content with an unrelated name.
  @Test func linksToFiles() throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let zip = ZipBuilder([ZipBuilder.Entry("It.app/Contents/Info.plist")]).bytes
    try folder.write("store/4711", zip)
    try folder.write("a/One.app.zip", zip)
    try folder.write("a/blob", zip)
    for (target, name) in [
      ("../store/4711", "Two.ipa"), ("One.app.zip", "Again.zip"), ("blob", "Three.zip"), ("../store/4711", "x.dmg"),
    ] {
      #expect(symlink(target, folder.path + "/a/" + name) == 0)
    }
    #expect(mkfifo(folder.path + "/a/P.kext", 0o600) == 0)
    let found = try BundleSearch.bundles(below: folder.path + "/a")
    #expect(found.paths == ["One.app.zip", "Three.zip", "Two.ipa"])
    #expect(found.unchecked.map(\.path) == ["P.kext", "x.dmg"])
  }

  /// Folders that have such names for other reasons do not end the search; others may be truncated bundles.
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

  /// Names that are canonically equivalent but differ in their bytes.
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

  /// Only links that a pattern follows to another folder are reported.
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
