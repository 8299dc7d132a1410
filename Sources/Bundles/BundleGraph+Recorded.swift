package import BuildRecords
package import PropertyLists

package struct RecordedBundle: Sendable {
  /// The path relative to the outer bundle; `""` for the outer one.
  package let path: String
  package let name: String
  package let kind: Bundle.Kind
  package let platform: Bundle.Platform?
  package let info: PropertyList
  package let details: BuildDetails

  package init(
    path: String, name: String, kind: Bundle.Kind, platform: Bundle.Platform?, info: PropertyList,
    details: BuildDetails = BuildDetails()
  ) {
    (self.path, self.name, self.kind, self.platform) = (path, name, kind, platform)
    (self.info, self.details) = (info, details)
  }
}

extension BundleGraph {
  /// Whether the graph was made by `recorded`. The layout of its bundles is then not known.
  package var isRecord: Bool { (storage as? NoFiles)?.reason != nil }

  /// The measures and sets of a bundle of a graph that was made by `recorded`; nil if it was read from files.
  package func recordedDetails(of bundle: Bundle) -> BuildDetails? {
    (storage as? NoFiles)?.details[bundle.index]
  }

  /// Returns a graph of an earlier build of which only a record exists: it has property lists but no files.
  ///
  /// The outer bundle comes first; the others are treated as directly inside it. Looking up a file throws an error with `reason`, because
  /// whether the file existed is not known. `knownKeys` are the top-level property list keys that the record covers; nil if it covers all
  /// of them.
  package static func recorded(
    _ outer: RecordedBundle, nested: [RecordedBundle] = [], displayPath: String, knownKeys: Set<String>? = nil,
    reason: String
  ) -> BundleGraph {
    var storage = NoFiles(reason: reason)
    for (index, record) in ([outer] + nested).enumerated() { storage.details[index] = record.details }
    let inside = Array(nested.indices.map { $0 + 1 })
    let bundles = ([outer] + nested).enumerated().map { index, record in
      Bundle(
        BundleDraft(
          path: record.path, displayPath: record.path.isEmpty ? displayPath : "\(displayPath)/\(record.path)",
          name: record.name, kind: record.kind, platform: record.platform, arrangement: Arrangement(layout: .flat),
          infoPath: "Info.plist", info: record.info, diagnostics: []), index: index, parentIndex: index == 0 ? nil : 0,
        children: index == 0 ? inside : [], storage: storage)
    }
    return BundleGraph(bundles, displayPath: displayPath, storage: storage, knownKeys: knownKeys)
  }
}

/// The storage of a bare property list, which has no other files, or of a bundle whose files are not available.
struct NoFiles: BundleStorage {
  let reason: String?
  var details: [Int: BuildDetails] = [:]

  private func failure(_ path: String) -> StorageError {
    reason.map { StorageError(.system, path: path, detail: $0) } ?? StorageError(.notFound, path: path)
  }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    guard reason == nil, directory.isEmpty else { throw failure(directory) }
    return []
  }

  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus { throw failure(path) }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { throw failure(path) }

  func source(of path: String) throws(StorageError) -> any ByteSource { throw failure(path) }

  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String { throw failure(path) }
}
