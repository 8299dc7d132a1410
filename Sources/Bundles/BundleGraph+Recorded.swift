package import PropertyLists

/// What is known of a bundle of an earlier build that is not at hand.
package struct RecordedBundle: Sendable {
  /// Relative to the outer bundle; `""` for the outer one.
  package let path: String
  /// The last component, with extension.
  package let name: String
  /// What it is.
  package let kind: Bundle.Kind
  /// What it is made for; nil when it isn't known.
  package let platform: Bundle.Platform?
  /// Its information property list; the root is a dictionary.
  package let info: PropertyList

  /// Makes the record of a bundle.
  package init(path: String, name: String, kind: Bundle.Kind, platform: Bundle.Platform?, info: PropertyList) {
    self.path = path
    self.name = name
    self.kind = kind
    self.platform = platform
    self.info = info
  }
}

extension BundleGraph {
  /// Whether the bundles are known by a record alone: see `recorded`. How they are arranged is then not known.
  package var isRecord: Bool { storage is AbsentStorage }

  /// A graph of an earlier build that is known by a record alone: it has property lists, and no files.
  ///
  /// The outer bundle stands first; the others are taken for bundles directly inside it. Whoever looks for a file is told `reason`,
  /// for that there is none is not known. `knownKeys` are the top-level keys of the property lists that the record tells of, nil
  /// when it tells of all.
  package static func recorded(
    _ outer: RecordedBundle, nested: [RecordedBundle] = [], displayPath: String, knownKeys: Set<String>? = nil,
    reason: String
  ) -> BundleGraph {
    let storage = AbsentStorage(reason: reason)
    let inside = Array(nested.indices.map { $0 + 1 })
    let bundles = ([outer] + nested).enumerated().map { index, record in
      Bundle(
        BundleDraft(
          path: record.path, displayPath: record.path.isEmpty ? displayPath : "\(displayPath)/\(record.path)",
          name: record.name, kind: record.kind, platform: record.platform, arrangement: Arrangement(layout: .flat),
          infoPath: "Info.plist", info: record.info, diagnostics: []), index: index, parentIndex: index == 0 ? nil : 0,
        children: index == 0 ? inside : [], storage: storage)
    }
    return BundleGraph(
      outer: bundles[0], nested: Array(bundles.dropFirst()), errors: [], displayPath: displayPath, storage: storage,
      knownKeys: knownKeys)
  }
}

/// The storage of a bundle whose files are not at hand: whatever is asked for, it is not known.
struct AbsentStorage: BundleStorage {
  /// Why, in a few words.
  let reason: String

  private func failure(_ path: String) -> StorageError { StorageError(.system, path: path, detail: reason) }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] { throw failure(directory) }

  func status(_ path: String) throws(StorageError) -> FileStatus { throw failure(path) }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { throw failure(path) }

  func source(of path: String) throws(StorageError) -> any ByteSource { throw failure(path) }

  func resolve(_ path: String) throws(StorageError) -> String { throw failure(path) }
}
