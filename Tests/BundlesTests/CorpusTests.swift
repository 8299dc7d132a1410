import Basics
import Testing

@testable import Bundles

/// Bundles from other projects. Skipped if they are missing.
@Suite struct CorpusTests {
  static let folder = "../shared/corpus/bundles"
  static let isThere = access(folder, R_OK) == 0

  @Test(.enabled(if: isThere, "no corpus beside the package")) func macApp() throws {
    let graph = try BundleGraph.open(path: Self.folder + "/terminal-notifier.app/")
    let bundle = graph.outer
    #expect(graph.bundles.count == 1 && graph.errors.isEmpty)
    #expect(bundle.identifier == "fr.julienxx.oss.terminal-notifier")
    #expect(bundle.platform == .macos && bundle.kind == .application && bundle.layout == .contents)
    #expect(try bundle.localizations() == ["en"])
    #expect(try bundle.files.match(try #require(bundle.executable)) != .missing)
    #expect(try bundle.resource(named: "Terminal", ofType: "icns") == "Contents/Resources/Terminal.icns")
    #expect(try bundle.strings(table: "InfoPlist", language: "en") != nil)
  }

  @Test(
    .enabled(if: isThere, "no corpus beside the package"),
    arguments: ["appinfo_embedded", "appinfo_ipad", "appinfo_iphone"])
  func phoneApps(name: String) throws {
    let temporary = try TemporaryDirectory()
    try #require(run("python3", "-m", "zipfile", "-e", Self.folder + "/\(name).ipa", temporary.path))
    let payload = try DirectoryStorage(path: temporary.path + "/Payload").list("")
    let app = try #require(payload.first { $0.name.hasSuffix(".app") })
    let graph = try BundleGraph.open(path: temporary.path + "/Payload/" + app.name)
    // One of them contains an empty framework.
    #expect(graph.errors == [])
    let withoutInfo = graph.bundles.filter { $0.diagnostics.contains { $0.code == "no-info" } }
    #expect(withoutInfo.map(\.path) == (name == "appinfo_embedded" ? ["Frameworks/CarPlay.framework"] : []))
    #expect(graph.outer.platform == .ios && graph.outer.layout == .flat)
    if name == "appinfo_ipad" {
      let key = "UISupportedInterfaceOrientations"
      #expect(QualifiedKey.variants(of: key, in: graph.outer.info).map(\.key) == [key + "~ipad"])
      #expect(QualifiedKey.allResolutions(graph.outer.info, key).filter { $0.key != nil }.map(\.device) == ["ipad"])
    }
  }

  @Test(.enabled(if: isThere, "no corpus beside the package")) func bareLists() throws {
    let lists = try DirectoryStorage(path: Self.folder + "/plugin-plists").list("")
    #expect(lists.count == 9)
    for list in lists {
      let graph = try BundleGraph.open(path: Self.folder + "/plugin-plists/" + list.name)
      #expect(graph.outer.kind == .plist)
    }
  }
}
