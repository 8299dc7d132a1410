import Bundles
@testable import PolicyObjects
import PolicySchema
import PolicyTestSupport
import SampleFiles
import Testing

@testable import PolicyEngine

/// The limits of every function that rules can call: reaching one ends the rule, in any context of the call.
@Suite struct HostFunctionLimitTests {
  private enum Bound {
    /// A limit of the function itself: calls that reach it, and the code of the error.
    case own(_ call: String, _ code: String)
    /// Nothing but what it is charged: a call.
    case charged(_ call: String)
  }

  /// A new function belongs here. A function that can refuse an answer for its size or depth has a bound of its own.
  private static let bounds: [String: Bound] = [
    "version.parse": .charged("version.parse(('1.'):rep(3000) .. '1')"),
    "version.of": .charged("version.of(bundle.info, 'CFBundleVersion')"),
    "version.compare": .charged("version.compare('1', '2')"),
    "plist.type": .charged("plist.type(bundle.info)"),
    "plist.resolve": .charged("plist.resolve(bundle.info, 'CFBundleName', { platform = 'ios' })"),
    "plist.variants": .charged("plist.variants(bundle.info, 'CFBundleName')"),
    "plist.place": .charged("plist.place(bundle.info, 'CFBundleName')"),
    "plist.path": .charged("plist.path(bundle.info)"), "plist.format": .charged("plist.format(bundle.info)"),
    "plist.find": .own("plist.find(bundle.info, '/CFBundleURLTypes/*')", "limit.results"),
    "plist.search": .own("plist.search(bundle.info, 'x')", "limit.results"),
    "plist.keys": .charged("plist.keys(bundle.info, 'x')"), "plist.blanks": .charged("plist.blanks(bundle.info)"),
    "plist.diagnostics": .charged("plist.diagnostics(bundle.info)"),
    "keys.is_custom": .charged("keys.is_custom('Own')"), "keys.nearest": .charged("keys.nearest('CFBundelName')"),
    "keys.parents": .charged("keys.parents('CFBundleURLName')"),
    "keys.apple_prefix": .charged("keys.apple_prefix('NSOwn')"), "keys.split": .charged("keys.split('A~ipad')"),
    "keys.departures": .own("keys.departures(bundle.info)", "limit.results"),
    "keys.custom": .charged("keys.custom(bundle.info)"), "keys.unprefixed": .charged("keys.unprefixed(bundle.info)"),
    "keys.qualified": .charged("keys.qualified(bundle.info)"),
    "keys.superseded": .charged("keys.superseded(bundle.info)"),
    "bundles.read": .own("bundles.read(bundle, 'deep.plist')", "limit.depth"),
    "bundles.problem": .own("bundles.problem(bundle, 'deep.plist')", "limit.depth"),
    "bundles.resource": .charged("bundles.resource(bundle, 'x', 'y')"),
    "bundles.strings": .own("bundles.strings(bundle, 'Deep')", "limit.depth"),
    "bundles.localized_info": .own("bundles.localized_info(bundle, 'en')", "limit.depth"),
    "bundles.info_strings": .own("bundles.info_strings(bundle)", "limit.depth"),
    "bundles.strays": .charged("bundles.strays(bundle)"), "bundles.twins": .charged("bundles.twins(bundle)"),
    "bundles.has_language": .charged("bundles.has_language(bundle, bundle.info, 'CFBundleName')"),
    "bundles.unread": .charged("bundles.unread(bundle)"), "keys.malformed": .charged("keys.malformed(bundle.info)"),
    "keys.library": .charged("keys.library('SUFeedURL')"), "plist.is_blank": .charged("plist.is_blank(' ')"),
    "bundles.exists": .charged("bundles.exists(bundle, ('./'):rep(1000))"),
    "bundles.walk": .charged("bundles.walk(bundle)"), "bundles.files": .charged("bundles.files(bundle, '**')"),
    "bundles.code": .charged("bundles.code(bundle)"), "bundles.components": .charged("bundles.components(bundle)"),
    "file.bytes": .charged("bundle.files.code:bytes(0, 65536)"),
    "file.digest": .charged("bundle.files.code:digest(0, 1)"),
    "file.find": .own("bundle.files['Contents/Info.plist']:find({ 'x' }, { repetitions = true })", "limit.results"),
    "machOSlice.find": .charged("bundle.files.code.mach_o.slices[1]:find { 'a' }"),
    "machOSlice.segment": .charged("bundle.files.code.mach_o.slices[1]:segment('__TEXT')"),
    "machOSlice.has_string": .charged("bundle.files.code.mach_o.slices[1]:has_string('a')"),
    "machOSlice.strings": .own(
      "local t = {} for i = 1, 10001 do t[i] = 'a' .. i end bundle.files.code.mach_o.slices[1]:strings { among = t }",
      "limit.call"),
    "glob.match": .own("glob.match('*' .. ('a'):rep(20000) .. 'b*', ('a'):rep(200000))", "limit.fuel"),
    "locale.canonical": .charged("locale.canonical('en')"), "locale.language": .charged("locale.language('en')"),
    "locale.region": .charged("locale.region('en_US')"), "locale.is_legacy": .charged("locale.is_legacy('French')"),
    "report.at": .own("for i = 1, 100001 do report:at(bundle.info, 'CFBundleName', 'm') end", "limit.findings"),
    "report.missing": .own(
      "report:missing(bundle.info, 'K', { fix = { add = many(1001) } })", "limit.call"),
    "report.file": .own(
      "for i = 1, 9 do report:file('x', 'm', { discriminator = ('k'):rep(1 << 20) }) end", "limit.findings"),
    "report": .own("for i = 1, 9 do report('m', { discriminator = ('k'):rep(1 << 20) }) end", "limit.findings"),
    "history.highest": .charged("bundle.history:highest('CFBundleVersion')"),
    "text.starts_with": .charged("text.starts_with('ab', 'a')"),
    "text.ends_with": .charged("text.ends_with('ab', 'b')"),
    "text.contains": .charged("text.contains(('a'):rep(1000), 'b')"),
    "text.lines": .charged("text.lines(('a\\n'):rep(1000))"), "set.of": .charged("set.of { 'a' }"),
    "set.contains": .charged("set.contains({ 'a' }, 'a')"), "set.union": .charged("set.union({ 'a' }, { 'b' })"),
    "set.intersection": .charged("set.intersection({ 'a' }, { 'a' })"),
    "set.difference": .charged("set.difference({ 'a' }, { 'b' })"),
    "uuid.is_valid": .charged("uuid.is_valid('x')"), "uuid.canonical": .charged("uuid.canonical('x')"),
  ]

  /// Declarations, which rules cannot call, and functions with tests elsewhere: across rules and fixtures.
  private static let elsewhere: Set<String> = [
    "policy", "parameter", "rule", "measure", "waive", "override", "disable", "test", "import", "one_of", "list_of",
    "optional",
    "any_of", "all_of", "custom", "acrossReport.at", "acrossReport.file",
  ]

  private static func name(_ function: HostFunction) -> String {
    switch function.home {
    case .global: function.name
    case .library(let library): "\(library).\(function.name)"
    case .object(.shape):
      (HostFunction.textFunctions.contains { $0.name == function.name } ? "text." : "uuid.") + function.name
    case .object(let kind): "\(kind).\(function.name)"
    }
  }

  @Test func everyFunctionHasItsBound() {
    let names = Set(
      (HostFunction.ofObjects + HostFunction.ofLibraries).map(Self.name) + PolicyLanguage.ofPolicies.words.map(\.name)
    ).filter { !$0.hasPrefix("fixture.") }
    let known = Set(Self.bounds.keys).union(Self.elsewhere)
    #expect(names.subtracting(known).isEmpty, "no limit is tested of \(names.subtracting(known).sorted())")
    #expect(known.subtracting(names) == ["report"], "\(known.subtracting(names))")
  }

  private static func app() throws -> BundleGraph {
    let strings = String(repeating: "<string>x</string>", count: 100_001)
    let deep =
      "<plist>" + String(repeating: "<array>", count: 600) + String(repeating: "</array>", count: 600) + "</plist>"
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(
          "<plist><dict><key>CFBundleName</key><string>App</string><key>CFBundleVersion</key><string>1</string>"
            + "<key>CFBundleURLTypes</key><array>\(strings)</array></dict></plist>"),
        "code": .file(
          SampleMachO { $0.segments = [.init("__TEXT", [.init("__cstring", strings: ["a"])])] }.bytes),
        "deep.plist": .text(deep), "Contents/Resources/Deep.strings": .text(deep),
        "Contents/Resources/en.lproj/InfoPlist.strings": .text(deep),
      ])
  }

  @Test(arguments: ["pcall(function() CALL end)", "xpcall(function() CALL end, function() end)"])
  func everyLimitEndsTheRule(_ wrapping: String) throws {
    var own: [(name: String, call: String, codes: [String])] = []
    var charged = own
    for (name, bound) in Self.bounds.sorted(by: { $0.key < $1.key }) {
      switch bound {
      case .own(let call, let code): own.append((name, call, [code]))
      // All of them together have a budget, too.
      case .charged(let call):
        charged.append((name, "while true do local x = \(call) end", ["limit.fuel", "limit.total"]))
      }
    }
    for (cases, fuel) in [(own, 50_000_000), (charged, 400_000)]
      as [([(name: String, call: String, codes: [String])], UInt64)]
    {
      let rules = cases.enumerated().map { number, item in
        """
        rule "r\(number)" { summary = "s", check = function(bundle, report)
          local function many(n) local t = {} for i = 1, n do t["k" .. i] = i end return t end
          \(wrapping.replacing("CALL", with: item.call))
          report("survived", { severity = "note" })
        end }
        """
      }
      let report = try PolicyRun(rules.joined(separator: "\n")).report(Self.app(), fuel: fuel)
      #expect(!report.bundles[0].findings.contains { $0.message == "survived" })
      let codes = report.bundles[0].errors.reduce(into: [String: String]()) { $0[$1.rule ?? ""] = $1.code.rawValue }
      for (number, item) in cases.enumerated() {
        let found = codes["test/r\(number)"] ?? "no error"
        #expect(item.codes.contains(found), "\(item.name): \(found)")
      }
    }
  }

  @Test func acrossReportsHaveTheSameLimit() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", collect = function() return 1 end, across = function(bundles, report)
        pcall(function() for i = 1, 9 do report(bundles[1], "m", { discriminator = ("k"):rep(1 << 20) }) end end)
        report(bundles[1], "survived")
      end }
      """)
    let report = try run.report(.app(["CFBundleName": "A"]))
    #expect(report.bundles[0].errors.map(\.code.rawValue) == ["limit.findings"])
    #expect(!report.bundles[0].findings.contains { $0.message == "survived" })
  }
}
