import Basics
import Bundles
import PolicyTestSupport
import PropertyLists
import Testing

@testable import PolicyEngine

/// Equal places of a file are equal to a rule, and the reads of other rules before it change nothing.
@Suite struct SamePlaceTests {
  private static func app() throws -> BundleGraph {
    let list = "<plist><dict><key>A</key><array><dict/><dict/></array><key>B</key><dict/></dict></plist>"
    return try .fixture(
      "App.app",
      [
        "Contents/Info.plist": .text(
          "<plist><dict><key>CFBundleName</key><string>App</string><key>List</key><array><true/></array></dict></plist>"
        ),
        "Contents/z.plist": .text(list), "Contents/a.plist": .text(list), "Contents/m.json": .text("{\"A\": {}}"),
        "Contents/link.plist": .link("z.plist"),
        "Contents/PlugIns/In.appex/Contents/Info.plist": .text(
          "<plist><dict><key>CFBundleName</key><string>In</string></dict></plist>"),
        "Contents/Frameworks/Kit.framework/Versions/A/Resources/Info.plist": .text("<plist><dict/></plist>"),
        "Contents/Frameworks/Kit.framework/Versions/Current": .link("A"),
        "Contents/Frameworks/Kit.framework/Resources": .link("Versions/Current/Resources"),
      ])
  }

  private static func rule(_ name: String, _ body: String) -> String {
    """
    rule "\(name)" { summary = "s", applies = { nested = false }, check = function(bundle, report)
      local function read(path) return bundles.read(bundle, path) end
      \(body)
    end }
    """
  }

  @Test(arguments: [
    ("bundle.info == read('Contents/Info.plist')", "true"),
    ("({ [bundle.info] = 1 })[read('Contents/Info.plist')]", "1"),
    ("({ [bundle.info.List] = 1 })[read('Contents/Info.plist').List]", "1"),
    ("({ [bundle.info] = 1 })[read('./Contents//Info.plist')]", "1"),
    ("read('Contents/./z.plist').A == read('Contents/z.plist').A", "true"),
    ("({ [read('Contents/./z.plist').A] = 1 })[read('Contents/z.plist').A]", "1"),
    ("read('Contents/MacOS/../z.plist') == nil", "true"),
    ("read('Contents/PlugIns/../z.plist').A == read('Contents/z.plist').A", "true"),
    ("read('Contents/link.plist').B == read('Contents/z.plist').B", "true"),
    ("read('Contents/z.plist').A[1] == read('Contents/z.plist').A[2]", "false"),
    ("read('Contents/a.plist').B == read('Contents/z.plist').B", "false"),
    ("bundle.bundles[1].info == read(bundle.bundles[1].path .. '/Resources/Info.plist')", "true"),
    ("bundle.bundles[1].info == read(bundle.bundles[1].path .. '/Versions/A/Resources/Info.plist')", "true"),
    ("bundle.bundles[2].info == read('Contents/PlugIns/In.appex/Contents/Info.plist')", "true"),
    ("bundle.bundles[2].info == bundle.info", "false"),
    ("bundle.files['Contents/z.plist'] == bundle.files['Contents/./z.plist']", "true"),
    ("bundle.files['Contents/./z.plist'].path", "Contents/z.plist"),
    (
      "bundle.files['Contents/PlugIns/In.appex/Contents/Info.plist'] == bundle.bundles[2].files['Contents/Info.plist']",
      "true"
    ),
    ("bundle.files['Contents/link.plist'] == bundle.files['Contents/z.plist']", "false"),
    ("bundle.files['Contents/m.json'].json.A == bundle.files['Contents/m.json'].json.A", "true"),
    ("bundle.files['Contents/m.json'].json == bundle.info", "false"), ("bundle.info < bundle.info", "false"),
  ])
  func equality(_ expression: String, _ expected: String) throws {
    let body = "local ok, value = pcall(function() return \(expression) end) report(ok and tostring(value) or 'error')"
    let report = try PolicyRun(Self.rule("r", body)).report(Self.app())
    #expect(report.bundles[0].findings.map(\.message) == [expected], "\(report.bundles[0].errors)")
  }

  /// Documents and files are numbered in the order in which rules ask for them.
  @Test func theOrderOfKeysIsThatOfPlaces() throws {
    let asking = Self.rule(
      "last",
      """
      local t = {}
      local kit, extension = bundle.bundles[1], bundle.bundles[2]
      for _, value in ipairs {
        read("Contents/z.plist"), read("Contents/z.plist").A[2], read("Contents/z.plist").A[1], read("Contents/a.plist"), bundle.info,
        read("Contents/Info.plist").List, kit.info, read(kit.path .. "/Versions/A/Resources/Info.plist"), extension.info,
        read("Contents/link.plist"), bundle.files["Contents/m.json"].json, bundle.files["Contents/z.plist"],
        bundle.files["Contents/a.plist"], bundle.files["Contents/link.plist"], extension.files["Contents/Info.plist"], bundle, extension,
        kit, bundle.history, bundle.files, keys.CFBundleName, keys.CFBundleVersion, version.parse("2"), version.parse("1"),
      } do t[value] = true end
      local names = {}
      for value in pairs(t) do names[#names + 1] = tostring(value) end
      report(table.concat(names, " "))
      """)
    func order(after others: [String]) throws -> [String] {
      let rules = others.enumerated().map { Self.rule("before\($0.offset)", $0.element) } + [asking]
      let report = try PolicyRun(rules.joined(separator: "\n")).report(Self.app())
      #expect(report.bundles[0].errors.isEmpty, "\(report.bundles[0].errors)")
      return report.bundles[0].findings.map(\.message)
    }
    let alone = try order(after: [])
    #expect(alone.count == 1 && alone[0].contains("<dictionary Contents/a.plist:> <dictionary"))
    let others = [
      "local x = bundle.bundles[2].info", "read('Contents/link.plist')", "read('Contents/Info.plist')",
      "local x = bundle.files['Contents/m.json'].json, bundle.files['Contents/z.plist'].size",
      "read(bundle.bundles[1].path .. '/Versions/A/Resources/Info.plist')", "read('Contents/z.plist')",
      "local x = keys.CFBundleVersion, version.parse('1')",
    ]
    #expect(try order(after: others) == alone)
    #expect(try order(after: others.reversed()) == alone)
    for other in others { #expect(try order(after: [other]) == alone, "\(other)") }
  }

  /// The size of a directory depends on the file system.
  @Test func onlyFilesAndLinksHaveASize() throws {
    let folder = try TemporaryFolder([
      "App.app/Contents/Info.plist": PropertyListText.document(""), "App.app/a": "12345",
    ])
    #expect(symlink("a", folder("App.app/link")) == 0 && mkfifo(folder("App.app/pipe"), 0o644) == 0)
    let body = """
      local sizes = {}
      for path, file in pairs(bundle.files) do sizes[#sizes + 1] = path .. "=" .. tostring(file.size) end
      report((table.concat(sizes, " "):gsub("Info.plist=%d+", "Info.plist=some")))
      """
    let report = try PolicyRun(Self.rule("r", body)).report(.open(path: folder("App.app")))
    #expect(
      report.bundles[0].findings.map(\.message) == [
        "Contents=nil Contents/Info.plist=some a=5 link=1 pipe=nil"
      ])
    let status = try DirectoryStorage(path: folder("App.app")).status("Contents")
    #expect(status.type == .directory && status.size == 0)
  }

  /// Tables that functions are given are read in the same order.
  @Test func tablesOfTheHostAreReadInOrder() throws {
    let rule = Self.rule(
      "r",
      "local _, problem = pcall(report, 'm', { [read('Contents/z.plist')] = 1, [bundle.info] = 2 }) report(problem)")
    let before = Self.rule("before", "read('Contents/z.plist')")
    let alone = try PolicyRun(rule).report(Self.app()).bundles[0].findings.map(\.message)
    let after = try PolicyRun(before + "\n" + rule).report(Self.app()).bundles[0].findings.map(\.message)
    #expect(alone == after)
  }
}
