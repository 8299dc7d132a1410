import Testing

@testable import Bundles

@Suite struct LocalizationTests {
  @Test(
    arguments: [
      ("", [], []), ("", ["en", "fr"], ["en", "fr"]),
      (strings(["CFBundleDevelopmentRegion": "de"]), [], ["de"]),
      (strings(["CFBundleDevelopmentRegion": "de"]), ["en"], ["en"]),
      (strings(["CFBundleDevelopmentRegion": "de"]), ["Base", "en"], ["Base", "en", "de"]),
      (strings(["CFBundleDevelopmentRegion": "en"]), ["Base", "English"], ["Base", "English"]),
      (strings(["CFBundleDevelopmentRegion": "pt-BR"]), ["Base", "pt_BR"], ["Base", "pt_BR"]),
      (strings(["CFBundleDevelopmentRegion": ""]), [], []),
      ("<key>CFBundleDevelopmentRegion</key><integer>1</integer>", [], []),
      (array("CFBundleLocalizations", ["ja", "", "en"]), ["en", "fr"], ["ja", "en", "fr"]),
      ("<key>CFBundleLocalizations</key><array><true/><string>ja</string></array>", [], ["ja"]),
      (strings(["CFBundleLocalizations": "ja"]), ["fr"], ["fr"]),
      (strings(["CFBundleLocalizations": "ja", "CFBundleDevelopmentRegion": "de"]), [], ["de"]),
      // Declared but empty: the development region is added only for Base.
      (strings(["CFBundleDevelopmentRegion": "de"]) + array("CFBundleLocalizations", []), [], []),
      (strings(["CFBundleDevelopmentRegion": "de"]) + array("CFBundleLocalizations", []), ["Base"], ["Base", "de"]),
    ] as [(String, [String], [String])])
  func list(content: String, folders: [String], expected: [String]) throws {
    #expect(Localizations.list(info: try parse(content), folders: folders) == expected)
  }

  @Test(
    arguments: [
      ("en", ["fr", "en"], "en"), ("en", ["English"], "English"), ("English", ["en"], "en"),
      ("en-US", ["en_US"], "en_US"),
      ("en_US", ["en-US"], "en-US"), ("EN-us", ["en_US"], "en_US"), ("no", ["nb"], "nb"), ("nb", ["no"], "no"),
      ("iw", ["he"], "he"), ("zh_Hant", ["zh-hant"], "zh-hant"), ("pt-PT", ["pt"], nil), ("en-GB", ["en"], nil),
      ("froobleblax", ["en"], nil), ("danish", ["da"], "da"), ("en", [], nil),
      // Names in the table of Core Foundation that the choice by preference does not use.
      ("he", ["Hebrew"], "Hebrew"), ("Hebrew", ["he"], "he"), ("iw", ["Hebrew"], "Hebrew"), ("Welsh", ["cy"], "cy"),
      ("Moldavian", ["ro"], "ro"), ("Klingon", ["tlh"], nil),
    ] as [(String, [String], String?)])
  func find(language: String, list: [String], expected: String?) {
    #expect(Localizations.find(language, in: list) == expected)
  }

  @Test(arguments: [
    ("zh-MO", ["zh-Hant-MO", "zh-Hant-HK", "zh-HK", "zh-Hant", "zh-TW"]),
    ("zh_TW", ["zh-Hant-TW", "zh-Hant", "zh-TW"]),
    ("no", ["nb", "no"]), ("en_AU", ["en-AU", "en-GB", "en-001", "en"]),
    ("en-DE", ["en-DE", "en-150", "en-GB", "en-001", "en"]),
    ("es_MX", ["es-MX", "es-419", "es"]), ("pt-AO", ["pt-AO", "pt-PT", "pt"]), ("fr_CA", ["fr-CA", "fr"]),
    ("sr-Latn", ["sr-Latn"]),
    ("French", ["fr"]), ("en-NZ", ["en-NZ", "en-AU", "en-GB", "en-001", "en"]),
  ])
  func chain(name: String, expected: [String]) {
    #expect(LanguageIdentifier(name).chain == expected)
  }

  @Test(
    arguments: [
      (["en", "fr"], ["fr"], ["fr"]), (["en", "fr"], ["fr-CA"], ["fr"]),
      (["fr_CA", "fr"], ["fr-CA"], ["fr_CA", "fr"]),
      (["it_CH", "it_IT"], ["it"], ["it_IT"]), (["en", "en_GB"], ["en-AU"], ["en_GB", "en"]),
      (["en", "en_GB"], ["en-US"], ["en"]),
      (["English", "French"], ["fr-CH"], ["French"]), (["zh_TW", "zh_CN"], ["zh-Hant"], ["zh_TW"]),
      (["zh_TW", "zh_CN"], ["zh-HK"], ["zh_TW"]),
      (["zh-Hans", "zh-Hant"], ["zh-TW"], ["zh-Hant"]), (["zh-Hans", "zh-Hant"], ["zh-SG"], ["zh-Hans"]),
      (["de"], ["fr"], []), (["de", "ja"], ["fr", "ja"], ["ja"]), (["pt_BR", "en"], ["pt-PT", "en"], ["en"]),
      (["pt_BR", "de"], ["pt-PT"], ["pt_BR"]),
      (["no"], ["nn"], ["no"]), (["nb"], ["no"], ["nb"]), ([], ["en"], []), (["Base"], ["en"], []),
      (["en_GB", "en_US", "en"], ["en"], ["en"]), (["en_GB", "en_US"], ["en"], ["en_US"]),
      (["es_419", "es"], ["es-MX"], ["es_419", "es"]), (["sr"], ["sr-Latn"], []),
      (["Hebrew"], ["he"], []), (["Danish"], ["da"], ["Danish"]),
    ] as [([String], [String], [String])])
  func preferred(from list: [String], for languages: [String], expected: [String]) {
    #expect(Localizations.preferred(from: .init(list), for: languages) == expected)
  }

  @Test(
    arguments: [
      (["de", "en", "fr"], "de", ["fr"], ["fr", "de"]), (["de", "en"], "de", ["ja"], ["de"]),
      (["en", "it"], nil, ["ja"], ["en"]),
      (["it", "ru"], nil, ["ja"], ["it"]), ([], nil, [], ["en"]), (["fr"], "de", ["fr"], ["fr", "de"]),
      (["English", "fr"], "en", ["fr"], ["fr", "English"]), (["fr", "English"], nil, ["fr"], ["fr", "English"]),
    ] as [([String], String?, [String], [String])])
  func searchList(localizations: [String], region: String?, languages: [String], expected: [String]) {
    let list = Localizations.searchList(.init(localizations), developmentRegion: region, languages: languages)
    #expect(list == expected)
  }

  @Test func qualifiedByThePlatform() throws {
    let info = try parse(
      strings(["CFBundleDevelopmentRegion": "de", "CFBundleDevelopmentRegion-macos": "fr"])
        + array("CFBundleLocalizations-iphoneos", ["ja"]))
    #expect(Localizations.list(info: info, folders: []) == ["de"])
    #expect(Localizations.list(info: info, folders: [], platform: .macos) == ["fr"])
    #expect(Localizations.list(info: info, folders: ["Base"], platform: .ios) == ["ja", "Base", "de"])
  }

  @Test func ofABundle() throws {
    let bundle = try open(
      "It.app",
      [
        "Contents/Info.plist": .info(strings(["CFBundleDevelopmentRegion": "en"])),
        "Contents/Resources/fr.lproj/a": .text(""), "Contents/Resources/Base.lproj/a": .text(""),
        "Contents/Resources/de.lproj": .text("a file"), "Contents/Resources/.lproj/a": .text(""),
        "Contents/Resources/it.LPROJ/a": .text(""), "Contents/Resources/ja.lproj": .link("fr.lproj"),
      ]
    ).outer
    #expect(try bundle.localizations() == ["Base", "fr", "ja", "en"])
    #expect(try open("It.app", ["Contents/Info.plist": .info()]).outer.localizations().isEmpty)
  }

  /// A property list may declare any number of names; a linear search for each name took minutes.
  @Test(.timeLimit(.minutes(30))) func aHostOfLocalizations() throws {
    let names = (0..<20_000).map { "en-\($0)" }
    let list = Localizations.list(info: try parse(array("CFBundleLocalizations", names)), folders: names)
    #expect(list.count == names.count)
    #expect(Localizations.preferred(from: .init(names + ["fr"]), for: ["fr"]) == ["fr"])
    #expect(Localizations.preferred(from: .init(names), for: ["en-7"]).first == "en-7")
  }

  @Test func legacyNames() {
    #expect(LanguageIdentifier("English").isLegacyName)
    #expect(LanguageIdentifier("Welsh").isLegacyName)
    #expect(!LanguageIdentifier("en").isLegacyName)
    #expect(LanguageIdentifier("zh_hant_tw").canonical == "zh-Hant-TW")
    #expect(LanguageIdentifier("pt_BR").region == "BR")
    #expect(LanguageIdentifier("es-419").region == "419")
    #expect(LanguageIdentifier("zh-Hant").region == nil)
  }
}
