import PropertyLists
import Testing

@testable import Bundles

private typealias Entry = ZipBuilder.Entry

private func storage(_ builder: ZipBuilder, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveStorage {
  try ArchiveStorage(try ZipArchive(builder.source, limits: limits))
}

/// Reads all entries of a zip; throws for any error in it.
private func readAll(_ source: any ByteSource, limits: ArchiveLimits = ArchiveLimits()) throws {
  let storage = try ArchiveStorage(try ZipArchive(source, limits: limits))
  for entry in try FileTree(storage: storage, base: "").all() {
    _ = try storage.status(entry.path)
    if entry.type == .file { _ = try storage.read(entry.path, limit: 64 << 20) }
  }
}

private let pattern = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 * 31) }

@Suite struct ArchiveZipTests {
  @Test func everythingInIt() throws {
    let storage = try storage(
      ZipBuilder([
        Entry("b/", mode: 0o040700), Entry("b/deflated", pattern), Entry("b/stored", pattern).with(\.method, 0),
        Entry("a/implied/run", [1, 2], mode: 0o100755), Entry("empty", []),
        Entry("b/link", text: "../a").with(\.mode, 0o120777), Entry("pipe", [], mode: 0o010644),
        Entry("streamed", pattern).with(\.hasDescriptor, true), Entry("wide", pattern).with(\.is64, true),
        Entry("windows", [3], mode: 0).with(\.host, 0),
      ]))
    #expect(try storage.list("").map(\.name) == ["a", "b", "empty", "pipe", "streamed", "wide", "windows"])
    #expect(try storage.list("").map(\.type) == [.directory, .directory, .file, .other, .file, .file, .file])
    #expect(try storage.list("b").map(\.name) == ["deflated", "link", "stored"])
    #expect(try storage.list("b/link").map(\.name) == ["implied"])
    for path in ["b/deflated", "b/stored", "streamed", "wide"] {
      #expect(try storage.read(path, limit: 100_000) == pattern)
      let status = try storage.status(path)
      #expect(status.type == .file && status.size == 100_000 && status.mode == 0o644)
      #expect(status.compressedSize.map { $0 <= 100_000 } == true)
    }
    #expect(try storage.read("empty", limit: 0) == [])
    #expect(try storage.status("a/implied/run").isExecutable)
    #expect(try storage.status("b").mode == 0o700)
    #expect(try storage.status("a") == FileStatus(type: .directory, size: 0, mode: 0o755))
    #expect(try storage.status("b/link") == FileStatus(type: .symbolicLink, size: 4, mode: 0o777, linkTarget: "../a"))
    #expect(try storage.status("windows").mode == 0o644)
    #expect(try storage.resolve("b/link/implied/run") == "a/implied/run")
    #expect(throws: StorageError.self) { try storage.read("pipe", limit: 1) }
    let tooLarge = try #require(throws: StorageError.self) { try storage.read("b/deflated", limit: 99_999) }
    #expect(tooLarge.code == .tooLarge)
  }

  @Test func pieceByPiece() throws {
    let storage = try storage(
      ZipBuilder([Entry("deflated", pattern), Entry("stored", pattern).with(\.method, 0)]))
    for path in ["deflated", "stored"] {
      let source = try storage.source(of: path)
      #expect(source.count == 100_000)
      // Ascending, a jump forward, back, past the end, outside.
      for (offset, count) in [
        (0, 10), (10, 50_000), (70_000, 7), (69_999, 3), (5, 5), (99_990, 100), (100_000, 1), (-1, 1),
      ] {
        let expected = offset < 0 ? [] : Array(pattern.dropFirst(offset).prefix(count))
        #expect(try source.bytes(at: offset, count: count) == expected)
      }
    }
  }

  @Test func onlyWhatIsAskedFor() throws {
    let info = Array(plist(strings(["CFBundleIdentifier": "com.example.it"])).utf8)
    var entries = (0..<500).map { Entry("Payload/It.app/images/\($0).png").with(\.method, 0).with(\.hole, 400_000) }
    entries.insert(Entry("Payload/It.app/Info.plist", info), at: 250)
    entries.append(Entry("Payload/It.app/movie", (0..<2_000_000).map { _ in UInt8.random(in: 0...255) }))
    let source = CountingSource(ZipBuilder(entries).source)
    #expect(source.count > 200_000_000)
    let graph = try BundleGraph.open(archive: source, name: "It.ipa")
    #expect(graph.outer.identifier == "com.example.it")
    let directory = entries.reduce(0) { $0 + 46 + $1.name.count }
    // The end record, the directory, the headers of entries, and the one entry.
    let headers = entries.reduce(0) { $0 + 30 + $1.name.count + 64 }
    #expect(source.bytes <= 65_535 + 22 + 20 + directory + headers + ArchiveFormat.headBytes + info.count + 200)
    let before = source.bytes
    #expect(try graph.outer.files.source(of: "movie").bytes(at: 0, count: 24).count == 24)
    #expect(source.bytes - before < 40_000)
  }

  @Test func manyThreads() async throws {
    let storage = try storage(ZipBuilder([Entry("a", pattern), Entry("b", pattern)]))
    let shared = try storage.source(of: "a")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for thread in 0..<16 {
        group.addTask {
          let at = thread * 6000
          let piece = try shared.bytes(at: at, count: 500)
          return try piece == Array(pattern[at..<(at + 500)]) && storage.read("b", limit: .max) == pattern
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  /// Names are bytes and compared without folding; a name that is not UTF-8 is listed but cannot be opened.
  @Test func names() throws {
    let storage = try storage(
      ZipBuilder([
        Entry("é", [1]), Entry("e\u{301}", [2]), Entry("A", [3]), Entry("a", [4]),
        Entry("bad", [5]).with(\.name, [0x82]),
        Entry("a-b", [6]), Entry("ab", [7]), Entry("a.b/c", [8]),
      ]))
    #expect(
      try storage.list("").map { Array($0.name.utf8) } == [
        Array("A".utf8), Array("a".utf8), Array("a-b".utf8), Array("a.b".utf8), Array("ab".utf8),
        Array("e\u{301}".utf8),
        Array("\u{FFFD}".utf8), Array("é".utf8),
      ])
    #expect(try storage.list("").map(\.isNameValid) == [true, true, true, true, true, true, false, true])
    #expect(try storage.read("é", limit: 1) == [1])
    #expect(try storage.read("e\u{301}", limit: 1) == [2])
    #expect(throws: StorageError.self) { try storage.read("\u{FFFD}", limit: 1) }
  }

  // MARK: Rejected zips

  struct Broken: Sendable, CustomTestStringConvertible {
    var what: String
    var code: StorageCode
    var path = ""
    var source: @Sendable () -> any ByteSource
    var testDescription: String { what }

    init(
      _ what: String, _ code: StorageCode, _ path: String = "",
      _ builder: @autoclosure @escaping @Sendable () -> ZipBuilder
    ) {
      (self.what, self.code, self.path) = (what, code, path)
      source = { builder().source }
    }

    init(_ what: String, _ code: StorageCode, bytes: @escaping @Sendable () -> [UInt8]) {
      (self.what, self.code) = (what, code)
      source = { ByteArray(bytes()) }
    }
  }

  private static func one(_ edit: (inout Entry) -> Void) -> ZipBuilder {
    var entry = Entry("a", pattern)
    edit(&entry)
    return ZipBuilder([Entry("0", [1]), entry, Entry("z", [2])])
  }

  /// An entry that only a reader from the beginning of the archive would find.
  private static let hidden = Array(ZipBuilder([Entry("evil", [1]).with(\.method, 0)]).bytes.prefix(30 + 4 + 1))

  private static func hiding(behind entry: Entry) -> ZipBuilder {
    ZipBuilder([entry.with(\.gap, hidden), Entry("z", [2])])
  }

  /// Returns a zip with these numbers after an entry's bytes; -1 means the correct number.
  private static func described(
    _ checksum: Int, _ compressed: Int, _ size: Int, mark: [UInt8] = [0x50, 0x4B, 7, 8], width: Int = 4
  ) -> ZipBuilder {
    let numbers =
      little(checksum < 0 ? BundlesTests.checksum(pattern) : checksum, 4)
      + little(compressed < 0 ? deflated(pattern).count : compressed, width)
      + little(size < 0 ? pattern.count : size, width)
    return ZipBuilder([
      Entry("a", pattern).with(\.hasDescriptor, true).with(\.descriptor, mark + numbers), Entry("z", [2]),
    ])
  }

  private static let plain = ZipBuilder([Entry("a", pattern), Entry("b", [1])])

  static let broken: [Broken] = [
    // End records.
    Broken("nothing", .malformedArchive) { [] },
    Broken("cut short", .malformedArchive) { Array(plain.bytes.dropLast(3)) },
    Broken("something behind it", .malformedArchive) { plain.bytes + [0] },
    Broken("no directory", .malformedArchive) { Array(plain.bytes.suffix(22)) },
    Broken("a second end in the comment", .disagreeingArchive, "", plain.with(\.comment, Array(ZipBuilder([]).bytes))),
    Broken(
      "a second end in the comment that is cut short", .disagreeingArchive, "",
      plain.with(\.comment, [0x50, 0x4B, 5, 6] + [UInt8](repeating: 9, count: 40))),
    Broken(
      "something in front", .disagreeingArchive, "",
      plain.with(\.prefix, Array("#!/bin/sh\n".utf8)).with(\.directoryOffset, plain.bytes.count - 22 - 94)),
    Broken("bytes in front that belong to no entry", .disagreeingArchive, "", plain.with(\.prefix, [1, 2, 3])),
    Broken("bytes before the end record", .disagreeingArchive, "", plain.with(\.beforeEnd, [0])),
    Broken("fewer entries than there are", .disagreeingArchive, "", plain.with(\.count, 1)),
    Broken("more entries than there are", .disagreeingArchive, "", plain.with(\.count, 3)),
    Broken("a directory that is too small", .disagreeingArchive, "", plain.with(\.directorySize, 40)),
    Broken("a directory that is too large", .malformedArchive, "", plain.with(\.directorySize, 1 << 30)),
    Broken("other numbers in the 64-bit end record", .disagreeingArchive) {
      var bytes = plain.with(\.has64, true).bytes
      bytes[bytes.count - 22 + 10] = 1
      bytes[bytes.count - 22 + 11] = 0
      bytes[bytes.count - 22 + 8] = 1
      bytes[bytes.count - 22 + 9] = 0
      return bytes
    },
    Broken("a 64-bit end record that lies elsewhere", .malformedArchive) {
      var bytes = plain.with(\.has64, true).bytes
      bytes[bytes.count - 22 - 12] ^= 4
      return bytes
    },
    Broken("a part of several", .malformedArchive) {
      var bytes = plain.bytes
      bytes[bytes.count - 22 + 4] = 1
      return bytes
    },
    // Positions of entries.
    Broken(
      "an entry in another", .overlappingEntry, "a",
      one { _ in }.with(\.entries, [Entry("a", pattern), Entry("b", [1]).with(\.offset, 5)])),
    Broken(
      "two names of the same bytes", .overlappingEntry, "a",
      one { _ in }.with(\.entries, [Entry("a", pattern), Entry("b", [1]).with(\.offset, 0)])),
    Broken(
      "an entry in the directory", .overlappingEntry, "z",
      one { _ in }.with(\.entries, [Entry("a", pattern), Entry("z", [1]).with(\.compressedSize, 500)])),
    Broken(
      "an entry far outside", .overlappingEntry, "a",
      one {
        $0.is64 = true; $0.offset = 1 << 62
      }),
    Broken("bytes between entries", .disagreeingArchive, "", one { $0.gap = [UInt8](repeating: 0, count: 70_000) }),
    Broken("few bytes behind the entry", .disagreeingArchive, "a", one { $0.gap = [0, 0, 0, 0, 0] }),
    Broken(
      "bytes before the directory", .disagreeingArchive, "",
      one { _ in }.with(\.entries, [Entry("a", [1]).with(\.gap, [UInt8](repeating: 0, count: 70_000))])),
    Broken("bytes behind a directory", .disagreeingArchive, "d", hiding(behind: Entry("d/"))),
    Broken(
      "bytes behind a link", .disagreeingArchive, "l", hiding(behind: Entry("l", text: "a").with(\.mode, 0o120777))),
    Broken(
      "bytes behind the last", .disagreeingArchive, "z", ZipBuilder([Entry("a"), Entry("z").with(\.gap, hidden)])),
    // Numbers after the bytes.
    Broken("another checksum behind the bytes", .disagreeingArchive, "a", described(1, -1, -1)),
    Broken("another size behind the bytes", .disagreeingArchive, "a", described(-1, -1, 1)),
    Broken("another compressed size behind the bytes", .disagreeingArchive, "a", described(-1, 1, -1)),
    Broken("another mark behind the bytes", .disagreeingArchive, "a", described(-1, -1, -1, mark: [1, 2, 3, 4])),
    Broken("another size of 64 bits", .disagreeingArchive, "a", described(-1, -1, 1, width: 8)),
    Broken("no numbers anywhere", .disagreeingArchive, "a", described(-1, -1, -1).with(\.entries[0].descriptor, [])),
    // Names.
    Broken("up", .entryTraversal, "x/../../a", one { $0.name = Array("x/../../a".utf8) }),
    Broken("up at the end", .entryTraversal, "x/..", one { $0.name = Array("x/..".utf8) }),
    Broken("from the root", .entryTraversal, "/etc/passwd", one { $0.name = Array("/etc/passwd".utf8) }),
    Broken("backslash", .entryTraversal, "..\\a", one { $0.name = Array("..\\a".utf8) }),
    Broken("NUL", .entryName, "a\u{0}b", one { $0.name = [0x61, 0, 0x62] }),
    Broken("two slashes", .entryName, "a//b", one { $0.name = Array("a//b".utf8) }),
    Broken("dot", .entryName, "./a", one { $0.name = Array("./a".utf8) }),
    Broken("no name", .entryName, "", one { $0.name = [] }),
    Broken(
      "long name", .entryName, String(repeating: "n", count: 256),
      one { $0.name = [UInt8](repeating: 0x6E, count: 5000) }),
    Broken("twice", .duplicateEntry, "0", one { $0.name = [0x30] }),
    Broken(
      "file and directory", .duplicateEntry, "0",
      one {
        $0.name = [0x30, 0x2F]; $0.mode = 0o040755; $0.bytes = []
      }),
    Broken("below a file", .duplicateEntry, "0/a", one { $0.name = Array("0/a".utf8) }),
    Broken(
      "through a link", .entryTraversal, "l/a",
      ZipBuilder([Entry("l", text: "/tmp").with(\.mode, 0o120777), Entry("l/a", [1])])),
    // Disagreements of the two headers.
    Broken("another name", .disagreeingArchive, "a", one { $0.localName = [0x62] }),
    Broken("a longer name", .disagreeingArchive, "a", one { $0.localName = [0x61, 0x61] }),
    Broken("another method", .disagreeingArchive, "a", one { $0.localMethod = 0 }),
    Broken("other flags", .disagreeingArchive, "a", one { $0.localFlags = 1 }),
    Broken("another size", .disagreeingArchive, "a", one { $0.localSize = 7 }),
    Broken(
      "another name in its extra fields", .disagreeingArchive, "a",
      one { $0.extra = little(0x7075, 2) + little(6, 2) + [1, 0, 0, 0, 0, 0x62] }),
    Broken(
      "another name in its own extra fields", .disagreeingArchive, "a",
      one { $0.localExtra = little(0x7075, 2) + little(6, 2) + [1, 0, 0, 0, 0, 0x62] }),
    Broken(
      "two 64-bit fields", .malformedArchive, "a",
      one {
        $0.is64 = true; $0.extra = little(1, 2) + little(0, 2)
      }),
    Broken(
      "nothing where the entry should be", .malformedArchive, "b",
      ZipBuilder([Entry("a", pattern), Entry("b", pattern)])
        .with(\.entries[0].gap, [UInt8](repeating: 0, count: 20)).with(
          \.entries[1].offset, 30 + 1 + deflated(pattern).count)),
    Broken(
      "an entry that begins in the description of another", .disagreeingArchive, "a",
      ZipBuilder([Entry("a", pattern).with(\.hasDescriptor, true), Entry("b", pattern)])
        .with(\.entries[1].offset, 30 + 1 + deflated(pattern).count + 12)),
    // Contents.
    Broken("encrypted", .encryptedEntry, "a", one { $0.flags = 1 }),
    Broken("strongly encrypted", .encryptedEntry, "a", one { $0.flags = 0x40 }),
    Broken("LZMA", .entryMethod, "a", one { $0.method = 14 }),
    Broken("wrong checksum", .entryChecksum, "a", one { $0.crc = 1 }),
    Broken(
      "wrong checksum of a stored entry", .entryChecksum, "a",
      one {
        $0.crc = 1; $0.method = 0
      }),
    Broken("larger than it says", .entrySize, "a", one { $0.size = 99_999 }),
    Broken("smaller than it says", .entrySize, "a", one { $0.size = 100_001 }),
    Broken(
      "smaller than it says, stored", .entrySize, "a",
      one {
        $0.size = 100_001; $0.method = 0
      }),
    Broken(
      "impossibly large", .entrySize, "a",
      one {
        $0.bytes = [1]; $0.size = 5_000_000
      }),
    Broken(
      "impossibly small", .entrySize, "a",
      one {
        $0.size = 1; $0.compressed = [UInt8](repeating: 0, count: 200_000)
      }),
    Broken("garbage", .malformedArchive, "a", one { $0.compressed = [UInt8](repeating: 0xFF, count: 1000) }),
    Broken(
      "compressed bytes cut short", .malformedArchive, "a", one { $0.compressed = Array(deflated(pattern).dropLast(9)) }
    ),
    Broken(
      "as large as numbers go", .tooLarge, "a",
      one {
        $0.is64 = true
        $0.size = .max
      }),
    Broken("compressed bytes too many", .entrySize, "a", one { $0.compressed = deflated(pattern) + [0, 0] }),
    Broken("a directory with contents", .malformedArchive, "d", ZipBuilder([Entry("d/", [1])])),
    Broken("a directory by its mode only", .malformedArchive, "d", ZipBuilder([Entry("d", [], mode: 0o040755)])),
    Broken("a link by its slash no directory", .malformedArchive, "d", ZipBuilder([Entry("d/", [], mode: 0o120755)])),
    Broken(
      "a link from Windows", .malformedArchive, "l",
      ZipBuilder([Entry("l", text: "a").with(\.mode, 0o120777).with(\.host, 0)])),
    Broken(
      "a long link", .entryLink, "l", ZipBuilder([Entry("l", [UInt8](repeating: 0x61, count: 4097), mode: 0o120777)])),
    Broken("a bomb", .archiveBomb, "a", one { $0.bytes = [UInt8](repeating: 0, count: 20 << 20) }),
  ]

  @Test(arguments: broken) func refused(_ test: Broken) throws {
    let error = try #require(throws: StorageError.self) { try readAll(test.source()) }
    #expect(error.code == test.code, "\(error)")
    #expect(error.path == test.path, "\(error)")
    #expect(error.description.utf8.count > 20)
  }

  /// Thrown when the archive is opened, even if the entry is never read.
  @Test(arguments: [
    hiding(behind: Entry("d/")), hiding(behind: Entry("e", [1]).with(\.flags, 1)), described(1, -1, -1),
    ZipBuilder([Entry("a", [1]).with(\.localName, [0x62])]),
  ])
  func isRefusedWhenOpened(_ builder: ZipBuilder) throws {
    let error = try #require(throws: StorageError.self) { try ZipArchive(builder.source, limits: ArchiveLimits()) }
    #expect(error.code == .disagreeingArchive)
  }

  /// Checksum and sizes after the bytes, in the forms that tools write.
  @Test(arguments: [[0x50, 0x4B, 7, 8], []] as [[UInt8]], [4, 8]) func descriptions(mark: [UInt8], width: Int) throws {
    try readAll(Self.described(-1, -1, -1, mark: mark, width: width).source)
  }

  /// Every truncated archive is rejected; one with a changed byte gives an error or can be read.
  @Test func damage() throws {
    let builder = ZipBuilder([
      Entry("a/"), Entry("a/b", Array(pattern.prefix(40))), Entry("a/c", text: "b").with(\.mode, 0o120777),
      Entry("s", [1, 2, 3]).with(\.method, 0).with(\.hasDescriptor, true),
    ])
    let bytes = builder.with(\.has64, true).bytes
    for count in 0..<bytes.count {
      #expect(throws: StorageError.self) { try readAll(ByteArray(Array(bytes.prefix(count)))) }
    }
    for at in bytes.indices {
      var changed = bytes
      changed[at] ^= 1 << UInt8(at % 8)
      _ = try? readAll(ByteArray(changed))
    }
  }

  @Test func limits() throws {
    func code(_ edit: (inout ArchiveLimits) -> Void) throws -> StorageCode {
      var limits = ArchiveLimits()
      edit(&limits)
      return try #require(throws: StorageError.self) { try readAll(Self.plain.source, limits: limits) }.code
    }
    #expect(try code { $0.entries = 1 } == .tooMany)
    #expect(try code { $0.directoryBytes = 50 } == .tooLarge)
    #expect(try code { $0.inflatedBytes = 100_000 } == .archiveBomb)
    #expect(try code { ($0.ratioFloor, $0.ratio) = (1000, 1) } == .archiveBomb)
    var limits = ArchiveLimits()
    limits.inflatedBytes = 100_001
    try readAll(Self.plain.source, limits: limits)
  }

  // MARK: Large zips

  @Test(arguments: [false, true]) func largerThan4GiB(isWrapped: Bool) throws {
    let builder = ZipBuilder([
      Entry("a", [1]), Entry("hole", []).with(\.method, 0).with(\.hole, 3 << 30), Entry("b", pattern),
      Entry("hole2", []).with(\.method, 0).with(\.hole, 3 << 30).with(\.hasDescriptor, true),
      Entry("c", pattern).with(\.hasDescriptor, true),
      Entry("hole3", []).with(\.method, 0).with(\.hole, 3 << 30), Entry("d", pattern),
    ])
    let made =
      isWrapped
      ? builder
      : builder.with(\.has64, true).with(
        \.entries, builder.entries.map { $0.with(\.is64, true).with(\.hasDescriptor, false) })
    let archive = try storage(made)
    #expect(try archive.read("a", limit: 1) == [1])
    for path in ["b", "c", "d"] { #expect(try archive.read(path, limit: 100_000) == pattern) }
    #expect(try archive.status("hole2").size == 3 << 30)
    #expect(try archive.source(of: "hole3").bytes(at: 3 << 29, count: 2) == [0, 0])
  }

  /// A file larger than 4 GiB, whose size is not in the archive; the entries after it are still found.
  @Test(arguments: [1, 2, 5]) func filesLargerThan4GiB(turns: Int) throws {
    var entries = (0..<20).map { Entry("x\($0)", Array(pattern.prefix(100 + $0))).with(\.hasDescriptor, $0 % 2 == 0) }
    entries.insert(Entry("large").with(\.method, 0).with(\.hole, turns << 32 | 77), at: 13)
    entries.insert(Entry("large2").with(\.method, 0).with(\.hole, 1 << 32), at: 5)
    let source = CountingSource(ZipBuilder(entries).source)
    let archive = try ArchiveStorage(try ZipArchive(source, limits: ArchiveLimits()))
    #expect(source.calls < 120)
    #expect(try archive.status("large").size == turns << 32 | 77)
    #expect(try archive.status("large2").size == 1 << 32)
    for number in 0..<20 { #expect(try archive.read("x\(number)", limit: 200) == Array(pattern.prefix(100 + number))) }
    #expect(try archive.source(of: "large").bytes(at: 1 << 32, count: 1) == [0])
    // The size of deflated bytes cannot be computed from the offsets.
    entries[5] = entries[5].with(\.method, 8).with(\.size, 5)
    let other = try storage(ZipBuilder(entries))
    #expect(try other.read("x4", limit: 200) == Array(pattern.prefix(104)))
    #expect(try #require(throws: StorageError.self) { try other.status("large2") }.code == .entrySize)
  }

  /// Disk numbers of 0xFFFF refer to the 64-bit end record, as written by Python's stream-zip; without it, they are disk numbers.
  @Test func partsOf16Bits() throws {
    for has64 in [true, false] {
      var bytes = Self.plain.with(\.has64, has64).bytes
      for at in 4..<8 { bytes[bytes.count - 22 + at] = 0xFF }
      if has64 {
        try readAll(ByteArray(bytes))
      } else {
        #expect(throws: StorageError.self) { try readAll(ByteArray(bytes)) }
      }
    }
  }

  /// More than 65,535 entries, as written by ditto.
  @Test func manyEntries() throws {
    let builder = ZipBuilder((0..<70_000).map { Entry("f\($0)").with(\.method, 0) })
    #expect(try storage(builder).list("").count == 70_000)
    #expect(try storage(builder.with(\.has64, true)).list("").count == 70_000)
    #expect(throws: StorageError.self) { try storage(builder.with(\.count, 69_999)) }
  }
}
