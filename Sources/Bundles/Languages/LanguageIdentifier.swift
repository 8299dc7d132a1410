/// The name of a localization, such as `en`, `pt_BR`, `zh-Hant-HK` or `French`, and its equivalent forms.
package struct LanguageIdentifier: Hashable, Sendable {
  package let name: String
  /// The parts joined by `-`: language in lower case, script capitalized, region in upper case; full names and withdrawn codes are
  /// replaced. `Base` is unchanged.
  package let canonical: String

  package init(_ name: String) {
    self.name = name
    // File systems do not allow longer names, and no language code is longer.
    canonical = name.utf8.count <= 255 ? Self.canonicalize(name) : name
  }

  package var language: String { String(canonical.prefix { $0 != "-" }) }

  /// The region of the canonical form: two letters or three digits.
  package var region: String? {
    canonical.split(separator: "-").dropFirst().first { Self.isRegion($0) }.map(String.init)
  }

  /// True for `English` and the other full names that only old bundles use.
  package var isLegacyName: Bool {
    LanguageNames.current[name.asciiLowercased] != nil || LanguageNames.old[name.asciiLowercased] != nil
  }

  /// Equal for all names of one localization: the canonical form, with every historical full name replaced.
  var comparisonKey: String { LanguageNames.old[name.asciiLowercased] ?? canonical }

  /// For the seven languages with a common full name, the name if this is the code, and the code if this is the name; otherwise nil.
  var alternateName: String? {
    for pair in LanguageNames.alternates {
      if pair.code == name { return pair.name }
      if pair.name == name { return pair.code }
    }
    return nil
  }

  /// The name with `-` and `_` exchanged after a two-letter code.
  var swapped: String? {
    var bytes = Array(name.utf8)
    guard bytes.count >= 4, bytes[2] == 0x2D || bytes[2] == 0x5F else { return nil }
    bytes[2] = bytes[2] == 0x2D ? 0x5F : 0x2D
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The canonical form, with the script that a Chinese region implies.
  var normalized: String {
    Self.hasParts(canonical) ? LanguageTables.impliedScripts[canonical] ?? canonical : canonical
  }

  private static func hasParts(_ name: String) -> Bool { name.contains(byte: UInt8(ascii: "-")) }

  /// `normalized` and its fallbacks, nearest first. Bounded by the number of parts and the tables.
  package var chain: [String] {
    var chain: [String] = []
    var next = normalized
    while !next.isEmpty, chain.count < 10, !chain.contains(next) {
      chain.append(next)
      let parents = Self.hasParts(next) ? LanguageTables.parents : LanguageTables.parentsOfLanguages
      if let parent = parents[next] {
        next = parent
      } else {
        next = next.lastIndex(of: "-").map { String(next[..<$0]) } ?? ""
      }
    }
    return chain
  }

  private static func canonicalize(_ name: String) -> String {
    // Most names are just a code, and all full names are longer.
    if name.utf8.count <= 3, name.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) {
      return LanguageTables.replacedCodes[name] ?? name
    }
    if let code = LanguageNames.current[name.asciiLowercased] { return code }
    if name == "Base" { return name }
    // The part after `@` or `.` in a POSIX locale name does not concern the language.
    let bare = name.prefix { $0 != "@" && $0 != "." }
    var parts = bare.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { String($0).asciiLowercased }
    guard let language = parts.first else { return name }
    parts[0] = LanguageTables.replacedCodes[language] ?? language
    for position in parts.indices.dropFirst() {
      let part = parts[position]
      if part.utf8.count == 4, part.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) {
        parts[position] = String(part.prefix(1)).uppercased() + String(part.dropFirst())
      } else if isRegion(part[...]) {
        parts[position] = part.uppercased()
      }
    }
    return parts.joined(separator: "-")
  }

  private static func isRegion(_ part: Substring) -> Bool {
    let bytes = part.utf8
    return bytes.count == 2 && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x41...0x5A ~= $0 }
      || bytes.count == 3 && bytes.allSatisfy { 0x30...0x39 ~= $0 }
  }
}

/// Full names of languages, which old bundles use as folder names; in lower case because letter case is ignored.
enum LanguageNames {
  /// Names that are still matched against preferred languages: the seven common ones of Core Foundation (`CFBundle_Locale.c`), and those
  /// that Apple's ICU maps (`ualoc.cpp`, `appleAliasMap`).
  static let current: [String: String] = [
    "english": "en", "french": "fr", "german": "de", "italian": "it", "dutch": "nl", "spanish": "es", "japanese": "ja",
    "arabic": "ar", "chinese": "zh-Hans", "danish": "da", "finnish": "fi", "korean": "ko", "norwegian": "nb",
    "polish": "pl", "portuguese": "pt", "russian": "ru", "swedish": "sv", "thai": "th", "turkish": "tr",
  ]

  /// The other names of Core Foundation's table of 152 (`__CFBundleLanguageNamesArray`), except names without a code. They denote the same
  /// localization as their code, but are not matched against preferred languages.
  static let old: [String: String] = [
    "afrikaans": "af", "albanian": "sq", "amharic": "am", "armenian": "hy", "assamese": "as", "aymara": "ay",
    "azerbaijani": "az", "basque": "eu", "bengali": "bn", "breton": "br", "bulgarian": "bg", "burmese": "my",
    "byelorussian": "be", "catalan": "ca", "croatian": "hr", "czech": "cs", "dzongkha": "dz", "esperanto": "eo",
    "estonian": "et", "faroese": "fo", "farsi": "fa", "galician": "gl", "georgian": "ka", "greek": "el",
    "greenlandic": "kl", "guarani": "gn", "gujarati": "gu", "hebrew": "he", "hindi": "hi", "hungarian": "hu",
    "icelandic": "is", "indonesian": "id", "inuktitut": "iu", "irish": "ga", "javanese": "jv", "kannada": "kn",
    "kashmiri": "ks", "kazakh": "kk", "khmer": "km", "kinyarwanda": "rw", "kirghiz": "ky", "kurdish": "ku",
    "lao": "lo", "latin": "la", "latvian": "lv", "lithuanian": "lt", "macedonian": "mk", "malagasy": "mg",
    "malay": "ms", "malayalam": "ml", "maltese": "mt", "manx": "gv", "marathi": "mr", "moldavian": "ro",
    "mongolian": "mn", "nepali": "ne", "nynorsk": "nn", "oriya": "or", "oromo": "om", "pashto": "ps", "punjabi": "pa",
    "quechua": "qu", "romanian": "ro", "rundi": "rn", "sami": "se", "sanskrit": "sa", "scottish": "gd",
    "serbian": "sr", "sindhi": "sd", "sinhalese": "si", "slovak": "sk", "slovenian": "sl", "somali": "so",
    "sundanese": "su", "swahili": "sw", "tagalog": "tl", "tajiki": "tg", "tamil": "ta", "tatar": "tt", "telugu": "te",
    "tibetan": "bo", "tigrinya": "ti", "tongan": "to", "turkmen": "tk", "uighur": "ug", "ukrainian": "uk",
    "urdu": "ur", "uzbek": "uz", "vietnamese": "vi", "welsh": "cy", "yiddish": "yi",
  ]

  /// The seven names that Core Foundation tries in both directions without canonicalizing.
  static let alternates: [(code: String, name: String)] = [
    ("en", "English"), ("fr", "French"), ("de", "German"), ("it", "Italian"), ("nl", "Dutch"), ("es", "Spanish"),
    ("ja", "Japanese"),
  ]
}
