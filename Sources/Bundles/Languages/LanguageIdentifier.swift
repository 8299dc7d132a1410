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
  var normalized: String { LanguageTables.impliedScripts[canonical] ?? canonical }

  /// `normalized` and what it falls back to, the nearest first. Bounded by the parts of the name and the tables.
  package var chain: [String] {
    var chain: [String] = []
    var next = normalized
    while !next.isEmpty, chain.count < 10, !chain.contains(next) {
      chain.append(next)
      if let parent = LanguageTables.parents[next] {
        next = parent
      } else {
        next = next.lastIndex(of: "-").map { String(next[..<$0]) } ?? ""
      }
    }
    return chain
  }

  private static func canonicalize(_ name: String) -> String {
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
        parts[position] = String(part.prefix(1)).uppercased() + part.dropFirst()
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
