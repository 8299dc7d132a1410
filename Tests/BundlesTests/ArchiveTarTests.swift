import PropertyLists
import Testing

@testable import Bundles

private typealias Entry = TarBuilder.Entry

private func storage(
  _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
) throws(StorageError) -> ArchiveStorage {
  guard let format = ArchiveFormat(head: Array(bytes.prefix(512))) else { throw .malformedArchive("is none") }
  return try ArchiveStorage(try TarArchive(ByteArray(bytes), format: format, limits: limits))
}

private func readAll(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws {
  let storage = try storage(bytes, limits: limits)
  for entry in try FileTree(storage: storage, base: "").all() {
    _ = try storage.status(entry.path)
    if entry.type == .file { _ = try storage.read(entry.path, limit: 64 << 20) }
  }
}

private let pattern = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 * 31) }

@Suite struct ArchiveTarTests {
  private static let whole = TarBuilder([
    Entry(name: "./", type: 0x35, mode: 0o755), Entry(name: "./b/", type: 0x35, mode: 0o700),
    Entry(name: "./b/large", bytes: pattern), Entry(name: "a/implied/run", bytes: [1, 2], mode: 0o755),
    Entry(name: "b/link", type: 0x32, mode: 0o777, link: "../a"), Entry(name: "hard", type: 0x31, link: "./b/large"),
    Entry(name: "pipe", type: 0x36), Entry(name: "empty"), Entry(name: "Info.plist", bytes: pattern),
    Entry(name: "z", bytes: Array(pattern.reversed())),
  ])

  /// Returns Zstandard data with raw blocks (RFC 8878, 3.1.1.2).
  private static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x58]
    var at = 0
    while at < bytes.count {
      let count = min(100_000, bytes.count - at)
      out += little(count << 3 | (at + count == bytes.count ? 1 : 0), 3) + bytes[at..<(at + count)]
      at += count
    }
    return out
  }

  enum Compression: CaseIterable { case none, gzip, zstandard }

  static func compress(_ bytes: [UInt8], _ compression: Compression) -> [UInt8] {
    switch compression {
    case .none: bytes
    case .gzip: gzipped(bytes)
    case .zstandard: zstandard(bytes)
    }
  }

  @Test(arguments: Compression.allCases, [64 << 20, 0, 10_000]) func everythingInIt(
    _ compression: Compression, kept: Int
  ) throws {
    var limits = ArchiveLimits()
    limits.keptBytes = kept
    let storage = try storage(Self.compress(Self.whole.bytes, compression), limits: limits)
    #expect(try storage.list("").map(\.name) == ["Info.plist", "a", "b", "empty", "hard", "pipe", "z"])
    #expect(try storage.list("").map(\.type) == [.file, .directory, .directory, .file, .file, .other, .file])
    #expect(try storage.list("b/link").map(\.name) == ["implied"])
    #expect(try storage.status("b").mode == 0o700)
    #expect(try storage.status("a/implied/run").isExecutable)
    #expect(try storage.status("b/link").linkTarget == "../a")
    #expect(try storage.status("hard") == FileStatus(type: .file, size: 300_000, mode: 0o644))
    // Forward and back.
    for path in ["b/large", "Info.plist", "hard", "b/large"] {
      #expect(try storage.read(path, limit: 300_000) == pattern)
    }
    #expect(try storage.read("z", limit: .max) == Array(pattern.reversed()))
    #expect(try storage.read("empty", limit: 0) == [])
    #expect(try #require(throws: StorageError.self) { try storage.read("z", limit: 10) }.code == .tooLarge)
    let source = try storage.source(of: "z")
    #expect(source.count == 300_000)
    for (offset, count) in [(0, 10), (4000, 1000), (200_000, 7), (5, 5), (299_990, 100), (300_000, 1), (-1, 1)] {
      let expected = offset < 0 ? [] : Array(Array(pattern.reversed()).dropFirst(offset).prefix(count))
      #expect(try source.bytes(at: offset, count: count) == expected)
    }
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["lzma", "bz2"]) func pythonsCompressions(module: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("a.tar", Self.whole.bytes)
    let script =
      "import \(module), sys; open(sys.argv[2], 'wb').write(\(module).compress(open(sys.argv[1], 'rb').read()))"
    try #require(run("python3", "-c", script, temporary.path + "/a.tar", temporary.path + "/b"))
    let bytes = try DirectoryStorage(path: temporary.path).read("b", limit: .max)
    #expect(try storage(bytes).read("b/large", limit: .max) == pattern)
  }

  /// Non-ASCII names, long names and invalid UTF-8 in both formats.
  @Test(.timeLimit(.minutes(30)), arguments: ["PAX_FORMAT", "GNU_FORMAT"]) func names(format: String) throws {
    let temporary = try TemporaryDirectory()
    let script = """
      import io, sys, tarfile
      with tarfile.open(sys.argv[1], 'w', format=tarfile.\(format)) as tar:
        for name in ['Äpfel/é', 'e\\u0301', 'n' * 300, 'bad\\udc82']:
          entry = tarfile.TarInfo(name); entry.size = 1; tar.addfile(entry, io.BytesIO(b'x'))
        link = tarfile.TarInfo('link'); link.type = tarfile.SYMTYPE; link.linkname = 'Äpfel/é'; tar.addfile(link)
        hard = tarfile.TarInfo('hard'); hard.type = tarfile.LNKTYPE; hard.linkname = 'Äpfel/é'; tar.addfile(hard)
      """
    try #require(run("python3", "-c", script, temporary.path + "/a.tar"))
    let storage = try storage(try DirectoryStorage(path: temporary.path).read("a.tar", limit: .max))
    #expect(try storage.read("Äpfel/é", limit: 1) == [0x78])
    #expect(try storage.read("e\u{301}", limit: 1) == [0x78])
    #expect(try storage.read("link", limit: 1) == [0x78])
    #expect(try storage.read("hard", limit: 1) == [0x78])
    #expect(try storage.read(String(repeating: "n", count: 300), limit: 1) == [0x78])
    #expect(try storage.list("").contains { $0.name == "bad\u{FFFD}" && !$0.isNameValid })
  }

  struct Broken: Sendable, CustomTestStringConvertible {
    var what: String
    var code: StorageCode
    var path: String
    var bytes: @Sendable () -> [UInt8]
    var testDescription: String { what }

    init(
      _ what: String, _ code: StorageCode, _ path: String = "",
      _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
    ) {
      (self.what, self.code, self.path, self.bytes) = (what, code, path, bytes)
    }
  }

  private static func made(_ entries: Entry...) -> [UInt8] {
    TarBuilder([Entry(name: "0", bytes: [1])] + entries).bytes
  }

  static let broken: [Broken] = [
    Broken("cut between entries", .malformedArchive, "", Array(made(Entry(name: "a", bytes: [1])).prefix(1024))),
    Broken("cut in an entry", .malformedArchive, "", Array(made(Entry(name: "a", bytes: pattern)).prefix(2048))),
    Broken("cut in a compressed entry", .malformedArchive, "", Array(gzipped(whole.bytes).dropLast(2000))),
    Broken("something behind it", .malformedArchive, "", made() + [1]),
    Broken(
      "wrong checksum", .malformedArchive, "",
      {
        var bytes = made(); bytes[110] ^= 1; return bytes
      }()),
    Broken(
      "wrong checksum of a later entry", .malformedArchive, "",
      {
        var bytes = made(Entry(name: "a")); bytes[1024 + 110] ^= 1; return bytes
      }()),
    Broken("larger than the archive", .malformedArchive, "", made(Entry(name: "a", size: 1 << 30))),
    Broken("compressed twice", .malformedArchive, "", gzipped(gzipped(made()))),
    Broken(
      "gzip's checksum", .malformedArchive, "",
      {
        var bytes = gzipped(whole.bytes); bytes[bytes.count - 6] ^= 1; return bytes
      }()),
    Broken("no tar inside", .malformedArchive, "", gzipped(Array("hello".utf8))),
    Broken("up", .entryTraversal, "x/../../a", made(Entry(name: "x/../../a"))),
    Broken("from the root", .entryTraversal, "/etc/passwd", made(Entry(name: "/etc/passwd"))),
    Broken("backslash", .entryTraversal, "a\\b", made(Entry(name: "a\\b"))),
    Broken("two slashes", .entryName, "a//b", made(Entry(name: "a//b"))),
    Broken("twice", .duplicateEntry, "0", made(Entry(name: "./0"))),
    Broken("below a file", .duplicateEntry, "0/a", made(Entry(name: "0/a"))),
    Broken(
      "through a link", .entryTraversal, "l/a", made(Entry(name: "l", type: 0x32, link: "/tmp"), Entry(name: "l/a"))),
    Broken(
      "hard link with bytes", .malformedArchive, "",
      made(Entry(name: "zz", bytes: [1, 2]), Entry(name: "h", bytes: [3, 4], type: 0x31, link: "zz"))),
    Broken("hard link to nothing", .entryLink, "h", made(Entry(name: "h", type: 0x31, link: "nothing"))),
    Broken("hard link ahead", .entryLink, "h", made(Entry(name: "h", type: 0x31, link: "z"), Entry(name: "z"))),
    Broken("link to nothing at all", .entryLink, "l", made(Entry(name: "l", type: 0x32))),
    Broken("two joined", .disagreeingArchive, "", made() + TarBuilder([Entry(name: "b", bytes: [2])]).bytes),
    Broken(
      "two joined and compressed", .disagreeingArchive, "",
      gzipped(made() + TarBuilder([Entry(name: "b", bytes: [2])]).bytes)),
    Broken(
      "two joined in Zstandard", .disagreeingArchive, "",
      zstandard(made() + TarBuilder([Entry(name: "b", bytes: [2])]).bytes)),
    Broken(
      "data behind one block of zeros", .disagreeingArchive, "",
      {
        var bytes = made() + [UInt8](repeating: 0, count: 512); bytes[1024 + 512 + 5] = 1; return bytes
      }()),
    Broken(
      "two compressed and joined", .disagreeingArchive, "",
      gzipped(made()) + gzipped(TarBuilder([Entry(name: "b", bytes: [2])]).bytes)),
    Broken(
      "one in two members", .disagreeingArchive, "",
      gzipped(Array(whole.bytes.prefix(5000))) + gzipped(Array(whole.bytes.dropFirst(5000)))),
    Broken("something behind gzip", .disagreeingArchive, "", gzipped(made()) + [0, 0, 7]),
    Broken("a bomb", .archiveBomb, "", gzipped(made(Entry(name: "a", bytes: [UInt8](repeating: 0, count: 40 << 20))))),
  ]

  @Test(arguments: broken) func refused(_ test: Broken) throws {
    let error = try #require(throws: StorageError.self) { try readAll(test.bytes()) }
    #expect(error.code == test.code, "\(error)")
    #expect(error.path == test.path, "\(error)")
  }

  /// Records and blocks are padded with zeros.
  @Test func padding() throws {
    let padded = Self.whole.bytes + [UInt8](repeating: 0, count: 20 * 512)
    for bytes in [padded, gzipped(padded), gzipped(padded) + [0, 0, 0], Self.zstandard(padded)] { try readAll(bytes) }
  }

  @Test(.timeLimit(.minutes(30)), arguments: ["lzma", "bz2"]) func joinedInOtherCompressions(module: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("a.tar", Self.whole.bytes)
    try temporary.write("b.tar", TarBuilder([Entry(name: "b", bytes: [2])]).bytes)
    let script = """
      import \(module), sys
      a, b = open(sys.argv[1] + '/a.tar', 'rb').read(), open(sys.argv[1] + '/b.tar', 'rb').read()
      for name, data in [('joined', \(module).compress(a + b)), ('behind', \(module).compress(a) + b'x' * 40)]:
        open(sys.argv[1] + '/' + name, 'wb').write(data)
      """
    try #require(run("python3", "-c", script, temporary.path))
    for name in ["joined", "behind"] {
      let bytes = try DirectoryStorage(path: temporary.path).read(name, limit: .max)
      let error = try #require(throws: StorageError.self) { try readAll(bytes) }
      #expect([.disagreeingArchive, .malformedArchive].contains(error.code), "\(error)")
    }
  }

  @Test func limits() throws {
    var limits = ArchiveLimits()
    limits.entries = 3
    #expect(try #require(throws: StorageError.self) { try readAll(Self.whole.bytes, limits: limits) }.code == .tooMany)
    limits = ArchiveLimits()
    limits.inflatedBytes = 500_000
    let compressed = gzipped(Self.whole.bytes)
    #expect(try #require(throws: StorageError.self) { try readAll(compressed, limits: limits) }.code == .archiveBomb)
    // A plain tar is not decompressed, so no limit applies.
    try readAll(Self.whole.bytes, limits: limits)
  }

  /// Opening a plain tar reads only headers; reading a file reads only its bytes.
  @Test func onlyWhatIsAskedFor() throws {
    let entries = (0..<50).map { Entry(name: "f\($0)", bytes: pattern) }
    let source = CountingSource(ByteArray(TarBuilder(entries).bytes))
    let storage = try ArchiveStorage(try TarArchive(source, format: .tar, limits: ArchiveLimits()))
    let opened = source.bytes
    #expect(opened < 50 * 70_000)
    #expect(try storage.read("f40", limit: .max) == pattern)
    #expect(source.bytes - opened < 500_000)
  }

  @Test func damage() throws {
    let bytes = TarBuilder([
      Entry(name: "a/", type: 0x35), Entry(name: "a/b", bytes: [1, 2, 3]), Entry(name: "a/l", type: 0x32, link: "b"),
    ]).bytes
    for packed in [bytes, gzipped(bytes)] {
      for at in packed.indices {
        var changed = packed
        changed[at] ^= 1 << UInt8(at % 8)
        _ = try? readAll(changed)
        if packed.count < 1000 { _ = try? readAll(Array(packed.prefix(at))) }
      }
    }
  }
}
