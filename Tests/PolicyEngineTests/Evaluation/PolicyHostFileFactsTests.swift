import SampleFiles
import Bundles
import FileFacts
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// The contents of files, as policies see them.
@Suite struct PolicyHostFileFactsTests {
  private static let program = SampleMachO {
    $0.fileType = 6
    $0.add(0x32, 1, 0xE_0000, 0xF_0201, 0)
    $0.add(0x32, 6, 0xD_0100, 0, 0)
    $0.add(library: "@rpath/Self", as: 0xD)
    $0.add(library: "/usr/lib/libSystem.B.dylib")
    $0.add(library: "@rpath/Extra", as: 0x8000_0018)
    $0.add(0x8000_001C, [12], text: "@loader_path/Frameworks")
    $0.commands.append((0x1B, Array(0x10...0x1F)))
    $0.add(0x1D, 4096, 100)
    $0.add(0x2C, 0, 0, 0, 0)
    $0.symbols = .init(locals: ["_local"], exports: ["_make", "_draw"], imports: ["_malloc"])
  }.bytes

  private static func app() throws -> BundleGraph {
    let intel = SampleMachO { ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3) }.bytes
    let odd = SampleMachO { $0.linkEditData = [(0x8000_0033, [0, 1])] }.bytes
    let png = SamplePNG { ($0.width, $0.height) = (512, 512) }.bytes
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .file(
          SampleMachO.fat([(0x0100_0007, 3, intel), (0x0100_000C, 0, program)]), mode: 0o755),
        "Contents/Resources/a.png": .file(SamplePNG().bytes),
        "Contents/Resources/cgbi.png": .file(SamplePNG { $0.first = [("CgBI", [0, 0, 0, 0])] }.bytes),
        "Contents/Resources/bad.png": .file(SamplePNG { $0.width = 0 }.bytes),
        "Contents/Resources/a.icns": .file(SampleIcons.family([("ic09", png), ("is32", [0]), ("info", [])]) + [0]),
        "Contents/Resources/bad.icns": .file(Array("icns\0\0\0\u{9}".utf8)),
        "Contents/Resources/bad.dylib": .file([0xCF, 0xFA, 0xED, 0xFE, 0]),
        "Contents/Resources/abc": .text("abc"), "Contents/Resources/odd": .file(odd),
        "Contents/Resources/link": .link("a.png"), "Contents/Resources/up": .link(".."),
        "Contents/Resources/broken": .link("nothing"), "Contents/Resources/pipe": .other,
        "Contents/PlugIns/Share.appex/Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app.share"]),
        "Contents/PlugIns/Share.appex/Contents/bad.png": .file(SamplePNG { $0.width = 0 }.bytes),
      ])
  }

  /// The findings of a rule with these lines before its `report`, which shows `value`.
  private static func lines(_ value: String, fuel: UInt64 = 50_000_000) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        local function file(path) return bundle.files["Contents/" .. path] end
        local function png(path) return file("Resources/" .. path).png end
        local function slice(n) return file("MacOS/App").mach_o.slices[n] end
        report("=" .. tostring(\(value)))
      end }
      """)
    return run.lines(try run.report(app(), fuel: fuel))
  }

  static let askedValues: [(expression: String, expected: String)] = [
    // PNG.
    ("png('a.png').width", "16"), ("png('a.png').height", "8"), ("png('a.png').bit_depth", "8"),
    ("png('a.png').color_type", "truecolor_alpha"), ("png('a.png').has_alpha", "true"),
    ("png('a.png').is_interlaced", "false"), ("png('a.png').is_cgbi", "false"), ("png('cgbi.png').is_cgbi", "true"),
    ("png('a.png')", "<png Contents/Resources/a.png>"), ("png('a.png') == png('a.png')", "true"),
    ("png('a.png') == png('cgbi.png')", "false"), ("png('abc')", "nil"), ("png('a.icns')", "nil"),
    // Links are followed; what has no content has no facts.
    ("png('link').width", "16"), ("png('up')", "nil"), ("png('pipe')", "nil"), ("file('Resources').png", "nil"),
    ("file('Resources').sha256", "nil"), ("file('Resources').mach_o", "nil"), ("file('Resources/up').icns", "nil"),
    // Formats.
    ("file('Resources/a.png').format", "png"), ("file('Resources/link').format", "png"),
    ("file('Resources/abc').format", "text"),
    ("file('MacOS/App').format", "universal"), ("file('Resources/bad.dylib').format", "mach_o"),
    ("file('Resources/up').format", "nil"),
    ("file('Resources/pipe').format", "nil"), ("file('Resources').format", "nil"),
    // Icon families.
    ("table.concat(file('Resources/a.icns').icns.types, ' ')", "ic09 is32 info"),
    ("#file('Resources/a.icns').icns.images", "2"), ("file('Resources/a.icns').icns.largest", "512"),
    ("file('Resources/a.icns').icns.trailing_bytes", "1"), ("file('Resources/a.png').icns", "nil"),
    ("file('Resources/a.icns').icns", "<icns Contents/Resources/a.icns>"),
    ("file('Resources/a.icns').icns.images[1]", "<image ic09 of Contents/Resources/a.icns>"),
    ("file('Resources/a.icns').icns.images[1].type", "ic09"),
    ("file('Resources/a.icns').icns.images[1].format", "png"),
    ("file('Resources/a.icns').icns.images[1].width", "512"),
    ("file('Resources/a.icns').icns.images[1].height", "512"),
    ("file('Resources/a.icns').icns.images[2].points", "16"), ("file('Resources/a.icns').icns.images[2].scale", "1"),
    // Mach-O.
    ("table.concat(file('MacOS/App').mach_o.architectures, ' ')", "x86_64 arm64"),
    ("file('MacOS/App').mach_o.is_fat", "true"), ("#file('MacOS/App').mach_o.slices", "2"),
    ("file('MacOS/App').mach_o", "<mach_o Contents/MacOS/App>"), ("file('Resources/abc').mach_o", "nil"),
    ("slice(2)", "<slice arm64 of Contents/MacOS/App>"), ("slice(2).architecture", "arm64"),
    ("slice(2).cpu_type", "16777228"), ("slice(2).cpu_subtype", "0"), ("slice(1).offset", "48"),
    ("slice(1).size", "32"), ("slice(1).file_type", "execute"), ("slice(2).file_type", "dylib"),
    ("slice(2).is_64_bit", "true"), ("slice(2).is_big_endian", "false"),
    ("table.concat(slice(2).flags, ' ')", "noundefs dyldlink twolevel pie"), ("slice(2).is_pie", "true"),
    ("slice(2).platform", "macos"), ("slice(2).minimum_os", "14.0"), ("slice(2).sdk", "15.2.1"),
    ("version.compare(slice(2).minimum_os, '11.0')", "1"), ("#slice(2).builds", "2"),
    ("slice(2).builds[2]", "<build catalyst of Contents/MacOS/App>"), ("slice(2).builds[2].platform", "catalyst"),
    ("slice(2).builds[2].minimum_os", "13.1"), ("slice(2).builds[2].sdk", "nil"), ("slice(1).platform", "nil"),
    ("slice(1).minimum_os", "nil"), ("slice(1).sdk", "nil"), ("#slice(2).libraries", "2"),
    ("slice(2).libraries[1]", "<library /usr/lib/libSystem.B.dylib of Contents/MacOS/App>"),
    ("slice(2).libraries[2].name", "@rpath/Extra"), ("slice(2).libraries[2].kind", "weak"),
    ("slice(2).libraries[2].is_weak", "true"), ("slice(2).libraries[1].kind", "normal"),
    ("slice(2).libraries[1].current_version", "1.2.3"), ("slice(2).libraries[1].compatibility_version", "1.0.0"),
    ("slice(2).id.name", "@rpath/Self"), ("slice(1).id", "nil"),
    ("table.concat(slice(2).rpaths, ' ')", "@loader_path/Frameworks"),
    ("slice(2).uuid", "10111213-1415-1617-1819-1A1B1C1D1E1F"), ("slice(1).uuid", "nil"),
    ("slice(1).signer", "nil"), ("slice(1).signer_sha256", "nil"), ("slice(2).has_code_signature", "true"),
    ("slice(1).has_code_signature", "false"), ("slice(2).cryptid", "0"),
    ("slice(1).cryptid", "nil"),
    // Symbols.
    ("slice(2).exports['_make']", "true"), ("slice(2).exports._draw", "true"), ("slice(2).exports._malloc", "nil"),
    ("slice(2).exports._local", "nil"), ("slice(2).imports._malloc", "true"), ("slice(2).imports._make", "nil"),
    ("#slice(2).exports", "2"), ("#slice(2).imports", "1"), ("slice(1).exports", "nil"), ("slice(1).imports", "nil"),
    ("slice(2).exports", "<exports of Contents/MacOS/App: 2 symbols>"),
    ("slice(2).imports", "<imports of Contents/MacOS/App: 1 symbol>"),
    ("slice(2).exports == slice(2).exports", "true"), ("slice(2).exports == slice(2).imports", "false"),
    (
      "(function() local s = '' for n, v in pairs(slice(2).exports) do s = s .. n .. tostring(v) end return s end)()",
      "_drawtrue_maketrue"
    ),
    // Damaged files.
    ("file('Resources/bad.png').problem", "byte 16: the width is 0; it must be from 1 to 2147483647"),
    ("file('Resources/bad.icns').problem", "byte 4: the icon family states 9 bytes, but the file has 8"),
    (
      "file('Resources/bad.dylib').problem", "byte 0: the Mach-O header needs 32 bytes here, but only 5 are left"
    ),
    ("file('Resources/a.png').problem", "nil"), ("file('Resources/a.icns').problem", "nil"),
    ("file('MacOS/App').problem", "nil"), ("file('Resources/abc').problem", "nil"),
    ("file('Resources/link').problem", "nil"), ("file('Resources/pipe').problem", "nil"),
    ("file('Resources').problem", "nil"),
    // Digests.
    ("file('Resources/abc').sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ]

  @Test(arguments: askedValues) func values(_ expression: String, _ expected: String) throws {
    #expect(try Self.lines(expression) == ["=" + expected])
  }

  /// Each is an error of the rule, not a nil that it might take for "no such thing".
  @Test(arguments: [
    (
      "png('bad.png')",
      "Contents/Resources/bad.png:byte 16: error: the width is 0; it must be from 1 to 2147483647"
    ),
    (
      "bundle.bundles[1].files['Contents/bad.png'].png",
      "Contents/PlugIns/Share.appex/Contents/bad.png:byte 16: error: the width is 0; it must be from 1 to 2147483647"
    ),
    (
      "file('Resources/bad.icns').icns",
      "Contents/Resources/bad.icns:byte 4: error: the icon family states 9 bytes, but the file has 8; build or copy the file again; it is incomplete"
    ),
    (
      "file('Resources/bad.dylib').mach_o",
      "Contents/Resources/bad.dylib:byte 0: error: the Mach-O header needs 32 bytes here, but only 5 are left; build or copy the file again; it is incomplete"
    ),
    ("png('broken')", "the symbolic link Contents/Resources/broken -> nothing points to a file that does not exist"),
    (
      "file('Resources/broken').sha256",
      "the symbolic link Contents/Resources/broken -> nothing points to a file that does not exist"
    ),
    ("file('Resources/abc').sha265", "a file has no field 'sha265'; did you mean 'sha256'?"),
    ("png('a.png').widht", "a PNG has no field 'widht'; did you mean 'width'?"),
    (
      "file('Resources/a.icns').icns.size",
      "an icon family has no field 'size'; known names: types, images, is_empty, largest, trailing_bytes"
    ),
    (
      "file('Resources/a.icns').icns.images[1].hight",
      "an image of an icon family has no field 'hight'; did you mean 'height'?"
    ),
    ("file('MacOS/App').mach_o.slice", "a Mach-O file has no field 'slice'; did you mean 'slices'?"),
    ("slice(1).minimum_so", "a Mach-O slice has no field 'minimum_so'; did you mean 'minimum_os'?"),
    ("slice(2).builds[1].sdks", "a build has no field 'sdks'; did you mean 'sdk'?"),
    (
      "slice(2).id.size",
      "a library has no field 'size'; known names: name, kind, is_weak, current_version, compatibility_version, resolution, path"
    ),
    (
      "file('Resources/odd').mach_o.slices[1].exports",
      "Contents/Resources/odd:byte 50: error: the export trie is malformed: a name is not terminated; build or copy the file again; it is damaged"
    ),
    ("slice(2).exports[1]", "symbols are read by name; iterate over them with pairs(…)"),
    ("slice(2)[1]", "a Mach-O slice is read by field name"),
    ("#slice(2)", "this object has no length"),
    // Records, in lists of objects and as results of functions.
    ("file('Resources/abc'):find({ 'b' })[1].ofset", "a match has no field 'ofset'; did you mean 'offset'?"),
    ("file('Resources/abc'):find({ 'b' })[1][1]", "a match has names, not positions"),
    ("bundles.code(bundle)[1].rol", "a code file has no field 'rol'; did you mean 'role'?"),
    ("bundles.components(bundle)[1].verison", "a component has no field 'verison'; did you mean 'version'?"),
    ("plist.find(bundle.info, '/CFBundleExecutable')[1].vlaue", "a found has no field 'vlaue'; did you mean 'value'?"),
    (
      "plist.place(bundle.info, 'CFBundleExecutable').row",
      "a place has no field 'row'; known names: file, line, column, offset"
    ),
  ])
  func errors(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("policy.error ") == true)
    #expect(lines.first?.hasSuffix(": " + expected) == true, "\(lines)")
  }

  /// Fields that a record lacks are nil; `pairs` and `next` find those that it has.
  @Test(arguments: [
    ("file('Resources/abc'):find({ 'b' })[1].key_path", "nil"), ("file('Resources/abc'):find({ 'b' })[1].offset", "1"),
    ("names(file('Resources/abc'):find({ 'b' })[1])", "line name offset pattern text"),
    ("bundles.components(bundle)[1].evidence", "nil"), ("bundles.components(bundle)[1].kind", "application"),
    ("type(bundles.components(bundle)[1])", "table"), ("bundles.code(bundle)[1].contained", "nil"),
    ("getmetatable(bundles.code(bundle)[1])", "false"), ("bundles.code(bundle)[1][{}]", "nil"),
    ("pcall(function() return bundles.code(bundle)[1].rol end)", "false"),
    ("(function() local c = bundles.code(bundle)[1] c.mine = 7 return c.mine end)()", "7"),
  ])
  func records(_ expression: String, _ expected: String) throws {
    let names =
      "(function(names) return \(expression) end)(function(t) local out = {} for k in pairs(t) do out[#out + 1] = k end return table.concat(out, ' ') end)"
    let lines = try Self.lines(names)
    #expect(lines.first?.hasSuffix("=" + expected) == true, "\(lines)")
  }

  @Test func walkingAllFilesFindsThePictures() throws {
    let walk = """
      (function()
        local found = {}
        for path, file in pairs(bundle.files) do
          if file.type == 'file' and not path:find('bad') and file.png then found[#found + 1] = path:match('[^/]*$') end
        end
        return table.concat(found, ' ')
      end)()
      """
    #expect(try Self.lines(walk) == ["=a.png cgbi.png"])
  }

  @Test func factsAreReadOnly() throws {
    let lines = try Self.lines("(function() png('a.png').width = 3 end)()")
    #expect(lines.first?.contains("<png Contents/Resources/a.png> is read-only: cannot set 'width'") == true)
  }

  /// The same rule costs the same, whether the facts were known already or not.
  @Test func fuelDoesNotDependOnTheRulesBefore() throws {
    let body = """
      check = function(bundle, report)
        local n = 0
        for path, file in pairs(bundle.files) do
          pcall(function() if file.sha256 then n = n + #file.sha256 end end)
          pcall(function() if file.png then n = n + file.png.width end end)
          pcall(function() if file.icns then n = n + #file.icns.images end end)
          pcall(function() for _, s in ipairs(file.mach_o.slices) do n = n + #s.libraries end end)
          pcall(function() for _, s in ipairs(file.mach_o.slices) do n = n + #s.exports + #s.imports end end)
        end
      end
      """
    let run = try PolicyRun(
      (1...3).map { "rule \"r\($0)\" { summary = \"s\", applies = { nested = false }, \(body) }" }
        .joined(separator: "\n"))
    let report = try run.report(Self.app())
    let fuel = report.bundles.flatMap(\.rules).map(\.fuel)
    #expect(fuel.count == 3)
    #expect(Set(fuel).count == 1, "\(fuel)")
  }

  @Test func aDigestCostsByTheSizeOfTheFile() throws {
    func fuel(_ size: Int) throws -> UInt64 {
      let run = try PolicyRun(
        "rule \"r\" { summary = \"s\", check = function(bundle) local _ = bundle.files['Contents/a'].sha256 end }")
      let app = try BundleGraph.fixture(
        "App.app",
        ["Contents/Info.plist": .info([:]), "Contents/a": .file([UInt8](repeating: 0, count: size))])
      return try #require(try run.report(app).bundles.first?.rules.first).fuel
    }
    let difference = try fuel(3_200_000).subtractingReportingOverflow(try fuel(0)).partialValue
    #expect((100_000...110_000).contains(difference))
  }

  @Test func earlierBuildsHaveFilesToo() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        report("=" .. bundle.history[1].files["Contents/Resources/a.png"].png.width)
      end }
      """)
    #expect(run.lines(try run.report(Self.app(), previous: [Self.app()])) == ["=16"])
  }
}
