import Basics
import CExtendedAttributes
import PolicyTestSupport
import PropertyLists
import Testing

@testable import Bundles

/// Extended attributes of files.
@Suite struct AttributeTests {
  /// Sets an attribute; returns whether the file system has them.
  private static func set(_ name: String, of path: String) -> Bool {
    #if os(Linux)
      setxattr(path, "user." + name, "a", 1, 0) == 0
    #else
      setxattr(path, name, "a", 1, 0, 0) == 0
    #endif
  }

  @Test func onDisk() throws {
    let folder = try TemporaryFolder([
      "App.app/Info.plist": "<plist><dict/></plist>", "App.app/a/b": "x", "App.app/plain": "",
    ])
    try #require(
      Self.set("com.apple.quarantine", of: folder("App.app/a/b")), "the file system has no extended attributes")
    #expect(Self.set("com.apple.FinderInfo2", of: folder("App.app/a/b")))
    #expect(Self.set("folder", of: folder("App.app/a")))
    #expect(Self.set("root", of: folder("App.app")))
    #expect(symlink("a/b", folder("App.app/link")) == 0)
    let storage = try DirectoryStorage(path: folder("App.app"))
    #expect(try storage.attributes(of: "a/b") == ["com.apple.FinderInfo2", "com.apple.quarantine"])
    #expect(try storage.attributes(of: "a") == ["folder"])
    #expect(try storage.attributes(of: "") == ["root"])
    #expect(try storage.attributes(of: "plain") == [])
    // A link has none of its own.
    #expect(try storage.attributes(of: "link") == [])
    #expect { try storage.attributes(of: "nothing") } throws: { ($0 as? StorageError)?.code == .notFound }
  }

  @Test func besideTheFile() throws {
    let storage = try MemoryStorage(
      [("a/b", .text("x")), ("a/._b", .text("double")), ("c", .text("x"))],
      attributes: [("a/b", ["z", "y"])])
    let files = FileTree(storage: storage, base: "a")
    #expect(try files.attributes(of: "b") { _ in ["x", "z"] } == ["x", "y", "z"])
    #expect(try files.attributes(of: "._b") { _ in ["x"] } == [])
    #expect(try FileTree(storage: storage, base: "").attributes(of: "c") { _ in ["x"] } == [])
    #expect(try FileTree(storage: storage, base: "").attributes(of: "a/b") { _ in [] } == ["y", "z"])
  }

  @Test func inAnArchive() throws {
    let bytes = ZipBuilder([ZipBuilder.Entry("a")]).bytes
    #expect(try ArchiveStorage(ByteArray(bytes)).attributes(of: "a") == [])
  }
}
