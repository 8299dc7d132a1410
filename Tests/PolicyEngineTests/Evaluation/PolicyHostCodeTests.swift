import SampleFiles
import Bundles
import FileFacts
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Names in code, static libraries, and the places where the loader finds libraries, as policies see them.
@Suite struct PolicyHostCodeTests {
  private static let program = SampleMachO {
    $0.add(0x32, 1, 0xE_0000, 0xF_0201, 1, 3, 0x45B_0703)
    $0.add(0x2A, 0, 1600 << 8)
    $0.add(library: "/usr/lib/libSystem.B.dylib")
    $0.add(library: "@rpath/Kit.framework/Kit")
    $0.add(library: "@rpath/Gone.framework/Gone")
    $0.add(library: "@executable_path/libb.dylib")
    $0.add(library: "/opt/libx.dylib")
    $0.add(library: "@rpath/Hollow.framework/Hollow")
    $0.add(library: "@loader_path/../../../libz9.dylib")
    $0.add(library: "@executable_path/../Frameworks/LIBB.dylib")
    $0.add(0x8000_001C, [12], text: "@executable_path/../Frameworks")
    $0.objectiveC = .init(classes: ["Main"], selectors: ["run:"])
    $0.symbols = .init(imports: ["_OBJC_CLASS_$_NSObject", "_$s10Foundation4DataV"])
  }.bytes

  private static func object(_ name: String) -> [UInt8] {
    SampleMachO {
      $0.fileType = 1
      $0.add(0x32, 2, 0xC_0000, 0, 0)
      $0.symbols = .init(exports: [name], imports: ["_malloc"])
    }.bytes
  }

  private static func app() throws -> BundleGraph {
    let archive = SampleArchive.bytes([("a.o", object("_a")), ("b.txt", Array("text".utf8)), ("a.o", object("_b"))])
    let kit = SampleMachO {
      $0.fileType = 6
      $0.add(library: "@rpath/Kit.framework/Kit", as: 0xD)
      $0.add(library: "@rpath/Kit.framework/Kit")
      $0.add(library: "@loader_path/Gone.dylib")
    }.bytes
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .file(program, mode: 0o755),
        "Contents/Frameworks/libb.dylib": .file(kit),
        "Contents/Frameworks/Hollow.framework/Versions/A/Resources/Info.plist": .info(["CFBundleIdentifier": "com.x.h"]
        ),
        "Contents/Frameworks/Hollow.framework/Versions/Current": .link("A"),
        "Contents/Frameworks/Hollow.framework/Resources": .link("Versions/Current/Resources"),
        "Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": .info([
          "CFBundleIdentifier": "com.x.kit", "CFBundleExecutable": "Kit",
        ]),
        "Contents/Frameworks/Kit.framework/Versions/A/Kit": .file(kit),
        "Contents/Frameworks/Kit.framework/Versions/Current": .link("A"),
        "Contents/Frameworks/Kit.framework/Kit": .link("Versions/Current/Kit"),
        "Contents/Frameworks/Kit.framework/Resources": .link("Versions/Current/Resources"),
        "Contents/Resources/libx.a": .file(archive),
        "Contents/Resources/fat.a": .file(
          SampleMachO.fat([(0x0100_0007, 3, archive), (0x0100_000C, 0, SampleArchive.bytes([("c.o", object("_c"))]))])),
        "Contents/Resources/thin.a": .text("!<thin>\n"),
        "Contents/Resources/bad.a": .text("!<arch>\nabc"),
        "Contents/Resources/badfat.a": .file(
          SampleMachO.fat([(0x0100_0007, 3, Array("!<arch>\nabc".utf8))])),
      ])
  }

  private static func lines(_ value: String) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        local function file(path) return bundle.files["Contents/" .. path] end
        local slice = file("MacOS/App").mach_o.slices[1]
        local function library(n) return slice.libraries[n].resolution .. " " .. tostring(slice.libraries[n].path) end
        local function kit(n) return file("Frameworks/Kit.framework/Versions/A/Kit").mach_o.slices[1].libraries[n] end
        report("=" .. tostring(\(value)))
      end }
      """)
    return run.lines(try run.report(app()))
  }

  @Test(arguments: [
    ("slice.classes.Main", "true"), ("slice.classes.NSObject", "nil"), ("slice.used_classes.NSObject", "true"),
    ("slice.selectors['run:']", "true"), ("#slice.selectors", "1"),
    ("slice.classes", "<classes of Contents/MacOS/App: 1 name>"),
    ("slice.used_classes", "<classes used by Contents/MacOS/App: 1 name>"),
    ("slice.selectors", "<selectors of Contents/MacOS/App: 1 name>"),
    ("table.concat(slice.swift_modules, ' ')", "Foundation"), ("slice.source_version", "1600"),
    ("slice.builds[1].tools[1].name .. ' ' .. slice.builds[1].tools[1].version", "ld 1115.7.3"),
    ("#slice.builds[1].tools", "1"), ("slice.archive", "nil"),
    // Static libraries.
    ("file('MacOS/App').archive", "nil"), ("file('Resources').archive", "nil"),
    ("file('Resources/libx.a').archive", "<archive Contents/Resources/libx.a>"),
    ("file('Resources/libx.a').mach_o", "nil"), ("#file('Resources/libx.a').archive.members", "3"),
    ("file('Resources/libx.a').archive.has_symbol_table", "true"),
    ("file('Resources/libx.a').archive.members[3]", "<member a.o of Contents/Resources/libx.a>"),
    ("file('Resources/libx.a').archive.members[2].slice", "nil"),
    ("file('Resources/libx.a').archive.members[2].size", "4"),
    ("file('Resources/libx.a').archive.members[3].slice.exports._b", "true"),
    ("file('Resources/libx.a').archive.members[1].slice.exports._b", "nil"),
    ("file('Resources/libx.a').archive.members[1].slice.imports._malloc", "true"),
    ("file('Resources/libx.a').archive.members[1].slice.builds[1].platform", "ios"),
    ("file('Resources/libx.a').archive.members[1].slice.file_type", "object"),
    ("file('Resources/fat.a').archive", "nil"),
    ("file('Resources/fat.a').mach_o.slices[2].archive.members[1].name", "c.o"),
    ("file('Resources/fat.a').mach_o.slices[2].archive.members[1].slice.exports._c", "true"),
    ("file('Resources/fat.a').mach_o.slices[1].archive.members[3].slice.exports._b", "true"),
    ("file('Resources/libx.a').problem", "nil"), ("file('Resources/fat.a').problem", "nil"),
    ("file('Resources/thin.a').problem", "byte 0: a thin archive names its members, but does not contain them"),
    (
      "file('Resources/bad.a').problem",
      "byte 8: the header of an archive member needs 60 bytes here, but only 3 are left"
    ),
    (
      "file('Resources/badfat.a').problem",
      "byte 36: the header of an archive member needs 60 bytes here, but only 3 are left"
    ),
    // Where the loader finds libraries.
    ("library(1)", "system nil"), ("library(2)", "found Contents/Frameworks/Kit.framework/Kit"),
    ("library(3)", "absent Contents/Frameworks/Gone.framework/Gone"),
    ("library(4)", "misplaced Contents/MacOS/libb.dylib"), ("library(5)", "foreign nil"),
    ("library(6)", "hollow Contents/Frameworks/Hollow.framework/Hollow"), ("library(7)", "unknown nil"),
    ("library(8)", "unknown nil"),
    ("kit(1).resolution .. ' ' .. kit(1).path", "found Contents/Frameworks/Kit.framework/Kit"),
    ("kit(2).resolution .. ' ' .. kit(2).path", "absent Contents/Frameworks/Kit.framework/Gone.dylib"),
    ("file('Frameworks/Kit.framework/Kit').mach_o.slices[1].id.resolution", "nil"),
  ])
  func values(_ expression: String, _ expected: String) throws {
    let lines = try Self.lines(expression)
    #expect(lines == ["=" + expected])
  }
}
