package import PropertyLists

/// One table of localized strings in one localization, from every file that contributes to it.
package struct StringsTable: Sendable {
  /// One file's part of the table.
  package struct Source: Sendable {
    /// The file, relative to the bundle.
    package let path: String
    /// What the file holds.
    package let list: PropertyList
    /// The dictionary of the table's keys: the root, or in a `.loctable` that of the language.
    package let node: PropertyList.Node
  }

  /// The parts, in the order in which they are asked for a key: `.stringsdict`, whose entries replace those of the
  /// `.strings` whole (`CFBundle_Strings.c`), then `.strings`, then `.loctable`. Never empty.
  package let sources: [Source]

  /// The value of a key and the file that gives it.
  package func value(forKey key: String) -> (source: Source, node: PropertyList.Node)? {
    for source in sources {
      if let node = source.list.value(of: source.node, forKey: key) { return (source, node) }
    }
    return nil
  }
}
