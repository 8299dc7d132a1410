import Basics
import PropertyLists
import Testing

@testable import Bundles

private typealias Entry = ZipBuilder.Entry

private let info = Array(plist(strings(["CFBundleIdentifier": "com.example.it"])).utf8)

private func zipped(_ names: [String]) -> [UInt8] {
  ZipBuilder(names.map { $0.hasSuffix("Info.plist") ? Entry($0, info) : Entry($0) }).bytes
}

private func open(_ bytes: [UInt8], _ name: String) throws -> BundleGraph {
  try BundleGraph.open(archive: ByteArray(bytes), name: name, displayPath: "out/" + name)
}

@Suite struct ArchiveGraphTests {
  @Test(arguments: [
    (["Payload/It.app/Info.plist"], "A.ipa", "Payload/It.app"),
    (["Payload/Über uns.app/Info.plist", "iTunesMetadata.plist", "SwiftSupport/x"], "A.ipa", "Payload/Über uns.app"),
    (
      ["__MACOSX/Payload/._It.app", "Payload/.DS_Store", "Payload/._It.app", "Payload/It.app/Info.plist"], "A.ipa",
      "Payload/It.app"
    ),
    (["Payload/It.app/Info.plist", "It.app.dSYM/Contents/Info.plist"], "A.zip", "Payload/It.app"),
    (["It.app/Contents/Info.plist"], "A.zip", "It.app"),
    (["It.app/Contents/Info.plist", "It.app.dSYM/Contents/Info.plist", "LICENSE"], "A.zip", "It.app"),
    (["__MACOSX/It.app/._x", "._It.app", "It.app/Contents/Info.plist"], "A.zip", "It.app"),
    (["v1/It.framework/Resources/Info.plist", "README"], "A.zip", "v1/It.framework"),
    (["v1/Payload/It.app/Info.plist"], "A.zip", "v1/Payload/It.app"),
    (["It.app/Info.plist"], "A", "It.app"),
    // With an unknown extension or none: a bundle that opens as a folder also opens in an archive.
    (["It.weird/Contents/Info.plist"], "A.zip", "It.weird"),
    (["v1/It.weird/Contents/Info.plist"], "A.zip", "v1/It.weird"),
    (["It.weird/Info.plist", "It.weird/x"], "A.zip", "It.weird"), (["It/Resources/Info.plist"], "A.zip", "It"),
    (["It/Contents/Info.plist", "notes/readme"], "A.zip", "It"),
    (["It.x/Info.plist", "notes/readme"], "A.zip", "It.x"),
    (["out/Info.plist", "out/It.app/Info.plist"], "A.zip", "out/It.app"),
    (
      [
        "Payload/It.app/Info.plist", "Symbols/x.symbols", "SwiftSupport/iphoneos/libswiftCore.dylib",
        "WatchKitSupport2/WK",
        "dSYMs/It.app.dSYM/Contents/Info.plist", "Art.bundle/a.png",
      ], "A.ipa", "Payload/It.app"
    ),
  ])
  func found(_ names: [String], _ name: String, _ path: String) throws {
    let graph = try open(zipped(names), name)
    #expect(graph.outer.displayPath == "out/\(name)/\(path)")
    #expect(graph.outer.name == BundlePath.lastComponent(path))
    #expect(graph.outer.identifier == "com.example.it")
    #expect(graph.errors.isEmpty)
  }

  @Test(arguments: [
    (
      ["Payload/A.app/Info.plist", "Payload/B.app/Info.plist"], "A.ipa",
      "several bundles in the archive: in Payload/ there is A.app, B.app; archive one bundle, or unpack it and check each"
    ),
    (
      ["Payload/A.app"], "A.ipa",
      "no bundle in the archive: in Payload/ there is A.app (a file, not a folder); archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
    ),
    (
      ["Payload/A.txt"], "A.ipa",
      "no bundle in the archive: in Payload/ there is A.txt; archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
    ),
    (
      ["A.app/Info.plist"], "A.ipa",
      "no bundle in the archive: at the top level there is A.app; archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
    ),
    (
      [], "A.zip",
      "no bundle in the archive: at the top level there are no files; archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
    ),
    (
      ["a/A.app/Info.plist", "a/B.app/Info.plist"], "A.zip",
      "several bundles in the archive: in a/ there is A.app, B.app; archive one bundle, or unpack it and check each"
    ),
    (
      ["Payload/It.app/Info.plist", "Other.app/Info.plist"], "A.ipa",
      "several bundles in the archive: besides Payload/It.app there is Other.app; archive one bundle, or unpack it and check each"
    ),
    (
      ["Payload/It.app/Info.plist", "Payload/Kit.framework/Kit", "x/y/Z.bundle/Info.plist"], "A.ipa",
      "several bundles in the archive: besides Payload/It.app there is Payload/Kit.framework, x/y/Z.bundle; archive one bundle, or unpack it and check each"
    ),
    (
      ["It.app/Info.plist", "extras/Tool.app/Contents/Info.plist"], "A.zip",
      "several bundles in the archive: besides It.app there is extras/Tool.app; archive one bundle, or unpack it and check each"
    ),
    (
      (0..<10).map { "d\($0)/x" }, "A.zip",
      "no bundle in the archive: at the top level there is d0, d1, d2, d3, d4, d5, d6, d7 and 2 more; archive one bundle: an .ipa contains Payload/NAME.app; other archives contain the bundle at the top level or in one folder"
    ),
  ])
  func notFound(_ names: [String], _ name: String, _ text: String) throws {
    let error = try bundleError { try open(zipped(names), name) }
    #expect(error.description == "out/\(name): error: " + text)
    #expect([.noBundleInArchive, .severalBundlesInArchive].contains(error.code))
  }

  @Test func aLinkIsNotAnApp() throws {
    let link = Entry("Payload/A.app", Array("../X/A.app".utf8), mode: 0o120777)
    let error = try bundleError { try open(ZipBuilder([link, Entry("X/Info.plist", info)]).bytes, "A.ipa") }
    #expect(error.description.contains("in Payload/ there is A.app (a link, not a folder); "), "\(error.description)")
  }

  /// Most Macs extract both into one folder.
  @Test(arguments: [
    (["Payload/It.app/Info.plist", "payload/It.app/extra"], "payload", "Payload"),
    (["Payload/It.app/Info.plist", "Payload/it.APP/extra"], "Payload/it.APP", nil),
    (["a/It.app/Info.plist", "A/x"], "", nil),
    (["e\u{301}.app/Info.plist", "\u{E9}.app/x"], "", nil),
    (["It.app/Info.plist", "it.app"], "it.app", "It.app"),
  ])
  func collisions(_ names: [String], _ entry: String, _ other: String?) throws {
    let error = try bundleError { try open(zipped(names), "A.zip") }
    guard let other else {
      #expect([.noBundleInArchive, .severalBundlesInArchive].contains(error.code))
      return
    }
    #expect(error.code.rawValue == "archive.duplicate")
    #expect(
      error.message
        == "the archive's entry \(entry) differs from \(other) only in letter case or Unicode normalization; most Macs take both for the same folder"
    )
  }

  /// The exact wording of errors in the archive and in its bundles.
  @Test(arguments: [
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", info).with(\.flags, 1)]), "archive.encrypted",
      "out/A.ipa: error: the archive's entry Payload/It.app/Info.plist is encrypted; archive it without a password"
    ),
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", info).with(\.crc, 5)]), "archive.checksum",
      "out/A.ipa/Payload/It.app/Info.plist: error: the archive's entry Info.plist does not match its checksum: its bytes are damaged; copy or download it again, or create it again"
    ),
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", info), Entry("../../etc/cron.d/x", [1])]), "archive.traversal",
      "out/A.ipa: error: the archive's entry ../../etc/cron.d/x has a component `..` in its name; archive the bundle from the folder that contains it, under its own name"
    ),
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", info), Entry("Payload/It.app/Info.plist", info)]),
      "archive.duplicate",
      "out/A.ipa: error: the archive's entry Payload/It.app/Info.plist occurs more than once; tools differ in which one they use; create it again with zip, tar or Xcode"
    ),
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", info).with(\.method, 14)]), "archive.method",
      "out/A.ipa/Payload/It.app/Info.plist: error: the archive's entry Info.plist is compressed with method 14 (LZMA); only stored and deflated entries are supported; archive it again with zip, ditto or Xcode"
    ),
    (
      ZipBuilder([
        Entry("Payload/It.app/Info.plist", text: "../../Info.plist").with(\.mode, 0o120777), Entry("Info.plist", info),
      ]),
      "bundle.unreadable",
      "out/A.ipa/Payload/It.app/Info.plist: error: the symbolic link Info.plist -> ../../Info.plist points outside the bundle; it was not followed; replace the link with its target, or point it to a file inside the bundle"
    ),
    (
      ZipBuilder([Entry("Payload/It.app/Info.plist", text: "/etc/passwd").with(\.mode, 0o120777)]), "bundle.unreadable",
      "out/A.ipa/Payload/It.app/Info.plist: error: the symbolic link Info.plist -> /etc/passwd is absolute; links inside a bundle must be relative; replace the link with its target, or point it to a file inside the bundle"
    ),
  ])
  func wording(_ builder: ZipBuilder, _ code: String, _ text: String) throws {
    let error = try bundleError { try open(builder.bytes, "A.ipa") }
    #expect(error.description == text)
    #expect(error.code.rawValue == code)
  }

  /// An encrypted file outside the bundle is ignored.
  @Test func encryptedOutside() throws {
    let bytes = ZipBuilder([Entry("Payload/It.app/Info.plist", info), Entry("notes", [1]).with(\.flags, 1)]).bytes
    #expect(try open(bytes, "A.ipa").outer.identifier == "com.example.it")
  }

  @Test(arguments: [
    ("", "A.ipa", "its name says a zip archive, but its contents are an empty file"),
    ("<html>", "A.zip", "its name says a zip archive, but its contents are an HTML page, perhaps an error page"),
    ("bplist00", "A.tar", "its name says a tar archive, but its contents are a binary property list"),
    ("hello", "A.tgz", "its name says a gzip-compressed file, but its contents are something else"),
    (
      "MZ", "A.zip",
      "its name says a zip archive, but its contents are a Windows executable, perhaps a self-extracting archive"
    ),
  ])
  func notAnArchive(_ text: String, _ name: String, _ message: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(name, text)
    let error = try bundleError { try BundleGraph.open(path: temporary.path + "/" + name) }
    #expect(error.message == message)
    #expect(error.code == .notAnArchive)
    #expect(BundleGraph.isArchive(path: temporary.path + "/" + name))
  }

  /// The bytes decide, not the name; but a tar with the extension .zip is an error.
  @Test func bytesDecide() throws {
    let temporary = try TemporaryDirectory()
    let zip = zipped(["It.app/Info.plist"])
    let tar = TarBuilder([TarBuilder.Entry(name: "It.app/Info.plist", bytes: info)]).bytes
    try temporary.write("a.app", zip)
    try temporary.write("b.tar.xz", gzipped(tar))
    try temporary.write("c", tar)
    for name in ["a.app", "b.tar.xz", "c"] {
      let graph = try BundleGraph.open(path: temporary.path + "/" + name)
      #expect(graph.outer.displayPath == temporary.path + "/" + name + "/It.app")
      #expect(BundleGraph.isArchive(path: temporary.path + "/" + name))
    }
    try temporary.write("d.zip", tar)
    #expect(try bundleError { try BundleGraph.open(path: temporary.path + "/d.zip") }.code == .notAnArchive)
    try temporary.write("e.tar", zip)
    #expect(try bundleError { try BundleGraph.open(path: temporary.path + "/e.tar") }.code == .notAnArchive)
    try temporary.write("Info.plist", plist(""))
    #expect(!BundleGraph.isArchive(path: temporary.path + "/Info.plist"))
    #expect(!BundleGraph.isArchive(path: temporary.path + "/nothing"))
  }

  /// An archive gives the same results as its extracted bundle.
  @Test(
    .enabled(if: CorpusTests.isThere, "no corpus beside the package"), .timeLimit(.minutes(30)),
    arguments: ["appinfo_embedded", "appinfo_ipad", "appinfo_iphone"])
  func realOnes(name: String) throws {
    let path = CorpusTests.folder + "/\(name).ipa"
    let packed = try BundleGraph.open(path: path)
    let temporary = try TemporaryDirectory()
    try #require(run("python3", "-m", "zipfile", "-e", path, temporary.path))
    let unpacked = try BundleGraph.open(path: temporary.path + "/Payload/" + packed.outer.name)
    #expect(packed.bundles.map(\.path) == unpacked.bundles.map(\.path))
    #expect(packed.bundles.map(\.identifier) == unpacked.bundles.map(\.identifier))
    #expect(packed.errors.map(\.bundle) == unpacked.errors.map(\.bundle))
    let files = try packed.outer.files.all()
    #expect(files == (try unpacked.outer.files.all()))
    for file in files where file.type == .file {
      #expect(try packed.outer.files.read(file.path) == (try unpacked.outer.files.read(file.path)))
    }
  }
}
