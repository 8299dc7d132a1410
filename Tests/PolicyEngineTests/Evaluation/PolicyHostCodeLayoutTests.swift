import SampleFiles
import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Load commands, segments, strings and symbols in code, as policies see them.
@Suite struct PolicyHostCodeLayoutTests {
  private static let program = SampleMachO {
    $0.add(0x8000_0028, 0, 0, 0, 0)
    $0.add(0x2C, 0x4000, 0x8000, 0, 0)
    $0.segments = [
      .init("__TEXT", [.init("__cstring", strings: ["com.example.host", "Kit_Kit.bundle", "a"])]),
      .init("__LLVM", protection: 3, maximumProtection: 7, [.init("__bundle", [1])]),
    ]
    $0.symbols = .init(locals: ["_local"], imports: ["_malloc"])
  }.bytes

  private static let encrypted = SampleMachO {
    $0.fileType = 6
    $0.add(0x2C, 0, 0, 1, 0)
    $0.segments = [.init("__TEXT", [.init("__cstring", strings: ["a"])])]
  }.bytes

  private static let broken = SampleMachO {
    var section = SampleMachO.Section("__cstring", strings: ["a"])
    section.statedSize = 1 << 40
    $0.segments = [.init("__TEXT", [section])]
  }.bytes

  private static func lines(_ value: String) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local function slice(path) return bundle.files["Contents/" .. path].mach_o.slices[1] end
        local code = slice("MacOS/App")
        local function join(list) return list and table.concat(list, " ") end
        report("=" .. tostring(\(value)))
      end }
      """)
    let app = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .file(program, mode: 0o755), "Contents/Frameworks/locked.dylib": .file(encrypted),
        "Contents/Frameworks/broken.dylib": .file(broken),
        "Contents/Resources/a.o": .file(SampleMachO { $0.fileType = 1 }.bytes),
      ])
    return run.lines(try run.report(app))
  }

  @Test(arguments: [
    ("join(code.load_commands)", "LC_MAIN LC_ENCRYPTION_INFO_64 LC_SEGMENT_64 LC_SYMTAB LC_DYSYMTAB"),
    ("code.entry", "main"), ("slice('Resources/a.o').entry", "nil"),
    ("#code.segments", "2"), ("code.segments[2].name", "__LLVM"),
    (
      "select(2, pcall(function() return code.segments[2].nam end)):match('a segment.*')",
      "a segment has no field 'nam'; did you mean 'name'?"
    ), ("code.segments[2].initial_protection", "rw-"),
    ("code.segments[2].max_protection", "rwx"), ("code.segments[2].sections[1].name", "__bundle"),
    ("code.segments[2].file_size", "1"), ("code.segments[2].sections[1].alignment", "1"),
    ("code:segment('__TEXT').sections[1].size", "34"), ("code:segment('__DATA')", "nil"),
    ("code.has_bitcode", "true"), ("slice('Resources/a.o').has_bitcode", "false"),
    ("code.encryption.offset .. ' ' .. code.encryption.size .. ' ' .. code.encryption.cryptid", "16384 32768 0"),
    ("code.cryptid", "0"), ("slice('Resources/a.o').encryption", "nil"),
    ("code.is_stripped", "false"), ("code.local_symbols", "1"), ("code.debug_symbols", "0"),
    ("slice('Resources/a.o').is_stripped", "nil"), ("slice('Frameworks/locked.dylib').is_stripped", "true"),
    ("code:has_string('com.example.host')", "true"), ("code:has_string('com.example')", "false"),
    ("slice('Frameworks/locked.dylib'):has_string('a')", "nil"),
    ("join(code:strings { ends = '.bundle', contains = '_' })", "Kit_Kit.bundle"),
    ("join(code:strings { among = { 'a', 'b', 'com.example.host' } })", "com.example.host a"),
    ("join(code:strings { contains = 'e', limit = 1 })", "com.example.host"),
    ("slice('Frameworks/locked.dylib'):strings { starts = 'a' }", "nil"),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("=" + expected) == true, "\(lines)")
  }

  @Test(arguments: [
    ("code:has_string('')", "slice:has_string(text): the text must be a string that is not empty"),
    ("code.has_string('a')", "slice:has_string(text) is called with a colon on a slice"),
    ("code:strings {}", "give at least one of 'starts', 'ends', 'contains' and 'among'"),
    ("code:strings { start = 'a' }", "slice:strings(query): unknown field 'start'; did you mean 'starts'?"),
    ("code:strings { starts = '' }", "'starts' must not be empty"),
    ("code:strings { starts = 'a', limit = 0 }", "'limit' must be an integer from 1 to 10000"),
    ("code:segment(1)", "slice:segment(name): the name must be a string"),
    ("slice('Frameworks/broken.dylib'):has_string('a')", "the section __TEXT,__cstring has 1099511627776 bytes"),
    ("code.load_command", "did you mean 'load_commands'?"),
  ])
  func errors(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(expected) == true, "\(lines)")
  }
}
