import PropertyLists
import Testing

@testable import Bundles

@Suite struct LocalizedInfoTests {
  private static let info = strings([
    "CFBundleName": "Own", "CFBundleDevelopmentRegion": "en", "Kept": "own", "Q~ipad": "pad", "Q": "q",
  ])

  private static func bundle(
    _ files: [String: String], _ info: String = info, platform: String = "<key>LSRequiresIPhoneOS</key><true/>"
  ) throws -> Bundle {
    var entries: [String: MemoryStorage.Node] = ["Info.plist": .info(info + platform)]
    for (path, text) in files { entries[path] = .text(path.hasSuffix(".loctable") ? plist(text) : text) }
    return try open("It.app", entries).outer
  }

  private static func language(_ name: String, _ pairs: KeyValuePairs<String, String>) -> String {
    "<key>\(name)</key><dict>\(strings(pairs))</dict>"
  }

  /// Returns `KEY=VALUE PATH` for a key.
  private static func look(_ bundle: Bundle, _ key: String, _ languages: [String], _ device: String? = nil) throws
    -> String?
  {
    let kind = device.map { DeviceKind(platform: .ios, device: $0) }
    guard let value = try bundle.localizedInfo(languages: languages, device: kind).value(forKey: key) else {
      return nil
    }
    return "\(value.key)=\(value.source.list.string(of: value.node) ?? "?") \(value.source.path)"
  }

  @Test(
    arguments: [
      ([:], ["fr"], "CFBundleName=Own Info.plist"),
      (["fr.lproj/InfoPlist.strings": "CFBundleName = F;"], ["fr"], "CFBundleName=F fr.lproj/InfoPlist.strings"),
      (["fr.lproj/InfoPlist.strings": "CFBundleName = F;"], ["ja"], "CFBundleName=F fr.lproj/InfoPlist.strings"),
      (
        ["fr.lproj/InfoPlist.strings": "CFBundleName = F;", "en.lproj/InfoPlist.strings": "CFBundleName = E;"],
        ["ja", "fr-CA"],
        "CFBundleName=F fr.lproj/InfoPlist.strings"
      ),
      (
        ["fr.lproj/InfoPlist.strings": "CFBundleName = F;", "InfoPlist.strings": "CFBundleName = U;"], ["fr"],
        "CFBundleName=U InfoPlist.strings"
      ),
      (
        [
          "fr.lproj/x": "", "en.lproj/InfoPlist.strings": "CFBundleName = E;",
          "Base.lproj/InfoPlist.strings": "CFBundleName = B;",
        ],
        ["fr"], "CFBundleName=B Base.lproj/InfoPlist.strings"
      ),
      // Only one table is read: other keys come from Info.plist, never from another language.
      (
        ["fr.lproj/InfoPlist.strings": "Other = F;", "en.lproj/InfoPlist.strings": "CFBundleName = E;"], ["fr"],
        "CFBundleName=Own Info.plist"
      ),
      (
        ["French.lproj/InfoPlist.strings": "CFBundleName = F;"], ["fr"], "CFBundleName=F French.lproj/InfoPlist.strings"
      ),
      (
        ["InfoPlist.loctable": language("fr", ["CFBundleName": "L"])], ["fr"], "CFBundleName=L InfoPlist.loctable"
      ),
      (
        [
          "InfoPlist.loctable": language("fr", ["CFBundleName": "L"]),
          "fr.lproj/InfoPlist.strings": "CFBundleName = F;",
        ],
        ["fr"], "CFBundleName=F fr.lproj/InfoPlist.strings"
      ),
      (
        [
          "InfoPlist.loctable": language("fr", ["CFBundleName": "L"]) + language("fr-iphoneos", ["CFBundleName": "P"])
            + "<key>LocProvenance</key><dict/>"
        ], ["fr"], "CFBundleName=P InfoPlist.loctable"
      ),
    ] as [([String: String], [String], String)])
  func whichTable(files: [String: String], languages: [String], expected: String) throws {
    #expect(try Self.look(try Self.bundle(files), "CFBundleName", languages) == expected)
  }

  @Test func qualifiedKeysInBothFiles() throws {
    let bundle = try Self.bundle(["fr.lproj/InfoPlist.strings": "CFBundleName = F; \"CFBundleName~ipad\" = P; Q = T;"])
    #expect(try Self.look(bundle, "CFBundleName", ["fr"], "ipad") == "CFBundleName~ipad=P fr.lproj/InfoPlist.strings")
    #expect(try Self.look(bundle, "CFBundleName", ["fr"], "iphone") == "CFBundleName=F fr.lproj/InfoPlist.strings")
    // Keys of the table precede those in Info.plist, qualified or not.
    #expect(try Self.look(bundle, "Q", ["fr"], "ipad") == "Q=T fr.lproj/InfoPlist.strings")
    #expect(try Self.look(bundle, "Q", ["de"], "ipad") == "Q=T fr.lproj/InfoPlist.strings")
    #expect(try Self.look(bundle, "Q~ipad", ["fr"], "ipad") == nil)
    #expect(try Self.look(try Self.bundle([:]), "Q", ["fr"], "ipad") == "Q~ipad=pad Info.plist")
  }

  @Test func everyKeyInOrder() throws {
    let bundle = try Self.bundle(["fr.lproj/InfoPlist.strings": "New = n; CFBundleName = F;"])
    let info = try bundle.localizedInfo(languages: ["fr"])
    #expect(
      info.values.map(\.name) == [
        "CFBundleName", "CFBundleDevelopmentRegion", "Kept", "Q", "LSRequiresIPhoneOS", "New",
      ])
    #expect(info.values.filter(\.isLocalized).map(\.name) == ["CFBundleName", "New"])
    #expect(info.localization == "fr" && info.strings?.path == "fr.lproj/InfoPlist.strings")
    #expect(try Self.bundle([:]).localizedInfo(languages: []).localization == nil)
  }

  @Test func barePropertyList() throws {
    let list = try parse(Self.info)
    let bundle = BundleGraph.propertyList(list, name: "Info.plist", displayPath: "Info.plist").outer
    #expect(try bundle.localizedInfo(languages: ["fr"]).value(forKey: "CFBundleName")?.isLocalized == false)
  }

  @Test(arguments: [("CFBundleName = ", BundleCode.malformedPropertyList), ("(a, b)", .infoNotADictionary)])
  func unusable(text: String, code: BundleCode) throws {
    let bundle = try Self.bundle(["fr.lproj/InfoPlist.strings": text])
    let error = try bundleError { try bundle.localizedInfo(languages: ["fr"]) }
    #expect(error.code == code && error.file == "It.app/fr.lproj/InfoPlist.strings")
  }

  @Test func oldestLayoutHasAFolderForNoLanguage() throws {
    let bundle = try open(
      "It.bundle",
      [
        "Support Files/Info.plist": .info(), "Support Files/Resources/Non-localized Resources/a.txt": .text(""),
        "Support Files/Resources/a.txt": .text(""), "Support Files/Resources/b.txt": .text(""),
      ]
    ).outer
    #expect(
      try bundle.resource(named: "a", ofType: "txt") == "Support Files/Resources/Non-localized Resources/a.txt")
    #expect(try bundle.resource(named: "b", ofType: "txt") == "Support Files/Resources/b.txt")
  }
}

extension LocalizedInfo {
  fileprivate func value(forKey name: String) -> Value? { values.first { $0.name.hasSameBytes(as: name) } }
}
