import PropertyLists
import Testing

@testable import Bundles

/// Code outside the usual folders.
@Suite struct HiddenCodeTests {
  @Test(arguments: [
    "Contents/Frameworks/Sub/Kit.framework", "Contents/PlugIns/Sub/Share.appex", "Contents/Helpers/bin/Tool.app",
    "Contents/Library/Helper.app", "Contents/Library/LoginItems/Helper.app", "Contents/MacOS/bin/Tool.app",
    "Contents/SharedSupport/d/Tool.app", "Contents/Tool.app", "Contents/plugins/Share.appex",
    "Contents/Resources/Tool.app", "Contents/Library/Audio/Plug-Ins/Components/Sound.component",
    "Contents/Library/Audio/Plug-Ins/HAL/Sound.driver", "Contents/PlugIns/a/b/Share.appex",
    "Contents/Frameworks/a/b/c/d/Kit.framework", "Contents/MacOS/lib/python3.12/site-packages/x/Tool.app",
    "Contents/PlugIns/a/Odd.custom", "Contents/PlugIns/images.d/Share.appex",
  ])
  func isRead(_ path: String) throws {
    let storage = try MemoryStorage([("Contents/Info.plist", .info()), ("\(path)/Contents/Info.plist", .info())])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    #expect(graph.bundles.map(\.path) == ["", path])
  }

  @Test(arguments: [
    "Contents/PlugIns/Code.bundle/Contents/MacOS/Code", "Contents/Library/SystemExtensions/X.systemextension/X",
    "Contents/Library/SystemExtensions/X.dext/X",
  ])
  func withoutInfoPlistIsABundleWithoutKeys(_ path: String) throws {
    let storage = try MemoryStorage([("Contents/Info.plist", .info()), (path, .text("code"))])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    #expect(graph.errors == [])
    #expect(graph.bundles.dropFirst().map { $0.info.count(of: $0.info.root) } == [0])
    #expect(graph.bundles.dropFirst().flatMap(\.diagnostics).map(\.code) == ["no-info"])
  }

  /// A folder in a package that only has the name of a bundle does not make the rest unreadable.
  @Test func withoutInfoPlistFarInsideIsSaid() throws {
    let storage = try MemoryStorage([
      ("Contents/Info.plist", .info()), ("Contents/MacOS/lib/qt/Core.framework/Versions/5/Core", .text("code")),
    ])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    #expect(graph.errors == [])
    #expect(graph.outer.diagnostics.map(\.code) == ["nested.no-info"])
  }

  /// Code in a plug-in with any extension belongs to the plug-in and is found once.
  @Test func plugInsWithUnknownExtensions() throws {
    let graph = try open(
      "It.app",
      [
        "Contents/Info.plist": .info(), "Contents/PlugIns/A.custom/Contents/Info.plist": .info(),
        "Contents/PlugIns/A.custom/Contents/PlugIns/B.appex/Contents/Info.plist": .info(),
      ])
    #expect(
      graph.bundles.map(\.path) == [
        "", "Contents/PlugIns/A.custom", "Contents/PlugIns/A.custom/Contents/PlugIns/B.appex",
      ])
    #expect(graph.bundles[2].parentIndex == 1)
  }

  @Test func deeperThanTheLimit() throws {
    let deep = String(repeating: "d/", count: NestedPlaces.maximumDepth + 1)
    let graph = try open(
      "It.app",
      ["Contents/Info.plist": .info(), "Contents/Frameworks/\(deep)A.framework/Info.plist": .info()])
    #expect(graph.errors.map(\.code) == [.tooManyFolders])
    #expect(
      graph.errors.first?.message
        == "there are more than 128 levels of folders that may contain nested bundles; the rest were not searched")
  }

  @Test func settingsWithoutTheirRootHaveNoKeys() throws {
    let graph = try open("App.app", ["Info.plist": .info(), "Settings.bundle/en.lproj/Root.strings": .text("")])
    #expect(graph.errors == [])
    #expect(graph.bundles.dropFirst().map(\.infoPath) == ["Root.plist"])
    #expect(graph.bundles.dropFirst().flatMap(\.diagnostics).map(\.path) == ["Root.plist"])
  }

  @Test func debugSymbolsAreSaid() throws {
    let graph = try open(
      "App.app", ["Info.plist": .info(), "Frameworks/Kit.framework.dSYM/Contents/Info.plist": .info()])
    #expect(graph.bundles.count == 1 && graph.errors == [])
    #expect(
      graph.outer.diagnostics.map { "\($0.code) \($0.path)" } == ["debug-symbols Frameworks/Kit.framework.dSYM"])
  }

  @Test func aFolderOfResourcesIsNoBundle() throws {
    let storage = try MemoryStorage([
      ("Contents/Info.plist", .info()), ("Contents/Resources/Sounds.bundle/a.aiff", .text("")),
    ])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    #expect(graph.errors == [])
    #expect(graph.bundles.count == 1)
  }
}
