enum LanguageTables {
  /// Codes that ISO 639 withdrew, and Norwegian, which means Bokmål.
  static let replacedCodes: [String: String] = ["iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "no": "nb"]

  /// Chinese regions with an implied script (`ualoc.cpp`).
  static let impliedScripts: [String: String] = [
    "zh-CN": "zh-Hans-CN", "zh-SG": "zh-Hans-SG", "zh-TW": "zh-Hant-TW", "zh-HK": "zh-Hant-HK", "zh-MO": "zh-Hant-MO",
    "yue-CN": "yue-Hans-CN", "yue-HK": "yue-Hant-HK",
  ]

  static let parentsOfLanguages = ["ars": "ar", "nb": "no", "nn": "no", "yue": "yue-Hant"]

  /// Other parents that differ from dropping the last part: CLDR's `parentLocales` unless Apple has its own, and Apple's parents for
  /// localizations (`ualoc.cpp`, `appleParentMap`). An empty string ends a chain.
  static let parents: [String: String] = {
    var table = [
      "en-150": "en-GB", "en-GB": "en-001", "es-419": "es", "pt-PT": "pt",
      "yue-Hans": "zh-Hans", "yue-Hant": "yue-HK", "yue-HK": "zh-Hant-HK", "zh-HK": "zh-Hant",
      "zh-Hant": "zh-TW", "zh-Hant-HK": "zh-HK", "zh-Hant-MO": "zh-Hant-HK", "zh-TW": "",
    ]
    for region in words(
      "AU IN HK IE MY NZ PK SG ZA BD LK KE NG GH JM MT TT TZ UG ZM ZW GG GI IM JE BM BB BS BZ FJ FK KY MU")
    {
      table["en-" + region] = "en-GB"
    }
    for region in words("NZ CC CK CX NF NR NU PG WS") { table["en-" + region] = "en-AU" }
    for region in words("AT BE CH CY DE DK FI NL SE SI") { table["en-" + region] = "en-150" }
    for region in words("IL AE BI CM ER LR MG MH PW PH RW TK SX") { table["en-" + region] = "en-001" }
    for region in words("AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV US UY VE") {
      table["es-" + region] = "es-419"
    }
    for region in words("AO CH CV FR GQ GW LU MO MZ ST TL") { table["pt-" + region] = "pt-PT" }
    for other in words("az-Arab az-Cyrl bs-Cyrl ks-Deva mn-Mong ms-Arab pa-Arab sd-Deva sr-Latn uz-Arab uz-Cyrl") {
      table[other] = ""
    }
    return table
  }()

  /// The default region of a language, unless it equals the language code in upper case (CLDR likely subtags).
  static let usualRegions: [String: String] = [
    "en": "US", "ja": "JP", "ko": "KR", "zh": "CN", "zh-Hans": "CN", "zh-Hant": "TW", "sv": "SE", "da": "DK",
    "cs": "CZ",
    "el": "GR", "he": "IL", "uk": "UA", "hi": "IN", "ar": "EG", "fa": "IR", "vi": "VN", "nb": "NO", "nn": "NO",
    "ms": "MY", "ca": "ES", "et": "EE", "sl": "SI", "sr": "RS", "sq": "AL", "pt": "BR", "be": "BY", "ka": "GE",
    "hy": "AM", "kk": "KZ", "ga": "IE", "cy": "GB", "eu": "ES", "gl": "ES", "bn": "BD", "ta": "IN", "te": "IN",
    "ur": "PK", "sw": "TZ", "zu": "ZA", "af": "ZA", "mr": "IN", "gu": "IN", "kn": "IN", "ml": "IN", "pa": "IN",
  ]

  /// Languages whose localizations can substitute for each other (`ualoc.cpp`, `likeLanguages`).
  static let groups: [String: String] = ["ars": "ar", "nb": "no", "nn": "no", "yue": "zh", "wuu": "zh"]

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
