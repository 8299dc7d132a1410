extension BundleGraph {
  /// Directories that are bundles by name and hold an Info.plist, and that are not in the graph because no layout has a
  /// place for bundles there: by path, relative to the outer bundle.
  ///
  /// Walks every file, which opening a bundle never does. Debug symbols don't count, nor what lies in a stray bundle.
  package func strayBundles() throws(StorageError) -> [String] {
    let all = try outer.files.all()
    let known = Set(bundles.map { Array($0.path.utf8) })
    var withInfo: Set<[UInt8]> = []
    for entry in all where BundlePath.lastComponent(entry.path) == "Info.plist" && entry.isNameValid {
      var parts = BundlePath.components(entry.path).dropLast()
      if let last = parts.last, last == "Contents" || last == "Resources" { parts = parts.dropLast() }
      withInfo.insert(Array(parts.joined(separator: "/").utf8))
    }
    var strays: [String] = []
    var found: Set<[UInt8]> = []
    for entry in all where entry.type == .directory {
      let name = BundlePath.lastComponent(entry.path)
      let path = Array(entry.path.utf8)
      guard BundleKinds.kind(ofName: name) != nil, !known.contains(path), withInfo.contains(path) else { continue }
      // Walks give a directory before what is in it.
      let isInside = path.indices.contains { path[$0] == 0x2F && found.contains(Array(path[..<$0])) }
      let isOfSymbols = BundlePath.components(entry.path).contains { BundlePath.loweredExtension($0) == "dsym" }
      guard !isInside, !isOfSymbols else { continue }
      strays.append(entry.path)
      found.insert(path)
    }
    return strays
  }
}
