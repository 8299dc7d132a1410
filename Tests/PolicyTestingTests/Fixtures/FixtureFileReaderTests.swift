@testable import PolicyTesting
import Basics
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Files of fixtures that are more than text: what they say of themselves is what was described.
@Suite struct FixtureFileReaderTests {
  /// The value of `expression` in a rule for the described file, or the error in the description.
  private static func look(_ description: String, _ expression: String) throws -> String {
    let rule = """
      rule "look" {
        summary = "s",
        check = function(bundle, report)
          local file = bundle.files["Contents/Resources/f"]
          report("%s", \(expression))
        end,
        examples = { pass = { { files = { ["Contents/Resources/f"] = \(description) } } } },
      }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rule])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let day = try #require(CalendarDate("2026-06-15"))
    let problem = PolicyTestRun(program, asOf: day).run(0).problems.first ?? "none"
    return problem.replacing("test/look: the result is 'fail', expected 'pass': ", with: "")
  }

  @Test(arguments: [
    (
      "{ png = { width = 120 } }", "file.png.width .. 'x' .. file.png.height .. ' ' .. file.png.color_type",
      "120x120 truecolor"
    ),
    (
      "{ png = { width = 7, height = 9, has_alpha = true, is_interlaced = true } }",
      "file.png.height .. tostring(file.png.has_alpha) .. tostring(file.png.is_interlaced)", "9truetrue"
    ),
    (
      "{ png = { width = 1, is_gray = true, is_cgbi = true } }", "file.png.color_type .. tostring(file.png.is_cgbi)",
      "grayscaletrue"
    ),
    (
      "{ icns = { types = { 'ic07', 'ic10' } } }", "table.concat(file.icns.types, ' ') .. ' ' .. file.icns.largest",
      "ic07 ic10 1024"
    ),
    ("{ base64 = 'aGVs\\nbG8=' }", "file.size", "5"),
    ("{ special = true }", "file.type", "other"), ("{ special = false }", "file.type", "file"),
    ("{ size = 200e6 }", "file.size", "200000000"),
    ("{ size = 1 << 40 }", "file.size .. file.type", "1099511627776file"), ("{ size = 3 }", "#file.text", "3"),
    ("{ size = 0 }", "file.size .. file.text", "0"),
    (
      "{ size = 32, executable = true }", "tostring(file.executable) .. file.sha256",
      "true66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    ),
    (
      "{ size = 1.5 }", "''",
      "pass example 1, files, Contents/Resources/f: 'size' must be a whole number of bytes, 0 to 1099511627776"
    ),
    (
      "{ size = -1 }", "''",
      "pass example 1, files, Contents/Resources/f: 'size' must be a whole number of bytes, 0 to 1099511627776"
    ),
    (
      "{ size = 0/0 }", "''",
      "pass example 1, files, Contents/Resources/f: 'size' must be a whole number of bytes, 0 to 1099511627776"
    ),
    (
      "{ size = 1, text = 'x' }", "''",
      "pass example 1, files, Contents/Resources/f: a file can have 'text' or 'size', not both"
    ),
    (
      "{ base64 = 'aGVsbG8' }", "''", "pass example 1, files, Contents/Resources/f: the value of 'base64' is not base64"
    ),
    (
      "{ mach_o = {} }",
      "file.mach_o.slices[1].architecture .. file.mach_o.slices[1].file_type .. tostring(file.executable)",
      "arm64executetrue"
    ),
    (
      "{ mach_o = { architectures = { 'arm64', 'x86_64' } } }", "table.concat(file.mach_o.architectures, ' ')",
      "arm64 x86_64"
    ),
    (
      "{ mach_o = { platform = 'ios', minimum_os = '16.4', sdk = '17.0.1' } }",
      "file.mach_o.slices[1].platform .. file.mach_o.slices[1].minimum_os .. ' ' .. file.mach_o.slices[1].sdk",
      "ios16.4 17.0.1"
    ),
    (
      "{ mach_o = { file_type = 'dylib', id = '@rpath/a', libraries = '/usr/lib/b', rpaths = '@loader_path' } }",
      "file.mach_o.slices[1].id.name .. file.mach_o.slices[1].libraries[1].name .. file.mach_o.slices[1].rpaths[1]",
      "@rpath/a/usr/lib/b@loader_path"
    ),
    (
      "{ mach_o = { exports = { '_b', '_a' }, imports = '_c' } }",
      "tostring(file.mach_o.slices[2].exports._a) .. #file.mach_o.slices[1].exports .. #file.mach_o.slices[1].imports",
      "true21"
    ),
    (
      "{ mach_o = { { architectures = 'arm64', entitlements = { a = 1 }, team = 'T' }, { architectures = 'x86_64' } } }",
      "table.concat(file.mach_o.architectures, ' ') .. file.mach_o.slices[1].signature.team .. tostring(file.mach_o.slices[2].signature)",
      "arm64 x86_64Tnil"
    ),
    (
      "{ mach_o = { { architectures = 'arm64' }, {} } }", "''",
      "pass example 1, files, Contents/Resources/f, mach_o[2]: an earlier element has a slice for the same architecture"
    ),
    ("{ mach_o = { imports = '_c' } }", "#file.mach_o.slices[1].exports", "0"),
    (
      "{ mach_o = {} }", "tostring(file.mach_o.slices[1].exports) .. tostring(file.mach_o.slices[1].imports)", "nilnil"
    ),
    (
      "{ mach_o = { is_encrypted = true, has_code_signature = true, is_pie = false } }",
      "file.mach_o.slices[1].cryptid .. tostring(file.mach_o.slices[1].has_code_signature) .. tostring(file.mach_o.slices[1].is_pie)",
      "1truefalse"
    ),
    (
      "{ png = {} }", "''",
      "pass example 1, files, Contents/Resources/f, png: 'width' must be a number of pixels, 1 to 1048576, found nil"
    ),
    (
      "{ png = { width = 1 }, text = 'x' }", "''",
      "pass example 1, files, Contents/Resources/f: a file can have 'text' or 'png', not both"
    ),
    (
      "{ mach_o = { architectures = 'arm65' } }", "''",
      "pass example 1, files, Contents/Resources/f, mach_o: unknown architecture 'arm65'; did you mean 'arm64'?"
    ),
    (
      "{ mach_o = { minimum_os = '16.400' } }", "''",
      "pass example 1, files, Contents/Resources/f, mach_o: 'minimum_os' must be a version such as \"13.0\", not '16.400'"
    ),
    (
      "{ icns = { types = 'toolong' } }", "''",
      "pass example 1, files, Contents/Resources/f, icns: 'toolong' is not a type of four characters, such as ic10"
    ),
  ])
  func files(_ description: String, _ expression: String, _ expected: String) throws {
    #expect(try Self.look(description, expression) == expected)
  }

  @Test func whatASoundBundleHasCanBeLeftOut() throws {
    let rule = """
      rule "r" { summary = "s", applies = { kind = "application" }, files = { require = "Contents/PkgInfo" }, examples = {
        pass = { {} }, fail = { { files = { ["Contents/PkgInfo"] = false } } } } }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rule])
    let run = PolicyTestRun(
      try PolicyProgram(.init(policies: [folder("policy.lua")])), asOf: try #require(CalendarDate("2026-06-15")))
    #expect(run.cases.indices.flatMap { run.run($0).problems } == [])
  }
}
