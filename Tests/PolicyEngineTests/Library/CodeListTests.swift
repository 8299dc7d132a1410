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
