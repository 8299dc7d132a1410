/// The name of a localization, such as `en`, `pt_BR`, `zh-Hant-HK` or `French`, and its forms.
package struct LanguageIdentifier: Hashable, Sendable {
  /// As written.
  package let name: String
  /// Parts joined by `-`: language in lower case, script capitalized, region in upper case; names and withdrawn codes
  /// replaced. `Base` stays as it is.
  package let canonical: String

  /// Takes a name apart.
  package init(_ name: String) {
    self.name = name
    // No file system has longer names of folders, and no language a longer code.
    canonical = name.utf8.count <= 255 ? Self.canonicalize(name) : name
  }

  /// The language code of the canonical form.
  package var language: String { String(canonical.prefix { $0 != "-" }) }

  /// The region of the canonical form: two letters or three digits.
  package var region: String? {
    canonical.split(separator: "-").dropFirst().first { Self.isRegion($0) }.map(String.init)
  }

  /// True for `English` and the other full names that only old bundles use.
  package var isLegacyName: Bool {
    LanguageNames.current[name.asciiLowercased] != nil || LanguageNames.old[name.asciiLowercased] != nil
  }

  /// What another name of the same localization shares with this one: the canonical form, for every full name ever used.
  var sameness: String { LanguageNames.old[name.asciiLowercased] ?? canonical }

  /// The seven names that have a common code, and their codes, each for the other; nil for all else.
  var alternateName: String? {
    for pair in LanguageNames.alternates {
      if pair.code == name { return pair.name }
      if pair.name == name { return pair.code }
    }
    return nil
  }

  /// `-` made `_`, or the other way round, after a two-letter code.
  var swapped: String? {
    var bytes = Array(name.utf8)
    guard bytes.count >= 4, bytes[2] == 0x2D || bytes[2] == 0x5F else { return nil }
    bytes[2] = bytes[2] == 0x2D ? 0x5F : 0x2D
    return String(decoding: bytes, as: UTF8.self)
  }

  /// With the script that a Chinese region implies.
  var normalized: String {
    Self.hasParts(canonical) ? LanguageTables.impliedScripts[canonical] ?? canonical : canonical
  }

  private static func hasParts(_ name: String) -> Bool { name.contains(byte: UInt8(ascii: "-")) }

  /// `normalized` and what it falls back to, the nearest first. Bounded by the parts of the name and the tables.
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
    // Most names are a code alone, and no full name is as short.
    if name.utf8.count <= 3, name.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) {
      return LanguageTables.replacedCodes[name] ?? name
    }
    if let code = LanguageNames.current[name.asciiLowercased] { return code }
    if name == "Base" { return name }
    // What follows `@` or `.` in a POSIX name says nothing about the language.
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

/// Full names of languages, which bundles of old named their folders by. In lower case: letter case is not told apart.
enum LanguageNames {
  /// Those that still serve a reader of the language: the seven that Core Foundation calls common (`CFBundle_Locale.c`),
  /// and those that ICU as Apple ships it maps (`ualoc.cpp`, `appleAliasMap`).
  static let current: [String: String] = [
    "english": "en", "french": "fr", "german": "de", "italian": "it", "dutch": "nl", "spanish": "es", "japanese": "ja",
    "arabic": "ar", "chinese": "zh-Hans", "danish": "da", "finnish": "fi", "korean": "ko", "norwegian": "nb",
    "polish": "pl", "portuguese": "pt", "russian": "ru", "swedish": "sv", "thai": "th", "turkish": "tr",
  ]

  /// The others of Core Foundation's table of 152 (`__CFBundleLanguageNamesArray`), names without a code left out. They are
  /// the same localization as their code, but choosing by preference doesn't know them.
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

  /// The seven Core Foundation tries without canonicalizing, both ways.
  static let alternates: [(code: String, name: String)] = [
    ("en", "English"), ("fr", "French"), ("de", "German"), ("it", "Italian"), ("nl", "Dutch"), ("es", "Spanish"),
    ("ja", "Japanese"),
  ]
}
