import PropertyLists

/// The archive that contains the outer bundle, such as an `.ipa`, with everything beside that bundle.
package struct BundleContainer: Sendable {
  /// A graph whose only bundle has the files of the archive, and an empty Info.plist. Listings do not contain the files of the outer bundle.
  package let graph: BundleGraph
  package let product: String

  package var files: FileTree { graph.outer.files }

  package var isApplicationArchive: Bool { BundlePath.components(product).dropLast().last == "Payload" }

  /// Creates a container from all its files. `product` is the path of the outer bundle in it, and `displayPath` the path of the archive in
  /// messages. Nil if the outer bundle is the whole archive.
  package init?(storage: any BundleStorage, product: String, displayPath: String) {
    guard !product.isEmpty,
      let info = try? PropertyList.parse(Array("<plist><dict/></plist>".utf8), file: displayPath)
    else { return nil }
    self.product = product
    graph = .propertyList(
      info, name: BundlePath.lastComponent(displayPath), displayPath: displayPath,
      storage: ContainerStorage(storage, product: product))
  }
}

/// The files of an archive, whose listings do not go into one folder.
private struct ContainerStorage: BundleStorage {
  private let storage: any BundleStorage
  private let product: String

  init(_ storage: any BundleStorage, product: String) { (self.storage, self.product) = (storage, product) }

  func list(_ directory: String) throws(StorageError) -> [DirectoryEntry] {
    if BundlePath.components(directory).joined(separator: "/").hasSameBytes(as: product) { return [] }
    return try storage.list(directory)
  }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] { try storage.read(path, limit: limit) }

  func source(of path: String) throws(StorageError) -> any ByteSource { try storage.source(of: path) }

  func status(_ path: String, steps: inout Int) throws(StorageError) -> FileStatus {
    try storage.status(path, steps: &steps)
  }

  func resolve(_ path: String, steps: inout Int) throws(StorageError) -> String {
    try storage.resolve(path, steps: &steps)
  }

  func attributes(of path: String) throws(StorageError) -> [String] { try storage.attributes(of: path) }

  func readingPosition(of path: String) throws(StorageError) -> Int { try storage.readingPosition(of: path) }
}
