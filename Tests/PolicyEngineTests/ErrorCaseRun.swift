import Parameters
import SampleFiles
@testable import PolicyTesting
@testable import PolicyLint
import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import Reports

@testable import PolicyEngine

/// Runs one case of the error snapshot.
enum ErrorCaseRun {
  private static let base = """
    policy "base" { summary = "s", never_waive = "kept" }
    rule "r" { summary = "s", require = "K" }
    rule "kept" { summary = "s", require = "K" }
    """

  private static let modules = [
    "module.lua": "return {}", "broken.lua": "return {\n", "cycle_a.lua": "import \"cycle_b\"",
    "cycle_b.lua": "import \"cycle_a\"", "base.lua": base,
    "folder.lua/file": "", "again.lua": "policy \"p\" { summary = \"s\" }",
  ]

  /// The output that people would read, a line for each error.
  static func outcome(of item: ErrorSnapshot.Case) -> [String] {
    do throws(EngineError) {
      return try run(item)
    } catch {
      return [describe(error)]
    }
  }

  private static func describe(_ error: EngineError) -> String {
    let place = error.file.map { file in
      file + (error.line.map { ":\($0)" } ?? "") + (error.column.map { ":\($0)" } ?? "") + ": "
    }
    return error.code.rawValue + " " + (place ?? "") + error.message.replacing("\n", with: "\\n")
      + (error.hint.map { " [\($0)]" } ?? "")
  }

  private static func run(_ item: ErrorSnapshot.Case) throws(EngineError) -> [String] {
    let words = item.manner.split(separator: " ")
    let header = PolicyRun.header.dropLast(1) + "\n"
    switch words[0] {
    case "file": return try check(["policy.lua": item.input])
    case "policy": return try check(["policy.lua": header + item.input])
    case "including":
      return try check(
        [
          "policy.lua": "policy \"own\" { summary = \"s\", include = \"base\" }\n\(item.input)",
          "other.lua": "policy \"other\" { summary = \"s\" } rule \"o\" { summary = \"s\", require = \"K\" }",
        ], policies: ["policy.lua", "other.lua"])
    case "shape":
      return try check(["policy.lua": header + "rule \"r\" { summary = \"s\", shape = { K = \(item.input) } }"])
    case "check":
      return try check([
        "policy.lua": header + "rule \"r\" { summary = \"s\", check = function(bundle, report)\n\(item.input)\nend }"
      ])
    case "across":
      return try check([
        "policy.lua": header + "rule \"r\" { summary = \"s\", across = function(bundles, report)\n\(item.input)\nend }"
      ])
    case "collect":
      return try check([
        "policy.lua": header
          + "rule \"r\" { summary = \"s\", across = function() end, collect = function(bundle)\n\(item.input)\nend }"
      ])
    case "tests":
      return try tests([
        "policy.lua": header
          + "rule \"r\" { summary = \"s\", forbid = \"K\" }\nrule \"s\" { summary = \"s\", forbid = \"K\" }",
        "policy_test.lua": item.input,
      ])
    case "beside":
      return try check(
        [
          "policy.lua": item.input,
          "other.lua": "policy \"other\" { summary = \"s\" } rule \"o\" { summary = \"s\", require = \"K\" }",
        ], policies: ["policy.lua", "other.lua"])
    case "select":
      return try check(
        [
          "policy.lua": header
            + "rule \"r\" { summary = \"s\", forbid = \"X\" }\nrule \"own-keys\" { summary = \"s\", forbid = \"X\" }"
        ], rules: [item.input])
    case "discover":
      let files = item.input.split(separator: "\n").map { line in
        (String(line.prefix { $0 != " " }), String(line.drop { $0 != " " }.dropFirst()))
      }
      return try inFolder(Dictionary(files, uniquingKeysWith: { $1 }), modules: [:]) { (folder) throws(EngineError) in
        _ = try PolicyTestSuite.discover(words.count > 1 ? folder(String(words[1])) : folder.path)
        return []
      }
    case "symbols":
      return try inFolder(["App.dSYM/Contents/Resources/DWARF/App": "x", "plain.txt": "x"], modules: [:]) {
        (folder) throws(EngineError) in
        _ = try DebugSymbols(folder: folder(item.input))
        return []
      }
    case "waivers" where words.count > 1:
      return try check(
        ["policy.lua": header + "rule \"r\" { summary = \"s\", forbid = \"X\" }"], waivers: [String(words[1])])
    case "waivers":
      return try check(
        [
          "policy.lua": header
            + "rule \"r\" { summary = \"s\", forbid = \"K\" }\nrule \"own-keys\" { summary = \"s\", forbid = \"K\" }",
          "other.lua": "policy \"other\" { summary = \"s\" } rule \"r\" { summary = \"s\", forbid = \"K\" }",
          "closed.lua": """
          policy "closed" { summary = "s", local_waivers = false, never_waive = "never" }
          rule "c" { summary = "s", forbid = "K" } rule "never" { summary = "s", forbid = "K" }
          """, "waivers.lua": item.input,
        ], policies: ["policy.lua", "other.lua", "closed.lua"], waivers: ["waivers.lua"])
    case "parameters":
      let file = try ParameterFile(Array(item.input.utf8), file: String(words[1]))
      return try check(
        [
          "policy.lua": header
            + "for n, d in pairs { text = \"t\", count = 1, list = { \"l\" } } do parameter (n) { default = d } end\n"
            + "rule \"r\" { summary = \"s\", forbid = \"K\" }"
        ], parameters: PolicyParameters(files: [file]))
    case "baseline":
      _ = try Baseline(item.input, file: "base.txt")
      return []
    case "report":
      guard let day = CalendarDate("2026-12-31") else { return [] }
      _ = try WaiverList(nil, file: "waivers.lua").adding(
        report: Array(item.input.utf8), file: "report.json", rules: ["own-kees"], because: "b", owner: "o", expires: day
      )
      return []
    case "reports":
      var files: [ReportFile] = []
      for text in item.input.split(separator: "\n") {
        let whole = #"{"format": "bundlepolicy-report", "version": 1, "# + text.dropFirst()
        files.append(try ReportFile(Array(whole.utf8), name: "\(files.count + 1).json"))
      }
      let report = try ReportMerge(files, failOn: nil).report
      return (report.errors + report.warnings).map(describe)
    case "lint":
      return try inFolder(["policy.lua": header + item.input]) { (folder) throws(EngineError) in
        PolicyLint.remarks(on: try PolicyProgram(.init(policies: [folder("policy.lua")]))).map { remark in
          "\(remark.code.rawValue) \(remark.severity.rawValue) \(remark.file):\(remark.line): \(remark.message) "
            + "[\(remark.fix)]"
        }
      }
    default: return []
    }
  }

  private static func inFolder(
    _ files: [String: String], modules: [String: String] = modules,
    _ body: (TemporaryFolder) throws(EngineError) -> [String]
  ) throws(EngineError) -> [String] {
    guard let folder = try? TemporaryFolder(modules.merging(files) { $1 }) else {
      throw EngineError(code: "test", message: "there is no folder to write to")
    }
    do throws(EngineError) {
      return try body(folder).map(folder.withoutPath)
    } catch {
      var error = error
      error.file = error.file.map(folder.withoutPath)
      error.message = folder.withoutPath(error.message)
      throw error
    }
  }

  private static func check(
    _ files: [String: String], policies: [String] = ["policy.lua"], waivers: [String] = [],
    parameters: PolicyParameters = [:], rules: [String] = []
  ) throws(EngineError) -> [String] {
    try inFolder(files) { (folder) throws(EngineError) in
      var options = PolicyProgram.Options(policies: policies.map { folder($0) }, parameters: parameters)
      options.waivers = waivers.map { folder($0) }
      options.limits.memory = 8 << 20
      options.fuel = 1_000_000
      let program = try PolicyProgram(options)
      guard let day = CalendarDate("2026-06-15"), let app = try? app() else { return [] }
      var check = Check(program, .init(asOf: day, rules: rules, allowsEmpty: !rules.isEmpty))
      check.run(on: app, path: "App.app")
      let report = check.report()
      return (report.errors + report.bundles.flatMap(\.errors)).map(describe)
    }
  }

  private static func tests(_ files: [String: String]) throws(EngineError) -> [String] {
    try inFolder(files) { (folder) throws(EngineError) in
      let program = try PolicyProgram(.init(policies: [folder("policy.lua")], tests: [folder("policy_test.lua")]))
      guard let day = CalendarDate("2026-06-15") else { return [] }
      let run = PolicyTestRun(program, asOf: day)
      return program.errors.map(describe)
        + run.cases.indices.flatMap { number in
          let result = run.run(number)
          return result.problems.map { "\(result.testCase.file):\(result.testCase.line): \($0)" }
        }
    }
  }

  private static func app() throws -> BundleGraph {
    try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(
          PropertyListText.document(
            """
            <key>CFBundleIdentifier</key><string>com.x.app</string>
            <key>List</key><array><string>a</string></array>
            <key>K</key><string>k</string><key>LSMinimumSystemVersion</key><string>soon</string>
            <key>U</key><dict><key>CF$UID</key><integer>1</integer></dict><key>Date</key><date>2026-01-31T00:00:00Z</date><key>Data</key><data>AA==</data>
            """)),
        "Contents/embedded.provisionprofile": .file(SampleProfile(Array("<plist><dict/></plist>".utf8)).bytes),
        "Contents/a.png": .file(SamplePNG().bytes),
        "Contents/code": .file(SampleMachO { $0.symbols = .init(exports: ["_make"]) }.signed(with: SampleSignature())),
        "Contents/_CodeSignature/CodeResources": .text(SampleSeal(rules: [(#"\d"#, "<true/>")]).text),
        "Contents/a.json": .text("{}"),
        "Contents/bad.plist": .text("<plist><dict><key>a</key></dict></plist>"),
      ])
  }
}
