import Bundles
import PolicyTestSupport
import Reports
import Testing

@testable import PolicyEngine

/// Irregular files of a bundle are in the report; a file that could not be read keeps the bundle from passing.
@Suite struct ArrangementTests {
  private static let rule =
    "rule \"r\" { summary = \"s\", require = { \"CFBundleIdentifier\" }, applies = { nested = false } }"
  private static let info = MemoryStorage.Node.info(["CFBundleIdentifier": "com.x.app"])

  private static func report(_ files: [String: MemoryStorage.Node]) throws -> Report {
    try PolicyRun(rule).report(.fixture("App.app", files.merging(["Contents/Info.plist": info]) { $1 }))
  }

  @Test(
    "links where code belongs",
    arguments: [
      ("Contents/PlugIns", "../Elsewhere", "bundle.nested.linked-place"),
      ("Contents/PlugIns/Share.appex", "/tmp/Share.appex", "bundle.nested.symbolic-link"),
      ("Contents/Frameworks/Kit.framework", "../Missing.framework", "bundle.nested.symbolic-link"),
    ])
  func links(_ path: String, _ target: String, _ code: String) throws {
    let report = try Self.report([path: .link(target)])
    #expect(report.bundles[0].errors.map(\.code.rawValue) == [code])
    #expect(report.bundles[0].errors.first?.file == "App.app/\(path)")
    #expect(report.verdict == .error)
  }

  @Test func aLinkToABundleThatIsReadIsARemark() throws {
    let report = try Self.report([
      "Contents/Frameworks/Kit.framework/Info.plist": Self.info,
      "Contents/Frameworks/Alias.framework": .link("Kit.framework"),
    ])
    #expect(report.bundles[0].errors == [])
    #expect(report.warnings.map(\.code.rawValue) == ["bundle.nested.symbolic-link"])
    #expect(report.verdict == .pass)
  }

  /// A file cannot be a bundle, by any name, or through any link.
  @Test func aLinkToAFileIsNothing() throws {
    let report = try Self.report([
      "Contents/PlugIns/x.plugin": .link("../Frameworks/libx.dylib"), "Contents/Frameworks/libx.dylib": .text(""),
    ])
    #expect(report.bundles[0].errors == [] && report.warnings == [])
  }

  /// A directory with only the name of a bundle contains nothing that could be checked.
  @Test(arguments: ["Contents/Resources/Template.app/readme", "Contents/MacOS/lib/qt/Core.framework/Versions/5/x"])
  func aFolderWithTheNameOfABundleIsARemark(_ path: String) throws {
    let report = try Self.report([path: .text("")])
    #expect(report.bundles[0].errors == [])
    #expect(report.warnings.map(\.code.rawValue) == ["bundle.nested.no-info"])
    #expect(report.verdict == .pass)
  }

  @Test func aFrameworkWithoutLinksIsARemark() throws {
    let report = try Self.report([
      "Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": Self.info
    ])
    #expect(report.warnings.map(\.code.rawValue).contains("bundle.framework.missing-current"))
    #expect(report.verdict == .pass)
  }
}
