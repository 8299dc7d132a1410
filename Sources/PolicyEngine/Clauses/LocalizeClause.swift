import PolicyObjects
import Basics
import Bundles
package import PolicySchema
package import LuaRuntime
import PropertyLists

package struct LocalizeClause: Clause {
  package static let definition = APIField(
    "localize?", "Localize", "Localizations that must exist, and what each must contain.")
  package static let table: APIClass? = APIClass(
    "Localize", .declaration, "What must be localized, and into which languages.",
    fields: [
      APIField("languages?", "string|string[]", "Languages that must have a localization."),
      APIField("keys?", "InfoKey|InfoKey[]", "Keys that every localization must have in `InfoPlist.strings`."),
      APIField(
        "tables?", "string|string[]",
        "Strings tables in which every localization must have all keys of the development language."),
    ])

  /// Required languages; if empty, the languages that the bundle has are checked.
  package var languages: [String] = []
  package var localizedKeys: [String] = []
  /// Tables of strings that have the same keys in each localization as in the development region.
  package var tables: [String] = []

  package static func read(_ rule: DeclarationReader, _ shapes: ShapeTable) throws(DeclarationError) -> Self? {
    guard let options = try rule.table(of: Self.self) else { return nil }
    let clause = Self(
      languages: try options.nonEmptyTexts("languages") ?? [], localizedKeys: try options.nonEmptyTexts("keys") ?? [],
      tables: try options.nonEmptyTexts("tables") ?? [])
    if clause.languages.isEmpty, clause.localizedKeys.isEmpty, clause.tables.isEmpty {
      throw DeclarationError("\(options.place): it is empty; give 'languages', 'keys' or 'tables'")
    }
    return clause
  }

  package func evaluate(in context: inout ClauseContext) throws(LuaFailure) -> ClauseOutcome {
    let bundle = context.bundle
    let present = try mapError(try bundle.localizations()) { (error: StorageError) in
      LuaFailure(kind: .error, message: "the localizations cannot be listed: \(error.description)")
    }
    context.reads?.field("localizations", present.joined(separator: ", "), of: bundle)
    try context.spend(UInt64(present.count) * 50)
    var combined = Bundle.CombinedTables()
    var compared = present.filter { $0 != "Base" }
    if !languages.isEmpty {
      compared = []
      let canonical = Dictionary(present.map { (LanguageIdentifier($0).canonical, $0) }) { first, _ in first }
      let shown = present.prefix(20).joined(separator: ", ") + (present.count > 20 ? ", …" : "")
      for language in languages {
        try context.spend(50)
        if let name = canonical[LanguageIdentifier(language).canonical] {
          compared.append(name)
        } else {
          report(
            "there is no localization '\(language)'", missing: nil, language, &context,
            .init(
              expected: "the localization '\(language)'",
              fix: present.isEmpty ? nil : "add it; existing localizations: \(shown)"))
        }
      }
    }
    let region = bundle.string("CFBundleDevelopmentRegion") ?? "en"
    context.reads?.key("CFBundleDevelopmentRegion", of: context.document.list.root, in: context.document)
    for name in compared {
      let isDevelopment = LanguageIdentifier(name).canonical == LanguageIdentifier(region).canonical
      if !localizedKeys.isEmpty { try keys(localizedKeys, name, isDevelopment: isDevelopment, &combined, &context) }
    }
    for table in tables { try same(table, in: compared, region: region, &combined, &context) }
    if compared.isEmpty, tables.isEmpty, languages.isEmpty {
      return .nothingEvaluated("the bundle has no localizations, so nothing was compared")
    }
    return .evaluated
  }

  private func strings(
    _ table: String, _ language: String, _ combined: inout Bundle.CombinedTables, _ context: inout ClauseContext
  ) throws(LuaFailure) -> StringsTable? {
    try context.spend(50)
    var bytes = 0
    defer { context.fuel += UInt64(bytes) / 8 }
    do throws(BundleError) {
      let found = try context.bundle.strings(table: table, language: language, combined: &combined) { bytes += $0 }
      context.reads?.strings(table, language: language, isPresent: found != nil, of: context.bundle)
      return found
    } catch {
      throw LuaFailure(kind: .error, message: error.description)
    }
  }

  private func keys(
    _ keys: [String], _ language: String, isDevelopment: Bool, _ combined: inout Bundle.CombinedTables,
    _ context: inout ClauseContext
  ) throws(LuaFailure) {
    let table = try strings("InfoPlist", language, &combined, &context)
    try context.spend(50 + UInt64(keys.count) * 10)
    if context.reads != nil { note(of: table, context) }
    for key in keys {
      if let entry = table?.value(forKey: key) {
        if Self.isBlank(entry) { report(key, blankIn: entry, "\(key) is empty in '\(language)'", &context) }
        continue
      }
      // Info.plist itself contains the texts in the development language.
      if isDevelopment, context.document.list.value(of: context.document.list.root, forKey: key) != nil { continue }
      report(
        key, missingIn: table, "InfoPlist", language, "\(key) is not localized in '\(language)'", &context,
        fix: isDevelopment ? "add it, or add \(key) to Info.plist" : "translate it")
    }
  }

  private func note(of table: StringsTable?, _ context: ClauseContext) {
    for key in localizedKeys {
      context.reads?.key(key, of: context.document.list.root, in: context.document)
      if let source = table?.value(forKey: key)?.source ?? table?.sources.last {
        context.reads?.string(key, in: source, of: context.bundle)
      }
    }
  }

  /// Every localization has the keys of the table in the development region, or else in the first localization that has the table.
  private func same(
    _ table: String, in languages: [String], region: String, _ combined: inout Bundle.CombinedTables,
    _ context: inout ClauseContext
  ) throws(LuaFailure) {
    var reference: (table: StringsTable, language: String)?
    let spoken = LanguageIdentifier(region).language
    let alike = languages.filter { LanguageIdentifier($0).language == spoken }
    for language in [region] + alike + ["Base"] where reference == nil {
      reference = try strings(table, language, &combined, &context).map { ($0, language) }
    }
    // Without a table in the development language, no table is authoritative: every key of any table is required.
    var all: Set<ExactText> = []
    if reference == nil {
      for language in languages {
        guard let found = try strings(table, language, &combined, &context) else { continue }
        try context.spend(UInt64(found.sources.reduce(0) { $0 + $1.list.count(of: $1.node) }) * 20)
        all.formUnion(found.keys.lazy.map { ExactText($0) })
        reference = reference ?? (found, "")
      }
    }
    guard let reference else {
      return report(
        "no localization has a strings table '\(table)'", missing: table, region, &context,
        .init(expected: "the table '\(table)'"))
    }
    let keys = all.isEmpty ? reference.table.keys : all.map(\.text).sortedByBytes()
    for language in languages where language != reference.language {
      let found = try strings(table, language, &combined, &context)
      try context.spend(UInt64(keys.count) * 10)
      if found == nil {
        report(
          "the table '\(table)' is not localized in '\(language)'", missing: table, language, &context,
          .init(
            expected: "the table '\(table)' with the \(counted(keys.count, "key")) of "
              + (reference.language.isEmpty ? "the others" : "'\(reference.language)'")))
        continue
      }
      for key in keys {
        guard let entry = found?.value(forKey: key) else {
          report(
            key, missingIn: found, table, language,
            "'\(key)' of the table '\(table)' is not localized in '\(language)'", &context)
          continue
        }
        // A text that is blank in the development language too is blank on purpose.
        if Self.isBlank(entry), !(reference.table.value(forKey: key).map(Self.isBlank) ?? false) {
          report(key, blankIn: entry, "'\(key)' of the table '\(table)' is empty in '\(language)'", &context)
        }
      }
    }
  }

  private typealias Entry = (source: StringsTable.Source, node: PropertyList.Node)

  private static func isBlank(_ entry: Entry) -> Bool {
    entry.source.list.kind(of: entry.node) == .string
      && TextForms.isBlank(entry.source.list.utf8(of: entry.node))
  }

  private func report(_ key: String, blankIn entry: Entry, _ message: String, _ context: inout ClauseContext) {
    let document = Document(entry.source.list, file: entry.source.path, of: context.bundle)
    context.collector.add(
      message, in: document, container: entry.source.node, key: key,
      details: .init(expected: "a value for \(key)", fix: "translate it"))
  }

  private func report(
    _ key: String, missingIn table: StringsTable?, _ name: String, _ language: String, _ message: String,
    _ context: inout ClauseContext, fix: String = "translate it"
  ) {
    var details = FindingCollector.Details(expected: "a value for \(key)", fix: fix)
    if let source = table?.sources.last {
      let document = Document(source.list, file: source.path, of: context.bundle)
      context.collector.add(message, in: document, container: source.node, missing: key, details: details)
    } else {
      details.discriminator = key
      report(message, missing: name, language, &context, details)
    }
  }

  private func report(
    _ message: String, missing table: String?, _ language: String, _ context: inout ClauseContext,
    _ details: FindingCollector.Details
  ) {
    let folder = BundlePath.join(context.bundle.resourcesPath, "\(language).lproj")
    let file = table.map { BundlePath.join(folder, "\($0).strings") } ?? folder
    context.collector.add(message, file: file, isMissing: true, details: details)
  }

  package var summary: String {
    var parts: [String] = []
    if !languages.isEmpty { parts.append("the bundle is localized in \(languages.joined(separator: ", "))") }
    if !localizedKeys.isEmpty { parts.append("each language has \(localizedKeys.joined(separator: ", "))") }
    if !tables.isEmpty { parts.append("each language has all keys of the tables \(tables.joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }

  package func satisfaction(in context: ClauseContext) -> String {
    let present = (try? context.bundle.localizations()) ?? []
    let count = languages.isEmpty ? present.count { $0 != "Base" } : languages.count
    var parts: [String] = []
    if !localizedKeys.isEmpty { parts.append(counted(localizedKeys.count, "key")) }
    if !tables.isEmpty { parts.append(counted(tables.count, "table")) }
    let what = parts.isEmpty ? "" : " with " + parts.joined(separator: " and ")
    return "\(counted(count, "localization"))\(what)"
  }

  package func violation(findings: Int, in context: ClauseContext) -> String {
    "\(counted(findings, "thing")) not localized"
  }

  package var requiredKeys: [String] { localizedKeys }
}

extension StringsTable {
  fileprivate var keys: [String] {
    let all = sources.flatMap { source in
      (0..<source.list.count(of: source.node)).map { ExactText(source.list.key(of: source.node, at: $0)) }
    }
    return Set(all).map(\.text).sortedByBytes()
  }
}
