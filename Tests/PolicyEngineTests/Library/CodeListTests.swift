import SampleFiles
import Bundles
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `bundles.code`
@Suite struct CodeListTests {
  private static func code(_ type: UInt32, isSigned: Bool = false) -> [UInt8] {
    SampleMachO {
      $0.fileType = type
      if isSigned { $0.signature = SampleSignature().bytes }
    }.bytes
  }

  private static let jar = SampleZip.bytes([
    ("META-INF/MANIFEST.MF", Array("x".utf8)), ("native/libx.dylib", code(6)),
    ("native/liby.jnilib", code(6, isSigned: true)), ("native/readme.so", Array("text".utf8)),
    ("com/example/Main.class", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65, 0, 9, 10]),
    ("native/broken.dylib", Array(code(6).prefix(20))),
  ])

  private static func app() throws -> BundleGraph {
    try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
        "Contents/MacOS/App": .file(code(2), mode: 0o755), "Contents/MacOS/tool": .file(code(2), mode: 0o755),
        "Contents/Resources/hidden.txt": .file(code(6)), "Contents/Resources/a.o": .file(code(1)),
        "Contents/PlugIns/loose.plugin.so": .file(code(8)), "Contents/Resources/a.dwarf": .file(code(10)),
        "Contents/Frameworks/libx.a": .file(SampleArchive.bytes([("a.o", code(1))])),
        "Contents/Frameworks/link.dylib": .link("libx.a"),
        "Contents/Resources/x.deb": .file(SampleArchive.bytes([("debian-binary", [1])], .gnu)),
        "Contents/Resources/Main.class": .file([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 65, 0, 9, 10]),
        "Contents/Resources/broken": .file(Array(code(2).prefix(20))),
        "Contents/Java/x.jar": .file(jar), "Contents/Resources/y.docx": .text("PK\u{3}\u{4}not an archive"),
        "Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": .info([
          "CFBundleIdentifier": "com.x.kit", "CFBundleExecutable": "Kit",
        ]),
        "Contents/Frameworks/Kit.framework/Versions/A/Kit": .file(code(6)),
        "Contents/Frameworks/Kit.framework/Versions/A/Helpers/tool": .file(code(2)),
        "Contents/Frameworks/Kit.framework/Versions/Current": .link("A"),
        "Contents/Frameworks/Kit.framework/Kit": .link("Versions/Current/Kit"),
        "Contents/Frameworks/Kit.framework/Resources": .link("Versions/Current/Resources"),
      ])
  }

  private static func lines(_ choice: String, _ value: String) throws -> String? {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { kind = "application" }, check = function(bundle, report)
        local texts = {}
        for _, code in ipairs(bundles.code(bundle\(choice))) do texts[#texts + 1] = tostring(\(value)) end
        report("=" .. table.concat(texts, "\\n"))
      end }
      """)
    let lines = run.lines(try run.report(try app()))
    return lines.joined(separator: "\n").parts(separatedBy: "=", limit: 2).last.map(String.init)
  }

  @Test func everyFile() throws {
    #expect(
      try Self.lines("", "code.path .. ' ' .. code.role .. ' ' .. (code.contained or '-')") == """
        Contents/Frameworks/libx.a archive -
        Contents/Java/x.jar other native/broken.dylib
        Contents/Java/x.jar library native/libx.dylib
        Contents/Java/x.jar library native/liby.jnilib
        Contents/MacOS/App main -
        Contents/MacOS/tool program -
        Contents/PlugIns/loose.plugin.so plug_in -
        Contents/Resources/a.dwarf debug_symbols -
        Contents/Resources/a.o object -
        Contents/Resources/broken other -
        Contents/Resources/hidden.txt library -
        """)
  }

  @Test func nested() throws {
    #expect(
      try Self.lines(", { nested = true, roles = { 'main', 'program' } }", "code.path .. ' ' .. code.role") == """
        Contents/Frameworks/Kit.framework/Versions/A/Helpers/tool program
        Contents/Frameworks/Kit.framework/Versions/A/Kit main
        Contents/MacOS/App main
        Contents/MacOS/tool program
        """)
    #expect(
      try Self.lines(
        ", { nested = true, roles = 'main' }", "code.file.path .. ' ' .. code.file.mach_o.slices[1].file_type")
          == """
          Versions/A/Kit dylib
          Contents/MacOS/App execute
          """)
  }

  @Test func facts() throws {
    #expect(
      try Self.lines(
        ", { roles = { 'library', 'other' } }",
        "tostring(code.is_signed) .. ' ' .. tostring(code.is_in_place) .. ' ' .. tostring(code.problem ~= nil)")
          == """
          nil false true
          false false false
          true false false
          nil false true
          nil false false
          """)
  }

  /// Changes a byte of both headers of the first file of a zip archive: `field` is its offset in the central one.
  private static func changed(_ archive: [UInt8], field: Int, to byte: UInt8) throws -> [UInt8] {
    var bytes = archive
    let central = try #require(
      bytes.indices.dropLast(4).first { Array(bytes[$0..<($0 + 4)]) == [0x50, 0x4B, 1, 2] })
    bytes[field - 2] = byte
    bytes[central + field] = byte
    return bytes
  }

  private static let library = SampleZip.bytes([("native/libx.dylib", code(6))])

  private static func nested(_ archive: [UInt8], times: Int) -> [UInt8] {
    (0..<times).reduce(archive) { inner, _ in SampleZip.bytes([("a.jar", inner), ("b.txt", [1])]) }
  }

  /// The code in an archive, one line each.
  private static func lines(in archive: [UInt8], _ name: String = "x.jar") throws -> String? {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        local texts = {}
        for _, code in ipairs(bundles.code(bundle)) do
          texts[#texts + 1] = code.role .. ' ' .. (code.contained or '-') .. ' ' .. (code.problem or tostring(code.is_signed))
        end
        report("=" .. table.concat(texts, "\\n"))
      end }
      """)
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]), "Contents/Java/\(name)": .file(archive),
      ])
    let lines = run.lines(try run.report(graph))
    return lines.joined(separator: "\n").parts(separatedBy: "=", limit: 2).last.map(String.init)
  }

  @Test func unreadableArchives() throws {
    #expect(try Self.lines(in: Self.library) == "library native/libx.dylib false")
    #expect(
      try Self.lines(in: Self.changed(Self.library, field: 8, to: 1))
        == "other native/libx.dylib the archive's entry native/libx.dylib is encrypted")
    #expect(
      try Self.lines(in: Self.changed(Self.library, field: 10, to: 14))?.contains("compressed with method 14 (LZMA)")
        == true)
    // The bytes of a deflated file are not valid.
    #expect(
      try Self.lines(in: Self.changed(Self.library, field: 10, to: 8))?.contains("not valid deflate data") == true)
    let truncated = try #require(try Self.lines(in: Array(Self.library.dropLast(30))))
    #expect(truncated.hasPrefix("other - the archive has no end record at its end"), "\(truncated)")
    #expect(try Self.lines(in: Array(Self.library.dropLast(30)), "x.docx") == "")
  }

  @Test func nestedArchives() throws {
    #expect(try Self.lines(in: Self.nested(Self.library, times: 1)) == "library a.jar/native/libx.dylib false")
    #expect(try Self.lines(in: Self.nested(Self.library, times: 2)) == "library a.jar/a.jar/native/libx.dylib false")
    #expect(
      try Self.lines(in: Self.nested(Self.library, times: 3))
        == "other a.jar/a.jar/a.jar it is inside more than 2 other archives")
    let truncated = try #require(try Self.lines(in: Self.nested(Array(Self.library.dropLast(30)), times: 1)))
    #expect(truncated.hasPrefix("other a.jar the archive has no end record at its end"), "\(truncated)")
    #expect(
      try Self.lines(in: Self.nested(Self.changed(Self.library, field: 8, to: 1), times: 1))
        == "other a.jar/native/libx.dylib the archive's entry native/libx.dylib is encrypted")
    #expect(try Self.lines(in: Self.nested(Array("text".utf8), times: 1)) == "")
  }

  @Test func tooManyFilesInArchives() throws {
    let files = (0..<2_501).map { ("\($0).so", Array("x".utf8)) }
    #expect(try Self.lines(in: SampleZip.bytes(files)) == "")
    let both = SampleZip.bytes([("a.jar", SampleZip.bytes(files)), ("b.jar", SampleZip.bytes(files))])
    #expect(try Self.lines(in: both) == "other - it has more than 5000 files that may be code")
  }

  /// A file that cannot be read may be code.
  @Test func unreadableFiles() throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        for _, code in ipairs(bundles.code(bundle)) do report:file(code.path, code.role .. ' ' .. code.problem) end
      end }
      """)
    let contents = try BundleContents(
      .fixture(
        "App.app",
        ["Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"]), "Contents/a.dat": .file(Self.code(6))]))
    let graph = try #require(contents.graph { FaultyStorage(inner: $0, path: "Contents/a.dat", fault: .refused) })
    let lines = run.lines(try run.report(graph))
    #expect(lines.contains { $0.contains("other it cannot be read: permission denied") }, "\(lines)")
  }

  @Test(arguments: [
    (", 1", "a table was expected"), (", { role = 'x' }", "did you mean 'roles'?"),
    (", { roles = 'x' }", "there is no role of code 'x'"),
  ])
  func errors(_ choice: String, _ expected: String) throws {
    let run = try PolicyRun(
      "rule 'r' { summary = 's', check = function(bundle) bundles.code(bundle\(choice)) end }")
    let lines = run.lines(try run.report(try Self.app()))
    #expect(lines.contains { $0.contains(expected) }, "\(lines)")
  }

  /// The price of a rule does not depend on earlier rules.
  @Test func price() throws {
    func fuel(_ rules: String) throws -> UInt64? {
      let run = try PolicyRun(rules)
      return try run.report(try Self.app()).bundles.first?.rules.last?.fuel
    }
    let rule =
      "{ summary = 's', applies = { kind = 'application' }, check = function(bundle) bundles.code(bundle) end }"
    #expect(try fuel("rule 'b' \(rule)") == fuel("rule 'a' \(rule)\nrule 'b' \(rule)"))
  }
}
