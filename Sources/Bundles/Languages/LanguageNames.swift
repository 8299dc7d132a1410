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
