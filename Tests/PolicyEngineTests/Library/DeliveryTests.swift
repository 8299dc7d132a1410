import SampleFiles
import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `bundle.delivery`, and findings about files beside the bundle.
@Suite struct DeliveryTests {
  private static let info = MemoryStorage.Node.info(["CFBundleIdentifier": "com.x.app"])

  private static func archived() throws -> BundleGraph {
    let graph = try BundleGraph.fixture(
      "App.app",
      ["Info.plist": info, "Signatures/x": .text("other"), "PlugIns/Share.appex/Info.plist": info])
    let storage = try MemoryStorage([
      ("Payload/App.app", .directory), ("Signatures/x", .text("signature")),
      ("SwiftSupport/iphoneos/a.dylib", .file(SampleMachO { $0.fileType = 6 }.bytes)),
      ("values.json", .text("{ \"a\": 1 }")),
      ("__MACOSX/Payload/App.app/._Info.plist", .file(SampleAppleDouble.bytes(["com.apple.quarantine"]))),
    ])
    return graph.inside(BundleContainer(storage: storage, product: "Payload/App.app", displayPath: "App.ipa"))
  }

  private static func xcarchive() throws -> BundleGraph {
    try .fixture(
      "App.xcarchive",
      [
        "Info.plist": info, "Products/Applications/App.app/Info.plist": info, "dSYMs/App.dSYM/x": .text("x"),
        "Products/Applications/App.app/PlugIns/Share.appex/Info.plist": info,
      ])
  }

  private static func lines(_ graph: BundleGraph, _ body: String) throws -> [String] {
    let run = try PolicyRun("rule 'r' { summary = 's', check = function(bundle, report) \(body) end }")
    return run.lines(try run.report(graph))
  }

  @Test(arguments: [
    ("delivery.kind", "ipa"), ("delivery.path", "Payload/App.app"),
    ("delivery.files['Signatures/x'].text", "signature"),
    ("bundle.files['Signatures/x'].text", "other"), ("delivery.files['nothing']", "nil"),
    ("delivery.files['SwiftSupport/iphoneos/a.dylib'].mach_o.slices[1].file_type", "dylib"),
    ("delivery.files['SwiftSupport/iphoneos'].type", "directory"), ("delivery.files['values.json'].json.a", "1"),
    ("delivery.files['Signatures/x'] == bundle.files['Signatures/x']", "false"),
    ("delivery.files['Signatures/x'] == bundle.delivery.files['Signatures/x']", "true"),
    ("table.concat(bundle.files['Info.plist'].attributes, ' ')", "com.apple.quarantine"),
    ("#bundle.files['Signatures/x'].attributes", "0"),
    ("delivery.files['__MACOSX/Payload/App.app/._Info.plist'].apple_double[1]", "com.apple.quarantine"),
    ("delivery.files['Signatures/x'].apple_double", "nil"),
    ("#delivery.files", "12"), ("delivery.files['Signatures/x']", "<file Signatures/x>"),
    ("delivery.files['SwiftSupport/iphoneos/a.dylib'].mach_o.slices[1].libraries[1]", "nil"),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(
      try Self.archived(),
      "local delivery = bundle.delivery if delivery then report('=' .. tostring(\(expression))) end")
    #expect(lines.count == 1)
    #expect(lines.last?.hasSuffix("=" + expected) == true, "\(lines)")
  }

  @Test func everyFile() throws {
    let lines = try Self.lines(
      try Self.archived(),
      """
      local paths = {}
      for path in pairs(bundle.delivery and bundle.delivery.files or {}) do paths[#paths + 1] = path end
      if #paths > 0 then report(table.concat(paths, ' ')) end
      """)
    #expect(
      lines.last?.hasSuffix(
        "Payload Payload/App.app Signatures Signatures/x SwiftSupport SwiftSupport/iphoneos SwiftSupport/iphoneos/a.dylib __MACOSX __MACOSX/Payload __MACOSX/Payload/App.app __MACOSX/Payload/App.app/._Info.plist values.json"
      ) == true, "\(lines)")
  }

  @Test func xcarchive() throws {
    let lines = try Self.lines(
      try Self.xcarchive(),
      """
      local delivery = bundle.delivery
      if delivery then report(delivery.kind .. ' ' .. delivery.path .. ' ' .. delivery.files['dSYMs/App.dSYM/x'].text) end
      """)
    #expect(lines.count == 1)
    #expect(lines.last?.hasSuffix("xcarchive Products/Applications/App.app x") == true, "\(lines)")
  }

  @Test func onItsOwn() throws {
    let graph = try BundleGraph.fixture("App.app", ["Info.plist": Self.info])
    #expect(try Self.lines(graph, "report(tostring(bundle.delivery))").last?.hasSuffix("nil") == true)
  }

  // MARK: Findings

  @Test func aFileBesideTheBundle() throws {
    let run = try PolicyRun(
      """
      rule 'r' { summary = 's', check = function(bundle, report)
        if bundle.delivery then report:file(bundle.delivery.files['Signatures/x'], 'wrong') end
      end }
      """)
    let finding = try #require(try run.report(try Self.archived()).bundles.first?.findings.first)
    #expect(finding.file == "../../Signatures/x")
    #expect(!finding.isMissing)
  }

  @Test func aFileOfTheArchiveOfXcode() throws {
    let run = try PolicyRun(
      """
      rule 'r' { summary = 's', check = function(bundle, report)
        if bundle.delivery then report:file(bundle.delivery.files['dSYMs/App.dSYM/x'], 'wrong') end
      end }
      """)
    let finding = try #require(try run.report(try Self.xcarchive()).bundles.first?.findings.first)
    #expect(finding.file == "../../../dSYMs/App.dSYM/x")
  }

  @Test func aFileOfANestedBundle() throws {
    let run = try PolicyRun(
      """
      rule 'r' { summary = 's', applies = { nested = false }, check = function(bundle, report)
        report:file(bundle.bundles[1].files['Info.plist'], 'wrong')
      end }
      """)
    let finding = try #require(try run.report(try Self.archived()).bundles.first?.findings.first)
    #expect(finding.file == "PlugIns/Share.appex/Info.plist")
  }

  @Test func noFile() throws {
    let lines = try Self.lines(try Self.archived(), "report:file(bundle, 'wrong')")
    #expect(lines.contains { $0.contains("the path must be a string or a file") }, "\(lines)")
  }

  @Test func aFileOfAnEarlierBuild() throws {
    let run = try PolicyRun(
      """
      rule 'r' { summary = 's', applies = { nested = false }, check = function(bundle, report)
        report:file(bundle.history[1].files['Info.plist'], 'wrong')
      end }
      """)
    let lines = run.lines(try run.report(try Self.archived(), previous: [try Self.archived()]))
    let message = "Info.plist is a file of an earlier build, not of the bundle being checked"
    #expect(lines.contains { $0.contains(message) }, "\(lines)")
  }
}
