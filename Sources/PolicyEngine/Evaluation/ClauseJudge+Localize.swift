import Bundles
import LuaRuntime
import PropertyLists

// `localize`: that every language gets what the others have.
extension ClauseJudge {
  mutating func localize(_ clause: LocalizeClause, _ collector: inout FindingCollector) throws(LuaFailure) -> Outcome {
    let present = try localizations()
    reads?.field("localizations", present.joined(separator: ", "), of: bundle)
    try spend(UInt64(present.count) * 50)
    var combined = Bundle.CombinedTables()
    var judged = present.filter { $0 != "Base" }
    if !clause.languages.isEmpty {
      judged = []
      let canonical = Dictionary(present.map { (LanguageIdentifier($0).canonical, $0) }) { first, _ in first }
      let shown = present.prefix(20).joined(separator: ", ") + (present.count > 20 ? ", …" : "")
      for language in clause.languages {
        try spend(50)
        if let name = canonical[LanguageIdentifier(language).canonical] {
          judged.append(name)
        } else {
          collector.add(
            "there is no localization '\(language)'", file: folder(language), isMissing: true,
            details: .init(
              expected: "the localization '\(language)'",
              fix: present.isEmpty ? nil : "add it; there are \(shown)"))
        }
      }
    }
    let region = bundle.string("CFBundleDevelopmentRegion") ?? "en"
    reads?.key("CFBundleDevelopmentRegion", of: document.list.root, in: document)
    for name in judged {
      let isDevelopment = LanguageIdentifier(name).canonical == LanguageIdentifier(region).canonical
      if !clause.keys.isEmpty { try keys(clause.keys, name, isDevelopment: isDevelopment, &combined, &collector) }
    }
    for table in clause.tables { try same(table, in: judged, region: region, &combined, &collector) }
    if judged.isEmpty, clause.tables.isEmpty, clause.languages.isEmpty {
      return .judgedNothing("there is no localization, so nothing was compared")
    }
    return .judged
  }

  private func localizations() throws(LuaFailure) -> [String] {
    do throws(StorageError) {
      return try bundle.localizations()
    } catch {
      throw LuaFailure(
        kind: .error, message: "the localizations cannot be listed: \(error.description)", file: nil, line: nil)
    }
  }

  private mutating func strings(
    _ table: String, _ language: String, _ combined: inout Bundle.CombinedTables
  ) throws(LuaFailure) -> StringsTable? {
    try spend(50)
    var bytes = 0
    defer { fuel += UInt64(bytes) / 8 }
    do throws(BundleError) {
      let found = try bundle.strings(table: table, language: language, combined: &combined) { bytes += $0 }
      reads?.strings(table, language: language, isPresent: found != nil, of: bundle)
      return found
    } catch {
      throw LuaFailure(kind: .error, message: error.description, file: nil, line: nil)
    }
  }

  private mutating func keys(
    _ keys: [String], _ language: String, isDevelopment: Bool, _ combined: inout Bundle.CombinedTables,
    _ collector: inout FindingCollector
  ) throws(LuaFailure) {
    let table = try strings("InfoPlist", language, &combined)
    try spend(50 + UInt64(keys.count) * 10)
    if let reads { note(keys, of: table, to: reads) }
    for key in keys {
      if let entry = table?.value(forKey: key) {
        if Self.isBlank(entry) { report(key, blankIn: entry, "\(key) is empty in '\(language)'", &collector) }
        continue
      }
      // What is written in the development language stands in Info.plist itself.
      if isDevelopment, document.list.value(of: document.list.root, forKey: key) != nil { continue }
      report(
        key, missingIn: table, "InfoPlist", language, "\(key) is not localized in '\(language)'", &collector,
        fix: isDevelopment ? "add it, or add \(key) to Info.plist" : "translate it")
    }
  }

  private func note(_ keys: [String], of table: StringsTable?, to reads: ReadRecorder) {
    for key in keys {
      reads.key(key, of: document.list.root, in: document)
      if let source = table?.value(forKey: key)?.source ?? table?.sources.last {
        reads.string(key, in: source, of: bundle)
      }
    }
  }

  /// Every localization has the keys that the table has in the development region, or in the first that has the table.
  private mutating func same(
    _ table: String, in languages: [String], region: String, _ combined: inout Bundle.CombinedTables,
    _ collector: inout FindingCollector
  ) throws(LuaFailure) {
    var reference: (table: StringsTable, language: String)?
    let spoken = LanguageIdentifier(region).language
    let alike = languages.filter { LanguageIdentifier($0).language == spoken }
    for language in [region] + alike + ["Base"] where reference == nil {
      reference = try strings(table, language, &combined).map { ($0, language) }
    }
    // Without one for the development language no table is the one that counts: every key of any of them is asked for.
    var all: Set<String> = []
    if reference == nil {
      for language in languages {
        guard let found = try strings(table, language, &combined) else { continue }
        try spend(UInt64(found.sources.reduce(0) { $0 + $1.list.count(of: $1.node) }) * 20)
        all.formUnion(found.keys)
        reference = reference ?? (found, "")
      }
    }
    guard let reference else {
      collector.add(
        "there is no table of strings '\(table)' in any localization",
        file: Self.joined(folder(region), "\(table).strings"),
        isMissing: true, details: .init(expected: "the table '\(table)'"))
      return
    }
    let keys = all.isEmpty ? reference.table.keys : all.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for language in languages where language != reference.language {
      let found = try strings(table, language, &combined)
      try spend(UInt64(keys.count) * 10)
      if found == nil {
        collector.add(
          "the table '\(table)' is not localized in '\(language)'",
          file: Self.joined(folder(language), "\(table).strings"), isMissing: true,
          details: .init(
            expected: "the table '\(table)' with the \(keys.count) keys of "
              + (reference.language.isEmpty ? "the others" : "'\(reference.language)'")))
        continue
      }
      for key in keys {
        guard let entry = found?.value(forKey: key) else {
          report(
            key, missingIn: found, table, language,
            "'\(key)' of the table '\(table)' is not localized in '\(language)'", &collector)
          continue
        }
        // What says nothing in the development language either is meant so.
        if Self.isBlank(entry), !(reference.table.value(forKey: key).map(Self.isBlank) ?? false) {
          report(key, blankIn: entry, "'\(key)' of the table '\(table)' is empty in '\(language)'", &collector)
        }
      }
    }
  }

  private typealias Entry = (source: StringsTable.Source, node: PropertyList.Node)

  private static func isBlank(_ entry: Entry) -> Bool {
    entry.source.list.kind(of: entry.node) == .string
      && entry.source.list.utf8(of: entry.node).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private func report(_ key: String, blankIn entry: Entry, _ message: String, _ collector: inout FindingCollector) {
    let source = entry.source
    var name = key
    collector.add(
      message, in: place(of: source), container: source.node,
      position: name.withUTF8 { source.list.position(of: source.node, forKey: $0) },
      details: .init(expected: "a value for \(key)", fix: "translate it"))
  }

  private func place(of source: StringsTable.Source) -> Document {
    Document(list: source.list, graph: 0, bundle: bundle.index, file: source.path, bundlePath: bundle.path)
  }

  private func report(
    _ key: String, missingIn table: StringsTable?, _ name: String, _ language: String, _ message: String,
    _ collector: inout FindingCollector, fix: String = "translate it"
  ) {
    let details = FindingCollector.Details(expected: "a value for \(key)", fix: fix)
    if let source = table?.sources.last {
      collector.add(message, in: place(of: source), container: source.node, missing: key, details: details)
    } else {
      var details = details
      details.discriminator = key
      collector.add(
        message, file: Self.joined(folder(language), "\(name).strings"), isMissing: true, details: details)
    }
  }

  private func folder(_ language: String) -> String { Self.joined(bundle.resourcesPath, "\(language).lproj") }

  private static func joined(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : directory + "/" + name
  }
}

extension StringsTable {
  /// The keys of all its files, each once, by bytes.
  fileprivate var keys: [String] {
    let all = sources.flatMap { source in
      (0..<source.list.count(of: source.node)).map { source.list.key(of: source.node, at: $0) }
    }
    return Set(all).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
