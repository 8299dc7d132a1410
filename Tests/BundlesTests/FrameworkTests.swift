import Testing

@testable import Bundles

@Suite struct FrameworkTests {
  @Test func soundFrameworkHasNothingToNote() throws {
    let bundle = try open(
      "It.framework",
      [
        "Versions/A/Resources/Info.plist": .info(), "Versions/Current": .link("A"),
        "Resources": .link("Versions/Current/Resources"),
      ]
    ).outer
    #expect(bundle.diagnostics.isEmpty)
    #expect(bundle.platform == .macos)
  }

  /// As unpacked from a package format without links.
  @Test func onlyVersionWithoutLinks() throws {
    let bundle = try open(
      "It.framework", ["Versions/A/Resources/Info.plist": .info(strings(["CFBundleExecutable": "It"]))]
    )
    .outer
    #expect(bundle.infoPath == "Versions/A/Resources/Info.plist")
    #expect(bundle.layout == .versioned)
    #expect(bundle.executable == "Versions/A/It")
    #expect(bundle.diagnostics.map(\.code) == ["framework.missing-current", "framework.missing-links"])
  }

  /// As written by a packager that follows links: three copies.
  @Test func realDirectoriesInPlaceOfLinks() throws {
    let bundle = try open(
      "It.framework",
      [
        "Versions/A/Resources/Info.plist": .info(), "Versions/Current/Resources/Info.plist": .info(),
        "Resources/Info.plist": .info(),
      ]
    ).outer
    #expect(bundle.infoPath == "Resources/Info.plist")
    #expect(bundle.diagnostics.map(\.code) == ["framework.real-current", "framework.real-resources"])
  }

  @Test func currentWithoutTopLevelLinks() throws {
    let bundle = try open(
      "It.framework",
      [
        "Versions/A/Resources/Info.plist": .text("no"), "Versions/B/Resources/Info.plist": .info(),
        "Versions/Current": .link("B"),
      ]
    ).outer
    #expect(bundle.infoPath == "Versions/B/Resources/Info.plist")
    #expect(bundle.diagnostics.map(\.code) == ["framework.missing-links"])
  }

  @Test func brokenCurrentWithOneVersion() throws {
    let bundle = try open(
      "It.framework",
      [
        "Versions/A/Resources/Info.plist": .info(), "Versions/Current": .link("Z"),
        "Resources": .link("Versions/Current/Resources"),
      ]
    ).outer
    #expect(bundle.infoPath == "Versions/A/Resources/Info.plist")
    #expect(bundle.diagnostics.map(\.code) == ["framework.broken-current", "framework.missing-links"])
  }

  @Test func currentThatLeavesTheFramework() throws {
    let error = try bundleError {
      try open(
        "It.framework",
        [
          "Versions/A/Resources/Info.plist": .info(), "Versions/Current": .link("../../Other"),
          "Resources": .link("Versions/Current/Resources"),
        ])
    }
    #expect(error.code == .unreadable)
    #expect(error.message.contains("Versions/Current -> ../../Other points outside the bundle"))
  }

  @Test func noVersionAtAll() throws {
    let error = try bundleError { try open("It.framework", ["Versions": .directory]) }
    #expect(error.code == .ambiguousVersion)
  }

  @Test func noInfoInTheOnlyVersion() throws {
    let error = try bundleError { try open("It.framework", ["Versions/A/It": .text("")]) }
    #expect(error.message == "not a bundle: no Info.plist in It.framework; looked in Versions/A/Resources/")
  }

  @Test func nestedInTheCurrentVersion() throws {
    let graph = try open(
      "It.framework",
      [
        "Versions/B/Resources/Info.plist": .info(), "Versions/Current": .link("B"),
        "Resources": .link("Versions/Current/Resources"), "Updater.app": .link("Versions/Current/Updater.app"),
        "Versions/B/Updater.app/Contents/Info.plist": .info(),
        "Versions/B/XPCServices/I.xpc/Contents/Info.plist": .info(),
        "Versions/A/Old.app/Contents/Info.plist": .info(),
      ])
    #expect(graph.bundles.map(\.path) == ["", "Versions/B/Updater.app", "Versions/B/XPCServices/I.xpc"])
    #expect(graph.errors.isEmpty)
  }
}
