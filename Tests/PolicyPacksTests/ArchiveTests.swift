import Basics
import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

/// Packs in tar archives.
@Suite struct ArchiveTests {
  private static let sound: [TarBuilder.Entry] = [
    .init(name: "house-1.0/", mode: 0o755, type: "5"), .file("house-1.0/policy.lua", "one"),
    .file("house-1.0/mobile/ios.lua", "two"), .file("house-1.0/tool", "x", mode: 0o755),
  ]

  private static func gzip(_ shop: RegistryWorkshop, _ file: String) throws {
    #expect(try ChildProcess.run("/usr/bin/env", ["gzip", "-n", shop.folder(file)]).status == 0)
  }

  @Test(arguments: ["pack.tar", "pack.tar.gz"]) func aTarIsAPack(_ name: String) throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("project/pack.tar", TarBuilder.tar(Self.sound))
    if name.hasSuffix(".gz") { try Self.gzip(shop, "project/pack.tar") }
    let request = try shop.request(name)
    let locked = try shop.lock(request)
    #expect(locked.kind == .archive && locked.tree == nil && locked.ref == nil)
    #expect(locked.revision == "sha256:" + (try ChildProcess.sha256(of: shop.folder("project/" + name))))
    // The top-level folder is not part of the names.
    #expect(
      try shop.sources(request, locked) == ["policy.lua": Array("one".utf8), "mobile/ios.lua": Array("two".utf8)])
    #expect(try PolicyLock.read(Array(PolicyLock(packs: ["acme": locked]).text.utf8)).packs == ["acme": locked])
    let mobile = try shop.request(name, path: "mobile")
    #expect(try shop.sources(mobile, try shop.lock(mobile)) == ["ios.lua": Array("two".utf8)])
    #expect(trouble { try shop.lock(try shop.request(name, path: "house-1.0")) }?.code == .source)
  }

  /// The digest depends only on the files, not on how they were packed.
  @Test func allFormsHaveOneDigest() throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("project/a.tar", TarBuilder.tar(Self.sound))
    try shop.folder.write("project/b.tar", TarBuilder.tar(Self.sound.dropFirst().reversed()))
    try Self.gzip(shop, "project/b.tar")
    let (one, other) = (try shop.lock(try shop.request("a.tar")), try shop.lock(try shop.request("b.tar.gz")))
    #expect(one.digest == other.digest && one.revision != other.revision)
  }

  @Test func aTarThatWasReplacedIsRefused() throws {
    let shop = try RegistryWorkshop()
    let request = try shop.request("./pack.tar")
    try shop.folder.write("project/pack.tar", TarBuilder.tar(Self.sound))
    let locked = try shop.lock(request)
    try shop.folder.write("project/pack.tar", TarBuilder.tar([.file("policy.lua", "evil")]))
    // The cached pack is used, regardless of the file.
    #expect(try shop.fetchLocked(request, locked) == false)
    FolderTree.remove(shop.cache.root)
    let error = trouble { try shop.fetchLocked(request, locked) }
    #expect(error?.code == .drift && error?.message.contains(locked.revision) == true, "\(error?.message ?? "taken")")
    try shop.folder.write("project/pack.tar", TarBuilder.tar(Self.sound))
    #expect(try shop.fetchLocked(request, locked))
    // The lock has digests of both the archive and the files, and both are checked.
    var forged = locked
    forged.digest = "sha256:" + String(repeating: "ab", count: 32)
    #expect(trouble { try shop.fetchLocked(request, forged) }?.code == .drift)
    unlink(shop.folder("project/pack.tar"))
    FolderTree.remove(shop.cache.root)
    #expect(trouble { try shop.fetchLocked(request, locked) }?.file == shop.folder("project/pack.tar"))
  }

  @Test(
    arguments: [
      ([.file("../policy.lua", "x")], .content, "`..`"), ([.file("/policy.lua", "x")], .content, "absolute"),
      ([.file("a/../../b.lua", "x")], .content, "`..`"), ([.file("a\\b.lua", "x")], .content, "backslash"),
      ([.file(".git/config", "x")], .content, ".git"),
      ([.file("a.lua", "x"), .file("a.lua", "y")], .content, "more than once"),
      ([.file("a.lua", "x"), .file("A.lua", "y")], .content, "letter case"),
      ([.file("a", "x"), .file("a/b.lua", "y")], .content, "is a file"),
      ([.file("p.lua", "x"), .init(name: "l.lua", type: "2", target: "p.lua")], .content, "symbolic link"),
      ([.init(name: "l.lua", type: "2", target: "/etc/passwd")], .content, "symbolic link"),
      ([.init(name: "d", type: "2", target: ".."), .file("d/x.lua", "x")], .content, "symbolic link"),
      ([.init(name: "l.lua", type: "1", target: "/etc/passwd")], .content, "hard link"),
      ([.file("p.lua", "x"), .init(name: "null", type: "3")], .content, "device"),
      ([.file("p.lua", "x"), .init(name: "pipe", type: "6")], .content, "device, pipe"),
      ([.init(name: "empty/", type: "5")], .content, "no files"), ([], .content, "not a tar"),
      ([.init(name: "p.lua", bytes: Array("x".utf8), size: 4000)], .content, "pack"),
      ((0...PackLimits.files).map { .file("f\($0)", "") }, .limit, "more than 4096 files"),
      (
        [.init(name: "large", bytes: [UInt8](repeating: 0, count: PackLimits.bytes + 1))], .source,
        "more than 67108864 bytes"
      ),
    ] as [([TarBuilder.Entry], PackCode, String)])
  func whatIsRefused(_ entries: [TarBuilder.Entry], _ code: PackCode, _ message: String) throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("project/pack.tar", entries.isEmpty ? [] : TarBuilder.tar(entries))
    let error = trouble { try shop.lock(try shop.request("pack.tar")) }
    #expect(error?.code == code && error?.message.contains(message) == true, "\(error?.message ?? "it was taken")")
    #expect((FileSystem.names(in: shop.cache.root + "/packs") ?? []).isEmpty)
  }

  /// Small archives that are too large when unpacked.
  @Test(arguments: ["zeros", "files"]) func whatInflatesToTooMuchIsRefused(_ what: String) throws {
    let shop = try RegistryWorkshop()
    let entries: [TarBuilder.Entry] =
      what == "zeros"
      ? [.init(name: "large", bytes: [UInt8](repeating: 0, count: PackLimits.bytes + 1))]
      : (0...4 * PackLimits.files).map { .init(name: "d\($0)/", type: "5") }
    try shop.folder.write("project/pack.tar", TarBuilder.tar(entries))
    try Self.gzip(shop, "project/pack.tar")
    let error = trouble { try shop.lock(try shop.request("pack.tar.gz")) }
    #expect(error?.code == .limit, "\(error?.message ?? "it was taken")")
  }

  @Test func otherArchivesAreRefused() throws {
    let shop = try RegistryWorkshop()
    for (head, what) in [("PK\u{3}\u{4}", "zip"), ("<html>", "HTML"), ("BZh91AY&SY", "bzip2")] {
      try shop.folder.write("project/pack.tar.gz", head + String(repeating: " ", count: 600))
      let error = trouble { try shop.lock(try shop.request("pack.tar.gz")) }
      #expect(error?.code == .content && error?.message.contains(what) == true, "\(error?.message ?? "it was taken")")
    }
    try shop.folder.write("project/cut.tar", TarBuilder.tar(Self.sound))
    try Self.gzip(shop, "project/cut.tar")
    let bytes = try shop.folder.bytes("project/cut.tar.gz")
    try shop.folder.write("project/cut.tar.gz", Array(bytes.prefix(bytes.count / 2)))
    #expect(trouble { try shop.lock(try shop.request("cut.tar.gz")) }?.code == .content)
    try shop.folder.makeDirectory("project/folder.tar")
    #expect(trouble { try shop.lock(try shop.request("folder.tar")) }?.code == .source)
    #expect(mkfifo(shop.folder("project/pipe.tar"), 0o600) == 0)
    #expect(trouble { try shop.lock(try shop.request("pipe.tar")) }?.code == .source)
  }
}
