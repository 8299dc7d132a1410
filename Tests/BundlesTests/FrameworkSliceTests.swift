import Testing

@testable import Bundles

/// `.xcframework`: the slices that Info.plist lists, and the folders that exist.
@Suite struct FrameworkSliceTests {
  private static func slice(_ identifier: String?, _ path: String?, _ platform: String, _ variant: String? = nil)
    -> String
  {
    func pair(_ key: String, _ value: String?) -> String {
      value.map { "<key>\(key)</key><string>\($0)</string>" } ?? ""
    }
    return "<dict>" + pair("LibraryIdentifier", identifier) + pair("LibraryPath", path)
      + pair("SupportedPlatform", platform)
      + pair("SupportedPlatformVariant", variant) + "</dict>"
  }

  private static func open(_ slices: [String], _ files: [String: MemoryStorage.Node]) throws -> BundleGraph {
    let info = "<key>AvailableLibraries</key><array>" + slices.joined() + "</array>"
    return try BundleGraph.open(
      storage: MemoryStorage(["Info.plist": MemoryStorage.Node.info(info)].merging(files) { $1 }),
      name: "It.xcframework")
  }

  @Test func slices() throws {
    let graph = try Self.open(
      [
        Self.slice("ios-arm64", "It.framework", "ios"),
        Self.slice("ios-x-maccatalyst", "It.framework", "ios", "maccatalyst"),
        Self.slice("xros-arm64-simulator", "It.framework", "xros", "simulator"),
        Self.slice("macos-arm64", "It.framework", "macos"), Self.slice("tvos-arm64", "libIt.a", "tvos"),
      ],
      [
        "ios-arm64/It.framework/Info.plist": .info(), "ios-x-maccatalyst/It.framework/Info.plist": .info(),
        "xros-arm64-simulator/It.framework/Info.plist": .info(),
        "macos-arm64/It.framework/Versions/A/Resources/Info.plist": .info(),
        "macos-arm64/It.framework/Versions/Current": .link("A"),
        "macos-arm64/It.framework/Resources": .link("Versions/Current/Resources"),
        "macos-arm64/dSYMs/It.framework.dSYM/Contents/Info.plist": .info(), "tvos-arm64/libIt.a": .text("!<arch>"),
        "tvos-arm64/Headers/It.h": .text(""), "_CodeSignature/CodeResources": .text(""),
      ])
    #expect(
      graph.bundles.dropFirst().map { "\($0.path) \($0.platform?.rawValue ?? "-")" } == [
        "ios-arm64/It.framework ios", "ios-x-maccatalyst/It.framework catalyst", "macos-arm64/It.framework macos",
        "xros-arm64-simulator/It.framework visionos",
      ])
    #expect(graph.errors == [])
    #expect(graph.outer.diagnostics.map { "\($0.code) \($0.path)" } == ["xcframework.library tvos-arm64/libIt.a"])
  }

  @Test func aSliceNobodyNames() throws {
    let graph = try Self.open(
      [Self.slice("a", "It.framework", "ios")],
      ["a/It.framework/Info.plist": .info(), "b/It.framework/Info.plist": .info()])
    #expect(graph.outer.diagnostics.map { "\($0.code) \($0.path)" } == ["xcframework.unlisted-slice b"])
    #expect(graph.bundles.count == 3 && graph.errors == [])
  }

  @Test(
    arguments: [
      (slice("gone", "It.framework", "ios"), "names the slice gone, but there is no such directory"),
      (slice("a", "Gone.framework", "ios"), "names a/Gone.framework, which does not exist"),
      (slice("a", "deep/Gone.framework", "ios"), "names a/deep/Gone.framework, which does not exist"),
      (slice("a", "folder", "ios"), "names a/folder, which is neither a framework nor a library"),
      (slice(nil, "It.framework", "ios"), "has no LibraryIdentifier, or one that is not a directory name"),
      (slice("..", "It.framework", "ios"), "has no LibraryIdentifier, or one that is not a directory name"),
      (slice("a/b", "It.framework", "ios"), "has no LibraryIdentifier, or one that is not a directory name"),
      (slice("a", nil, "ios"), "has no LibraryPath inside the slice"),
      (slice("a", "../b", "ios"), "has no LibraryPath inside the slice"),
      (slice("a", "/b", "ios"), "has no LibraryPath inside the slice"),
      ("<string>a</string>", "has no LibraryIdentifier, or one that is not a directory name"),
    ])
  func wrong(entry: String, reason: String) throws {
    let graph = try Self.open(
      [entry], ["a/It.framework/Info.plist": .info(), "a/folder/x": .text("")])
    #expect(graph.errors.map(\.code) == [.frameworkSlice])
    #expect(graph.errors.first?.message == "AvailableLibraries/0 " + reason)
  }

  @Test func tooManySlices() throws {
    let graph = try Self.open([String](repeating: "<dict/>", count: 1001), [:])
    #expect(graph.errors.map(\.message) == ["AvailableLibraries names more than 1000 slices"])
  }

  @Test(arguments: ["", "<key>AvailableLibraries</key><array/>", "<key>AvailableLibraries</key><string>a</string>"])
  func withoutSlices(info: String) throws {
    let graph = try BundleGraph.open(storage: MemoryStorage(["Info.plist": .info(info)]), name: "It.xcframework")
    #expect(graph.errors.map(\.message) == ["AvailableLibraries names no slices"])
  }
}
