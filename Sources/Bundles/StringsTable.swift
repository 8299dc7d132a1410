public import PropertyLists

/// One table of localized strings in one localization, from every file that contributes to it.
public struct StringsTable: Sendable {
  /// One file's part of the table.
  public struct Source: Sendable {
    /// The file, relative to the bundle.
    public let path: String
    /// What the file holds.
    public let list: PropertyList
    /// The dictionary of the table's keys: the root, or in a `.loctable` that of the language.
    public let node: PropertyList.Node
  }

  /// The parts, in the order in which they are asked for a key: `.stringsdict`, whose entries replace those of the
  /// `.strings` whole (`CFBundle_Strings.c`), then `.strings`, then `.loctable`. Never empty.
  public let sources: [Source]

  /// The value of a key and the file that gives it.
  public func value(forKey key: String) -> (source: Source, node: PropertyList.Node)? {
    for source in sources {
      if let node = source.list.value(of: source.node, forKey: key) { return (source, node) }
    }
    return nil
  }
}
