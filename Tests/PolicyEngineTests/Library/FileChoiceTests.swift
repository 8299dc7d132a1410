import SampleFiles
import Bundles
import FileFacts
import PolicyTestSupport
import Testing

@testable import PolicyEngine

/// `bundles.files` with conditions, `bundles.info_strings` and `bundles.has_language`.
@Suite struct FileChoiceTests {
  private static func app() throws -> BundleGraph {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    let code = SampleMachO { $0.fileType = 2 }.bytes
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .info([
          "CFBundleName": "App", "CFBundleExecutable": "App", "CFBundleIconFile": "Icon",
          "CFBundleDevelopmentRegion": "en_GB", "Wrong": "xx", "K~ipad": "x",
        ]),
        "Contents/MacOS/App": .file(code), "Contents/MacOS/broken": .file(Array(code.prefix(12))),
        "Contents/MacOS/script": .text("#!/bin/sh\n"), "Contents/MacOS/nothing": .text(""),
        "Contents/MacOS/tool": .file(Array("#!/bin/sh\n".utf8), mode: 0o740),
        "Contents/Resources/Icon.icns": .file(SampleIcons.family([])),
        "Contents/Resources/a.PNG": .text(""), "Contents/Resources/b.png": .text(pointer),
        "Contents/Resources/c.png": .text("x"), "Contents/Resources/png": .text(""),
        "Contents/Resources/word.plist": .text("Forbidden"),
        "Contents/Resources/d.json": .text("{"), "Contents/Resources/e.json": .text("{}"),
        "Contents/Resources/en.lproj/InfoPlist.strings": .text(
          "CFBundleName = \" \"; K = \"v\"; Wrong = \"${A}\"; NSHumanReadableCopyright = \"TODO: owner\";"),
        "Contents/Resources/en.lproj/Table.strings": .text("a = b; a = c;"),
        "Contents/Resources/fr.lproj/InfoPlist.strings": .text("CFBundleName = \"Nom\"; K = K;"),
        "Contents/Resources/fr.lproj/Table.strings": .text("a = "),
        "Contents/Resources/fr.lproj/List.strings": .text("(a, b)"),
        "Contents/Resources/link.strings": .link("fr.lproj/Table.strings"),
        "Contents/Resources/lost.strings": .link("nowhere.strings"),
      ])
  }

  private static func paths(_ pattern: String, _ choice: String) -> String {
    """
    (function() local found = {}
    for _, file in ipairs(bundles.files(bundle, \(pattern), \(choice))) do found[#found + 1] = file.path:match('[^/]*$') end
    return '<' .. table.concat(found, ' ') .. '>' end)()
    """
  }

  private static func texts(_ choice: String) -> String {
    """
    (function() local found = {}
    for _, text in ipairs(bundles.info_strings(bundle, \(choice))) do found[#found + 1] = text.language .. ':' .. text.key end
    return '<' .. table.concat(found, ' ') .. '>' end)()
    """
  }

  private func value(_ expression: String) throws -> String {
    let run = try PolicyRun(
      "rule \"r\" { summary = \"s\", check = function(bundle, report) report(\"%s\", tostring(\(expression))) end }")
    let bundle = try run.report(Self.app()).bundles[0]
    return bundle.findings.first?.message ?? bundle.errors.first?.message ?? "none"
  }

  @Test(arguments: [
    ("'**/*.png'", "nil", "b.png c.png"), ("{ '**/*.png', '**/?.p*' }", "nil", "b.png c.png"),
    ("{ '**/*.PNG', '**/c.*' }", "'file'", "a.PNG c.png"),
    ("'**'", "{ extensions = 'png' }", "a.PNG b.png c.png"),
    ("'**'", "{ extensions = { 'PNG', 'icns' }, names = 'c.png' }", "c.png"),
    ("'**'", "{ extensions = { 'PNG', 'icns' }, except_extensions = 'icns' }", "a.PNG b.png c.png"),
    (
      "'Contents/Resources/*'", "{ type = 'file', except_extensions = { 'png', 'json', 'strings' } }",
      "Icon.icns png word.plist"
    ),
    ("'**'", "{ contains = 'oid sha[0-9]+' }", "b.png"),
    ("'**'", "{ contains = { '^#!', 'Forb.dden' } }", "script tool word.plist"),
    ("'**/*.png'", "{ contains = 'nothing' }", ""), ("'**/*.strings'", "{ contains = 'a = $' }", "Table.strings"),
    ("'**'", "{ names = { 'Table.strings', 'table.strings' } }", "Table.strings Table.strings"),
    ("'**'", "{ extensions = 'strings', except = { '**/*.lproj/**', '**/lost.*' } }", "link.strings"),
    ("'**'", "{ extensions = 'strings', type = 'symbolicLink' }", "link.strings lost.strings"),
    ("'Contents/Resources/**'", "{ is = 'empty' }", "a.PNG png"),
    ("'**'", "{ extensions = 'png', is = { 'empty', 'code' } }", "a.PNG"),
    ("'**'", "{ extensions = 'png', formats = { 'empty', 'text' } }", "a.PNG c.png"),
    ("'**'", "{ extensions = 'png', except_formats = 'text' }", "a.PNG b.png"),
    ("'Contents/MacOS/*'", "{ formats = { 'mach_o', 'script' }, except_formats = 'script' }", "App broken"),
    ("'**'", "{ extensions = 'strings', except_formats = 'text' }", "lost.strings"),
    ("'**'", "{ formats = {} }", "lost.strings"),
    ("'Contents/MacOS/*'", "{ is = 'code' }", "App broken"),
    (
      "'**'", "{ extensions = { 'strings', 'json' }, is = 'unreadable' }",
      "d.json Table.strings link.strings lost.strings"
    ),
    (
      "'**'", "{ extensions = { 'strings', 'plist', 'json' }, is = 'unusable' }",
      "d.json Table.strings link.strings lost.strings word.plist"
    ),
    ("'Contents/MacOS/**'", "{ is = 'executable' }", "tool"), ("'**'", "{ is = 'owner_only' }", "tool"),
    ("'Contents/MacOS/*'", "{ min_size = 10 }", "App broken script tool"),
    (
      "'Contents/Resources/**'", "{ min_size = 10, extensions = { 'png', 'strings' } }",
      "b.png InfoPlist.strings Table.strings InfoPlist.strings"
    ),
    ("'Contents'", "{ is = 'empty' }", ""), ("'Contents'", "{ min_size = 0 }", ""), ("'**'", "{ is = {} }", ""),
    ("'**'", "{ names = {} }", ""),
    ("'**'", "{ extensions = {} }", ""),
  ])
  func chooses(_ pattern: String, _ choice: String, _ expected: String) throws {
    #expect(try value(Self.paths(pattern, choice)) == "<\(expected)>")
  }

  @Test(arguments: [
    ("nil", "en:CFBundleName en:K en:NSHumanReadableCopyright en:Wrong fr:CFBundleName fr:K"),
    ("{ keys = 'K' }", "en:K fr:K"), ("{ keys = { 'CFBundleName' } }", "en:CFBundleName fr:CFBundleName"),
    ("{ missing = true }", "en:K en:NSHumanReadableCopyright fr:K"),
    ("{ missing = false, contains = 'ong' }", "en:Wrong"),
  ])
  func choosesTexts(_ choice: String, _ expected: String) throws {
    let found = try value(Self.texts(choice)).dropFirst().dropLast()
    #expect(found.split(separator: " ").sorted() == expected.split(separator: " ").sorted())
  }

  @Test(arguments: [
    ("bundles.info_strings(bundle, { keys = 'K' })[1].value", "v"),
    ("bundles.has_language(bundle, bundle.info, 'CFBundleDevelopmentRegion')", "true"),
    ("bundles.has_language(bundle, bundle.info, 'Wrong')", "false"),
    ("bundles.has_language(bundle, bundle.info, 'None')", "nil"),
    ("bundle.extension", "app"), ("bundle.icon_file.path", "Contents/Resources/Icon.icns"),
    ("bundle.icon_file.icns.is_empty", "true"),
    ("version.of(bundle.info, 'CFBundleName')", "nil"), ("version.of(bundle.info, 'None')", "nil"),
  ])
  func tells(_ expression: String, _ expected: String) throws { #expect(try value(expression) == expected) }

  /// Language folders are folders of the resources, at their place in each layout.
  @Test(
    arguments: [
      ("A.app", ["Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]), "en.lproj/a": .text("")], "false"),
      (
        "A.bundle",
        ["Resources/Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]), "Resources/en.lproj/a": .text("")],
        "false"
      ),
      (
        "A.app",
        [
          "Wrapper/B.app/Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]), "Wrapper/B.app/en.lproj/a": .text(""),
          "WrappedBundle": .link("Wrapper/B.app"), "fr.lproj/a": .text(""),
        ], "false"
      ),
      (
        "A.framework",
        [
          "Versions/B/Resources/Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]),
          "Versions/B/Resources/en.lproj/a": .text(""), "Versions/A/Resources/fr.lproj/a": .text(""),
          "Versions/Current": .link("B"), "Resources": .link("Versions/Current/Resources"),
        ], "false"
      ),
      ("A.app", ["Contents/Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]), "fr.lproj/a": .text("")], "nil"),
      (
        "A.app",
        [
          "Contents/Info.plist": .info(["CFBundleDevelopmentRegion": "fr"]), "Contents/Resources/fr.lproj": .link("a"),
          "Contents/Resources/a/b": .text(""),
        ], "true"
      ),
    ] as [(String, [String: MemoryStorage.Node], String)])
  func languageFolders(_ name: String, _ files: [String: MemoryStorage.Node], _ expected: String) throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        report("%s", tostring(bundles.has_language(bundle, bundle.info, "CFBundleDevelopmentRegion")))
      end }
      """)
    let bundle = try run.report(.fixture(name, files)).bundles[0]
    #expect(bundle.findings.map(\.message) == [expected] && bundle.errors.isEmpty)
  }

  @Test(arguments: [
    ("bundles.files(bundle, nil, { kind = 'x' })", "unknown field 'kind'"),
    ("bundles.files(bundle, nil, { contains = '(' })", "pattern 1: "),
    ("bundles.files(bundle, nil, { is = 'emty' })", "no condition of files 'emty'; did you mean 'empty'?"),
    ("bundles.files(bundle, nil, { type = 'fil' })", "no file type 'fil'; did you mean 'file'?"),
    ("bundles.files(bundle, nil, { except = '[' })", "'[' in 'except' is not a pattern"),
    ("bundles.files(bundle, nil, { names = 7 })", "'names' must be a list of strings"),
    ("bundles.files(bundle, {})", "the pattern must be a string"),
    ("bundles.files(bundle, { 7 })", "the pattern must be a string"),
    ("bundles.info_strings(bundle, { missing = 'x' })", "'missing' must be true or false"),
    ("bundles.has_language(bundle, 7, 'x')", "needs a dictionary"),
    ("bundles.has_language(bundle, bundle.info, 7)", "the key must be a string"),
    ("version.of(bundle, 'name')", "needs a dictionary or a build"),
    ("version.of(bundle.info, 7)", "the key must be a string"),
    ("version.of(bundle.info, 'a', 'semvr')", "there is no dialect 'semvr'"),
  ])
  func refuses(_ expression: String, _ message: String) throws {
    let told = try value(expression)
    #expect(told.contains(message), "\(told)")
  }

  /// Unless the rule wants them left out, files that cannot be read are its error.
  @Test func unreadableTexts() throws {
    let graph = try BundleGraph.fixture(
      "App.app",
      [
        "Contents/Info.plist": .info(["CFBundleName": "App"]),
        "Contents/Resources/de.lproj/InfoPlist.strings": .text("CFBundleName = "),
        "Contents/Resources/fr.lproj/InfoPlist.strings": .text("CFBundleName = Nom;"),
      ])
    func run(_ choice: String) throws -> String {
      let run = try PolicyRun(
        """
        rule "r" { summary = "s", check = function(bundle, report)
          report("%d", #bundles.info_strings(bundle, \(choice)))
        end }
        """)
      let bundle = try run.report(graph).bundles[0]
      return bundle.findings.first?.message ?? bundle.errors.first?.message ?? "none"
    }
    #expect(try run("{ skip_unreadable = true }") == "1")
    #expect(try run("{}").contains("de.lproj/InfoPlist.strings:1:16: error: "))
  }

  @Test(arguments: [
    ("com.example.Flag", false), ("org.omega-two.Server.Host", false), ("ExampleFlag", true), ("example.Flag", true),
    ("com.example.NSCameraUsageDescription", true), ("CFBundle.x.y", true), ("a-b.c.d", true),
    ("com.apple.developer.nfc.readersession.felica.systemcode", true),
  ])
  func prefixes(_ key: String, _ isPicked: Bool) throws {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", check = function(bundle, report)
        report("%d", #keys.unprefixed(bundle.info))
      end }
      """)
    let bundle = try run.report(.app("<key>\(key)</key><true/>")).bundles[0]
    #expect(bundle.findings.first?.message == (isPicked ? "1" : "0"))
  }
}
