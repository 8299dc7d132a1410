import Bundles
import PolicyTestSupport
import SampleFiles
import Testing

@testable import PolicyEngine

/// Searching files and code for patterns, and reading bytes, as policies see it.
@Suite struct PolicyHostByteSearchTests {
  private static let program = SampleMachO {
    $0.segments = [
      .init("__TEXT", [.init("__cstring", strings: ["key-1", "host"]), .init("__const", strings: ["key-2"])])
    ]
  }.bytes

  private static let encrypted = SampleMachO {
    $0.fileType = 6
    $0.add(0x2C, 0, 0, 1, 0)
    $0.segments = [.init("__TEXT", [.init("__cstring", strings: ["key-1"])])]
  }.bytes

  private static func lines(_ value: String, fuel: UInt64 = 50_000_000) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local text = bundle.files["Contents/Resources/a.js"]
        local function slice(path) return bundle.files["Contents/" .. path].mach_o.slices[1] end
        local function join(list)
          local shown = {}
          for _, match in ipairs(list or { { text = "nil" } }) do
            shown[#shown + 1] = match.text .. "@" .. tostring(match.line or match.key_path) .. ":" .. tostring(match.name)
          end
          return table.concat(shown, " ")
        end
        local result = \(value)
        report("=" .. tostring(result))
      end }
      """)
    let app = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .file(program, mode: 0o755), "Contents/Frameworks/locked.dylib": .file(encrypted),
        "Contents/Resources/a.js": .text("let a = 'key-1'\nlet b = 'key-22' // key-1\n"),
        "Contents/Resources/a.bin": .file([0, 0xFF, 0x6B, 0x80]), "Contents/Resources/folder/a": .text("a"),
        "Contents/Resources/link": .link("a.js"), "Contents/Resources/away": .link("/etc/hosts"),
      ])
    return run.lines(try run.report(app, fuel: fuel))
  }

  @Test(arguments: [
    ("join(text:find({ 'key-[0-9]+' }))", "key-1@1:1 key-22@2:1"),
    (
      "join(text:find({ 'key-[0-9]+', 'let' }, { repetitions = true, limit = 2 }))",
      "let@1:2 key-1@1:1 let@2:2 key-22@2:1"
    ),
    ("join(text:find({ b = 'b', a = 'l.t a' }))", "let a@1:a b@2:b"), ("#text:find({ 'none' })", "0"),
    ("text:find({ 'key-[0-9]+' })[2].offset", "25"), ("text:find({ 'l.t' })[1].pattern", "l.t"),
    ("join(bundle.files['Contents/Resources/folder']:find({ 'a' }))", "nil@nil:nil"),
    ("join(bundle.files['Contents/Resources/link']:find({ 'key-2+' }))", "key-22@2:1"),
    ("bundle.files['Contents/Resources/a.bin']:find({ '\\\\xFF[k]\\\\x80' })[1].offset", "1"),
    ("join(slice('MacOS/App'):find({ 'key-[0-9]' }))", "key-1@nil:1 key-2@nil:1"),
    ("join(slice('MacOS/App'):find({ 'key-[0-9]' }, { section = '__TEXT,__const' }))", "key-2@nil:1"),
    ("#slice('MacOS/App'):find({ 'key-[0-9]' }, { section = '__TEXT,__none' })", "0"),
    ("slice('Frameworks/locked.dylib'):find({ 'key' })", "nil"),
    ("join(bundle.files['Contents/Frameworks/locked.dylib']:find({ 'key-.' }))", "key-1@nil:1"),
    ("text:bytes(4, 5)", "a = '"), ("text:bytes(36, 100)", "key-1\n"), ("text:bytes(1000, 5)", ""),
    ("bundle.files['Contents/Resources/folder']:bytes(0, 1)", "nil"),
    ("#bundle.files['Contents/Resources/a.bin']:bytes(0, 65536)", "4"),
    ("text:digest(0, text.size) == text.sha256", "true"), ("text:digest(1, text.size)", "nil"),
    ("text:digest(4, 1)", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
    ("bundle.files['Contents/Resources/folder']:digest(0, 1)", "nil"),
    ("bundle.files['Contents/Resources/a.bin']:bytes(0, 4):byte(4)", "128"),
    (
      "select(2, pcall(text.find, text, { 'a(' }))",
      "file:find(patterns, choice), pattern 1: 'a(', byte 1: a '(' has no ')'; write '\\(' for a parenthesis"
    ),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("=" + expected) == true, "\(lines)")
  }

  @Test(arguments: [
    ("text:find()", "file:find(patterns, choice): the patterns must be a table of strings, found nil"),
    ("text:find({})", "there are no patterns"), ("text:find({ 1 })", "a table of strings, found list"),
    ("text:find({ ok = 'a', key = 'b[' })", "file:find(patterns, choice), 'key': 'b[', byte 2: '[' has no ']'"),
    ("text:find({ 'a' }, { limit = 0 })", "'limit' must be an integer from 1 to 10000"),
    ("text:find({ 'a' }, { max = 1 })", "unknown field 'max'"), ("text.find('a')", "is called with a colon on a file"),
    ("text:find({ 'a' }, { section = '__TEXT,__text' })", "only code has sections"),
    ("slice('MacOS/App').find('a')", "slice:find(patterns, choice) is called with a colon on a slice"),
    ("text:bytes(-1, 2)", "the offset of the first byte, from 0"),
    ("text:digest(0)", "the offset of the first byte, from 0, and the number of bytes"),
    ("text:bytes(0, 65537)", "an integer from 0 to 65536"), ("text:bytes('0', 1)", "the offset of the first byte"),
    ("bundle.files['Contents/Resources/away']:find({ 'a' })", "away"), ("text:finds('a')", "no field 'finds'"),
    ("text:find { ('a'):rep(5000) }", "more than 4096 bytes"),
  ])
  func errors(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(expected) == true, "\(lines)")
  }

  /// A match gives a finding its line, or its key path.
  @Test func placesFindings() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        for _, match in ipairs(bundle.files["Contents/a.js"]:find { "key" }) do
          report:file("Contents/a.js", "found %s", match.text, { place = match })
        end
        report:file("Contents/a.js", "by hand", { place = { key_path = "/a/0" } })
      end }
      rule "bad" { summary = "s", check = function(bundle, report)
        report:file("Contents/a.js", "m", { place = { key_path = "a" } })
      end }
      """)
    let report = try run.report(
      .fixture("App.app", ["Contents/Info.plist": .info([:]), "Contents/a.js": .text("\n\n key")]))
    let findings = report.bundles[0].findings
    #expect(findings.map(\.message) == ["found key", "by hand"])
    #expect(findings.map(\.line) == [3, nil] && findings.map(\.keyPath) == [nil, "/a/0"])
    #expect(
      report.bundles[0].errors.map(\.message) == ["report:file(path, message, …), place: 'a' is not a JSON Pointer"])
  }

  /// Each rule pays for the same search, and for compiling the patterns, whichever runs first.
  @Test func chargesEachRule() throws {
    let rule = """
      rule "NAME" { summary = "s", check = function(bundle, report)
        for _ = 1, 3 do bundle.files["Contents/a.js"]:find { "a", "b" } end
      end }
      """
    let run = try PolicyRun(rule.replacing("NAME", with: "a") + "\n" + rule.replacing("NAME", with: "b"))
    let app = try BundleGraph.fixture(
      "App.app",
      ["Contents/Info.plist": .info([:]), "Contents/a.js": .text(String(repeating: "x", count: 320_000))])
    let fuel = try run.report(app).bundles[0].rules.map(\.fuel)
    #expect(fuel.count == 2 && fuel[0] == fuel[1])
    #expect(fuel[0] > 3 * 320_000 / 32)
  }
}
