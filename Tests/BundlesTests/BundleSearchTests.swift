import Testing

@testable import Bundles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bundles found in folders: the outermost, all of them, and nothing else.
@Suite struct BundleSearchTests {
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
    return folder
  }

  @Test func below() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    #expect(
      try BundleSearch.bundles(below: folder.path + "/a") == [
        ".hidden/Six.app", "Broken.app", "Five.xcframework.tar.gz", "Four.app.zip", "One.app",
        "Only.bundle/pictures/Deep.app", "Real.bundle", "Three.ipa", "b/c/Two.framework",
      ])
  }

  @Test(arguments: [
    ("*.app", ["Broken.app", "Linked.app", "One.app"]),
    ("**/*.app", ["Broken.app", "Linked.app", "One.app", "Only.bundle/pictures/Deep.app"]),
    ("**/*.appex", ["One.app/Contents/PlugIns/Inner.appex"]),
    (".*/*.app", [".hidden/Six.app"]),
    ("[!O]*.app", ["Broken.app", "Linked.app"]),
    ("?ne.app", ["One.app"]),
    ("b/*/*", ["b/c/Two.framework"]),
    ("*/none.app", []),
    ("[x", []),
  ])
  func matching(_ pattern: String, _ paths: [String]) throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    #expect(try BundleSearch.paths(matching: pattern, below: folder.path + "/a") == paths)
  }

  @Test func whatIsABundle() throws {
    let folder = try Self.folder()
    defer { withExtendedLifetime(folder) {} }
    for (path, expected) in [
      ("a/One.app", true), ("a/Broken.app", true), ("a", false), ("a/b", false), ("a/Only.bundle", false),
      ("none", false), ("a/Three.ipa", false),
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
    #expect(throws: StorageError.self) { try BundleSearch.bundles(below: folder.path) }
  }
}
