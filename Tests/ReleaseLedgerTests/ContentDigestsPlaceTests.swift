import BuildRecords
import Bundles
import PolicyTestSupport
import PropertyLists
import Testing

@testable import ReleaseLedger

/// The digest of a bundle does not depend on its location or packaging.
@Suite struct ContentDigestsPlaceTests {
  /// A bundle on disk with everything a bundle can hold.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      ("Contents/Info.plist", ContentDigestsTests.info), ("Contents/MacOS/App", "code"),
      ("Contents/Resources/a.txt", "text"), ("Contents/Resources/\u{E9}.txt", "text"),
      ("Contents/Resources/e\u{301}.txt", ""),
      ("Contents/PlugIns/X.appex/Contents/Info.plist", "{ CFBundleIdentifier = x; }"),
      // Hidden from a reader that sorts by whole paths: '.' and '-' come before '/'.
      ("Contents/Resources/a-b", "1"), ("Contents/Resources/a/b", "2"), ("Contents/Resources/a.b/c", "3"),
    ] {
      try folder.write("App.app/\(path)", Array(text.utf8), mode: path.hasSuffix("App") ? 0o755 : 0o644)
    }
    // Larger than what is kept of a compressed archive, and than what is read at once; the last by name first in the archive.
    let large = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    for name in ["z", "m", "b"] {
      try folder.write("App.app/Contents/Resources/large-\(name)", large + Array(name.utf8))
    }
    try folder.makeDirectory("App.app/Contents/Resources/Empty")
    try folder.link("App.app/Contents/Resources/link", to: "a.txt")
    try folder.link("App.app/Contents/Resources/broken", to: "../../nowhere")
    try folder.link("App.app/Contents/Resources/folder", to: "a")
    return folder
  }

  /// By bundle path.
  static func digests(_ path: String) throws -> [String: ContentDigest] {
    let graph = try BundleGraph.open(path: path)
    let digests = try ContentDigests(of: graph)
    return try Dictionary(uniqueKeysWithValues: graph.bundles.map { ($0.path, try #require(digests[$0])) })
  }

  static func shell(_ command: String, in folder: TemporaryFolder) throws {
    let run = try ChildProcess.run("/bin/sh", ["-c", "umask 022; " + command], in: folder.path)
    try #require(run.status == 0, "\(command): \(run.errorText)")
  }

  static let hasZip = (try? ChildProcess.run("/bin/sh", ["-c", "command -v zip"]).status) == 0

  @Test(arguments: [
    ("zip -q -y -r out.zip App.app", "out.zip"), ("zip -q -0 -y -r out.zip App.app", "out.zip"),
    ("mkdir Payload && cp -R App.app Payload/ && zip -q -y -r out.ipa Payload", "out.ipa"),
    ("tar -cf out.tar App.app", "out.tar"), ("tar -czf out.tar.gz App.app", "out.tar.gz"),
    ("tar -czf out.tgz --sort=name --owner=1 --mtime=@0 App.app", "out.tgz"),
    ("find App.app | sort -r | tar -czf out.tar.gz --no-recursion -T -", "out.tar.gz"),
    ("tar --format=ustar -cf out.tar ./App.app", "out.tar"),
    ("mkdir in && cp -R App.app in/Other.app", "in/Other.app"),
    ("find App.app -exec touch -h -d 2001-01-01 {} +", "App.app"),
    ("chmod -R g-rwx,o-rwx App.app", "App.app"), ("chmod -R g+rwx,o+rwx App.app", "App.app"),
  ])
  func isTheSame(_ command: String, _ result: String) throws {
    let folder = try Self.folder()
    let digests = try Self.digests(folder("App.app"))
    #expect(digests.count == 2)
    guard Self.hasZip || !command.contains("zip ") else { return print("skipped: there is no zip") }
    try Self.shell(command, in: folder)
    #expect(try Self.digests(folder(result)) == digests)
  }

  /// Without its empty directory it is another bundle, as it would be on disk.
  @Test(.enabled(if: hasZip, "there is no zip")) func emptyDirectoriesThatAreLeftOutAreMissed() throws {
    let folder = try Self.folder()
    let whole = try Self.digests(folder("App.app"))
    try Self.shell("zip -q -D -y -r out.zip App.app && rmdir App.app/Contents/Resources/Empty", in: folder)
    let archived = try Self.digests(folder("out.zip"))
    #expect(archived[""] != whole[""])
    #expect(try Self.digests(folder("App.app")) == archived)
  }

  /// A link that zip followed is a file.
  @Test(.enabled(if: hasZip, "there is no zip")) func followedLinksAreOtherContents() throws {
    let folder = try Self.folder()
    try Self.shell("rm App.app/Contents/Resources/broken; zip -q -r out.zip App.app", in: folder)
    #expect(try Self.digests(folder("out.zip"))[""] != Self.digests(folder("App.app"))[""])
  }

  /// A compressed archive is decompressed once to list it, at most once for each Info.plist, and once to hash everything, regardless of the
  /// order of its entries.
  @Test(arguments: ["sort", "sort -r"])
  func archivesAreHashedInOnePass(_ order: String) throws {
    let folder = try Self.folder()
    try Self.shell("find App.app | \(order) | tar -czf out.tar.gz --no-recursion -T -", in: folder)
    var limits = ArchiveLimits()
    limits.keptBytes = 0
    // The three large files and what is small beside them.
    limits.inflatedBytes = 4 * (3 * 900_000 + 100_000)
    let bytes = ByteArray(try folder.bytes("out.tar.gz"))
    let graph = try BundleGraph.open(archive: bytes, name: "out.tar.gz", archiveLimits: limits)
    #expect(try ContentDigests(of: graph)[graph.outer] == Self.digests(folder("App.app"))[""])
  }
}
