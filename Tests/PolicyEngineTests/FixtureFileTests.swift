import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// Code and pictures in described bundles: what is written is what a rule reads.
@Suite struct FixtureFileTests {
  /// What a function makes of a described file `f`, and what is wrong with the description.
  private static func read(_ file: String, _ facts: String, given: String = "") throws -> String {
    let rule = """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        local f = bundle.files["f"]
        report("<%s>", \(facts))
      end, examples = { fail = { { \(given) files = { f = \(file) } } } } }
      """
    let folder = try TemporaryFolder(["policy.lua": PolicyRun.header + rule])
    let program = try PolicyProgram(.init(policies: [folder("policy.lua")]))
    let fixture = try FixtureReader(table: FixtureTable()).fixture(
      try #require(program.rules.first?.examples.fail.first), in: "given")
    var check = Check(program, .init(asOf: try #require(CalendarDate("2026-06-15"))))
    check.run(on: try FixtureBuilder.graph(fixture, in: "given"), path: "App.app")
    let bundle = check.report().bundles[0]
    return (bundle.findings.map(\.message) + bundle.errors.map(\.message)).joined(separator: "; ")
  }

  @Test(arguments: [
    ("{ mach_o = {} }", "f.mach_o.architectures[1] .. f.mach_o.architectures[2] .. #f.mach_o.slices", "<arm64x86_642>"),
    ("{ mach_o = {} }", "tostring(f.executable) .. tostring(f.mach_o.is_fat)", "<truetrue>"),
    ("{ mach_o = {}, executable = false }", "tostring(f.executable)", "<false>"),
    (
      #"{ mach_o = { architectures = "armv7", platform = "ios-simulator", minimum_os = "9.3.1", file_type = "dylib", is_pie = false } }"#,
      #"(function(s) return s.architecture .. s.platform .. s.minimum_os .. s.file_type .. tostring(s.is_pie) end)(f.mach_o.slices[1])"#,
      "<armv7ios-simulator9.3.1dylibfalse>"
    ),
    (
      #"{ mach_o = { architectures = { "arm64", "arm64e", "x86_64", "i386" } } }"#,
      #"(function(o) for _, s in ipairs(f.mach_o.slices) do o = o .. s.architecture .. s.minimum_os .. " " end return o end)("")"#,
      "<arm6413.0 arm64e13.0 x86_6413.0 i38613.0 >"
    ),
    (
      #"{ mach_o = { architectures = "arm64", libraries = { "/usr/lib/a.dylib", "@rpath/b" }, rpaths = "@loader_path/é" } }"#,
      #"(function(s) return s.libraries[1].name .. s.libraries[2].name .. s.rpaths[1] .. #s.libraries end)(f.mach_o.slices[1])"#,
      "</usr/lib/a.dylib@rpath/b@loader_path/é2>"
    ),
    ("{ mach_o = {} }", "f.mach_o.slices[1].libraries[1].name", "</usr/lib/libSystem.B.dylib>"),
    (
      "{ png = { width = 120 } }",
      "f.png.width .. 'x' .. f.png.height .. tostring(f.png.has_alpha) .. tostring(f.executable)",
      "<120x120falsefalse>"
    ),
    (
      "{ png = { width = 1, height = 65536, has_alpha = true } }",
      "f.png.width .. 'x' .. f.png.height .. f.png.color_type", "<1x65536truecolor_alpha>"
    ),
    (
      #"{ icns = { types = { "ic07", "ic10" } } }"#, "f.icns.largest .. f.icns.types[1] .. #f.icns.images",
      "<1024ic072>"
    ),
    (#"{ icns = { types = "ic11" } }"#, "f.icns.images[1].points .. f.icns.images[1].format", "<16png>"),
    ("{ text = 'x', executable = true }", "f.size .. tostring(f.mach_o)", "<1nil>"),
  ])
  func facts(_ file: String, _ facts: String, _ message: String) throws {
    #expect(try Self.read(file, facts) == message)
  }

  @Test(arguments: [
    ("", "macos arm64 x86_64 13.0 execute"), (#"platform = "ios","#, "ios arm64 16.0 execute"),
    (#"kind = "framework","#, "macos arm64 x86_64 13.0 dylib"),
    (#"kind = "plugin", platform = "ios","#, "ios arm64 16.0 bundle"),
    (#"kind = "extension","#, "macos arm64 x86_64 13.0 execute"),
  ])
  func soundBundlesHaveCode(_ given: String, _ code: String) throws {
    let facts = """
      (function(m) return m.slices[1].platform .. " " .. table.concat({ table.unpack(m.architectures) }, " ") .. " "
        .. m.slices[1].minimum_os .. " " .. m.slices[1].file_type end)(bundle.files[bundle.executable].mach_o)
      """
    #expect(try Self.read("''", facts, given: given) == "<\(code)>")
  }

  @Test(arguments: [
    ("{ mach = {} }", "unknown field 'mach'; known are text, executable, link, directory, mach_o, png, icns"),
    ("{ mach_o = {}, text = 'x' }", "'text' and 'mach_o' are two things; give one"),
    ("{ mach_o = { architectures = 'arm' } }", "mach_o: unknown architecture 'arm'; known are arm64,"),
    ("{ mach_o = { architectures = {} } }", "mach_o: 'architectures' names at least one, and each once"),
    (
      "{ mach_o = { architectures = { 'arm64', 'arm64' } } }",
      "mach_o: 'architectures' names at least one, and each once"
    ),
    ("{ mach_o = { platform = 'mac-os' } }", "mach_o: unknown platform 'mac-os'; did you mean 'macos'?"),
    ("{ mach_o = { minimum_os = '13.x' } }", "mach_o: 'minimum_os' is a version such as \"13.0\", not '13.x'"),
    ("{ mach_o = { minimum_os = '1.2.3.4' } }", "mach_o: 'minimum_os' is a version such as \"13.0\", not '1.2.3.4'"),
    ("{ mach_o = { minimum_os = '70000' } }", "mach_o: 'minimum_os' is a version such as \"13.0\", not '70000'"),
    ("{ mach_o = { minimum_os = '1.256' } }", "mach_o: 'minimum_os' is a version such as \"13.0\", not '1.256'"),
    ("{ png = {} }", "png: 'width' must be a number of pixels from 1 to 65536, found nil"),
    ("{ png = { width = 0 } }", "png: 'width' must be a number of pixels from 1 to 65536, found integer"),
    ("{ icns = {} }", "icns: 'types' is missing: its elements, such as { \"ic10\" }"),
    ("{ icns = { types = 'ic15' } }", "icns: unknown type 'ic15'"),
  ])
  func refused(_ file: String, _ message: String) throws {
    do throws(DeclarationError) {
      let folder = try? TemporaryFolder([
        "policy.lua": PolicyRun.header
          + "rule \"r\" { summary = \"s\", require = \"K\", examples = { pass = { { files = { f = \(file) } } } } }"
      ])
      guard let folder, let program = try? PolicyProgram(.init(policies: [folder("policy.lua")])),
        let example = program.rules.first?.examples.pass.first
      else { throw DeclarationError("not loaded") }
      _ = try FixtureReader(table: FixtureTable()).fixture(example, in: "given")
      Issue.record("read")
    } catch {
      #expect(error.message.hasPrefix("given, files, f"))
      #expect(error.message.contains(message), "\(error.message)")
    }
  }
}
