import Basics
package import PropertyLists

extension Bundle {
  /// Returns the strings table in the localization that any form of `language` names, or outside all localizations if `language` is nil;
  /// nil if there is none. The result is not cached.
  ///
  /// Throws if a file cannot be read or parsed, or is not a dictionary. `reading` is called with the size of each file in bytes before it
  /// is parsed.
  package func strings(
    table: String, language: String?, reading: (Int) -> Void = { _ in }
  ) throws(BundleError) -> StringsTable? {
    var combined = CombinedTables()
    return try strings(table: table, language: language, combined: &combined, reading: reading)
  }

  /// A cache of `.loctable` files, for callers that ask for one language after another.
  package struct CombinedTables {
    fileprivate var tables: [ExactText: LocTable?] = [:]

    package init() {}
  }

  /// Returns a strings table as above, and parses each `.loctable` only once.
  package func strings(
    table: String, language: String?, combined: inout CombinedTables, reading: (Int) -> Void = { _ in }
  ) throws(BundleError) -> StringsTable? {
    var sources: [StringsTable.Source] = []
    var missing: LocTable.Parts = []
    for (type, part) in [("stringsdict", LocTable.Parts.stringsDict), ("strings", .strings)] {
      if let file = try stringsFile(table, type, language) {
        sources.append(try source(file, type, reading))
      } else {
        missing.insert(part)
      }
    }
    // A file precedes the combined table's dictionary of the same type (`_CFBundleGetStringsSources`).
    if language != nil, !missing.isEmpty, combined.tables[ExactText(table)] == nil {
      combined.tables[ExactText(table)] = .some(try locTable(table, reading))
    }
    if let language, !missing.isEmpty, let whole = combined.tables[ExactText(table)].flatMap({ $0 }),
      let found = whole.entry(for: language, platform: platform), !found.parts.isDisjoint(with: missing)
    {
      sources.insert(found.source, at: found.parts == .stringsDict ? 0 : sources.count)
    }
    return sources.isEmpty ? nil : StringsTable(sources: sources)
  }

  func locTable(_ table: String, _ reading: (Int) -> Void) throws(BundleError) -> LocTable? {
    guard let file = try stringsFile(table, "loctable", nil) else { return nil }
    let whole = try source(file, "loctable", reading)
    guard whole.list.count(of: whole.node) <= Self.maximumLocalizations else {
      let error = StorageError(.tooMany, path: file, limit: Self.maximumLocalizations, detail: "localizations")
      throw .unreadable(error, file: BundlePath.join(displayPath, file), bundle: path)
    }
    return LocTable(whole)
  }

  private func stringsFile(_ table: String, _ type: String, _ language: String?) throws(BundleError) -> String? {
    let plain = BundlePath.join(resourcesPath, "\(table).\(type)")
    return try BundleError.reading(BundlePath.join(displayPath, plain), of: path) { () throws(StorageError) in
      if let language { return try localizedResource(named: table, ofType: type, language: language) }
      // Usually there is none, and one listing shows that.
      if !table.contains(byte: 0x2F), try find(["\(table).\(type)"], in: resourcesPath) == nil { return nil }
      if case .exact = try files.match(plain) { return plain }
      return nil
    }
  }

  func source(_ file: String, _ type: String, _ reading: (Int) -> Void) throws(BundleError) -> StringsTable.Source {
    let shown = BundlePath.join(displayPath, file)
    let bytes = try BundleError.reading(shown, of: path) { () throws(StorageError) in try files.read(file) }
    reading(bytes.count)
    let list = try InfoReader.dictionary(
      bytes, "a strings table", file: shown, hint: type == "strings" ? .strings : .automatic, limits: .documents,
      bundle: path)
    return StringsTable.Source(path: file, list: list, node: list.root)
  }
}

package struct StringsTable: Sendable {
  package struct Source: Sendable {
    package let path: String
    package let list: PropertyList
    /// The dictionary of the table's keys: the root, or in a `.loctable` the dictionary of the language.
    package let node: PropertyList.Node
  }

  /// The parts in the order of lookup: `.stringsdict`, whose entries replace entries of `.strings` completely (`CFBundle_Strings.c`), then
  /// `.strings`, then `.loctable`. Never empty.
  package let sources: [Source]

  package func value(forKey key: String) -> (source: Source, node: PropertyList.Node)? {
    for source in sources {
      if let node = source.list.value(of: source.node, forKey: key) { return (source, node) }
    }
    return nil
  }
}
