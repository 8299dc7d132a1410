@testable import PolicyTesting
import Basics
import Bundles
import PolicySchema
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The bundles that descriptions start from have no problems of their own.
@Suite struct SoundBundleTests {
  private static func graph(_ kind: Fixture.Kind, _ platform: Fixture.Platform) throws -> BundleGraph {
    var fixture = Fixture()
    (fixture.kind, fixture.platform) = (kind, platform)
    return try FixtureBuilder.graph(fixture, in: "given")
  }

  static let pairs = Fixture.Kind.allCases.flatMap { kind in Fixture.Platform.allCases.map { (kind, $0) } }

  /// As the program reads bundles from disk.
  @Test(arguments: pairs) func isReadAsWhatItIs(_ kind: Fixture.Kind, _ platform: Fixture.Platform) throws {
    let graph = try Self.graph(kind, platform)
    #expect(graph.errors == [] && graph.bundles.flatMap(\.diagnostics) == [])
    #expect(graph.outer.kind.rawValue == kind.rawValue)
    let expected: [String]
    switch kind {
    case .application, .framework, .extension, .plugin: expected = ["\(kind) \(platform)"]
    case .xcframework: expected = ["xcframework -", "framework \(platform)"]
    case .archive: expected = ["archive -", "application \(platform)"]
    // These have no platform unless they name one.
    case .settings, .plist: expected = ["\(kind) -"]
    }
    #expect(graph.bundles.map { "\($0.kind) \($0.platform?.rawValue ?? "-")" } == expected)
    for bundle in graph.bundles where ![.xcframework, .archive, .settings, .plist].contains(bundle.kind) {
      let executable = try #require(bundle.executable)
      #expect(try bundle.files.status(executable).isExecutable, "\(executable)")
    }
  }

  /// By rules that ask for much: keys, their types, no custom ones, no variants.
  @Test func nothingIsWrongWithThem() throws {
    let rules = """
      rule "keys" { summary = "s", require = { "CFBundleIdentifier", "CFBundleExecutable", "CFBundleName" } }
      rule "own" { summary = "s", custom_keys = { prefix = "com.example." }, qualified_keys = { default = "present" } }
      rule "types" {
        summary = "s", applies = { kind = { "application", "framework", "extension", "plugin", "xcframework", "archive", "settings" } },
        check = function(bundle, report)
          for key, value in pairs(bundle.info) do
            local known = keys[key]
            if bundle.kind ~= "archive" and bundle.kind ~= "settings" then
              if known == nil then return report("unknown key " .. key) end
              local type = known.type
              if type ~= "any" and not type:find(plist.type(value), 1, true) then report:at(bundle.info, key, "is no %s", type) end
            end
          end
          if #plist.diagnostics(bundle.info) > 0 then report("diagnostics") end
        end,
      }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    for (kind, platform) in Self.pairs where kind != .plist {
      var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
      check.run(on: try Self.graph(kind, platform), path: "it")
      let report = check.report()
      #expect(report.warnings == [])
      #expect(report.bundles[0].errors.map(\.message) == [], "\(kind) \(platform)")
      #expect(report.bundles[0].findings.map(PolicyRun.describe) == [], "\(kind) \(platform)")
    }
  }

  private static func outline(_ description: String) throws -> String {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + #"rule "r" { summary = "s", forbid = "Bad" }"#,
      "policy_test.lua": "test \"t\" { given = \(description), snapshot = true }",
    ])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
    let given = try #require(program.tests.first).given
    do throws(DeclarationError) {
      return try FixtureBuilder.graph(given, in: "given").bundles.map {
        "\($0.path)=\($0.kind) \($0.platform?.rawValue ?? "-") \($0.identifier ?? "-")"
      }.joined(separator: ", ")
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    (
      #"{ platform = "ios", bundles = { ["Settings.bundle"] = {}, ["PlugIns/Day.appex"] = {}, ["Frameworks/A.framework"] = fixture.framework {} } }"#,
      "=application ios com.example.app, Frameworks/A.framework=framework ios com.example.app.a, PlugIns/Day.appex=extension ios com.example.app.day, Settings.bundle=settings ios -"
    ),
    (
      #"fixture.application { bundles = { ["Contents/PlugIns/Day.appex"] = {} } }:with { platform = "catalyst" }"#,
      "=application catalyst com.example.app, Contents/PlugIns/Day.appex=extension catalyst com.example.app.day"
    ),
    (
      #"{ platform = "ios", bundles = { ["Watch/W.app"] = { platform = "watchos" } } }"#,
      "=application ios com.example.app, Watch/W.app=application watchos com.example.app"
    ),
    (
      #"fixture.archive { platform = "tvos", bundles = { ["Products/Applications/App.app"] = { info = { CFBundleIdentifier = "a.b" } } } }"#,
      "=archive - -, Products/Applications/App.app=application tvos a.b"
    ),
    (
      #"fixture.archive { without = "ApplicationProperties", bundles = { ["Products/Library/Frameworks/K.framework"] = {} } }"#,
      "=archive - -, Products/Library/Frameworks/K.framework=framework macos com.example.app.k"
    ),
    (
      #"fixture.archive { name = "It.xcarchive", bundles = { ["Products/Applications/It.app/Contents/PlugIns/S.appex"] = {} } }"#,
      "=archive - -, Products/Applications/It.app=application macos com.example.app, Products/Applications/It.app/Contents/PlugIns/S.appex=extension macos com.example.app.s"
    ),
    (
      #"fixture.xcframework { name = "Net.xcframework", platform = "catalyst" }"#,
      "=xcframework - -, ios-arm64_x86_64-maccatalyst/Net.framework=framework catalyst com.example.app.net"
    ),
    (
      #"{ name = "It.framework" }"#,
      "given: the described bundle cannot be read: its name It.framework makes it a bundle of kind framework, not application"
    ),
    (
      #"{ bundles = { ["Contents/PlugIns/S.appex"] = fixture.framework {} } }"#,
      "given: the described bundle cannot be read: its name makes Contents/PlugIns/S.appex a bundle of kind extension, not framework"
    ),
  ])
  func insideOneAnother(_ description: String, _ outline: String) throws {
    #expect(try Self.outline(description) == outline)
  }

  /// Rules can have examples of kinds that are recognized only by name.
  @Test func examplesOfEveryKind() throws {
    let rules = Fixture.Kind.allCases.map { kind in
      """
      rule "\(kind)" { summary = "s", applies = { kind = "\(kind)" }, forbid = "Bad",
        examples = { pass = { {} }, fail = { { info = { Bad = 1 } } } } }
      """
    }
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rules.joined(separator: "\n")])
    let run = PolicyTestRun(
      try PolicyProgram(.init(policies: [folder("policy.lua")])), asOf: try #require(CalendarDate("2026-06-15")))
    #expect(run.cases.count == 2 * Fixture.Kind.allCases.count)
    #expect(run.cases.indices.flatMap { run.run($0).problems } == [])
  }
}
