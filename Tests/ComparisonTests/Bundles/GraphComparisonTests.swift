import SampleFiles
import Bundles
import FileFacts
import PolicyTestSupport
import PropertyLists
import Testing

@testable import Comparison

/// Differences between bundles.
@Suite struct GraphComparisonTests {
  private static func graph(
    _ files: [String: MemoryStorage.Node] = [:], _ info: String = "", name: String = "App.app"
  ) throws -> BundleGraph {
    let own = "<key>CFBundleIdentifier</key><string>com.x.app</string>" + info
    return try .fixture(name, files.merging(["Contents/Info.plist": .info(own)]) { first, _ in first })
  }

  private static func difference(
    _ old: [String: MemoryStorage.Node], _ new: [String: MemoryStorage.Node]
  ) throws -> BundleDifference {
    let comparison = GraphComparison(from: try graph(old), to: try graph(new))
    #expect(comparison.errors.isEmpty)
    return try #require(comparison.pairs.first)
  }

  @Test func sameIsSame() throws {
    let files: [String: MemoryStorage.Node] = [
      "Contents/Resources/a": .text("a"), "Contents/link": .link("Resources/a"),
      "Contents/PlugIns/S.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app.s"]),
    ]
    // The name of the outer bundle does not matter.
    let comparison = GraphComparison(from: try Self.graph(files), to: try Self.graph(files, name: "Other.app"))
    #expect(!comparison.isDifferent && comparison.errors.isEmpty && comparison.pairs.count == 2)
  }

  @Test func signaturesCanBeLeftOut() throws {
    func files(_ signature: [UInt8], tail: UInt8 = 1) -> [String: MemoryStorage.Node] {
      [
        "Contents/MacOS/App": .file(
          SampleMachO { ($0.signature, $0.tail) = (signature, [tail]) }.bytes, mode: 0o755),
        "Contents/_CodeSignature/CodeResources": .text("\(signature)"), "Contents/CodeResources": .text("\(signature)"),
        "Contents/embedded.provisionprofile": .text("\(signature)"),
        "Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": .info(["CFBundleIdentifier": "com.x.kit"]),
        "Contents/Frameworks/Kit.framework/Versions/A/_CodeSignature/CodeResources": .text("\(signature)"),
      ]
    }
    let old = try Self.graph(files([1]))
    func count(_ new: [String: MemoryStorage.Node], _ ignored: Set<Ignored>) throws -> Int {
      let comparison = GraphComparison(from: old, to: try Self.graph(new), ignoring: ignored)
      #expect(comparison.errors.isEmpty)
      return comparison.changeCount
    }
    #expect(try count(files([2, 3]), []) == 5)
    #expect(try count(files([2, 3]), [.signature]) == 0)
    #expect(try count(files([2, 3], tail: 2), [.signature]) == 1)
    // A resource with such a name, and data that is not code.
    for path in ["Contents/Resources/CodeResources", "Contents/Resources/embedded.mobileprovision"] {
      #expect(try count(files([2, 3]).merging([path: .text("a")]) { $1 }, [.signature]) == 1)
    }
  }

  struct FileCase: CustomTestStringConvertible {
    let name: String
    let old: MemoryStorage.Node?
    let new: MemoryStorage.Node?
    let isDifferent: Bool
    var testDescription: String { name }
  }

  @Test(arguments: [
    FileCase(name: "content of one size", old: .text("ab"), new: .text("cd"), isDifferent: true),
    FileCase(name: "size", old: .text("ab"), new: .text("abc"), isDifferent: true),
    FileCase(name: "execute bit", old: .text("a"), new: .text("a", mode: 0o755), isDifferent: true),
    FileCase(name: "other bits", old: .text("a", mode: 0o600), new: .text("a"), isDifferent: false),
    FileCase(name: "added", old: nil, new: .text("a"), isDifferent: true),
    FileCase(name: "gone", old: .text("a"), new: nil, isDifferent: true),
    FileCase(name: "link target", old: .link("b"), new: .link("c"), isDifferent: true),
    FileCase(name: "forms of a letter", old: .link("é"), new: .link("e\u{301}"), isDifferent: true),
    FileCase(name: "link for a file", old: .text("a"), new: .link("Info.plist"), isDifferent: true),
    FileCase(name: "empty directory", old: nil, new: .directory, isDifferent: true),
    FileCase(name: "the same", old: .text("a"), new: .text("a"), isDifferent: false),
  ])
  func files(_ given: FileCase) throws {
    var (old, new): ([String: MemoryStorage.Node], [String: MemoryStorage.Node]) = ([:], [:])
    old["Contents/thing"] = given.old
    new["Contents/thing"] = given.new
    let difference = try Self.difference(old, new)
    #expect(difference.files.map(\.path) == (given.isDifferent ? ["Contents/thing"] : []))
    #expect(difference.changeCount == (given.isDifferent ? 1 : 0))
  }

  /// Added directories are reported by their contents, and files in nested bundles with their bundle.
  @Test func placesOfFiles() throws {
    let nested: [String: MemoryStorage.Node] = [
      "Contents/PlugIns/S.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app.s"])
    ]
    let new = nested.merging(["Contents/PlugIns/S.appex/Contents/x": .text("x"), "Contents/a/b/c": .text("c")]) { $1 }
    let comparison = GraphComparison(from: try Self.graph(nested), to: try Self.graph(new))
    #expect(comparison.pairs.map { $0.files.map(\.path) } == [["Contents/a/b/c"], ["Contents/x"]])
  }

  @Test func documents() throws {
    let path = "Contents/Resources/en.lproj/Localizable.strings"
    let dict = "Contents/Resources/en.lproj/Counts.stringsdict"
    let difference = try Self.difference(
      [
        path: .text("\"a\" = \"1\"; \"b\" = \"2\";"), dict: .info("<key>k</key><dict/>"),
        "Contents/x.plist": .text("{"),
      ],
      [
        path: .text("b = 3; c = 4;"), dict: .info("<key>k</key><dict><key>z</key><true/></dict>"),
        "Contents/x.plist": .text("}"),
      ])
    #expect(difference.documents.map(\.path) == [dict, path])
    #expect(difference.documents.map { $0.changes.map(\.keyPath) } == [["/k/z"], ["/a", "/b", "/c"]])
    // A malformed property list is compared by its bytes.
    #expect(difference.files.map(\.path) == ["Contents/x.plist"])
  }

  @Test func otherFormsAreNoted() throws {
    let text = PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.app</string>")
    let binary = try PropertyList.parse(Array(text.utf8), file: "x").binaryBytes
    let difference = try Self.difference(
      ["Contents/Info.plist": .text(text), "Contents/Resources/x.strings": .text("a = b;")],
      [
        "Contents/Info.plist": .file(binary, mode: 0o644),
        "Contents/Resources/x.strings": .text("/* c */ \"a\" = \"b\";"),
      ])
    #expect(!difference.isDifferent)
    #expect(difference.rewritten == ["Contents/Info.plist", "Contents/Resources/x.strings"])
  }

  @Test func factsAndLocalizations() throws {
    let old = try Self.graph(
      ["Contents/Resources/de.lproj/x": .text("x"), "Contents/Resources/en.lproj/x": .text("x")],
      "<key>CFBundleVersion</key><string>1</string><key>LSMinimumSystemVersion</key><string>13.0</string>")
    let new = try Self.graph(
      ["Contents/Resources/en.lproj/x": .text("x"), "Contents/Resources/fr.lproj/x": .text("x")],
      "<key>CFBundleVersion</key><string>2</string><key>LSMinimumSystemVersion</key><string>14.0</string>")
    let pair = try #require(GraphComparison(from: old, to: new).pairs.first)
    #expect(pair.addedLocalizations == ["fr"] && pair.removedLocalizations == ["de"])
    #expect(pair.facts.map(\.name) == ["build", "minimumSystem"])
    #expect(pair.facts.map(\.after) == ["2", "14.0"])
    // Two keys, two languages, two files; facts read from a key are not counted again.
    #expect(pair.changeCount == 6)
  }

  @Test func nestedBundles() throws {
    func extensionInfo(_ identifier: String) -> MemoryStorage.Node { .info(["CFBundleIdentifier": identifier]) }
    let old = try Self.graph([
      "Contents/PlugIns/A.appex/Contents/Info.plist": extensionInfo("com.x.app.a"),
      "Contents/PlugIns/B.appex/Contents/Info.plist": extensionInfo("com.x.app.b"),
      "Contents/PlugIns/Same.appex/Contents/Info.plist": extensionInfo("com.x.app.same"),
    ])
    let new = try Self.graph([
      "Contents/Extensions/A.appex/Contents/Info.plist": extensionInfo("com.x.app.a"),
      "Contents/PlugIns/C.appex/Contents/Info.plist": extensionInfo("com.x.app.c"),
      "Contents/PlugIns/Same.appex/Contents/Info.plist": extensionInfo("com.x.app.same"),
    ])
    let comparison = GraphComparison(from: old, to: new)
    #expect(comparison.added.map(\.name) == ["C.appex"] && comparison.removed.map(\.name) == ["B.appex"])
    let moved = comparison.pairs.filter(\.isDifferent)
    #expect(moved.map(\.new.path).contains("Contents/Extensions/A.appex"))
    #expect(moved.contains { $0.facts.first?.name == "path" && $0.old.path == "Contents/PlugIns/A.appex" })
  }

  @Test func entitlements() throws {
    func code(_ entitlements: String) -> MemoryStorage.Node {
      let signature = SampleSignature { $0.entitlements = Array("<plist><dict>\(entitlements)</dict></plist>".utf8) }
      return .file(SampleMachO { $0.signature = signature.bytes }.bytes, mode: 0o755)
    }
    let name = "<key>CFBundleExecutable</key><string>App</string>"
    let old = try Self.graph(["Contents/MacOS/App": code("<key>a</key><true/>")], name)
    let new = try Self.graph(["Contents/MacOS/App": code("<key>a</key><false/><key>b</key><true/>")], name)
    let pair = try #require(GraphComparison(from: old, to: new).pairs.first)
    #expect(pair.entitlements.map(\.keyPath) == ["/a", "/b"])
    // Signed without entitlements on one side.
    let bare = try Self.graph(["Contents/MacOS/App": .file(SampleMachO { _ in }.bytes, mode: 0o755)], name)
    #expect(GraphComparison(from: bare, to: new).pairs.first?.entitlements.first?.before == nil)
    #expect(GraphComparison(from: bare, to: new).pairs.first?.entitlements.count == 1)
  }

  @Test func images() throws {
    let difference = try Self.difference(
      ["Contents/Resources/i.png": .file(SamplePNG { ($0.width, $0.height) = (1, 2) }.bytes, mode: 0o644)],
      ["Contents/Resources/i.png": .file(SamplePNG { ($0.width, $0.height) = (3, 4) }.bytes, mode: 0o644)])
    #expect(difference.files.first?.before?.image == "1×2" && difference.files.first?.after?.image == "3×4")
  }

  /// A bare property list has no files and no kind of its own.
  @Test func bareLists() throws {
    let list = try PropertyList.parse(
      Array(PropertyListText.document("<key>CFBundleIdentifier</key><string>com.x.other</string>").utf8),
      file: "I.plist")
    let bare = BundleGraph.propertyList(list, name: "I.plist", displayPath: "I.plist")
    let comparison = GraphComparison(from: bare, to: try Self.graph(["Contents/x": .text("x")]))
    #expect(comparison.comparesListsOnly && comparison.changeCount == 1)
    #expect(comparison.pairs.first?.info.map(\.keyPath) == ["/CFBundleIdentifier"])
  }

  @Test func whatIsTooLargeIsAnError() throws {
    let old = try Self.graph(["Contents/a": .text("aaaa")])
    let new = try Self.graph(["Contents/a": .text("bbbb")])
    let comparison = GraphComparison(from: old, to: new, limits: ComparisonLimits(bytes: 3))
    #expect(comparison.errors.contains { $0.message.contains("with this file, the files of") })
  }

  /// A signature that cannot be read hides entitlements, so they must not count as equal.
  @Test func damageIsAnError() throws {
    let name = "<key>CFBundleExecutable</key><string>App</string>"
    let bytes = SampleMachO { $0.signature = SampleSignature { $0.entitlements = Array("<plist>".utf8) }.bytes }.bytes
    let graph = try Self.graph(["Contents/MacOS/App": .file(bytes, mode: 0o755)], name)
    #expect(!GraphComparison(from: graph, to: graph).errors.isEmpty)
  }
}
