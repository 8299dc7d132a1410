import Basics
import PropertyLists

/// Lists a bundle's localizations and matches them with preferred languages, as `CFBundle_Locale.c` does.
package enum Localizations {
  /// `CFBundleLocalizations` (its strings, in order), then `folders` (the names of the `.lproj` folders), without duplicates. The
  /// development region is added if `Base` is present and the region is not present in any form, or if there are no folders and no
  /// `CFBundleLocalizations`; an empty `CFBundleLocalizations` counts as present (`_copyBundleLocalizationsFromResources`).
  ///
  /// Both keys may be qualified by `platform`.
  static func list(info: PropertyList, folders: [String], platform: Bundle.Platform? = nil) -> [String] {
    var result: [String] = []
    // A set of bytes rather than a search of the list, because a file may declare any number.
    var seen: Set<[UInt8]> = []
    func add(_ name: String) {
      if !name.isEmpty, seen.insert(Array(name.utf8)).inserted { result.append(name) }
    }
    let declared = value("CFBundleLocalizations", info, platform)
    let isDeclared = declared.map { info.kind(of: $0) == .array } ?? false
    if let declared, isDeclared {
      for position in 0..<info.count(of: declared) {
        if let name = info.element(of: declared, at: position).flatMap({ info.string(of: $0) }) { add(name) }
      }
    }
    folders.forEach(add)
    guard let region = developmentRegion(info, platform) else { return result }
    let hasBase = result.contains { $0.hasSameBytes(as: "Base") }
    if result.isEmpty && !isDeclared || hasBase && find(region, in: result) == nil { add(region) }
    return result
  }

  static func developmentRegion(_ info: PropertyList, _ platform: Bundle.Platform?) -> String? {
    guard let node = value("CFBundleDevelopmentRegion", info, platform), let region = info.string(of: node)
    else { return nil }
    return region.isEmpty ? nil : region
  }

  private static func value(_ key: String, _ info: PropertyList, _ platform: Bundle.Platform?) -> PropertyList.Node? {
    guard let platform else { return info.value(of: info.root, forKey: key) }
    return QualifiedKey.resolve(info, key, platform: platform)?.node
  }

  /// Returns the localization that any form of `language` names, as spelled in the list. Compares, in this order: the same name, the other
  /// common name or code, `-` for `_`, the canonical form, and canonical forms with each other. No fallback.
  package static func find(_ language: String, in localizations: [String]) -> String? {
    let wanted = LanguageIdentifier(language)
    for form in [language, wanted.alternateName, wanted.swapped, wanted.comparisonKey] {
      if let form, let found = localizations.first(where: { $0.hasSameBytes(as: form) }) { return found }
    }
    return localizations.first { LanguageIdentifier($0).comparisonKey == wanted.comparisonKey }
  }

  struct Index: Sendable {
    private let names: [String]
    private var exact: [ExactText: String] = [:]
    private let byComparisonKey = Lazy<[String: String], Never>()

    init(_ names: [String]) {
      self.names = names
      for name in names.reversed() { exact[ExactText(name)] = name }
    }

    func find(_ language: String) -> String? {
      // Callers usually pass a name from the list.
      if let found = exact[ExactText(language)] { return found }
      let wanted = LanguageIdentifier(language)
      for form in [wanted.alternateName, wanted.swapped, wanted.comparisonKey] {
        if let form, let found = exact[ExactText(form)] { return found }
      }
      let known = byComparisonKey.value {
        Dictionary(names.map { (LanguageIdentifier($0).comparisonKey, $0) }, uniquingKeysWith: { first, _ in first })
      }
      return known[wanted.comparisonKey]
    }
  }

  /// Returns the localizations that suit a user who prefers `languages` (best first): the best one first, followed by its fallbacks. Empty
  /// if none does.
  ///
  /// The first language with any match decides. A match is the nearest common entry of the two fallback chains; a localization for an
  /// unusual region of its language counts as one step further away (`ualoc_localizationsToUse`).
  package static func preferred(from localizations: Available, for languages: [String]) -> [String] {
    var reserve: LanguageIdentifier?
    var best: (identifier: LanguageIdentifier, score: Int)?
    for language in languages {
      // An exact match is always the best.
      if let same = localizations.identifiers.first(where: { $0.name.hasSameBytes(as: language) }) {
        best = (same, 0)
        break
      }
      let wanted = LanguageIdentifier(language)
      let chain = wanted.chain
      for candidate in localizations.candidates {
        guard let score = candidate.distance(to: wanted, chain: chain) else { continue }
        if wanted.normalized == "pt-PT", candidate.identifier.normalized == "pt-BR" {
          // Brazilian Portuguese is used for Portugal only if the bundle has none of the user's other languages.
          if reserve == nil { reserve = candidate.identifier }
        } else if best.map({ score < $0.score }) ?? true {
          best = (candidate.identifier, score)
        }
      }
      if best != nil { break }
    }
    guard let first = best?.identifier ?? reserve else { return [] }
    var result = [first.name]
    var seen: Set<[UInt8]> = [Array(first.name.utf8)]
    for entry in first.chain {
      for identifier in localizations.identifiers {
        let isTaiwanForHongKong = entry == "zh-Hant-HK" && identifier.normalized == "zh-Hant-TW"
        guard identifier.normalized == entry || isTaiwanForHongKong,
          seen.insert(Array(identifier.name.utf8)).inserted
        else { continue }
        result.append(identifier.name)
      }
    }
    return result
  }

  /// Returns the localizations to search for a resource, in order: those that suit `languages`, otherwise the development region, English,
  /// or the first localization; and last the development region, for resources that the others lack.
  package static func searchList(
    _ available: Available, developmentRegion: String?, languages: [String]
  ) -> [String] {
    let localizations = available.names
    var result = preferred(from: available, for: languages)
    if result.isEmpty, let developmentRegion { result = preferred(from: available, for: [developmentRegion]) }
    if result.isEmpty { result = preferred(from: available, for: ["en-US"]) }
    if result.isEmpty, let first = localizations.first(where: { !$0.hasSameBytes(as: "Base") }) { result = [first] }
    func has(_ name: String) -> Bool { result.contains { $0.hasSameBytes(as: name) } }
    if let developmentRegion {
      // Use the folder's spelling, so that `en` finds `English.lproj`.
      let spelled = find(developmentRegion, in: localizations) ?? developmentRegion
      if !has(spelled) { result.append(spelled) }
    } else if let english = ["en", "English", "en_US"].first(where: { name in
      localizations.contains { $0.hasSameBytes(as: name) }
    }) {
      if !has(english) { result.append(english) }
    }
    return result.isEmpty ? ["en"] : result
  }

  package struct Available: Sendable {
    let names: [String]
    private let known = (identifiers: Lazy<[LanguageIdentifier], Never>(), candidates: Lazy<[Candidate], Never>())

    package init(_ names: [String]) { self.names = names }

    fileprivate var identifiers: [LanguageIdentifier] {
      known.identifiers.value { names.filter { !$0.hasSameBytes(as: "Base") }.map { LanguageIdentifier($0) } }
    }

    fileprivate var candidates: [Candidate] { known.candidates.value { identifiers.map(Candidate.init) } }
  }

  fileprivate struct Candidate {
    let identifier: LanguageIdentifier
    let chain: [String]
    let group: String

    init(_ identifier: LanguageIdentifier) {
      self.identifier = identifier
      chain = identifier.chain
      group = LanguageTables.groups[identifier.language] ?? identifier.language
    }

    /// The distance to the wanted language, smaller if nearer; nil if the localization does not suit it.
    func distance(to wanted: LanguageIdentifier, chain other: [String]) -> Int? {
      if wanted.canonical == identifier.canonical { return -1 }
      if wanted.normalized == identifier.normalized { return 0 }
      guard (LanguageTables.groups[wanted.language] ?? wanted.language) == group else { return nil }
      let penalty = hasUnusualRegion ? 1 : 0
      var nearest: Int?
      for (up, entry) in other.enumerated() {
        guard let down = chain.firstIndex(of: entry) else { continue }
        // The first entry of the chain is the localization itself, without the penalty for its region.
        let score = up + down + (down > 0 ? penalty : 0) + (wanted.language == identifier.language ? 0 : 1)
        nearest = min(nearest ?? score, score)
      }
      return nearest
    }

    private var hasUnusualRegion: Bool {
      guard let region = identifier.region else { return false }
      let normalized = identifier.normalized
      if normalized == "es-MX" || normalized == "zh-Hant-TW" { return false }
      let parts = normalized.split(separator: "-").map(String.init)
      let withScript = parts.count > 2 ? parts.prefix(2).joined(separator: "-") : identifier.language
      return (LanguageTables.usualRegions[withScript] ?? identifier.language.uppercased()) != region
    }
  }
}
