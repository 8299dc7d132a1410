import Testing

@testable import Bundles

@Suite struct StringsTableTests {
  private static func bundle() throws -> Bundle {
    try open(
      "It.app",
      [
        "Contents/Info.plist": .info(),
        "Contents/Resources/French.lproj/InfoPlist.strings": .text("CFBundleName = \"Ceci\";\nShared = strings;"),
        "Contents/Resources/French.lproj/InfoPlist.stringsdict": .info(strings(["Shared": "dict"])),
        "Contents/Resources/de.lproj/InfoPlist.strings": .text("CFBundleName = "),
        "Contents/Resources/it.lproj/InfoPlist.strings": .directory,
        "Contents/Resources/es.lproj/InfoPlist.strings": .info().asArray,
        "Contents/Resources/Plain.strings": .text("a = b;"),
        "Contents/Resources/InfoPlist.loctable": .info(
          "<key>pt_BR</key><dict><key>CFBundleName</key><string>Isto</string></dict><key>ja</key><string>no</string>"),
      ]
    ).outer
  }

  private func value(_ key: String, _ language: String) throws -> String? {
    try Self.bundle().strings(table: "InfoPlist", language: language)?.value(forKey: key).flatMap {
      $0.source.list.string(of: $0.node)
    }
  }

  @Test func filesAndTheirOrder() throws {
    let table = try #require(try Self.bundle().strings(table: "InfoPlist", language: "fr"))
    #expect(
      table.sources.map(\.path) == [
        "Contents/Resources/French.lproj/InfoPlist.stringsdict", "Contents/Resources/French.lproj/InfoPlist.strings",
      ])
    #expect(try value("CFBundleName", "fr") == "Ceci")
    #expect(try value("Shared", "fr") == "dict")
    #expect(try value("None", "fr") == nil)
  }

  @Test func allLanguagesInOneFile() throws {
    #expect(try value("CFBundleName", "pt-BR") == "Isto")
    #expect(try Self.bundle().strings(table: "InfoPlist", language: "ja") == nil)
  }

  /// A separate file precedes the combined table.
  @Test(
    arguments: [
      (Int64(1), ["a.strings"], ["a.strings"]), (2, ["a.strings"], ["a.loctable", "a.strings"]),
      (3, ["a.strings"], ["a.strings", "a.loctable"]),
      (3, ["a.strings", "a.stringsdict"], ["a.stringsdict", "a.strings"]),
      (1, ["a.stringsdict"], ["a.stringsdict", "a.loctable"]), (2, ["a.stringsdict"], ["a.stringsdict"]),
      (3, [], ["a.loctable"]), (0, [], []),
    ] as [(Int64, [String], [String])])
  func combined(provenance: Int64, files: [String], expected: [String]) throws {
    var entries: [String: MemoryStorage.Node] = [
      "Info.plist": .info(),
      "a.loctable": .info(
        "<key>LocProvenance</key><dict><key>fr</key><integer>\(provenance)</integer></dict><key>fr</key><dict/>"),
    ]
    for file in files { entries["fr.lproj/" + file] = file.hasSuffix("dict") ? .info() : .text("a = b;") }
    let table = try open("It.app", entries).outer.strings(table: "a", language: "fr")
    #expect((table?.sources ?? []).map { BundlePath.lastComponent($0.path) } == expected)
  }

  @Test func outsideLocalizations() throws {
    #expect(
      try Self.bundle().strings(table: "Plain", language: nil)?.sources.map(\.path) == [
        "Contents/Resources/Plain.strings"
      ])
    #expect(try Self.bundle().strings(table: "plain", language: nil) == nil)
    #expect(try Self.bundle().strings(table: "InfoPlist", language: nil) == nil)
  }

  @Test(arguments: [
    ("de", BundleCode.malformedPropertyList), ("it", .unreadable), ("es", .infoNotADictionary),
  ])
  func unusable(language: String, code: BundleCode) throws {
    let error = try bundleError { try Self.bundle().strings(table: "InfoPlist", language: language) }
    #expect(error.code == code)
    #expect(error.file == "It.app/Contents/Resources/\(language).lproj/InfoPlist.strings")
  }
}

extension MemoryStorage.Node {
  fileprivate var asArray: Self { .text("<plist><array/></plist>") }
}
