import PropertyLists
import Testing

@testable import Bundles

/// Code that does not lie where one would look first.
@Suite struct HiddenCodeTests {
  @Test(arguments: [
    "Contents/Frameworks/Sub/Kit.framework", "Contents/PlugIns/Sub/Share.appex", "Contents/Helpers/bin/Tool.app",
    "Contents/Library/Helper.app", "Contents/Library/LoginItems/Helper.app", "Contents/MacOS/bin/Tool.app",
    "Contents/SharedSupport/d/Tool.app", "Contents/Tool.app", "Contents/plugins/Share.appex",
    "Contents/Resources/Tool.app",
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
  func withoutInfoPlistIsAnError(_ path: String) throws {
    let storage = try MemoryStorage([("Contents/Info.plist", .info()), (path, .text("code"))])
    let graph = try BundleGraph.open(storage: storage, name: "App.app")
    #expect(graph.errors.map(\.code) == [.noInfoPlist])
  }

  @Test func settingsWithoutTheirRootAreAnError() throws {
    let graph = try open("App.app", ["Info.plist": .info(), "Settings.bundle/en.lproj/Root.strings": .text("")])
    #expect(graph.errors.map(\.code) == [.noInfoPlist])
    #expect(graph.errors.first?.hint == "it has no Root.plist, the description of settings, either")
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
