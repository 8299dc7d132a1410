import PropertyLists

extension Bundle {
  /// The table of strings in exactly the localization that is `language` in any form, or outside every localization
  /// when `language` is nil; nil when there is none. Not kept: reading twice parses twice.
  ///
  /// Throws for a file that can't be read, doesn't parse, or isn't a dictionary.
  public func strings(table: String, language: String?) throws(BundleError) -> StringsTable? {
    var sources: [StringsTable.Source] = []
    var missing: LocTable.Parts = []
    for (type, part) in [("stringsdict", LocTable.Parts.stringsDict), ("strings", .strings)] {
      if let file = try stringsFile(table, type, language) {
        sources.append(try source(file, type))
      } else {
        missing.insert(part)
      }
    }
    // A file goes before what the combined table has of its kind (`_CFBundleGetStringsSources`).
    if let language, !missing.isEmpty, let combined = try locTable(table),
      let found = combined.entry(for: language, platform: platform), !found.parts.isDisjoint(with: missing)
    {
      sources.insert(found.source, at: found.parts == .stringsDict ? 0 : sources.count)
    }
    return sources.isEmpty ? nil : StringsTable(sources: sources)
  }

  /// The `.loctable` that holds the table in all languages.
  func locTable(_ table: String) throws(BundleError) -> LocTable? {
    try stringsFile(table, "loctable", nil).map { (file) throws(BundleError) in LocTable(try source(file, "loctable")) }
  }

  /// The path of the table's file of this type, relative to the bundle.
  private func stringsFile(_ table: String, _ type: String, _ language: String?) throws(BundleError) -> String? {
    let plain = BundlePath.join(resourcesPath, "\(table).\(type)")
    do throws(StorageError) {
      if let language { return try localizedResource(named: table, ofType: type, language: language) }
      if case .exact = try files.match(plain) { return plain }
      return nil
    } catch {
      throw .unreadable(error, file: BundlePath.join(displayPath, plain), bundle: path)
    }
  }

  /// Reads a file of strings.
  func source(_ file: String, _ type: String) throws(BundleError) -> StringsTable.Source {
    let shown = BundlePath.join(displayPath, file)
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try files.read(file)
    } catch {
      throw .unreadable(error, file: shown, bundle: path)
    }
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.parse(bytes, file: shown, as: type == "strings" ? .strings : .automatic)
    } catch {
      throw .malformed(error, bundle: path)
    }
    let kind = list.kind(of: list.root)
    guard kind == .dictionary else {
      throw .stringsNotADictionary(kind, file: shown, place: list.place(of: list.root), bundle: path)
    }
    return StringsTable.Source(path: file, list: list, node: list.root)
  }
}
